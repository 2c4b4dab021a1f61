/** The gallery as `npm start` serves it, one specimen at a time. */
import { test as base, type Page } from "@playwright/test";
import { STATES, SURFACES, statesOf } from "../../demo/gallery/states.js";
import { serveDemo } from "../../demo/serve.mjs";
import { expect } from "../fixtures";
import { createPageConsole } from "../page-console";

export { expect } from "../fixtures";

export type Surface = keyof typeof SURFACES;
export type State = keyof typeof STATES;

const isSurface = (name: string): name is Surface => name in SURFACES;
const isState = (name: string): name is State => name in STATES;
export const ALL_SURFACES = Object.keys(SURFACES).filter(isSurface);
export const allStatesOf = (surface: Surface) => statesOf(surface).filter(isState);

/** A test with the gallery's address, which fails when a page had an error. */
export const test = base.extend<{ checkConsole: undefined }, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const { url, server } = await serveDemo();
      await use(`${url}gallery/`);
      server.close();
    },
    { scope: "worker" },
  ],
  checkConsole: [
    async ({ context }, use) => {
      const pageConsole = createPageConsole();
      pageConsole.watch(context);
      await use(undefined);
      pageConsole.verifyConsole();
    },
    { auto: true },
  ],
});

/** Opens one specimen, and waits until it is as it stays. */
export async function openSpecimen(
  page: Page,
  { gallery, surface, state }: { gallery: string; surface: Surface; state: State },
) {
  await page.goto(`${gallery}specimen.html?${new URLSearchParams({ surface, state })}`);
  const box = page.locator(".box");
  await expect(box).toBeVisible();
  if (state === "busy") await expect(box.locator(".cta[aria-busy]")).toHaveCount(1);
  if (state === "confirming") await expect(box.locator(".cta").first()).toHaveText("Confirming…");
  if (state === "image") {
    const image = box.locator(".image");
    await expect(image).toHaveJSProperty("complete", true);
  }
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  return box;
}
