/** Time that stands still in a page, for what must not depend on how slow the machine is. */
import type { BrowserContext, Page } from "@playwright/test";

const AHEAD_MS = 60_000;

/** From here on time goes by only as the test adds to it. The clock has to be installed before. */
export async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + AHEAD_MS);
}
/** The same of pages yet to be opened, from their start. */
export async function stopTime({ clock }: BrowserContext): Promise<void> {
  await clock.install();
  await clock.pauseAt(Date.now() + AHEAD_MS);
}
