/** What has the focus can be seen, though something of ours lies over the page. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { configOf, inFlow, pageLevel } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 390, height: 400 } });

const FIELDS = Array.from({ length: 20 }, (_, index) => `<input aria-label="${index}">`).join("");
const STYLE = "input { display: block; inline-size: 95%; block-size: 40px; margin: 20px 0 }";
const pageWith = (style = "") => `<style>${STYLE}${style}</style><main>${FIELDS}</main>`;

/** What a person sees at the upper and the lower end of the field with the focus. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    const { x = 0, y = 0, width = 0, height = 0 } = field?.getBoundingClientRect() ?? {};
    return [y + 1, y + height - 1].filter(
      (at) => document.elementFromPoint(x + width / 2, at) === field,
    ).length;
  });

const STYLES = {
  "": "",
  ", on a page that scrolls smoothly": "html { scroll-behavior: smooth }",
  ", on a page with a scroll-padding of its own": "html { scroll-padding: 20px }",
};

for (const [name, what, position] of [
  ["a toast", "toast", "bottom"],
  ["a bar at the bottom", "bar", "bottom"],
  ["a bar at the top", "bar", "top"],
] as const) {
  for (const [where, style] of Object.entries(STYLES)) {
    test(`a field reached by Tab isn't left under ${name}${where}`, async ({ site }) => {
      const surface = pageLevel(what, {
        content: { title: "Ours", body: "Words. ".repeat(40), position, duration_ms: 90_000 },
      });
      const page = await site.open({ html: pageWith(style), config: configOf(surface) });
      await page.evaluate("Service.trigger('opened')");
      await expect(page.locator(".box")).toBeVisible();
      const keys = position === "top" ? "Shift+Tab" : "Tab";
      const first = keys === "Tab" ? "0" : "19";
      await page.getByLabel(first, { exact: true }).focus();
      for (let index = 1; index < 8; index++) {
        await page.keyboard.press(keys);
        await expect.poll(() => seen(page), `field ${index}`).toBeGreaterThan(0);
      }
      const own = await page.evaluate("getComputedStyle(document.documentElement).scrollPadding");
      expect(own).toBe(style.includes("padding") ? "20px" : "auto");
    });
  }
}

test("an editor that is higher than the window stays where it is", async ({ site }) => {
  const html = `${pageWith()}<div contenteditable style="block-size: 3000px">Words</div>`;
  const surface = pageLevel("toast", { content: { title: "Ours", duration_ms: 90_000 } });
  const page = await site.open({ html, config: configOf(surface) });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.locator(".box")).toBeVisible();
  await page.evaluate("scrollTo(0, 1500)");
  await page.locator("[contenteditable]").evaluate((one: HTMLElement) => one.focus());
  const before = await page.evaluate("scrollY");
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
  expect(await page.evaluate("scrollY")).toBe(before);
});

/** Whether both ends of what has the focus, in whichever shadow root that is, lie under what is ours. */
const isCovered = (page: Page) =>
  page.evaluate(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    const { x = 0, y = 0, width = 0, height = 0 } = focused?.getBoundingClientRect() ?? {};
    return [y + 1, y + height - 1].every(
      (at) => document.elementFromPoint(x + width / 2, at)?.localName === "service-host",
    );
  });

const ONE_BELOW_ANOTHER = ["First", "Second"].map((label) => ({
  label: `${label} of two that stand below one another`,
  action: "go",
}));
const OWN_ELEMENT = `<my-app></my-app><script>
  customElements.define("my-app", class extends HTMLElement {
    constructor() {
      super();
      this.attachShadow({ mode: "open" }).innerHTML =
        "<style>button { display: block; margin-block: 60px }</style><div style='block-size: 220px'></div>" +
        "<button>First</button><button>Second</button>";
    }
  });
</script>`;

for (const [where, html] of [
  ["a placement", '<div style="block-size: 200px"></div><div data-service-slot="top"></div>'],
  ["an element of the page's own", OWN_ELEMENT],
] as const) {
  test(`a button in the shadow root of ${where} isn't left under a bar`, async ({ site }) => {
    const card = inFlow("card", {
      content: { title: "Card", dismissible: false },
      ctas: ONE_BELOW_ANOTHER,
    });
    const bar = pageLevel("bar", {
      content: { title: "Ours", body: "Words. ".repeat(15), position: "bottom" },
    });
    const page = await site.open({
      html: `<button>Before</button>${html}<div style="block-size: 2000px"></div>`,
      config: configOf(card, bar),
    });
    await page.evaluate("Service.trigger('opened')");
    await expect(page.locator(".bar .box")).toBeVisible();
    await page.getByRole("button", { name: "Before" }).focus();
    for (const name of ["First", "Second"]) {
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name })).toBeFocused();
      await expect.poll(() => isCovered(page), name).toBe(false);
    }
  });
}
