/** What a button leads on to, from a dialog, a tooltip or a slot. */
import type { Page } from "@playwright/test";
import { withResolvers } from "../cta-page";
import { expect, test } from "../fixtures";
import { eventsOf, recordEvents } from "../page-events";
import { placement } from "../playbooks";
import { configOf, onEvent, PAGE } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ context }) => recordEvents(context));

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
/** Escape closes it, and no other comes after it. */
async function expectLast(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.waitForTimeout(250);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
const lead = (handle: string, next: string, overrides: object = {}) =>
  onEvent(
    handle,
    {
      content: { title: `Step ${handle}` },
      ctas: [{ label: "Next", action: "open_placement", params: { placement: next } }],
    },
    overrides,
  );
const next = (page: Page) => page.getByRole("button", { name: "Next" }).click();

test("a chain holds to its target: who isn't meant gets no next step", async ({ site }) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(
      lead("one", "two"),
      onEvent("two", { content: { title: "Step two" }, target: { plans: ["pro"] } }),
    ),
  });
  await page.evaluate("Service.trigger('one')");
  await next(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Nobody expects it any more by then.
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a chain holds to a holdout and to caps", async ({ site }) => {
  const caps = [{ count: 1, period: "lifetime" }];
  const page = await site.open({
    html: PAGE,
    config: configOf(
      lead("one", "held"),
      lead("other", "once"),
      onEvent("held", { content: { title: "Held out" } }, { holdout_percent: 100 }),
      onEvent("once", { content: { title: "Only once" }, caps }),
    ),
  });
  await page.evaluate("Service.trigger('one')");
  await next(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate("Service.trigger('other')");
  await next(page);
  await expect(dialog(page, "Only once")).toBeVisible();
  await page.reload();
  await page.evaluate("Service.ready");
  await page.evaluate("Service.trigger('other')");
  await next(page);
  await page.waitForTimeout(250);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a chain to a placement that there is not ends, and the page goes on", async ({ site }) => {
  // Said when the page has nothing else to do, which may be after this.
  site.allowConsole(/names nothing in placements/);
  const page = await site.open({ html: PAGE, config: configOf(lead("one", "constructor")) });
  await page.evaluate("Service.trigger('one')");
  await next(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate("Service.trigger('one')");
  await expect(dialog(page, "Step one")).toBeVisible();
});

test("a placement in a slot leads to a dialog, and stays where it is", async ({ site }) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(
      placement("top", {
        payload: {
          ctas: [{ label: "Next", action: "open_placement", params: { placement: "two" } }],
        },
      }),
      onEvent("two", { content: { title: "Step two" } }),
    ),
  });
  await next(page);
  await expect(dialog(page, "Step two")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Title of top")).toBeVisible();
  await next(page);
  await expect(dialog(page, "Step two")).toBeVisible();
});

const itself = (handle: string, parts: object, to: object) =>
  placement(handle, {
    slot: undefined,
    trigger: { type: "page_view" },
    payload: { surface: "modal", ctas: [{ label: "Next", ...to }], ...parts },
  });
const opens = (next: string) => ({ action: "open_placement", params: { placement: next } });
const plans = onEvent("plans", { content: { title: "All plans" } });

