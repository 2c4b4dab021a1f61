/** `data-manual`: what is said before the start counts after it. */
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

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
