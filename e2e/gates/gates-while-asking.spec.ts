/** A gate that is pressed before the service has said which plan somebody is on. */
import { playbook } from "../playbooks";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  openService,
  serveTokens,
  settle,
  test,
  waitForAnswers,
} from "../service-page";
import { createSignal } from "../signal";
import { onEvent } from "../surface-pages";

const trigger = { type: "entitlement_denied", entitlement: "export" };
const BOOK = playbook({
  placements: [onEvent("upgrade", { content: { title: "Upgrade first" } }, { trigger })],
});
const HTML = `<button data-service-gate="export" onclick="document.title = 'exported'">Export</button>
  <p data-service-show-if="export">For Pro</p><p data-service-hide-if="export" hidden>Get Pro</p>
  <script>
    const said = [];
    addEventListener("service:error", ({ detail }) => said.push(detail.message));
  </script>`;

test.beforeEach(({ site }) => {
  // What the answers that come to nothing are told with.
  site.allowConsole(/\[Service\]|Failed to load resource/);
});

for (const [answer, plan] of [
  ["pro", "pro"],
  ["free", "free"],
  ["nothing at all", undefined],
] as const) {
  test(`is not known until the service has said ${answer}, and follows it`, async ({
    site,
    plane,
  }) => {
    await plane.launch(BOOK);
    const id = `asked-${plan}`;
    await addUser(plane, id);
    if (plan) await plane.setUser(id, { plan_handle: plan });
    else plane.fault("user_context", plane.faults.status(500));
    serveTokens(site, plane, id);
    const { settle: say, settled: isSaid } = createSignal();
    let isAsked = false;
    plane.fault("client_context", async (call, next) => {
      isAsked = true;
      await isSaid;
      return plan ? next() : plane.faults.status(500)(call, next);
    });
    const page = await openService({
      site,
      plane,
      config: { user: { id } },
      code: CLIENT_SESSION,
      html: HTML,
    });
    await page.evaluate("Service.ready");
    await expect.poll(() => isAsked).toBe(true);
    const gate = page.getByRole("button", { name: "Export" });
    await gate.click();
    await expect.poll(() => page.evaluate("said")).toEqual(["not known yet"]);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("For Pro")).toBeHidden();
    await expect(page.getByText("Get Pro")).toBeHidden();
    expect(await page.evaluate("Service.can('export')")).toBe(false);
    say();
    const shown = plan === "pro" ? "For Pro" : "Get Pro";
    await expect(page.getByText(shown)).toBeVisible();
    await gate.click();
    if (plan === "pro") return expect(page).toHaveTitle("exported");
    await expect(page.getByRole("dialog", { name: "Upgrade first" })).toBeVisible();
    await expect(page).toHaveTitle("Test");
  });
}

test("gate() offers nothing to somebody whose plan the service is about to say", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  const id = "asked-by-method";
  await addUser(plane, id);
  await plane.setUser(id, { plan_handle: "pro" });
  serveTokens(site, plane, id);
  const { settle: say, settled: isSaid } = createSignal();
  plane.fault("client_context", async (_, next) => {
    await isSaid;
    return next();
  });
  const config = { user: { id } };
  const page = await openService({ site, plane, config, code: CLIENT_SESSION, html: HTML });
  await page.evaluate("Service.ready");
  const gate = () => page.evaluate("Service.gate('export', () => 'exported')");
  expect(await gate()).toMatchObject({ ran: false, entitlement: { reason: "plan_unknown" } });
  await settle(page);
  expect(await page.getByRole("dialog").count()).toBe(0);
  say();
  await expect(page.getByText("For Pro")).toBeVisible();
  expect(await gate()).toMatchObject({ ran: true, result: "exported" });
});

test("somebody whose plan the page names is answered at once", async ({ site, plane }) => {
  await plane.launch(BOOK);
  await addUser(plane, "named");
  serveTokens(site, plane, "named");
  plane.fault("client_context", plane.faults.hang());
  const config = { user: { id: "named", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code: CLIENT_SESSION, html: HTML });
  await page.evaluate("Service.ready");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("dialog", { name: "Upgrade first" })).toBeVisible();
});

test("what was known stays so while somebody who is named again is asked about", async ({
  site,
  plane,
  context,
}) => {
  // The question is never given up.
  await waitForAnswers(context);
  await plane.launch(BOOK);
  // On no plan: it is the service that hasn't heard of them.
  const id = "named-again";
  serveTokens(site, plane, id);
  const config = { user: { id } };
  const page = await openService({ site, plane, config, code: CLIENT_SESSION, html: HTML });
  await expect(page.getByText("Get Pro")).toBeVisible();
  let isAsked = false;
  plane.fault("client_context", () => {
    isAsked = true;
    return new Promise(() => {});
  });
  await page.evaluate(`void Service.identify("${id}")`);
  await expect.poll(() => isAsked).toBe(true);
  await settle(page);
  await expect(page.getByText("Get Pro")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("dialog", { name: "Upgrade first" })).toBeVisible();
});
