/** The workspace's colours: whose count, and that what is written on them can be read. */
import type { Locator, Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, playbook } from "../playbooks";
import { IN_FLOW, inFlow, PAGE, user } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

type Colors = Readonly<Record<string, string>>;
const AA = 4.5;

interface Branded {
  readonly html?: string;
  readonly option?: object;
  readonly authored?: object;
  readonly surface?: string;
  readonly tab?: Page;
}

/** A page with one placement in a theme of its own. */
async function brand(
  site: TestSite,
  { html = PAGE, option, authored, surface = "card", tab }: Branded,
): Promise<Page> {
  const book = playbook({
    placements: [inFlow(surface)],
    ...(authored && { branding: { theme: authored } }),
  });
  const branding = option && { branding: { theme: option } };
  const page = await site.open({ html, config: localConfig(book, { user, ...branding }) }, tab);
  await expect(page.locator(".box").first()).toBeVisible();
  return page;
}

/** WCAG's ratio of an element's text to all that is painted behind it, on a white page. */
const contrastOf = (text: Locator) =>
  text.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    /** Of what is seen after this one was painted too. */
    const luminanceWith = (color: string) => {
      if (!canvas) return 0;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data]
        .map((byte) => byte / 255)
        .map((part) => (part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const grounds: string[] = [];
    for (let ground: Element | null = element; ground; ground = ground.parentElement) {
      grounds.unshift(getComputedStyle(ground).backgroundColor);
    }
    let behind = luminanceWith("white");
    for (const color of grounds) behind = luminanceWith(color);
    const ratio = luminanceWith(getComputedStyle(element).color) / behind;
    return Math.max(ratio, 1 / ratio);
  });
const PARTS = [".title", ".body", ".cta:first-child", ".cta:nth-child(2)", ".close"];

async function expectReadable(page: Page, box = page.locator(".box")) {
  for (const part of PARTS) {
    const text = box.locator(part);
    if (!(await text.isVisible())) continue;
    await expect.poll(() => contrastOf(text), part).toBeGreaterThanOrEqual(AA);
  }
}
const told = (site: TestSite, color: string) =>
  site.console.filter((line) => line.startsWith("warning: [Service]") && line.includes(color));

test("the page's theme goes over the Playbook's, part by part", async ({ site }) => {
  const page = await brand(site, {
    authored: { colors: { primary: "#7f1d1d", surface: "#fef3c7" }, radius: "20px" },
    option: { colors: { primary: "#14532d" } },
  });
  await expect(page.locator(".cta").first()).toHaveCSS("background-color", "rgb(20, 83, 45)");
  await expect(page.locator(".box")).toHaveCSS("background-color", "rgb(254, 243, 199)");
  await expect(page.locator(".box")).toHaveCSS("border-radius", "20px");
});

test("a theme may be light and dark, and is in each slot what the slot is", async ({ site }) => {
  const page = await brand(site, {
    html: `<section data-service-slot="top" style="color-scheme: light"></section>
      <section data-service-slot="top" style="color-scheme: dark"></section>`,
    authored: {
      colors: {
        primary: "light-dark(#14532d, #bbf7d0)",
        surface: "light-dark(#ffffff, #052e16)",
      },
    },
  });
  const grounds = ["rgb(255, 255, 255)", "rgb(5, 46, 22)"];
  for (const [index, ground] of grounds.entries()) {
    const box = page.locator(".box").nth(index);
    await expect(box).toHaveCSS("background-color", ground);
    await expectReadable(page, box);
  }
});

