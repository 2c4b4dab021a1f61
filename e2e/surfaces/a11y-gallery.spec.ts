/** What assistive technology and fingers meet: every surface in every state of the gallery. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ALL_SURFACES, allStatesOf, expect, openSpecimen, test } from "./gallery-page";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const MIN_TARGET_PX = 44;

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const surface of ALL_SURFACES) {
  test(`axe finds nothing wrong with a ${surface} in any state, light or dark`, async ({
    page,
    gallery,
  }) => {
    test.slow();
    for (const state of allStatesOf(surface)) {
      await openSpecimen(page, { gallery, surface, state });
      await page.evaluate(AXE);
      // Only the colours differ in the dark.
      for (const [scheme, runOnly] of [["light"], ["dark", ["color-contrast"]]] as const) {
        const violations = await page.evaluate(
          async ([colorScheme, rules]) => {
            document.documentElement.style.colorScheme = colorScheme;
            const axe: unknown = Reflect.get(window, "axe");
            const { violations: found } = await (axe as typeof import("axe-core")).run(document, {
              resultTypes: ["violations"],
              ...(rules && { runOnly: [...rules] }),
            });
            return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
          },
          [scheme, runOnly] as const,
        );
        expect(violations, `${state}, ${scheme}`).toEqual([]);
      }
    }
  });
}

test.describe("touched with a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 740 } });

  test("the gallery's own links and its choice of colours are as high as a finger needs", async ({
    page,
    gallery,
  }) => {
    await page.goto(gallery);
    for (const target of await page.locator("nav a, select").all()) {
      expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    }
  });

  for (const surface of ALL_SURFACES) {
    test(`every target of a ${surface} is 44 px wide and high`, async ({ page, gallery }) => {
      for (const state of ["plain", "many_buttons", "image"] as const) {
        if (!allStatesOf(surface).includes(state)) continue;
        const box = await openSpecimen(page, { gallery, surface, state });
        const small = await box.locator("button, a").evaluateAll(
          (targets, min) =>
            targets
              .map((target) => ({
                name: target.textContent,
                ...target.getBoundingClientRect().toJSON(),
              }))
              .filter(({ width, height }) => Math.min(width, height) < min),
          MIN_TARGET_PX,
        );
        expect(small, state).toEqual([]);
      }
    });
  }
});

for (const surface of ["modal", "full_page"] as const) {
  test(`a ${surface} shows its beginning, and keeps the keys, however long it is`, async ({
    page,
    gallery,
  }) => {
    await page.setViewportSize({ width: 375, height: 320 });
    const box = await openSpecimen(page, { gallery, surface, state: "long_words" });
    expect(await box.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await page.evaluate("document.body.append(document.createElement('button'))");
    const reached = new Set<string>();
    for (let index = 0; index < 10; index++) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() => {
          const inner = document.activeElement?.shadowRoot?.activeElement;
          return inner ? inner.className : (document.activeElement?.localName ?? "");
        }),
      );
    }
    // Past the last one is the browser's own: the page behind is never reached.
    expect([...reached].sort()).toEqual(["body", "close", "cta"]);
  });
}

for (const surface of ["toast", "bar", "tooltip"] as const) {
  test(`the end of a ${surface} that is higher than the window can be reached`, async ({
    page,
    gallery,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    const box = await openSpecimen(page, { gallery, surface, state: "long_words" });
    await expect(box.getByRole("button", { name: "Dismiss" })).toBeInViewport();
    await box.hover({ position: { x: 20, y: 20 } });
    await page.mouse.wheel(0, 10_000);
    await expect(box.getByRole("button", { name: /^No thanks/ })).toBeInViewport();
  });
}
