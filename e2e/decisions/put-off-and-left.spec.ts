/** What was put off is put off at once, though it is stored a moment later: also where the page goes on to another route just then. */
import { expect, test } from "../fixtures";
import { countDisplays } from "../stored-page";
import { configOf, LATER, popup, SLOT, shown } from "./frequency-pages";

const TWICE = { caps: [{ count: 2, period: "lifetime" }], ctas: LATER };
const WITHOUT_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })";

for (const [what, config, label] of [
  ["a card that is dismissed", configOf(TWICE), "Dismiss"],
  ["a modal that is dismissed", popup(TWICE), "Dismiss"],
  ["a card that is put off", configOf(TWICE), "Later"],
  ["a modal that is put off", popup(TWICE), "Later"],
] as const) {
  for (const [where, script] of [
    ["", ""],
    [", on plain http too", WITHOUT_LOCKS],
  ] as const) {
    test(`${what} on the way to another route is no second display${where}`, async ({
      site,
      context,
    }) => {
      await context.addInitScript(script);
      const page = await site.open({ html: SLOT, config });
      await expect(shown(page)).toBeVisible();
      await expect.poll(() => countDisplays(page)).toBe(1);
      await page.evaluate(`document.addEventListener("service:dismiss", () => {
        history.pushState(null, "", "/two");
      })`);
      await page.getByRole("button", { name: label }).click();
      await expect(shown(page)).toHaveCount(0);
      await page.waitForTimeout(1500);
      await expect(shown(page)).toHaveCount(0);
      expect(await countDisplays(page)).toBe(1);
    });
  }
}