const UNREADABLE: Readonly<Record<string, Colors>> = {
  on_primary: { primary: "#ff8a00", on_primary: "#fffffe" },
  text: { surface: "#7fd6ff", text: "#f04fd0" },
  muted: { muted: "#b0b0b0" },
};
for (const [name, colors] of Object.entries(UNREADABLE)) {
  for (const surface of IN_FLOW) {
    test(`${name} that can't be read on a ${surface} is corrected, and named in the console once`, async ({
      site,
    }) => {
      const page = await brand(site, { authored: { colors }, surface });
      await expectReadable(page);
      await expect.poll(() => told(site, colors[name] ?? "")).toHaveLength(1);
      // A meter counts on, so the placement is drawn anew.
      await page.evaluate("Service.setUser({ usage: { seats: 3 } })");
      await page.waitForTimeout(200);
      expect(told(site, colors[name] ?? "")).toHaveLength(1);
      expect(told(site, colors[name] ?? "")[0]).toContain(`theme color ${name} (`);
    });
  }
}

const LET_THROUGH: Readonly<Record<string, Colors>> = {
  text: { surface: "#ffffff", text: "#00000066" },
  muted: { surface: "#1e40af66", muted: "#ffffffcc" },
  on_primary: { surface: "#ffffff", primary: "#0000004d", on_primary: "#ffffff" },
};
for (const [name, colors] of Object.entries(LET_THROUGH)) {
  test(`${name} that can't be read because a colour lets through what is behind it is corrected`, async ({
    site,
  }) => {
    const page = await brand(site, { authored: { colors } });
    await expectReadable(page);
    expect(told(site, "theme")).toHaveLength(1);
    expect(told(site, colors[name] ?? "")[0]).toContain(`theme color ${name} (`);
  });
}

test("a surface that lets through what is behind it is laid under a button once", async ({
  site,
}) => {
  const colors = { primary: "#4bed7e", surface: "#0000ff80" };
  await expectReadable(await brand(site, { authored: { colors } }));
});

test("a colour that lets through what is behind it stays while it can be read", async ({
  site,
}) => {
  const colors = { primary: "#000000cc", text: "#000000b3", muted: "#000000a6" };
  const page = await brand(site, { authored: { colors } });
  await page.waitForTimeout(200);
  await expect(page.locator(".body")).toHaveCSS("color", "rgba(0, 0, 0, 0.65)");
  await expectReadable(page);
  expect(told(site, "theme")).toEqual([]);
});

test("nothing is said of colours that can be read, nor in forced colours", async ({
  site,
  context,
}) => {
  const tab = await context.newPage();
  const colors = { primary: "#14532d", on_primary: "#ffffff", surface: "#fffaf0", text: "#3b2f14" };
  for (const forcedColors of ["none", "active"] as const) {
    await tab.emulateMedia({ forcedColors });
    await brand(site, { authored: { colors }, tab });
    await tab.waitForTimeout(200);
    expect(told(site, "theme")).toEqual([]);
    await expect(tab.locator(".cta").first()).toHaveText("Upgrade");
  }
});

test("what was corrected can still be read when the page turns dark", async ({ site }) => {
  const page = await brand(site, {
    html: `<style>:root { color-scheme: light }</style>${PAGE}`,
    authored: {
      colors: { surface: "light-dark(#ffffff, #101010)", text: "#eeeeee", primary: "#7fffd4" },
    },
  });
  await expectReadable(page);
  await page.evaluate("document.documentElement.style.colorScheme = 'dark'");
  await expectReadable(page);
});

