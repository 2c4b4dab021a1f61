/** The demo's walk-throughs as its server serves them, and what the tests do on such a page. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { createPageConsole } from "../page-console";
import { served } from "./demo-page";

export { expect } from "@playwright/test";

export const WALKS = [
  "premium-feature",
  "low-credits",
  "usage-meter",
  "trial",
  "payment-recovery",
  "seat-limit",
  "annual-nudge",
] as const;
type Walk = (typeof WALKS)[number];

interface OpenOptions {
  /** Default: a new tab. */
  readonly tab?: Page;
}
interface Fixtures {
  /** Opens a walk-through and waits for its first decisions. */
  readonly open: (walk: Walk, options?: OpenOptions) => Promise<Page>;
}

/** A test of it fails when one of its pages had an error. */
export const test = served.extend<Fixtures>({
  open: async ({ context, demoUrl }, use) => {
    const pageConsole = createPageConsole();
    pageConsole.watch(context);
    await use(async (walk, { tab } = {}) => {
      const page = tab ?? (await context.newPage());
      await page.goto(`${demoUrl}walk-throughs/?w=${walk}`);
      await decided(page);
      return page;
    });
    pageConsole.verifyConsole();
  },
});

/** Everything is decided, and the explanations are drawn. */
export async function decided(page: Page): Promise<void> {
  await expect(page.locator(".why .candidate").first()).toBeVisible();
  await page.evaluate("Service.ready");
}
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await decided(page);
}
/** A button of the product's or of the story's; of a placement's too. */
export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
export const slot = (page: Page, handle: string) => page.locator(`[data-service-slot="${handle}"]`);
/** What `explain` says of a slot or of a placement of the page's. */
export const why = (page: Page, place: string) => page.locator(`[data-place="${place}"]`);
export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

export const playbookOf = (walk: Walk) =>
  JSON.parse(
    readFileSync(new URL(`../../demo/walk-throughs/${walk}.json`, import.meta.url), "utf8"),
  );
