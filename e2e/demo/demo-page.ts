/** The demo as its server serves it, and what the tests do and look at there. */
import { test as base, type Locator, type Page } from "@playwright/test";
import { serveDemo } from "../../demo/serve.mjs";
import { createPageConsole } from "../page-console";

export { expect } from "@playwright/test";

export const NARROW = { width: 375, height: 812 };

/** Tests of whatever the demo's server serves. */
export const served = base.extend<object, { demoUrl: string }>({
  demoUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const { url, server } = await serveDemo();
      await use(url);
      server.close();
    },
    { scope: "worker" },
  ],
});

export const test = served.extend<{ demo: Page }>({
  /** The demo's page, opened; the test fails when it had an error. */
  demo: async ({ page, context, demoUrl }, use) => {
    const pageConsole = createPageConsole();
    pageConsole.watch(context);
    await page.goto(demoUrl);
    // Nobody is as quick as a test: what is gated is watched from here on.
    await page.evaluate("Service.ready");
    // The panel lists what was decided in a task after it.
    await page.locator("[data-place]").first().waitFor({ state: "attached" });
    await use(page);
    pageConsole.verifyConsole();
  },
});

export const choose = (page: Page, group: string, option: string) =>
  page
    .getByRole("radiogroup", { name: group })
    .getByRole("radio", { name: option, exact: true })
    .check();
export const setExports = (page: Page, count: number) =>
  page.getByRole("slider", { name: "Exports" }).fill(`${count}`);
export const slot = (page: Page, handle: string) => page.locator(`[data-service-slot="${handle}"]`);
export const row = (page: Page, handle: string) => page.locator(`[data-place="${handle}"]`);
export const exportButton = (page: Page) =>
  page.getByRole("button", { name: "Export", exact: true });
/** Presses a button whose work may be over in a moment, and says whether it is busy at once. */
export async function pressBusy(button: Locator): Promise<boolean> {
  // It can be hit.
  await button.click({ trial: true });
  return button.evaluate((element: HTMLElement) => {
    element.click();
    return element.ariaBusy === "true";
  });
}
