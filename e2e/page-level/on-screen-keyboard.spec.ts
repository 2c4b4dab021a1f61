/** Where a keyboard on the screen lies over the lower part of the window, whose size stays as it is. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { configOf, PAGE, pageLevel } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 390, height: 664 } });

/** The keyboard, as high as the page says. */
const KEYBOARD = `<script>
  window.keyboard = 0;
  Object.defineProperty(visualViewport, "height", { get: () => innerHeight - keyboard });
</script>`;

const raise = (page: Page, height: number) => page.evaluate(`keyboard = ${height}`);

test("a toast behind the keyboard waits until it can be seen, and is no impression before", async ({
  site,
  context,
}) => {
  await context.clock.install();
  const content = { title: "Saved", duration_ms: 4000 };
  const page = await site.open({
    html: KEYBOARD + PAGE,
    config: configOf(pageLevel("toast", { content })),
  });
  await page.evaluate(`window.seen = [];
    document.addEventListener("service:impression", ({ detail }) => seen.push(detail.placement));`);
  await page.getByLabel("Field").focus();
  await raise(page, 330);
  await freeze(page);
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByRole("status")).toBeAttached();
  await page.clock.runFor(9000);
  await expect(page.getByText("Saved")).toBeAttached();
  expect(await page.evaluate("seen")).toEqual([]);
  await raise(page, 0);
  await page.clock.runFor(3000);
  await expect(page.getByText("Saved")).toBeVisible();
  expect(await page.evaluate("seen")).toEqual(["opened"]);
  await page.clock.runFor(2000);
  await expect(page.getByText("Saved")).toHaveCount(0);
});

for (const surface of ["bar", "toast"]) {
  test(`a field that a keyboard, which makes the window lower, would leave under a ${surface} stays in view`, async ({
    site,
  }) => {
    const body = "Words. ".repeat(40);
    const content = { title: "Ours", body, position: "bottom", duration_ms: 90_000 };
    const html = `<p style="height: 290px"></p><input aria-label="Field" style="width: 95%">
      <p style="height: 2000px"></p>`;
    const page = await site.open({ html, config: configOf(pageLevel(surface, { content })) });
    await page.evaluate("Service.trigger('opened')");
    await expect(page.locator(".box")).toBeVisible();
    const field = page.getByLabel("Field");
    await field.click();
    const seen = () =>
      field.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === one;
      });
    // Later than what is done about the focus.
    await page.waitForTimeout(600);
    expect(await seen()).toBe(true);
    await page.setViewportSize({ width: 390, height: 400 });
    await expect.poll(seen).toBe(true);
  });
}
