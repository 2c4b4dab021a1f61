/** Slots in what can be pressed itself: the buttons of a placement press nothing around it. */
import { configOf, press, withResolvers } from "../cta-page";
import { expect, test } from "../fixtures";

const SLOT = '<span data-service-slot="top"></span>';
const AROUND = {
  "a link": `<a href="#led">${SLOT}</a>`,
  "a denied gate that is a link": `<a href="#led" data-service-gate="export">${SLOT}</a>`,
  "a label": `<label><input type="checkbox">${SLOT}</label>`,
  "a summary": `<details><summary>${SLOT}</summary>More</details>`,
};

for (const [what, html] of Object.entries(AROUND)) {
  test(`buttons of a placement whose slot is in ${what} do only what they say`, async ({
    site,
  }) => {
    const page = await site.open({
      html,
      config: configOf({ label: "Ask", action: "ask" }),
      script: withResolvers("{ ask: () => { window.asked = true; } }"),
    });
    const isUntouched = async () => {
      expect(new URL(page.url()).hash).toBe("");
      await expect(page.locator("input:checked, details[open]")).toHaveCount(0);
    };
    await press(page, "Ask");
    await expect.poll(() => page.evaluate("window.asked")).toBe(true);
    await isUntouched();
    await page.getByRole("button", { name: "Dismiss" }).press("Enter");
    await expect(page.getByText("Title of top")).toHaveCount(0);
    await isUntouched();
  });
}
