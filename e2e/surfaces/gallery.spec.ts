/** The gallery's own pages, and its surfaces where a reader's settings are not the usual ones. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { configOf } from "../../demo/gallery/states.js";
import { validatePlaybook } from "../../dist/decision.mjs";
import { ALL_SURFACES, allStatesOf, expect, openSpecimen, test } from "./gallery-page";

const FONT_SIZE_PX = 32;

test("every specimen's Playbook is valid", () => {
  for (const surface of ALL_SURFACES) {
    for (const state of allStatesOf(surface)) {
      const { playbook } = configOf(surface, state).localRuntime;
      expect(validatePlaybook(playbook), `${surface}, ${state}`).toMatchObject({ ok: true });
    }
  }
});

test("shows each state of a surface in a frame, and another surface by its link", async ({
  page,
  gallery,
}) => {
  await page.goto(gallery);
  await expect(page.locator("iframe")).toHaveCount(allStatesOf("banner").length);
  const plain = page.frameLocator('iframe[title="banner, plain"]');
  await expect(plain.getByText("Your trial ends in 3 days")).toBeVisible();
  await page.getByRole("link", { name: "modal", exact: true }).click();
  await expect(page.locator("iframe")).toHaveCount(allStatesOf("modal").length);
  const modal = page.frameLocator('iframe[title="modal, plain"]');
  await expect(modal.getByText("You have used all 20 exports")).toBeVisible();
  await expect(page.getByRole("link", { name: "modal", exact: true })).toBeFocused();
});

test("the sheet doesn't move while its frames come, and waits for none too long", async ({
  page,
  gallery,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object(window).moved += Object(entry).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(gallery);
  const last = page.locator("figure").last();
  await expect(last.locator("iframe").contentFrame().locator(".box")).toBeVisible();
  await expect(page.locator(".is-coming")).toHaveCount(0);
  // What the Web Vitals call good.
  expect(await page.evaluate("moved")).toBeLessThan(0.1);

  await page.route(/service\.js/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.reload();
  await expect(page.locator(".is-coming")).toHaveCount(allStatesOf("banner").length);
  await expect(last).toBeVisible();
});

for (const surface of ["card", "modal", "tooltip"] as const) {
  test(`a ${surface} in large text is twice as large in its frame, and fits it`, async ({
    page,
    gallery,
  }) => {
    await page.goto(`${gallery}#${surface}`);
    const look = async (state: string) => {
      const frame = page.locator(`iframe[title="${surface}, ${state}"]`);
      const box = frame.contentFrame().locator(".box");
      // Again when a frame, this or one above, has taken the height of its content since.
      await expect(async () => {
        await frame.scrollIntoViewIfNeeded();
        await expect(box).toBeInViewport({ ratio: 1, timeout: 500 });
      }).toPass();
      const seen = await box.evaluate((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        // Not `innerWidth`, which leaves out a fraction.
        const { width } = document.documentElement.getBoundingClientRect();
        return {
          isInside: left >= 0 && top >= 0 && right <= width && bottom <= innerHeight,
          hidden: element.scrollHeight - element.clientHeight,
          innerWidth,
        };
      });
      return { ...seen, width: (await frame.boundingBox())?.width };
    };
    const plain = await look("plain");
    const large = await look("large text");
    expect(large).toMatchObject({ isInside: true, hidden: 0, width: plain.width });
    // As wide, of half as many pixels: each is twice as large.
    expect(plain.innerWidth / large.innerWidth).toBeCloseTo(2, 1);
  });
}

test("every surface fits a small window at twice the reader's usual font size", async ({
  gallery,
}, { project }) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), "service-profile-"));
  mkdirSync(join(profile, "Default"));
  writeFileSync(
    join(profile, "Default", "Preferences"),
    JSON.stringify({ webkit: { webprefs: { default_font_size: FONT_SIZE_PX } } }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    ...project.use.launchOptions,
    viewport: { width: 375, height: 667 },
    reducedMotion: "reduce",
  });
  try {
    const page = await context.newPage();
    for (const surface of ALL_SURFACES) {
      for (const state of ["plain", "long_words"] as const) {
        const box = await openSpecimen(page, { gallery, surface, state });
        const seen = await box.evaluate((element) => {
          const { left, right } = element.getBoundingClientRect();
          return {
            root: getComputedStyle(element.parentElement ?? element).fontSize,
            isInside: left >= 0 && right <= innerWidth,
            hidden: element.scrollWidth - element.clientWidth,
          };
        });
        expect(seen, `${surface}, ${state}`).toEqual({
          root: `${FONT_SIZE_PX}px`,
          isInside: true,
          hidden: 0,
        });
      }
    }
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
