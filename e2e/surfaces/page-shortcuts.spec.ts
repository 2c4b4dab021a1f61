/** The page's own keyboard shortcuts, and the buttons of placements. */
import { expect, test } from "../fixtures";
import { PAGE, show } from "../surface-pages";

// As pages write them: what is typed into a field, or presses a button, is left alone.
const SHORTCUTS = `<script>
  pressed = [];
  for (const target of [document, window]) target.addEventListener("keydown", (event) => {
    if (/^(INPUT|BUTTON|A)$/.test(event.target.tagName)) return;
    pressed.push(event.key);
    event.preventDefault();
  });
</script>`;

for (const surface of ["card", "banner", "modal", "full_page", "bar", "toast"]) {
  for (const [name, key] of [
    ["Space", " "],
    ["Enter", "Enter"],
  ] as const) {
    test(`${name} presses the button of a ${surface}, also where it is a shortcut of the page's`, async ({
      site,
    }) => {
      const page = await show(site, surface, {
        html: PAGE + SHORTCUTS,
        payload: { ctas: [{ label: "Upgrade", action: "buy", params: { url: "#bought" } }] },
      });
      await page.getByRole("button", { name: "Upgrade" }).focus();
      await page.keyboard.press(name);
      await page.waitForURL("**/#bought");
      expect(await page.evaluate("pressed")).not.toContain(key);
    });
  }
}

test("other keys are the page's, in a slot too", async ({ site }) => {
  const page = await show(site, "card", { html: PAGE + SHORTCUTS });
  await page.locator(".cta").first().focus();
  await page.keyboard.press("j");
  expect(await page.evaluate("pressed")).toEqual(["j", "j"]);
});
