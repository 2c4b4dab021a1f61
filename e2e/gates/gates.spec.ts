/** Gates and marks: what the page lets the SDK stop, hide and show, and when. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { stopTime } from "../frozen-time";
import { eventsOf, recordEvents } from "../page-events";
import { localConfig, placement, playbook } from "../playbooks";
import { createSignal } from "../signal";

const GATE = placement("export_gate", {
  slot: undefined,
  category: "gated",
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: {
    surface: "modal",
    content: { title: "Export is part of Pro" },
    ctas: [{ label: "No thanks", action: "dismiss" }],
  },
});
const BOOK = playbook({ placements: [GATE] });
const configOf = (plan_handle: string, options = {}) =>
  localConfig(BOOK, { user: { id: "u1", plan_handle }, ...options });

const BUTTON = `<script>window.ran = 0; addEventListener("click", () => { window.outer = true; });</script>
  <div onclick="window.parent_ran = true"><button type="button" data-service-gate="export" onclick="ran++">
  <b>Export</b></button></div>`;
const dialog = (page: Page) => page.getByRole("dialog", { name: "Export is part of Pro" });
const LATE =
  '<script src="/dist/service.js" data-playbook="/book.json" data-plan-handle="pro"></script>';
/** The page's Playbook comes when the test lets it. The three seconds that it has stand still. */
async function holdBook(site: TestSite, context: BrowserContext): Promise<() => void> {
  await stopTime(context);
  const { settle, settled } = createSignal();
  site.serve("/book.json", () => settled.then(() => ({ body: BOOK })));
  return settle;
}

test.beforeEach(({ context }) => recordEvents(context));

test("a denied click is stopped before the page's handlers, and the gated placement opens", async ({
  site,
}) => {
  const page = await site.open({ html: BUTTON, config: configOf("free") });
  await page.getByText("Export").click();
  await expect(dialog(page)).toBeVisible();
  expect(await page.evaluate("[ran, !!window.parent_ran, !!window.outer]")).toEqual([
    0,
    false,
    false,
  ]);
});

