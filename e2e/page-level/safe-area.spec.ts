/** What a phone keeps to itself: the clock and the camera at its top, a bar at its bottom, the corners at its sides. */
import type { Locator } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CONTENT, configOf, onEvent, PAGE, pageLevel } from "../surface-pages";

for (const [held, insets] of [
  ["upright", { top: 59, bottom: 90, left: 0, right: 0 }],
  ["sideways", { top: 0, bottom: 21, left: 59, right: 59 }],
] as const) {
  test(`what lies at an edge keeps off what a phone, held ${held}, keeps to itself there`, async ({
    site,
  }) => {
    const at = (position: string) => ({ surface: "bar", content: { ...CONTENT, position } });
    const page = await site.open({
      html: PAGE,
      config: configOf(
        pageLevel("toast"),
        onEvent("low", at("bottom")),
        onEvent("high", at("top")),
      ),
    });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setSafeAreaInsetsOverride", { insets });
    /** By how much something is nearer to an edge than it may be, at most. */
    const excess = (locator: Locator) =>
      locator.evaluateAll(
        (all, { top, bottom, left, right }) =>
          Math.max(
            ...all.flatMap((one) => {
              const box = one.getBoundingClientRect();
              const { clientWidth, clientHeight } = document.documentElement;
              return [
                ...[top - box.top, box.bottom - clientHeight + bottom],
                ...[left - box.left, box.right - clientWidth + right],
              ];
            }),
          ),
        insets,
      );
    await page.evaluate("Service.trigger('opened')");
    await expect(page.locator(".toast .box")).toBeVisible();
    expect(await excess(page.locator(".toast .box"))).toBeLessThanOrEqual(0);
    for (const [event, bar] of [
      ["low", page.locator(".bar.bottom")],
      ["high", page.locator(".bar:not(.bottom)")],
    ] as const) {
      await page.evaluate(`Service.trigger('${event}')`);
      await expect(bar.locator(".close")).toBeVisible();
      expect(await excess(bar.locator(":is(.text, .cta, .close)"))).toBeLessThanOrEqual(0);
    }
  });
}
