/** What `localRuntime.getContext` says of the user: when it is asked, and what follows. */
import { expect, test } from "../fixtures";
import { stopTime } from "../frozen-time";
import { BOOK, exported, FREE, HTML, ON_FREE, title } from "../local-page";
import { localConfig, placement, playbook } from "../playbooks";

const withCode = (code: string) =>
  `<script>const local = ServiceConfig.localRuntime; ${code}</script>
   <script src="/dist/service.js"></script>`;

const script = withCode(`let known = { plan_handle: "free" }, asked = 0;
  local.getContext = async () => { asked += 1; return known; };`);
const config = localConfig(BOOK, { user: { id: "u1" } });

test("getContext is asked at the start, and everything follows what it says", async ({ site }) => {
  const page = await site.open({ html: HTML, config, script });
  await expect(title(page)).toBeVisible();
  await expect(exported(page)).toBeHidden();
  expect(await page.evaluate("asked")).toBe(1);
});

test("getContext is asked at refreshContext(): slots, marks and gates follow without a reload", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config, script });
  await expect(title(page)).toBeVisible();
  await page.evaluate("known = { plan_handle: 'pro' }; void Service.refreshContext()");
  await expect(title(page)).toHaveCount(0);
  await expect(page.getByText("Own")).toBeVisible();
  await expect(exported(page)).toBeVisible();
  await page.getByRole("button", { name: "Go" }).click();
  await expect(page).toHaveTitle("exported");
  await page.evaluate("known = { plan_handle: 'free' }; void Service.refreshContext()");
  await expect(title(page)).toBeVisible();
  await expect(exported(page)).toBeHidden();
});

test("getContext is merged as given: what it doesn't say stays", async ({ site }) => {
  const page = await site.open({ html: HTML, config, script });
  await expect(title(page)).toBeVisible();
  await page.evaluate(`Service.setUser({ traits: { a: 1 }, usage: { seats: 2 } });
    known = { traits: { b: 2 }, usage: { export: 3 } };`);
  await page.evaluate("Service.refreshContext()");
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({
    id: "u1",
    plan_handle: "free",
    traits: { a: 1, b: 2 },
    usage: { seats: 2, export: 3 },
  });
});

const slow = withCode(`const answers = [];
  local.getContext = () => new Promise((resolve) => answers.push(resolve));`);

test("getContext is waited for: what it says comes before the first decisions, and nothing else is shown before", async ({
  site,
  context,
}) => {
  // The three seconds that it has stand still.
  await stopTime(context);
  const once = { ...ON_FREE, caps: [{ count: 1, period: "lifetime" }] };
  const book = playbook({ placements: [placement("top", { payload: once })] });
  const config = localConfig(book, { user: FREE });
  const page = await site.open({ html: HTML, config, script: slow });
  await page.evaluate(
    "globalThis.isReady = false; void Service.ready.then(() => { isReady = true })",
  );
  await expect.poll(() => page.evaluate("answers.length")).toBe(1);
  await page.getByRole("button", { name: "Go" }).click();
  await page.waitForTimeout(200);
  expect(await page.evaluate("isReady")).toBe(false);
  await expect(title(page)).toHaveCount(0);
  const allowed = await page.evaluate(`answers[0]({ plan_handle: "pro" });
    Service.ready.then(() => Service.can("export"))`);
  expect(allowed).toBe(true);
  await expect(exported(page)).toBeVisible();
  await page.evaluate("Service.setUser({ plan_handle: 'free' })");
  // Its one display is still to come.
  await expect(title(page)).toBeVisible();
});

test("getContext is asked anew where the user is identified while it is under way", async ({
  site,
  context,
}) => {
  await stopTime(context);
  const page = await site.open({ html: HTML, config: localConfig(BOOK), script: slow });
  await expect.poll(() => page.evaluate("answers.length")).toBe(1);
  await page.evaluate("Service.identify('u2'); answers[0]({ plan_handle: 'free' })");
  await expect.poll(() => page.evaluate("answers.length")).toBe(2);
  await page.evaluate("answers[1]({ plan_handle: 'pro' })");
  await expect(exported(page)).toBeVisible();
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ id: "u2" });
});

test("getContext may identify the user itself", async ({ site }) => {
  const script = withCode(`let asked = 0; local.getContext = async () => {
    asked += 1; await Service.identify("u2"); return { plan_handle: "pro" }; };`);
  const page = await site.open({ html: HTML, config: localConfig(BOOK), script });
  await expect(exported(page)).toBeVisible();
  expect(await page.evaluate("asked")).toBe(2);
});

test("getContext counts as last asked, whichever answer comes last", async ({ site, context }) => {
  await stopTime(context);
  const page = await site.open({ html: HTML, config, script: slow });
  await expect.poll(() => page.evaluate("answers.length")).toBe(1);
  await page.evaluate("answers[0]({}); Service.ready");
  await page.evaluate("void Service.refreshContext()");
  await page.evaluate("void Service.refreshContext()");
  await expect.poll(() => page.evaluate("answers.length")).toBe(3);
  await page.evaluate("answers[2]({ plan_handle: 'free' })");
  await expect(title(page)).toBeVisible();
  await page.evaluate("answers[1]({ plan_handle: 'pro' }); Service.setUser({ name: 'Ada' })");
  await expect
    .poll(() => page.evaluate("Service.getUserContext()"))
    .toMatchObject({ name: "Ada", plan_handle: "free" });
});

for (const [how, code] of Object.entries({
  throws: '() => { throw new Error("away"); }',
  rejects: 'async () => { throw new Error("away"); }',
  "answers nonsense": "async () => 'nonsense'",
  hangs: "() => new Promise(() => {})",
})) {
  test(`getContext that ${how} leaves the user as known, and is asked again`, async ({ site }) => {
    site.expectConsole(/localRuntime.getContext failed/);
    const page = await site.open({
      html: HTML,
      config: localConfig(BOOK, { user: FREE }),
      script: withCode(`let isUp = false; const broken = ${code};
        local.getContext = () => (isUp ? Promise.resolve({ plan_handle: "pro" }) : broken());`),
    });
    await expect(title(page)).toBeVisible();
    await expect.poll(() => site.console.join(), { timeout: 5000 }).toMatch(/getContext failed/);
    await expect(title(page)).toBeVisible();
    await page.evaluate("isUp = true; void Service.refreshContext()");
    await expect(exported(page)).toBeVisible();
  });
}
