/** What waits for its turn: told so, decided anew when the turn comes, counted only when it shows. */
import type { Page } from "@playwright/test";
import type { PlacementExplanation } from "service-snippet/decision";
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { configOf, onEvent, PAGE } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const first = onEvent("first", { content: { title: "First" } });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** The first is open, and the second waits behind it. */
async function queue(page: Page): Promise<void> {
  await page.evaluate(`window.told = [];
    Service.on("decision", ({ placement, decision }) =>
      placement === "second" && told.push(decision.reasons.join()));`);
  await page.evaluate("Service.trigger('first')");
  await expect(dialog(page, "First")).toBeVisible();
  await page.evaluate("Service.trigger('second')");
  await expect.poll(() => page.evaluate("told.at(-1)")).toBe("waiting_turn");
}
async function expectNothingFollows(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.waitForTimeout(250);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.evaluate("told.includes('shown')")).toBe(false);
}
const second = (payload: object = {}) =>
  onEvent("second", { content: { title: "Second" }, ...payload });

/** What becomes so while it waits, and what it wanted. */
const CHANGES: Readonly<Record<string, readonly [target: object, change: string]>> = {
  "another plan": [{ plans: ["free"] }, "Service.setUser({ plan_handle: 'pro' })"],
  "more use": [{ condition: { "usage.seats": { $lt: 3 } } }, "Service.updateUsage({ seats: 3 })"],
  "another trait": [
    { condition: { "traits.state": { $exists: false } } },
    "Service.setUser({ traits: { state: 'done' } })",
  ],
  "another user": [{ condition: { id: "u1" } }, "Service.identify('u2')"],
};
for (const [what, [target, change]] of Object.entries(CHANGES)) {
  test(`with ${what} while it waits it is never shown`, async ({ site }) => {
    const page = await site.open({ html: PAGE, config: configOf(first, second({ target })) });
    await queue(page);
    await page.evaluate(change);
    await expectNothingFollows(page);
  });
}

test("with a change that it doesn't ask about it is shown all the same", async ({ site }) => {
  const target = { plans: ["free"] };
  const page = await site.open({ html: PAGE, config: configOf(first, second({ target })) });
  await queue(page);
  await page.evaluate("Service.setUser({ traits: { any: 'thing' } })");
  await page.keyboard.press("Escape");
  await expect(dialog(page, "Second")).toBeVisible();
});

