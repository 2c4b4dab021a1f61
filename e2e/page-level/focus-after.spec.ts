/** Where the focus is after what is over the page has closed. */
import { expect, test } from "../fixtures";
import { configOf, onEvent, PAGE, pageLevel } from "../surface-pages";

test("a modal that an item of a menu in a menu has opened gives the focus back to the outer menu's button", async ({
  site,
}) => {
  const menu = `<button popovertarget="menu">Account</button><div id="menu" popover>
<button popovertarget="more">More</button><div id="more" popover>
<button onclick="Service.trigger('opened')">Upgrade</button></div></div>`;
  const page = await site.open({ html: menu, config: configOf(pageLevel("modal")) });
  for (const name of ["Account", "More", "Upgrade"]) {
    await page.getByRole("button", { name }).press("Enter");
  }
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (const id of ["#menu", "#more"]) await expect(page.locator(id)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Account" })).toBeFocused();
});

for (const surface of ["modal", "full_page", "bar", "toast", "tooltip"]) {
  test(`a reader whose link in a ${surface} leads to a place in the page goes on from there by keys`, async ({
    site,
  }) => {
    const ctas = [{ label: "See prices", action: "open_url", params: { url: "#prices" } }];
    const page = await site.open({
      html: `${PAGE}<button>Next</button><h2 id="prices" style="margin-block-start: 200vh">Prices</h2><button>Buy</button>`,
      config: configOf(
        onEvent("opened", { surface, content: { title: "New", anchor: "top" }, ctas }),
      ),
    });
    await page.locator("#button").press("Enter");
    await page.getByRole("link", { name: "See prices" }).press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Buy" })).toBeFocused();
    await expect(page.getByRole("heading", { name: "Prices" })).toBeInViewport();
  });
}

for (const surface of ["bar", "toast", "tooltip"]) {
  test(`a ${surface} that is dismissed by keys gives the focus back to what had it in the page`, async ({
    site,
  }) => {
    const html = `${PAGE}<input aria-label="Last">`;
    const page = await site.open({ html, config: configOf(pageLevel(surface)) });
    await page.evaluate("Service.trigger('opened')");
    const close = page.getByRole("button", { name: "Dismiss" });
    await expect(close).toBeVisible();
    const last = page.getByRole("textbox", { name: "Last" });
    await last.focus();
    while (!(await close.evaluate((one: Element) => one.matches(":focus")))) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect(close).toHaveCount(0);
    await expect(last).toBeFocused();
  });
}
