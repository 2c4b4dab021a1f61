/** Style sheets of pages that spare nobody: no pixel of a placement is another for them. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CONTENT, IN_FLOW, PAGE_LEVEL, show } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const IMAGE = "/picture.svg";
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="teal"/></svg>`;
const payload = {
  content: { ...CONTENT, image: { url: IMAGE, alt: "Picture" }, anchor: "top" },
};

/** How large the slot is, and where, is the page's to say: the same in both of its forms. A button stands in a line of the page's own text; here in none. */
const SLOT_STYLE = Object.entries({
  display: "block",
  position: "absolute",
  inset: "120px 100px auto",
  "font-size": "16px",
})
  .map(([name, value]) => `${name}: ${value} !important`)
  .join(";");
const slotOf = (surface: string) =>
  `<main><section data-service-slot="top" style="${SLOT_STYLE};${surface === "button" ? "display: flex !important" : ""}"></section></main>`;

/** What the page draws before and after these is its own, and lies under placements or beside them. */
const PAGE_OWN = ":is(html, body, main, section, service-host)";

const COLORS =
  "background surface fill ink_fill text muted border primary ink_primary on_primary danger";
/** Name without its prefix, syntax, and a value that would be seen. */
const OUR_VARIABLES = [
  ...COLORS.split(" ").map((name) => [name, "<color>", "red"] as const),
  ...["radius", "size"].map((name) => [name, "<length>", "90px"] as const),
  ["font_family", "<custom-ident>", "cursive"] as const,
];

const SHEETS: Readonly<Record<string, string>> = {
  "resets everything": `
    * { all: unset !important; }
    *::before, *::after { all: unset !important; content: "x" !important; }
    head, head *, ${PAGE_OWN}::before, ${PAGE_OWN}::after { display: none !important; }`,
  "restyles every element and every part of ours by name": `
    html { font-size: 62.5% !important; }
    * { letter-spacing: 20px !important; line-height: 5 !important; text-transform: uppercase !important;
      font-weight: 900 !important; color: lime !important; text-shadow: 0 0 9px red !important;
      word-break: break-all !important; text-indent: 3em !important; tab-size: 40 !important;
      font-variant: small-caps !important; text-decoration: underline 3px wavy red !important; quotes: "x" "y" !important; -webkit-text-stroke: 2px red !important;
      background: red !important; border: 3px solid lime !important; margin: 20px !important;
      padding: 20px !important; box-shadow: 0 0 9px red !important; border-radius: 40px !important; }
    html, body { margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; }
    div { display: none !important; }
    img { width: 100% !important; height: 4px !important; filter: invert(1) !important; }
    slot { display: block !important; background: lime !important; font-size: 90px !important; }
    a, button, p, h2, span, i, svg, path, dialog { zoom: 3 !important; direction: rtl !important;
      unicode-bidi: bidi-override !important; writing-mode: vertical-rl !important; rotate: 9deg !important; }
    .root, .box, .title, .body, .cta, .ctas, .close, .tray, .meter, .track, .image, .text, .icon {
      display: none !important; opacity: 0.1 !important; }
    ::slotted(*), ::part(box), ::backdrop, ::marker { background: lime !important; opacity: 1 !important; }
    service-host { all: revert !important; display: none !important; zoom: 3 !important; opacity: 0.1 !important;
      position: static !important; clip-path: inset(50%) !important; content-visibility: hidden !important;
      contain: size !important; mask: linear-gradient(red, red) !important; rotate: 9deg !important; }
    section { background: none !important; border: 0 !important; margin: 0 !important; padding: 0 !important;
      box-shadow: none !important; border-radius: 0 !important; }`,
  "sets variables of the names that we use": `
    :root, body, main, section, service-host { ${OUR_VARIABLES.map(([name, , value]) => `--service-${name}: ${value} !important`).join(";")} }`,
  "registers variables of the names that others use too": OUR_VARIABLES.map(
    ([name, syntax, value]) =>
      `@property --${name} { syntax: "${syntax}"; inherits: false; initial-value: ${value} }`,
  ).join(""),
  "redefines what has a global name": `
    @font-face { font-family: "system-ui"; src: local("DejaVu Serif"), local("Liberation Serif"); }
    @font-face { font-family: "sans-serif"; src: local("DejaVu Serif"), local("Liberation Serif"); }
    @layer first; @layer first { * { color: red !important; font-size: 90px !important } }
    html, body, main, section { outline: none !important }
    @keyframes fade { from { opacity: 0 } }
    * { animation: fade 9s infinite paused !important; transition: all 9s !important; }
    html, body, main, section { animation: none !important }`,
};

