/**
 * Pictures of the gallery's specimens beside the ones that were accepted: `--update-snapshots`
 * accepts new ones. They were taken where `system-ui` is DejaVu Sans, as on a Debian that has
 * Chromium and no desktop; other fonts make other pictures, so elsewhere they are left out.
 */
import type { Page } from "@playwright/test";
import { ALL_SURFACES, allStatesOf, expect, openSpecimen, type State, test } from "./gallery-page";

const FONT_PROBE = '<span style="font: 100px system-ui; white-space: pre">Wide Illi 0123 äß</span>';
/** Of the probe, in CSS px. */
const FONT_WIDTH = 836.4;
/** How many may differ from the accepted picture; the cross alone has some thirty. */
const PIXELS_ALLOWED = 12;

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 800, height: 600 } });

test.beforeEach(async ({ page }) => {
  await page.setContent(FONT_PROBE);
  const width = await page.locator("span").evaluate((span) => span.getBoundingClientRect().width);
  const isSame = process.platform === "linux" && Math.abs(width - FONT_WIDTH) < 1;
  test.skip(!isSame, `the accepted pictures are in DejaVu Sans on Linux; here it is ${width} wide`);
});

async function expectPicture(page: Page, gallery: string, name: string, { surface, state }: Shown) {
  const box = await openSpecimen(page, { gallery, surface, state });
  await expect(box).toHaveScreenshot(`${name}.png`, { maxDiffPixels: PIXELS_ALLOWED });
}
interface Shown {
  readonly surface: (typeof ALL_SURFACES)[number];
  readonly state: State;
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const surface of ALL_SURFACES) {
      test(`a ${surface} in ${colorScheme} looks as accepted`, async ({ page, gallery }) => {
        await expectPicture(page, gallery, `${surface}-${colorScheme}`, {
          surface,
          state: "plain",
        });
      });
    }
  });
}

/** Where a state shows itself in a way of its own. */
const TOLD_APART: Readonly<Partial<Record<State, readonly (typeof ALL_SURFACES)[number][]>>> = {
  image: ["banner", "card", "modal"],
  long_words: ["banner", "card", "modal"],
  many_buttons: ["card", "banner"],
  busy: ["card"],
  confirming: ["card"],
  meter_empty: ["usage_meter"],
  meter_near: ["usage_meter"],
  meter_over: ["usage_meter", "bar"],
  meter_unlimited: ["usage_meter"],
  right_to_left: ["banner", "card", "toast"],
  large_text: ["banner", "gate"],
  narrow: ["banner", "button", "gate"],
  brand_light: ["modal", "usage_meter"],
  brand_dark: ["banner", "button"],
  brand_clashing: ["card"],
};
for (const surface of ALL_SURFACES) {
  const states = allStatesOf(surface).filter((state) => TOLD_APART[state]?.includes(surface));
  for (const state of states) {
    test(`a ${surface} looks as accepted: ${state}`, async ({ page, gallery }) => {
      await expectPicture(page, gallery, `${surface}-${state}`, { surface, state });
    });
  }
}

test.describe("narrow windows", () => {
  test.use({ viewport: { width: 375, height: 640 } });
  for (const surface of ["banner", "modal", "full_page", "toast", "bar"] as const) {
    test(`a ${surface} in a narrow window looks as accepted`, async ({ page, gallery }) => {
      await expectPicture(page, gallery, `${surface}-375`, { surface, state: "plain" });
    });
  }
});

test.describe("forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });
  for (const surface of ["banner", "modal", "usage_meter"] as const) {
    test(`a ${surface} in forced colours looks as accepted`, async ({ page, gallery }) => {
      await expectPicture(page, gallery, `${surface}-forced`, { surface, state: "plain" });
    });
  }
});
