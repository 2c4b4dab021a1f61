/** How often: caps, cooldown, dismissals and reminders, over reloads, tabs and wrong clocks. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { countDisplays } from "../stored-page";
import { configOf, countShown, LATER, popup, quiet, SLOT, shown, tabs } from "./frequency-pages";

const HOUR = 3_600_000;

async function expectNothing(page: Page): Promise<void> {
  await quiet(page);
  await expect(shown(page)).toHaveCount(0);
}

test("a cap of one a day holds over reloads, and leaves what is on display in peace", async ({
  site,
}) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ caps: [{ count: 1, period: "day" }] }),
  });
  await expect(shown(page)).toBeVisible();
  await page.evaluate("Service.setUser({ traits: { team: 'a' } }); Service.track('something')");
  await page.waitForTimeout(200);
  await expect(shown(page)).toBeVisible();
  await page.reload();
  await expectNothing(page);
  await expect(page.getByText("Own")).toBeVisible();
});

test("a cap counts displays, not decisions: two are two", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ caps: [{ count: 2, period: "lifetime" }] }),
  });
  await expect(shown(page)).toBeVisible();
  await page.reload();
  await expect(shown(page)).toBeVisible();
  await page.reload();
  await expectNothing(page);
});

test("another route is another display", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ caps: [{ count: 2, period: "lifetime" }] }),
  });
  await expect(shown(page)).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/two')");
  // It stays, and is counted soon after; left before that, the next route would be the second display.
  await expect.poll(() => countDisplays(page)).toBe(2);
  await expect(shown(page)).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/three')");
  await expect(shown(page)).toHaveCount(0);
});

for (const ms of [0, 300]) {
  test(`a slot that the router takes away ${ms} ms after the address is no second display`, async ({
    site,
  }) => {
    const page = await site.open({
      html: `<main>${SLOT}</main>`,
      config: configOf({ caps: [{ count: 2, period: "session" }] }),
    });
    const go = (path: string, html: string) =>
      page.evaluate(
        ([to, inside, later]) => {
          history.pushState(null, "", `${to}`);
          // As React Router does, and Vue with a transition around its pages.
          setTimeout(() => {
            const main = document.querySelector("main");
            if (main) main.innerHTML = `${inside}`;
          }, Number(later));
        },
        [path, html, ms] as const,
      );
    await expect(shown(page)).toBeVisible();
    for (const count of [1, 2]) {
      await go("/other", "<h1>Other</h1>");
      await page.waitForTimeout(1500);
      expect(await countDisplays(page)).toBe(count);
      await go("/", SLOT);
      await expect(page.getByText("Page", { exact: true })).toBeVisible();
      if (count === 1) await expect(shown(page)).toBeVisible();
    }
    await expectNothing(page);
  });
}

test("a capped placement leaves its slot to the next one", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: localConfig(
      playbook({
        placements: [
          placement("top", { priority: 1, payload: { caps: [{ count: 1, period: "day" }] } }),
          placement("next", { slot: "top" }),
        ],
      }),
    ),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Title of next")).toBeVisible();
});

test("a cap a session begins anew in another tab", async ({ site, context }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ caps: [{ count: 1, period: "session" }] }),
  });
  await expect(shown(page)).toBeVisible();
  await page.reload();
  await expectNothing(page);
  const tab = await context.newPage();
  await tab.goto(site.url);
  await expect(shown(tab)).toBeVisible();
});

test("a cap a day ends by itself after a day, in an open page too", async ({ site, context }) => {
  site.servePage({
    html: SLOT,
    config: configOf({ caps: [{ count: 1, period: "day" }] }),
  });
  const page = await context.newPage();
  await page.clock.install({ time: "2026-11-01T10:00:00Z" });
  await page.goto(site.url);
  await expect(shown(page)).toBeVisible();
  await page.clock.fastForward(12 * HOUR);
  await page.reload();
  await expectNothing(page);
  await page.clock.fastForward(13 * HOUR);
  await expect(shown(page)).toBeVisible();
});

test("a cooldown begins at the display and lasts its hours", async ({ site, context }) => {
  site.servePage({ html: SLOT, config: configOf({ cooldown_hours: 72 }) });
  const page = await context.newPage();
  await page.clock.install({ time: "2026-11-01T10:00:00Z" });
  await page.goto(site.url);
  await expect(shown(page)).toBeVisible();
  await page.clock.fastForward(71 * HOUR);
  await page.reload();
  await expectNothing(page);
  await page.clock.fastForward(2 * HOUR);
  await expect(shown(page)).toBeVisible();
});

test("a cooldown begins again at the dismissal", async ({ site, context }) => {
  site.servePage({ html: SLOT, config: configOf({ cooldown_hours: 2 }) });
  const page = await context.newPage();
  await page.clock.install({ time: "2026-11-01T10:00:00Z" });
  await page.goto(site.url);
  await expect(shown(page)).toBeVisible();
  await page.clock.fastForward(1.5 * HOUR);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(shown(page)).toHaveCount(0);
  await page.clock.fastForward(1 * HOUR);
  await page.reload();
  await expectNothing(page);
  await page.clock.fastForward(1.5 * HOUR);
  await expect(shown(page)).toBeVisible();
});

test("a dismissal without a cooldown holds for the session", async ({ site, context }) => {
  const page = await site.open({ html: SLOT, config: configOf({}) });
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(shown(page)).toHaveCount(0);
  await page.reload();
  await expectNothing(page);
  await page.evaluate("history.pushState(null, '', '/two')");
  await expectNothing(page);
  await page.close();
  const tab = await context.newPage();
  await tab.goto(site.url);
  await expect(shown(tab)).toBeVisible();
});

test("what was put off comes back when its hours are over", async ({ site, context }) => {
  site.servePage({ html: SLOT, config: configOf({ remind_later_hours: 24, ctas: LATER }) });
  const page = await context.newPage();
  await page.clock.install({ time: "2026-11-01T10:00:00Z" });
  await page.goto(site.url);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(shown(page)).toHaveCount(0);
  await page.reload();
  await expectNothing(page);
  await page.clock.fastForward(25 * HOUR);
  await expect(shown(page)).toBeVisible();
});

for (const [what, payload] of Object.entries({
  "a cap": { caps: [{ count: 1, period: "day" }] },
  "a cooldown": { cooldown_hours: 72 },
  "a reminder": { remind_later_hours: 24, ctas: LATER },
})) {
  test(`a clock that was ahead and is set back leaves nobody locked out by ${what}`, async ({
    site,
    context,
  }) => {
    site.servePage({ html: SLOT, config: configOf(payload) });
    const page = await context.newPage();
    await page.clock.install({ time: "2030-01-01T00:00:00Z" });
    await page.goto(site.url);
    await expect(shown(page)).toBeVisible();
    if (what === "a reminder") {
      await page.getByRole("button", { name: "Later" }).click();
      await expect(shown(page)).toHaveCount(0);
    }
    await quiet(page);
    await page.reload();
    await expectNothing(page);
    // Not while the page is there: it would notice, and show what counts by the new clock.
    await page.goto("about:blank");
    await page.clock.setSystemTime("2026-11-01T00:00:00Z");
    await page.goto(site.url);
    await expect(shown(page)).toBeVisible();
  });
}

test("users of one browser are counted apart", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ caps: [{ count: 1, period: "lifetime" }] }),
  });
  await expect(shown(page)).toBeVisible();
  await page.reload();
  await expectNothing(page);
  await page.evaluate("Service.identify('u2')");
  await expect(shown(page)).toBeVisible();
  await page.evaluate("Service.identify('u1')");
  await expect(shown(page)).toHaveCount(0);
});

test("caps don't count where the page switched them off, and a dismissal holds for the session", async ({
  site,
}) => {
  const page = await site.open({
    html: SLOT,
    config: {
      ...configOf({ caps: [{ count: 1, period: "lifetime" }] }),
      placementBehavior: { enableClientCapsEnforcement: false },
    },
  });
  await expect(shown(page)).toBeVisible();
  await page.reload();
  await expect(shown(page)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.reload();
  await expectNothing(page);
});

for (const count of [2, 5]) {
  test(`${count} tabs that open at once and a cap of one: one popup`, async ({ site, context }) => {
    site.servePage({
      html: "<h1>Page</h1>",
      config: popup({ caps: [{ count: 1, period: "day" }] }),
    });
    const pages = await tabs(count, { context, url: site.url });
    await expect.poll(() => countShown(pages)).toBe(1);
    await quiet(...pages);
    expect(await countShown(pages)).toBe(1);
  });
}

test("popups of five tabs, a cap of three: three", async ({ site, context }) => {
  site.servePage({
    html: "<h1>Page</h1>",
    config: popup({ caps: [{ count: 3, period: "lifetime" }] }),
  });
  const pages = await tabs(5, { context, url: site.url });
  await expect.poll(() => countShown(pages)).toBe(3);
  await quiet(...pages);
  expect(await countShown(pages)).toBe(3);
});

for (const [what, options, act] of [
  [
    "caps",
    { caps: [{ count: 1, period: "lifetime" }] },
    (page: Page) => page.evaluate("history.pushState(null, '', '/one')"),
  ],
  ["a dismissal", {}, (page: Page) => page.getByRole("button", { name: "Dismiss" }).click()],
] as const) {
  test(`without consent nothing is stored, and ${what} still hold for the page`, async ({
    site,
  }) => {
    const config = { ...configOf(options), consent: "pending" };
    const page = await site.open({ html: SLOT, config });
    await expect(shown(page)).toBeVisible();
    await act(page);
    await expect(shown(page)).toHaveCount(0);
    await page.evaluate("history.pushState(null, '', '/two')");
    await expectNothing(page);
    expect(
      await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]"),
    ).toEqual([0, 0, ""]);
  });
}
