/** How soon several tabs of a page know what was done in one of them: within a second. */

import {
  configOf,
  countShown,
  LATER,
  popup,
  quiet,
  SLOT,
  shown,
  tabs,
} from "../decisions/frequency-pages";
import { expect, test } from "../fixtures";

for (const count of [2, 5]) {
  test(`a dismissal in one of ${count} tabs closes the others within a second`, async ({
    site,
    context,
  }) => {
    site.servePage({ html: "<h1>Page</h1>", config: popup({}) });
    const pages = await tabs(count, { context, url: site.url });
    const [first] = pages;
    await expect.poll(() => countShown(pages)).toBe(count);
    await first?.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(() => countShown(pages), { timeout: 1000, intervals: [50] }).toBe(0);
    await quiet(...pages);
    expect(await countShown(pages)).toBe(0);
  });
}

test("a reminder set in one tab holds in the other", async ({ site, context }) => {
  site.servePage({ html: SLOT, config: configOf({ ctas: LATER }) });
  const [one, other] = await tabs(2, { context, url: site.url });
  if (!one || !other) throw new Error("no tabs");
  await expect(shown(other)).toBeVisible();
  await one.getByRole("button", { name: "Later" }).click();
  await expect(shown(other)).toHaveCount(0, { timeout: 1000 });
});
