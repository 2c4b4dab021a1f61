/** What was put off, once its time is over on a page that has stayed open: it is a display like any other. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { countDisplays } from "../stored-page";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 1, 10);
const HTML = '<h1>Page</h1><div data-service-slot="top"><p>Own</p></div>';
const CTAS = [
  { label: "Later", action: "remind_later" },
  { label: "No thanks", action: "dismiss" },
];
const IN_SLOT = { surface: "card" };
const OVER_PAGE = { surface: "modal" };
const configOf = (payload: { readonly surface: string } & Readonly<Record<string, unknown>>) => {
  const overrides =
    payload.surface === "modal" ? { slot: undefined, trigger: { type: "page_view" } } : {};
  const one = placement("top", { payload: { ctas: CTAS, ...payload }, ...overrides });
  return localConfig(playbook({ placements: [one] }), { user: { id: "u1", plan_handle: "free" } });
};
const once = (period: string) => [{ count: 1, period }];

const shown = (page: Page) => page.getByText("Title of top");
const press = (page: Page, label: string) => page.getByRole("button", { name: label }).click();
/** Everything has been decided, and whatever was going to appear has appeared. */
async function settle(page: Page): Promise<void> {
  await page.evaluate("Service.track('anything')");
  await page.clock.runFor(3000);
  await page.waitForTimeout(300);
}

test.beforeEach(({ context }) => context.clock.install({ time: START }));

for (const [what, label, hours, payload] of [
  ["a cooldown", "No thanks", 1.1, { caps: once("lifetime"), cooldown_hours: 1 }],
  ["a cooldown within the day", "No thanks", 1.1, { caps: once("day"), cooldown_hours: 1 }],
  ["a session", "No thanks", 0.6, { caps: once("lifetime") }],
  ["a reminder", "Later", 1.1, { caps: once("week"), remind_later_hours: 1 }],
] as const) {
  for (const surface of [IN_SLOT, OVER_PAGE]) {
    test(`a ${surface.surface} with a cap of one stays away when ${what} is over on the same route`, async ({
      site,
    }) => {
      const page = await site.open({ html: HTML, config: configOf({ ...payload, ...surface }) });
      await expect(shown(page)).toBeVisible();
      await press(page, label);
      await expect(shown(page)).toHaveCount(0);
      await page.clock.fastForward(hours * HOUR);
      await settle(page);
      await expect(shown(page)).toHaveCount(0);
      expect(await countDisplays(page)).toBe(1);
    });
  }
}

test("with a cap of two it comes back once, and that is the second display", async ({ site }) => {
  const caps = [{ count: 2, period: "lifetime" }];
  const config = configOf({ ...IN_SLOT, caps, cooldown_hours: 1 });
  const page = await site.open({ html: HTML, config });
  for (let display = 1; display <= 2; display++) {
    await expect(shown(page)).toBeVisible();
    expect(await countDisplays(page)).toBe(display);
    await press(page, "No thanks");
    await expect(shown(page)).toHaveCount(0);
    await page.clock.fastForward(1.1 * HOUR);
  }
  await settle(page);
  await expect(shown(page)).toHaveCount(0);
  expect(await countDisplays(page)).toBe(2);
});

test("with a cap of two, seen in two tabs and dismissed in one, it comes back in neither", async ({
  site,
  context,
}) => {
  const caps = [{ count: 2, period: "lifetime" }];
  const one = await site.open({ html: HTML, config: configOf({ ...IN_SLOT, caps }) });
  await expect(shown(one)).toBeVisible();
  const other = await context.newPage();
  await other.goto(site.url);
  await expect(shown(other)).toBeVisible();
  await press(one, "No thanks");
  for (const page of [one, other]) await expect(shown(page)).toHaveCount(0);
  await context.clock.fastForward(40 * MINUTE);
  for (const page of [one, other]) await settle(page);
  for (const page of [one, other]) await expect(shown(page)).toHaveCount(0);
  expect(await countDisplays(one)).toBe(2);
});

for (const [label, payload] of [
  ["Later", { remind_later_hours: 2 }],
  ["No thanks", { cooldown_hours: 2 }],
] as const) {
  test(`"${label}" counts from the click, however late another tab lets its time be stored`, async ({
    site,
  }) => {
    const page = await site.open({ html: HTML, config: configOf({ ...IN_SLOT, ...payload }) });
    await expect(shown(page)).toBeVisible();
    // Cooldowns count displays under the lock, which has to be free by now.
    await page.waitForTimeout(300);
    await page.evaluate(
      "new Promise((held) => { void navigator.locks.request('service:history', () => (held(), new Promise(() => {}))); })",
    );
    await press(page, label);
    await expect(shown(page)).toHaveCount(0);
    // No other tab lets go: after five seconds the time is stored without the lock.
    await page.clock.fastForward(1.5 * HOUR);
    await settle(page);
    await expect(shown(page)).toHaveCount(0);
    await page.clock.fastForward(HOUR);
    await expect(shown(page)).toBeVisible();
  });
}

test("what was dismissed stays away when the clock has been set right by some minutes", async ({
  site,
}) => {
  const config = configOf({ ...IN_SLOT, cooldown_hours: 72 });
  const page = await site.open({ html: HTML, config });
  await press(page, "No thanks");
  await page.clock.setSystemTime(START - 20 * MINUTE);
  await settle(page);
  await expect(shown(page)).toHaveCount(0);
  await page.reload();
  await settle(page);
  await expect(shown(page)).toHaveCount(0);
});

for (const [label, back, payload] of [
  ["Later", 3 * HOUR, { caps: [{ count: 1000, period: "day" }] }],
  ["Later", 3 * HOUR, { caps: [{ count: 5, period: "lifetime" }] }],
  ["No thanks", 31 * MINUTE, { caps: [{ count: 5, period: "lifetime" }], cooldown_hours: 24 }],
] as const) {
  const [{ count, period }] = payload.caps;
  test(`"${label}" of a clock that is set back since hides nothing, and uses up no cap of ${count} per ${period}`, async ({
    site,
  }) => {
    const page = await site.open({ html: HTML, config: configOf({ ...IN_SLOT, ...payload }) });
    await expect(shown(page)).toBeVisible();
    await press(page, label);
    await expect(shown(page)).toHaveCount(0);
    await page.clock.setSystemTime(START - back);
    await settle(page);
    await expect(shown(page)).toBeVisible();
    await settle(page);
    await expect(shown(page)).toBeVisible();
    expect(await countDisplays(page)).toBe(2);
  });
}