test("an allowed click goes through untouched", async ({ site }) => {
  const page = await site.open({ html: BUTTON, config: configOf("pro") });
  await page.getByText("Export").click();
  expect(await page.evaluate("[ran, window.parent_ran, window.outer]")).toEqual([1, true, true]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a denied link is not followed, by the keyboard neither", async ({ site }) => {
  const page = await site.open({
    html: '<a href="/export" data-service-gate="export">Export</a>',
    config: configOf("free"),
  });
  await page.getByText("Export").focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeVisible();
  expect(page.url()).toBe(`${site.url}/`);
});

test("the gated placement opens again at the next click, however it was closed", async ({
  site,
}) => {
  const page = await site.open({ html: BUTTON, config: configOf("free") });
  for (const close of ["Escape", "No thanks", "Dismiss"]) {
    await page.getByText("Export", { exact: true }).click();
    await expect(dialog(page)).toBeVisible();
    if (close === "Escape") await page.keyboard.press(close);
    else await page.getByRole("button", { name: close }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
  await page.reload();
  await page.getByText("Export", { exact: true }).click();
  await expect(dialog(page)).toBeVisible();
});

test("two clicks at once are answered by one opening", async ({ site }) => {
  const page = await site.open({ html: BUTTON, config: configOf("free") });
  await page.evaluate(`Service.ready.then(() => {
    const button = document.querySelector("button");
    button.click();
    button.click();
  })`);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.waitForTimeout(300);
  await expect(dialog(page)).toHaveCount(0);
});

test("the gated placement opens over the page's own dialog, for it answers a click", async ({
  site,
}) => {
  const page = await site.open({
    html: `<dialog id="own">${BUTTON}</dialog><script>own.showModal()</script>`,
    config: configOf("free"),
  });
  await page.getByText("Export", { exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await page.getByRole("button", { name: "No thanks" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.locator("#own")).toBeVisible();
});

test("a gate opens with the plan, without a reload", async ({ site }) => {
  const page = await site.open({ html: BUTTON, config: configOf("free") });
  await page.getByText("Export", { exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(dialog(page)).toHaveCount(0);
  await page.getByText("Export", { exact: true }).click();
  expect(await page.evaluate("ran")).toBe(1);
});

test("a gate whose entitlement no Playbook knows is closed, without a word", async ({ site }) => {
  const page = await site.open({
    html: '<button type="button" data-service-gate="unheard_of" onclick="window.ran = true">Go</button>',
    config: configOf("pro"),
  });
  await page.getByText("Go").click();
  expect(await page.evaluate("window.ran")).toBeUndefined();
});

test("a click before the answer is known is stopped, and tells so from the gate", async ({
  site,
  context,
}) => {
  const release = await holdBook(site, context);
  const page = await site.open({
    html: `${BUTTON.replace("<button", '<button id="gate"')}
      <p data-service-show-if="export">For Pro</p><p data-service-hide-if="export">Get Pro</p>
      <p data-service-hide-if="export" hidden>Get it</p>`,
    script: LATE,
  });
  await page.getByText("Export", { exact: true }).click();
  expect(await page.evaluate("ran")).toBe(0);
  expect(await eventsOf(page)).toMatchObject([
    { type: "error", target: "gate", detail: { entitlement: "export" } },
  ]);
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Get Pro")).toBeVisible();
  release();
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Get Pro")).toBeHidden();
  await expect(page.getByText("Get it")).toBeHidden();
  await page.getByText("Export", { exact: true }).click();
  expect(await page.evaluate("ran")).toBe(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a click that was stopped while nothing was known opens nothing later", async ({
  site,
  context,
}) => {
  const release = await holdBook(site, context);
  const page = await site.open({ html: BUTTON, script: LATE.replace("pro", "free") });
  await page.getByText("Export", { exact: true }).click();
  release();
  await page.evaluate("Service.ready");
  await context.clock.resume();
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("without a Playbook everything that needs it stays shut, and the page works", async ({
  site,
}) => {
  site.allowConsole(/404|resolvePlaybook failed/);
  const page = await site.open({
    html: `${BUTTON}<p data-service-show-if="export">For Pro</p>
      <p data-service-hide-if="export">Get Pro</p><button type="button" onclick="window.free = true">Other</button>`,
    script: LATE.replace("book.json", "nowhere.json"),
  });
  await page.evaluate("Service.ready");
  await page.getByText("Export", { exact: true }).click();
  await page.getByText("Other").click();
  expect(await page.evaluate("[ran, window.free]")).toEqual([0, true]);
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Get Pro")).toBeVisible();
});

test("marked elements follow the entitlement, also those that come or change later", async ({
  site,
}) => {
  const page = await site.open({
    html: `<p id="show" data-service-show-if="export">For Pro</p>
      <p data-service-hide-if="export">Get Pro</p>
      <p data-service-show-if="Not a handle" id="wrong">Wrong</p>`,
    config: configOf("free"),
    script: '<script src="/dist/service.js"></script>',
  });
  site.allowConsole(/is not a handle/);
  await expect(page.getByText("Get Pro")).toBeVisible();
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Wrong")).toBeHidden();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Get Pro")).toBeHidden();
  await page.evaluate(
    `document.body.insertAdjacentHTML("beforeend",
      '<p data-service-show-if="export">Later</p><p data-service-hide-if="export">Never</p>')`,
  );
  await expect(page.getByText("Never")).toBeHidden();
  await expect(page.getByText("Later")).toBeVisible();
  await page.evaluate("show.dataset.serviceShowIf = 'unheard_of'");
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("delete show.dataset.serviceShowIf");
  await expect(page.getByText("For Pro")).toBeVisible();
});

test("destroy puts back what was hidden, and gates stop nothing any more", async ({ site }) => {
  const page = await site.open({
    html: `${BUTTON}<p data-service-show-if="export">For Pro</p>
      <p data-service-show-if="export" hidden>Own</p>`,
    config: configOf("free"),
  });
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Own")).toBeHidden();
  await page.getByText("Export", { exact: true }).click();
  expect(await page.evaluate("ran")).toBe(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Service.gate runs what is allowed, and opens the gated placement for what isn't", async ({
  site,
}) => {
  const page = await site.open({ html: "<h1>Page</h1>", config: configOf("free") });
  await page.evaluate("Service.ready");
  expect(
    await page.evaluate("Service.gate('export', () => { window.ran = true; return 7; })"),
  ).toMatchObject({ ran: false, entitlement: { allowed: false, reason: "not_in_plan" } });
  await expect(dialog(page)).toBeVisible();
  expect(await page.evaluate("window.ran")).toBeUndefined();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  expect(await page.evaluate("Service.gate('export', async () => 7)")).toMatchObject({
    ran: true,
    result: 7,
    entitlement: { allowed: true, reason: "granted_by_plan" },
  });
});

test("Service.can answers at once, and no to what it doesn't know", async ({ site }) => {
  const page = await site.open({
    html: "<h1>Page</h1>",
    config: configOf("pro"),
    script: `<script>window.early = [];</script><script src="/dist/service.js"></script>
      <script>early.push(Service.can("export"));</script>`,
  });
  await page.evaluate("Service.ready");
  expect(
    await page.evaluate(
      "early.concat(['export', 'seats', 'unheard_of', '__proto__', 'constructor', 7].map((one) => Service.can(one)))",
    ),
  ).toEqual([true, true, true, false, false, false, false]);
});

test("an entitlement that the Playbook lacks is named once, and denied", async ({ site }) => {
  const page = await site.open({
    html: `<button data-service-gate="exprt">Export</button><p data-service-show-if="exprt">Yes</p>`,
    config: configOf("pro"),
  });
  await page.getByText("Export", { exact: true }).click();
  await page.getByText("Export", { exact: true }).click();
  await expect(page.getByText("Yes")).toBeHidden();
  expect(site.console.filter((line) => line.includes('no entitlement "exprt"'))).toHaveLength(1);
});

test("gated placements stay shut where the page switched them off", async ({ site }) => {
  const page = await site.open({
    html: BUTTON,
    config: configOf("free", { placementBehavior: { enableAutoGatedPlacement: false } }),
  });
  await page.getByText("Export", { exact: true }).click();
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate("ran")).toBe(0);
});