test("a dialog that is there by itself is over once its button has opened another", async ({
  site,
}) => {
  const first = itself("first", { content: { title: "First" } }, opens("plans"));
  const page = await site.open({ html: PAGE, config: configOf(first, plans) });
  await next(page);
  await expect(dialog(page, "All plans")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expectLast(page);
  // It wasn't dismissed: the next page has it again.
  await page.evaluate("history.pushState({}, '', '/other')");
  await expect(dialog(page, "First")).toBeVisible();
});

test("one that can't be dismissed makes way, and is back after it", async ({ site }) => {
  const content = { title: "Your trial is over", dismissible: false };
  const over = { content, caps: [{ count: 1, period: "lifetime" }] };
  const config = configOf(itself("over", over, opens("plans")), plans);
  const page = await site.open({ html: PAGE, config });
  const impressions = async () =>
    (await eventsOf(page, "impression")).filter(({ detail }) => detail.placement === "over");
  await expect.poll(impressions).toHaveLength(1);
  for (const _time of [1, 2]) {
    await next(page);
    await expect(dialog(page, "All plans")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(dialog(page, "Your trial is over")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
  }
  // Another one would have come by now.
  await page.waitForTimeout(1500);
  expect(await impressions()).toHaveLength(1);
});

test("one that can't be dismissed and answers an event makes way, and is back after it", async ({
  site,
}) => {
  const failed = onEvent("failed", {
    content: { title: "The payment failed", dismissible: false },
    ctas: [{ label: "Next", action: "open_placement", params: { placement: "plans" } }],
  });
  const page = await site.open({ html: PAGE, config: configOf(failed, plans) });
  await page.evaluate("Service.track('failed')");
  for (const _time of [1, 2]) {
    await next(page);
    await expect(dialog(page, "All plans")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page, "The payment failed")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(1);
  }
});

for (const [kind, resolver] of [
  ["a resolver", "() => Service.show('plans')"],
  [
    "a slow resolver",
    "() => new Promise((done) => setTimeout(() => done(Service.show('plans')), 200))",
  ],
  ["a gate in a resolver", "() => Service.gate('export', () => {})"],
  ["a gate that a resolver doesn't wait for", "() => void Service.gate('export', () => {})"],
] as const) {
  test(`what ${kind} of a dialog shows takes its place`, async ({ site }) => {
    const first = itself("first", { content: { title: "First" } }, { action: "go" });
    const trigger = { type: "entitlement_denied", entitlement: "export" };
    const page = await site.open({
      html: PAGE,
      config: configOf(first, { ...plans, trigger }),
      script: withResolvers(`{ go: ${resolver} }`),
    });
    await next(page);
    await expect(dialog(page, "All plans")).toBeVisible();
    await expectLast(page);
  });
}

test("a tour of tooltips goes from one to the next, wherever it began", async ({ site }) => {
  // Told a second later: the last step leads to nothing.
  site.allowConsole(/names nothing in placements/);
  const tip = (title: string) => ({ surface: "tooltip", content: { title, anchor: "top" } });
  const step = (handle: string, to: string) =>
    onEvent(handle, { ...tip(`Step ${handle}`), ctas: [{ label: "Next", ...opens(to) }] });
  const page = await site.open({
    html: PAGE,
    config: configOf(
      itself("one", tip("Step one"), opens("two")),
      step("two", "three"),
      step("three", "none"),
    ),
  });
  for (const name of ["one", "two", "three"]) {
    await expect(page.getByText(/^Step /)).toHaveText(`Step ${name}`);
    await next(page);
  }
  await expect(page.getByText(/^Step /)).toHaveCount(0);
});

test("a dialog doesn't lie over the place in the page that its link leads to", async ({ site }) => {
  const link = { label: "Next", action: "open_url", params: { url: "#prices" } };
  const page = await site.open({
    html: `${PAGE}<h2 id="prices" style="margin-block:200vh">Prices</h2>`,
    config: configOf(
      itself("first", { content: { title: "First" } }, link),
      onEvent("second", { content: { title: "Second" }, ctas: [link] }),
    ),
  });
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Prices" })).toBeInViewport();
  await page.evaluate("window.scrollTo(0, 0); Service.trigger('second')");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Prices" })).toBeInViewport();
});

test("a card that answers an event stays in its slot when its button leads on", async ({
  site,
}) => {
  const card = placement("top", {
    trigger: { type: "event", name: "saved" },
    payload: {
      ctas: [{ label: "Next", action: "open_placement", params: { placement: "two" } }],
    },
  });
  const two = onEvent("two", { content: { title: "Step two" } });
  const page = await site.open({ html: PAGE, config: configOf(card, two) });
  await page.evaluate("Service.track('saved')");
  await next(page);
  await expect(dialog(page, "Step two")).toBeVisible();
  await expectLast(page);
  await expect(page.getByText("Title of top")).toBeVisible();
});

test("a resolver of a dialog that was closed doesn't close the one opened since", async ({
  site,
}) => {
  const slow = onEvent("slow", {
    content: { title: "Slow" },
    ctas: [{ label: "Buy", action: "buy" }],
    caps: [{ count: 2, period: "day" }],
  });
  const page = await site.open({
    html: PAGE,
    config: configOf(slow),
    script: withResolvers("{ buy: () => new Promise((resolve) => { finish = resolve; }) }"),
  });
  await page.evaluate("Service.show('slow')");
  await page.getByRole("button", { name: "Buy" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate("Service.show('slow')");
  await expect(dialog(page, "Slow")).toBeVisible();
  await page.evaluate("finish()");
  await page.waitForTimeout(300);
  await expect(dialog(page, "Slow")).toBeVisible();
});

test("a dialog makes way for the route that its button's resolver has gone to", async ({
  site,
}) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(
      onEvent("asked", {
        content: { title: "Upgrade" },
        ctas: [
          { label: "Check out", action: "check_out" },
          { label: "Compare", action: "compare" },
        ],
      }),
    ),
    script: withResolvers(`{
      check_out: async () => { await 0; history.pushState(null, "", "/checkout"); },
      compare: () => {},
    }`),
  });
  await page.evaluate("Service.trigger('asked')");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.waitForTimeout(200);
  await expect(dialog(page, "Upgrade")).toBeVisible();
  await page.getByRole("button", { name: "Check out" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