test("what can be read in one colour scheme only is corrected in the other, also when the page turns", async ({
  site,
}) => {
  const html = `<style>:root { color-scheme: light dark }</style>${PAGE}`;
  const colors = { text: "#1e293b", muted: "#6b7280" };
  const page = await brand(site, { html, authored: { colors } });
  for (const colorScheme of ["dark", "light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectReadable(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator(".title")).toHaveCSS("color", "rgb(30, 41, 59)");
});

test("to see that a theme can be read has the browser work out styles three times a placement", async ({
  site,
  context,
}) => {
  await context.addInitScript(() => {
    const looks: string[] = [];
    const { getComputedStyle } = window;
    window.getComputedStyle = (element, part) => {
      looks.push(element.className);
      return getComputedStyle(element, part);
    };
    Object.assign(window, { looks });
  });
  const page = await brand(site, { authored: { colors: { primary: "#14532d" } } });
  await expect.poll(() => page.evaluate("looks.length")).toBe(3);
  await page.waitForTimeout(300);
  expect(await page.evaluate("looks.join()")).toBe(Array(3).fill("root card ").join());
});

test("a change that leaves the theme as it was makes no placement's style be worked out anew", async ({
  site,
  context,
}) => {
  await context.addInitScript(() => {
    const { prototype } = CSSStyleSheet;
    const written: string[] = [];
    const { replaceSync } = prototype;
    prototype.replaceSync = function (text) {
      written.push(text);
      replaceSync.call(this, text);
    };
    Object.assign(window, { written });
  });
  const page = await brand(site, { authored: { colors: { primary: "#14532d" } } });
  const before = await page.evaluate("written.length");
  expect(before).toBeGreaterThan(0);
  await page.evaluate("Service.setUser({ usage: { seats: 3 } })");
  await expect(page.getByText("3 / 3")).toBeVisible();
  expect(await page.evaluate("written.length")).toBe(before);
});

test("text that nobody chose can be read on every colour that somebody may", async ({ site }) => {
  const page = await brand(site, { authored: { colors: { primary: "#123456" } } });
  const button = page.locator(".cta").first();
  const worst = await button.evaluate((element) => {
    const root = element.getRootNode();
    const rules =
      root instanceof ShadowRoot ? [...(root.adoptedStyleSheets[0]?.cssRules ?? [])] : [];
    const theme = rules.find((rule) => rule.cssText.includes("#123456"));
    if (!(theme instanceof CSSStyleRule)) throw new Error("the theme's rule is not there");
    const linear = (byte: number) => {
      const part = byte / 255;
      return part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92;
    };
    let lowest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < 6 * 6 * 52; index++) {
      const red = (index % 6) * 51;
      const blue = (Math.floor(index / 6) % 6) * 51;
      const green = Math.floor(index / 36) * 5;
      theme.style.setProperty("--service-primary", `rgb(${red} ${green} ${blue})`, "important");
      const y = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
      const isWhite = getComputedStyle(element).color.startsWith("lch(100");
      lowest = Math.min(lowest, isWhite ? 1.05 / y : y / 0.05);
    }
    return lowest;
  });
  expect(worst).toBeGreaterThanOrEqual(AA);
});

test("browsers without relative colours have readable text too, without a word", async ({
  site,
  context,
}) => {
  await context.addInitScript(() => {
    const { replaceSync } = CSSStyleSheet.prototype;
    Object.assign(window, { without: 0 });
    CSSStyleSheet.prototype.replaceSync = function replace(text) {
      const asked = /@supports\s*\(color:(?=[^{]*lch\(from)/g;
      const lacking = text.replace(asked, () => {
        Object(window).without++;
        return "@supports (none:";
      });
      replaceSync.call(this, lacking);
    };
  });
  for (const colors of [{ primary: "#ffd23f" }, { surface: "#10243a" }, { surface: "#ff6f61" }]) {
    const page = await brand(site, { authored: { colors } });
    expect(await page.evaluate("without")).toBeGreaterThan(0);
    await expectReadable(page);
    await page.evaluate("document.documentElement.style.colorScheme = 'dark'");
    await expectReadable(page);
  }
  expect(told(site, "theme")).toEqual([]);
});

test("a value of the theme that is none is told", async ({ site }) => {
  const authored = { colors: { primary: "rebeccapurpl", text: "#123" }, radius: "huge" };
  await brand(site, { authored });
  expect(site.console.filter((line) => line.includes("theme"))).toEqual([
    "warning: [Service] theme primary (rebeccapurpl) cannot be used",
    "warning: [Service] theme radius (huge) cannot be used",
  ]);
});