test("what waits is no display: its cap is whole when its turn comes", async ({ site }) => {
  const caps = [{ count: 1, period: "lifetime" }];
  const page = await site.open({ html: PAGE, config: configOf(first, second({ caps })) });
  await queue(page);
  await page.reload();
  await page.evaluate("Service.ready");
  await page.evaluate("Service.trigger('second')");
  await expect(dialog(page, "Second")).toBeVisible();
  await page.reload();
  await page.evaluate("Service.ready");
  await page.evaluate("Service.trigger('second')");
  await page.waitForTimeout(250);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const [what, priorities] of [
  ["as urgent", [5, 5]],
  ["more urgent", [1, 9]],
] as const) {
  test(`a dialog that is asked for while another is being counted waits and isn't counted, though it is ${what}`, async ({
    site,
    context,
  }) => {
    const caps = [{ count: 1, period: "lifetime" }];
    const [a, b] = (["alpha", "beta"] as const).map((title, i) =>
      onEvent(title, { content: { title }, caps }, { priority: priorities[i] }),
    );
    site.servePage({ html: "<p>Elsewhere</p>", path: "/elsewhere", script: "" });
    const other = await context.newPage();
    await other.goto(`${site.url}/elsewhere`);
    const page = await site.open({ html: PAGE, config: configOf(a, b) });
    await page.evaluate("Service.ready");
    // The first is still being counted, for another tab is, when the second is asked for.
    await other.evaluate(
      "void navigator.locks.request('service:history', () => new Promise((end) => { window.end = end; }))",
    );
    await expect.poll(() => other.evaluate("!!window.end")).toBe(true);
    await page.evaluate("Service.trigger('alpha')");
    await page.waitForTimeout(100);
    await page.evaluate("Service.trigger('beta')");
    await page.waitForTimeout(100);
    await other.evaluate("window.end()");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.waitForTimeout(300);
    const [seen, waiting] = ["alpha", "beta"] as const;
    await expect(dialog(page, seen)).toBeVisible();
    await expect(dialog(page, waiting)).toHaveCount(0);
    await page.reload();
    await page.evaluate("Service.ready");
    await page.evaluate(`Service.trigger('${seen}')`);
    await page.waitForTimeout(300);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.evaluate(`Service.trigger('${waiting}')`);
    await expect(dialog(page, waiting)).toBeVisible();
  });
}

test("a cap that another tab used up meanwhile keeps it away", async ({ site, context }) => {
  const caps = [{ count: 1, period: "lifetime" }];
  const page = await site.open({ html: PAGE, config: configOf(first, second({ caps })) });
  await queue(page);
  const other = await context.newPage();
  await other.goto(site.url);
  await other.evaluate("Service.ready");
  await other.evaluate("Service.trigger('second')");
  await expect(dialog(other, "Second")).toBeVisible();
  await page.bringToFront();
  // Its storage event may come later than what this tab draws: there is no order between processes.
  await expect.poll(() => page.evaluate("told.at(-1)")).not.toBe("waiting_turn");
  await expectNothingFollows(page);
});

test("a toast that waits for a dialog is told so, and isn't counted before it is seen", async ({
  site,
}) => {
  const itself = (handle: string, surface: string) =>
    placement(handle, {
      slot: undefined,
      trigger: { type: "page_view" },
      payload: {
        surface,
        content: { title: `The ${handle}`, duration_ms: 60_000 },
        caps: [{ count: 1, period: "lifetime" }],
      },
    });
  const page = await site.open({
    html: PAGE,
    config: configOf(itself("note", "toast"), itself("box", "modal")),
  });
  const reasons = () => page.evaluate("Service.explain('note').reasons");
  await expect(dialog(page, "The box")).toBeVisible();
  await expect.poll(reasons).toEqual(["waiting_turn"]);
  // So says its candidate, though it passes all its gates.
  const { candidates } = await page.evaluate<PlacementExplanation>("Service.explain('note')");
  expect(candidates).toMatchObject([{ placement: "note", reason: "waiting_turn" }]);
  expect(candidates[0]?.gates.filter(({ passed }) => !passed)).toEqual([]);
  // The next page has used up the dialog, not the toast.
  await page.reload();
  await expect(page.getByText("The note")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(reasons).toEqual(["shown"]);
  await page.reload();
  await expect.poll(reasons).toEqual(["cap_reached"]);
});

for (const surface of ["modal", "full_page"]) {
  test(`a ${surface} that answers a click doesn't wait for a tooltip, which is back after it`, async ({
    site,
  }) => {
    const asked = placement("asked", {
      slot: undefined,
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface, content: { title: "Part of Pro" } },
    });
    const tip = onEvent("tip", { surface: "tooltip", content: { title: "Look", anchor: "top" } });
    const gate = '<button type="button" data-service-gate="export">Export</button>';
    const page = await site.open({ html: gate + PAGE, config: configOf(tip, asked) });
    await page.evaluate("Service.trigger('tip')");
    await expect(page.getByText("Look")).toBeVisible();
    await page.getByRole("button", { name: "Export" }).click();
    await expect(dialog(page, "Part of Pro")).toBeVisible();
    await expect(page.getByText("Look")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByText("Look")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("those that wait for events have their turns by priority, whenever their events came", async ({
  site,
}) => {
  const named = (name: string, priority: number) => ({
    ...onEvent(name, { content: { title: name } }),
    priority,
  });
  const config = configOf(named("low", 1), named("high", 3), named("middle", 2), first);
  const page = await site.open({ html: PAGE, config });
  await page.evaluate("Service.trigger('first')");
  await expect(dialog(page, "first")).toBeVisible();
  for (const name of ["middle", "high", "low"]) {
    await page.evaluate(`Service.trigger("${name}")`);
  }
  for (const name of ["high", "middle", "low"]) {
    await page.keyboard.press("Escape");
    await expect(dialog(page, name)).toBeVisible();
  }
});

test.describe("while another placement that answered the same event stays", () => {
  const bar = onEvent("bar", { surface: "bar", content: { title: "Bar" } });
  const both = (payload: object) => [
    { ...bar, trigger: { type: "event", name: "second" } },
    second(payload),
  ];
  const bars = (page: Page) => page.getByRole("region", { name: "Bar" });

  test("an event isn't answered when its time has come much later", async ({ site, context }) => {
    const page = await context.newPage();
    await page.clock.install({ time: "2026-11-20T09:00:00Z" });
    site.servePage({ html: PAGE, config: configOf(...both({ cooldown_hours: 1 })) });
    await page.goto(site.url);
    await page.evaluate("Service.ready.then(() => Service.track('second'))");
    await expect(dialog(page, "Second")).toBeVisible();
    await page.keyboard.press("Escape");
    // The browser tells of the dismissal in a later task, which the jump mustn't overtake.
    await expect.poll(() => page.evaluate("Service.explain('second').visible")).toBe(false);
    await page.evaluate("Service.track('second')");
    await page.clock.fastForward("01:10:00");
    await page.evaluate("Service.setUser({ traits: { any: 'thing' } })");
    await expect(bars(page)).toBeVisible();
    await page.waitForTimeout(200);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.evaluate("Service.track('second')");
    await expect(dialog(page, "Second")).toBeVisible();
  });

  test("an event isn't answered once its user has become one who is meant", async ({ site }) => {
    const target = { plans: ["pro"] };
    const page = await site.open({ html: PAGE, config: configOf(...both({ target })) });
    await page.evaluate("Service.track('second')");
    await expect(bars(page)).toBeVisible();
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await page.waitForTimeout(200);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.evaluate("Service.track('second')");
    await expect(dialog(page, "Second")).toBeVisible();
  });

  test("an event isn't answered on another route than the one it waited on", async ({ site }) => {
    const page = await site.open({ html: PAGE, config: configOf(first, ...both({})) });
    await page.evaluate("Service.track('first')");
    await expect(dialog(page, "First")).toBeVisible();
    await page.evaluate("Service.track('second')");
    await expect(bars(page)).toHaveCount(1);
    await page.evaluate("history.pushState({}, '', '/b')");
    await page.keyboard.press("Escape");
    await expect(dialog(page, "First")).toHaveCount(0);
    await page.waitForTimeout(250);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("those that are asked for by name have their turns in that order", async ({ site }) => {
  const named = (name: string) => onEvent(name, { content: { title: name } });
  const config = configOf(named("one"), named("two"), named("three"));
  const page = await site.open({ html: PAGE, config });
  await page.evaluate("for (const name of ['two', 'three', 'one']) Service.show(name)");
  for (const name of ["two", "three", "one"]) {
    await expect(dialog(page, name)).toBeVisible();
    await page.keyboard.press("Escape");
  }
});
