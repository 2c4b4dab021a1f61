/** `data-manual`: what is said before the start counts after it. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const shared = { trigger: { type: "event", name: "report_shared" } };
const PAGE = {
  html: '<div data-service-slot="top"></div>',
  config: localConfig(playbook({ placements: [placement("top", shared)] })),
};
const TAG = '<script src="/dist/service.js" data-manual></script>';

test("what was queued before load is said to the SDK that starts later", async ({ site }) => {
  const page = await site.open({
    ...PAGE,
    script: `<script>
      window.heard = [];
      window.Service = [
        (sdk) => sdk.on("ready", () => heard.push("ready")),
        (sdk) => sdk.track("report_shared"),
        (sdk) => { window.sdk = sdk; },
      ];
    </script>${TAG}`,
  });
  await page.evaluate("Service.push((sdk) => sdk.on('playbook', () => heard.push('playbook')))");
  await expect(page.getByText("Title of top")).toHaveCount(0);
  expect(await page.evaluate("heard")).toEqual([]);
  await page.evaluate("Service.start()");
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("heard")).toEqual(["playbook", "ready"]);
  // What the queue was given is the SDK, then and now.
  expect(await page.evaluate("sdk.can('seats') === Service.can('seats')")).toBe(true);
});

test("what is asked before the start is answered after it", async ({ site }) => {
  const book = playbook({ placements: [placement("top")] });
  const user = { id: "u1", plan_handle: "pro" };
  const page = await site.open({ ...PAGE, config: localConfig(book, { user }), script: TAG });
  await page.evaluate(`window.answers = {};
    const asked = {
      gate: Service.gate("export", () => "exported"),
      check: Service.checkEntitlement("export"),
      placement: Service.getPlacement({ slot: "top" }),
      decision: Service.getPlacementDecision({ slot: "top" }),
      user: Service.getUserContext(),
    };
    for (const name in asked) asked[name].then((answer) => { answers[name] = answer; });
    undefined`);
  await page.evaluate("Service.flush()");
  expect(await page.evaluate("answers")).toEqual({});
  await page.evaluate("Service.start()");
  await expect
    .poll(() => page.evaluate("answers"))
    .toMatchObject({
      gate: { ran: true, result: "exported" },
      check: { allowed: true },
      placement: { placement: "top" },
      decision: { visible: true },
      user,
    });
});

test("who stops listening before the start or after it hears nothing more", async ({ site }) => {
  const page = await site.open({ ...PAGE, script: TAG });
  await page.evaluate(`window.heard = [];
    const early = Service.on("ready", () => heard.push("early"));
    window.late = Service.on("context", () => heard.push("late"));
    early();
    Service.start();`);
  await page.evaluate("Service.ready");
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  expect(new Set(await page.evaluate<string[]>("heard"))).toEqual(new Set(["late"]));
  await page.evaluate("heard.length = 0; late(); Service.setUser({ traits: { a: 2 } })");
  expect(await page.evaluate("heard")).toEqual([]);
});

test("what the start is given lies over window.ServiceConfig, field by field", async ({ site }) => {
  const page = await site.open({ ...PAGE, script: TAG });
  await page.evaluate("Service.start({ user: { name: 'Zoe' }, debug: false })");
  await page.evaluate("Service.track('report_shared')");
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ name: "Zoe" });
});

test("destroyed before the start, nothing starts any more", async ({ site }) => {
  const page = await site.open({ ...PAGE, script: TAG });
  await page.evaluate("window.asked = Service.gate('export', () => 'exported'); undefined");
  await page.evaluate("Service.destroy(); Service.start(); Service.track('report_shared')");
  await page.evaluate("Service.ready");
  expect(await page.evaluate("asked")).toMatchObject({ ran: false });
  await page.waitForTimeout(300);
  await expect(page.getByText("Title of top")).toHaveCount(0);
});

const BOUND = `<p data-service-show-if="export">For Pro</p><p data-service-hide-if="export">Not Pro</p>
  <p data-service-show-if="seats" hidden>Seats</p>
  <button data-service-gate="export" onclick="document.title += '!'">Export</button>
  <button onclick="document.title += '?'">Help</button>
  <script>document.addEventListener("service:error", ({ detail }) => { window.told = detail; });
  </script>`;
const pro = (options = {}) =>
  localConfig(playbook(), { user: { id: "u1", plan_handle: "pro" }, ...options });

test("before the start what needs an entitlement is out of reach, and nothing else", async ({
  site,
}) => {
  const page = await site.open({ ...PAGE, html: BOUND, config: pro(), script: TAG });
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Not Pro")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Help" }).click();
  await expect(page).toHaveTitle("Test?");
  expect(await page.evaluate("told")).toEqual({ entitlement: "export", message: "not known yet" });

  await page.evaluate("Service.start(); Service.ready");
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Not Pro")).toBeHidden();
  await expect(page.getByText("Seats")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("Test?!");

  await page.evaluate("Service.destroy()");
  await expect(page.getByText("Not Pro")).toBeVisible();
  await expect(page.getByText("Seats")).toBeHidden();
  expect(await page.evaluate("document.adoptedStyleSheets.length")).toBe(0);
  // A second tag finds nobody, and starts.
  await page.addScriptTag({ url: "/dist/service.js" });
  await expect(page.getByText("Seats")).toBeVisible();
});

test("what stays hidden after the start is hidden all along", async ({ site }) => {
  const page = await site.open({
    ...PAGE,
    html: BOUND,
    config: pro({ user: { id: "u1", plan_handle: "free" } }),
    script: TAG,
  });
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate(`window.seen = 0;
    new IntersectionObserver((entries) => {
      for (const { isIntersecting } of entries) if (isIntersecting) seen++;
    }).observe(document.querySelector("[data-service-show-if=export]"));
    Service.start(); Service.ready`);
  await expect(page.getByText("Seats")).toBeVisible();
  await expect(page.getByText("For Pro")).toBeHidden();
  expect(await page.evaluate("seen")).toBe(0);
});

test("destroyed before the start, what was out of reach is as the page had it", async ({
  site,
}) => {
  const page = await site.open({ ...PAGE, html: BOUND, config: pro(), script: TAG });
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Seats")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("Test!");
});

test("a start that is refused keeps it out of reach", async ({ site }) => {
  site.expectConsole(/tenantId is required/);
  const page = await site.open({ ...PAGE, html: BOUND, config: {}, script: TAG });
  await page.evaluate("Service.start(); Service.ready");
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("Test");
});

test("a start while the page is prerendered waits until somebody sees the page", async ({
  site,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  });
  const book = playbook({ placements: [placement("top")] });
  const page = await site.open({ ...PAGE, config: localConfig(book), script: TAG });
  await page.evaluate("Service.start()");
  await page.waitForTimeout(300);
  await expect(page.getByText("Title of top")).toHaveCount(0);
  await page.evaluate(() => {
    Object.defineProperty(document, "prerendering", { value: false });
    document.dispatchEvent(new Event("prerenderingchange"));
  });
  await expect(page.getByText("Title of top")).toBeVisible();
});

for (const value of ["1", "yes", "TRUE", " ", "0"]) {
  test(`data-manual="${value}" waits for the start`, async ({ site }) => {
    const config = localConfig(playbook({ placements: [placement("top")] }));
    const tag = TAG.replace("data-manual", `data-manual="${value}"`);
    const page = await site.open({ ...PAGE, config, script: tag });
    await page.waitForTimeout(300);
    await expect(page.getByText("Title of top")).toHaveCount(0);
    await page.evaluate("Service.start()");
    await expect(page.getByText("Title of top")).toBeVisible();
  });
}
