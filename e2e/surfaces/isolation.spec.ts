/** The page's styles and ours: neither changes the other, and the theme reaches what it shall. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, playbook } from "../playbooks";
import { configOf, IN_FLOW, inFlow, PAGE, PAGE_LEVEL, show, user } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const HOSTILE = `
  html { font-size: 62.5% !important; --primary: red; --surface: lime; --radius: 0; --fill: red; }
  body, section { font: italic 700 40px/3 cursive !important; color: lime !important;
    letter-spacing: 9px !important; word-spacing: 20px !important; text-transform: uppercase !important;
    text-align: end !important; text-indent: 40px !important; white-space: pre !important;
    visibility: visible !important; cursor: crosshair !important; list-style: square !important; }
  div, p, span, h2, i, a, svg, path, dialog, button, .box, .title, .cta, .close, [popover] {
    all: unset !important; display: block !important; background: red !important;
    color: lime !important; font-size: 50px !important; margin: 30px !important;
    padding: 30px !important; border: 5px dotted lime !important; transform: rotate(5deg) !important;
    opacity: 0.3 !important; width: 900px !important; float: right !important; }
  ::backdrop { background: red !important; }
  service-host { opacity: 0.2 !important; transform: scale(2) !important; display: none !important;
    filter: blur(4px) !important; color: lime !important; font-size: 60px !important; }`;

for (const surface of [...IN_FLOW, ...PAGE_LEVEL]) {
  test(`hostile styles of the page change no pixel of a ${surface}`, async ({ site, context }) => {
    const tab = await context.newPage();
    // A button stands in a line of the page's own text; here in none, so that it stands in one place.
    const own = surface === "button" ? "section { display: flex !important }" : "";
    const picture = async (css: string) => {
      const page = await show(site, surface, {
        tab,
        html: `<style>main, body { margin: 0 !important; padding: 0 !important }
          section { position: absolute; inset: 200px 100px auto; } ${css}</style>
          <main><section data-service-slot="top"></section></main>`,
      });
      const image = await page.locator(".box").screenshot();
      return image.toString("base64");
    };
    expect((await picture(HOSTILE + own)) === (await picture(own))).toBe(true);
  });
}

test("no style of the page is changed", async ({ site }) => {
  const styles = (page: Page) =>
    page.evaluate(() =>
      ["html", "body", "main", "h1", "input", "button"].map((selector) => {
        const element = document.querySelector(selector);
        return element ? JSON.stringify({ ...getComputedStyle(element) }) : "";
      }),
    );
  const bare = await site.open({ html: PAGE, script: "" });
  const before = await styles(bare);
  const page = await show(site, "toast");
  expect(await styles(page)).toEqual(before);
  expect(await page.evaluate("document.querySelectorAll('style, link').length")).toBe(0);
});

test("a placement is light or dark as its slot is, wherever the page is", async ({ site }) => {
  const page = await site.open({
    html: `<section data-service-slot="top" style="color-scheme: light" id="light"></section>
      <section data-service-slot="top" style="color-scheme: dark" id="dark"></section>`,
    config: configOf(inFlow("card")),
  });
  const lightness = (id: string) =>
    page.locator(`#${id} .box`).evaluate((box) => {
      const canvas = document.createElement("canvas").getContext("2d");
      if (!canvas) return undefined;
      canvas.fillStyle = getComputedStyle(box).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return canvas.getImageData(0, 0, 1, 1).data[0];
    });
  expect(await lightness("light")).toBeGreaterThan(200);
  expect(await lightness("dark")).toBeLessThan(60);
  await page.evaluate("light.style.colorScheme = 'dark'");
  expect(await lightness("light")).toBeLessThan(60);
});

test("a page-level surface follows the scheme of the reader where the page allows both", async ({
  site,
}) => {
  const html = `<style>:root { color-scheme: light dark }</style>${PAGE}`;
  const page = await show(site, "modal", { html });
  const background = () =>
    page.locator(".box").evaluate((box) => getComputedStyle(box).backgroundColor);
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await background()).not.toBe(light);
});

test("the workspace's theme colours placements, and a value that is no colour is left out", async ({
  site,
}) => {
  const colors = { primary: "#00ff00", background: "12px", text: "red; } * { display: none" };
  const page = await site.open({
    html: PAGE,
    config: localConfig(playbook({ placements: [inFlow("card")] }), {
      user,
      branding: { theme: { colors } },
    }),
  });
  await expect(page.locator(".box")).toHaveCSS("background-color", "color(srgb 1 1 1)");
  for (const name of ["background", "text"] as const) {
    expect(site.console.join()).toContain(`theme ${name} (${colors[name]})`);
  }
  await expect(page.getByRole("link", { name: "Upgrade" })).toHaveCSS(
    "background-color",
    "rgb(0, 255, 0)",
  );
  await expect(page.getByRole("heading", { name: "Page" })).toBeVisible();
});

test("the page's root font size changes no size, and the reader's setting does", async ({
  site,
  context,
}) => {
  const page = await show(site, "card", {
    html: `<style>html { font-size: 62.5% }</style>${PAGE}`,
  });
  await expect(page.locator(".box")).toHaveCSS("font-size", "14px");
  const session = await context.newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: 24 } });
  await expect(page.locator(".box")).toHaveCSS("font-size", "21px");
});