interface Look {
  /** Place, size and every computed property of each of its elements. */
  readonly styles: readonly string[];
  /** PNG as base64. */
  readonly picture: string;
}

async function lookOf(page: Page): Promise<Look> {
  const styles = await page.locator(".root").evaluate(async (root) => {
    await document.fonts.ready;
    await Promise.all([...root.querySelectorAll("img")].map((image) => image.decode()));
    return [root, ...root.querySelectorAll("*")].flatMap((element, index) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // A line through the page's own words reaches the wrapper, where nothing is drawn, and ends there.
      const isAbove = (name: string) => !index && name === "-webkit-text-decorations-in-effect";
      const names = [...style].filter((name) => !name.startsWith("--") && !isAbove(name));
      const what = `${index} ${element.localName}.${element.getAttribute("class")}`;
      return [
        `${what} at ${x},${y} ${width}×${height}`,
        ...names.map((name) => `${what} ${name}: ${style.getPropertyValue(name)}`),
      ];
    });
  });
  return { styles, picture: (await page.locator(".box").screenshot()).toString("base64") };
}

/** Smoothed edges are drawn a little otherwise from one time to the next; a colour that changed is much more. */
const NOISE = 32;

/** How many pixels are of another colour. */
const countChanged = (page: Page, pictures: readonly string[]): Promise<number> =>
  page.evaluate(
    async ({ pictures, NOISE }) => {
      const [before, after] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const { width, height } = bitmap;
          const context = new OffscreenCanvas(width, height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, width, height);
        }),
      );
      if (before?.width !== after?.width || before?.height !== after?.height) return Infinity;
      const isChanged = (value: number, index: number) =>
        Math.abs(value - (after?.data[index] ?? 0)) > NOISE;
      return before?.data.filter(isChanged).length ?? Infinity;
    },
    { pictures, NOISE },
  );

async function expectSame(page: Page, { before, after }: Record<"before" | "after", Look>) {
  expect(after.styles.filter((style, index) => style !== before.styles[index])).toEqual([]);
  expect(after.styles).toHaveLength(before.styles.length);
  expect(await countChanged(page, [before.picture, after.picture])).toBe(0);
}

for (const surface of [...IN_FLOW, ...PAGE_LEVEL]) {
  test(`a page whose style sheet spares nobody changes no pixel of a ${surface}`, async ({
    site,
    context,
  }) => {
    site.serve(IMAGE, { headers: { "content-type": "image/svg+xml" }, body: PICTURE });
    const tab = await context.newPage();
    const shown = async (css: string) => {
      const html = `<style>html, body { margin: 0; padding: 0 } ${css}</style>${slotOf(surface)}`;
      return lookOf(await show(site, surface, { tab, html, payload }));
    };
    const before = await shown("");
    for (const [how, css] of Object.entries(SHEETS)) {
      await test.step(`which ${how}`, async () => {
        await expectSame(tab, { before, after: await shown(css) });
      });
    }
  });
}

test("the comparison of these tests sees another colour and a movement of one pixel", async ({
  site,
  context,
}) => {
  const tab = await context.newPage();
  const shown = async (change: string) => {
    const page = await show(site, "card", { tab, html: slotOf("card") });
    await page.locator(".box").evaluate((box, code) => {
      for (const part of box.querySelectorAll<HTMLElement>(".title")) part.style.cssText = code;
    }, change);
    return lookOf(page);
  };
  const before = await shown("");
  for (const change of ["color: red", "translate: 1px", "letter-spacing: 1px"]) {
    const after = await shown(change);
    expect(after.styles).not.toEqual(before.styles);
    expect(await countChanged(tab, [before.picture, after.picture])).toBeGreaterThan(20);
  }
});

test("what the page hides by visibility takes its placements with it", async ({ site }) => {
  const page = await show(site, "card", {
    html: `<main id="panel"><section data-service-slot="top"></section></main>`,
  });
  await page.evaluate("panel.style.visibility = 'hidden'");
  await expect(page.locator(".box")).toBeHidden();
  await page.evaluate("panel.style.visibility = ''");
  await expect(page.locator(".box")).toBeVisible();
});
