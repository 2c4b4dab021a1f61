/** Time that stands still in a page, for what must not depend on how slow the machine is. */
import type { Page } from "@playwright/test";

/** From here on time goes by only as the test adds to it. The clock has to be installed before. */
export async function freeze(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 60_000);
}
