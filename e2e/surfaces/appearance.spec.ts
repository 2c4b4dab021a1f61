/** What a designer and a keyboard meet: placements reach everybody, and none is in the way of another. */
import type { Locator } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import {
  CONTENT,
  CTAS,
  configOf,
  inFlow,
  onEvent,
  PAGE,
  pageLevel,
  show,
  user,
} from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("Tab reaches a tooltip's buttons, also where its slot holds nothing but words", async ({
  site,
}) => {
  const page = await site.open({
    html: '<input aria-label="Field"><p data-service-slot="spot">Here</p>',
    config: configOf(pageLevel("tooltip", { content: { title: "Look", anchor: "spot" } })),
  });
  await page.evaluate("Service.trigger('opened')");
  await page.getByLabel("Field").focus();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Upgrade" })).toBeFocused();
});

for (const surface of ["banner", "card", "usage_meter", "gate"]) {
  test(`a ${surface} is as wide in a slot that is a flex container`, async ({ site }) => {
    const widthIn = async (style: string) => {
      const html = `<section data-service-slot="top" style="${style}"></section>`;
      const page = await show(site, surface, { html });
      return (await page.locator(".box").boundingBox())?.width;
    };
    expect(await widthIn("display: flex")).toBe(await widthIn("display: block"));
  });
}

/** Long before a toast that covers the button leaves. */
const SOON = { timeout: 15_000 };

test("between a bar at each end a toast covers neither", async ({ site }) => {
  const bar = (position: string) =>
    onEvent(position, { surface: "bar", content: { ...CONTENT, position }, ctas: CTAS });
  const page = await site.open({
    html: PAGE,
    config: configOf(pageLevel("toast"), bar("top"), bar("bottom")),
  });
  for (const name of ["top", "bottom", "opened"]) await page.evaluate(`Service.trigger("${name}")`);
  await expect(page.getByRole("status")).toBeVisible();
  for (const end of [".bar:not(.bottom)", ".bar.bottom"]) {
    await page.locator(end).getByRole("button", { name: "Dismiss" }).click(SOON);
  }
  await expect(page.locator(".bar")).toHaveCount(0);
});

test("a toast keeps off a bar at the bottom", async ({ site }) => {
  const bar = { surface: "bar", content: { ...CONTENT, position: "bottom" }, ctas: CTAS };
  const page = await site.open({
    html: PAGE,
    config: configOf(pageLevel("toast"), onEvent("bar", bar)),
  });
  await page.evaluate("Service.trigger('bar'); Service.trigger('opened')");
  await expect(page.getByRole("status")).toBeVisible();
  await page.locator(".bar").getByRole("button", { name: "Dismiss" }).click(SOON);
  await expect(page.locator(".bar")).toHaveCount(0);
});

test("every button of a button surface has the ground that its words were chosen for", async ({
  site,
}) => {
  const branding = { theme: { colors: { background: "#0f172a" } } };
  const page = await site.open({
    html: PAGE,
    config: localConfig(playbook({ placements: [inFlow("button")], branding })),
  });
  for (const name of ["Later", "No thanks", "Dismiss"]) {
    const { opacity, isLight } = await page.getByRole("button", { name }).evaluate((button) => {
      const [red = 0, , , alpha = 1] =
        getComputedStyle(button)
          .backgroundColor.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return { opacity: alpha, isLight: red > 0.5 };
    });
    expect({ opacity, isLight }, name).toEqual({ opacity: 1, isLight: false });
  }
});

for (const hasTouch of [false, true]) {
  test.describe(hasTouch ? "touched" : "clicked", () => {
    test.use({ hasTouch });
    for (const surface of ["card", "toast", "usage_meter", "banner", "bar"]) {
      test(`the close button of a ${surface} is level with its title`, async ({ site }) => {
        const body = "Where everybody can see it.";
        const page = await show(site, surface, { payload: { content: { title: "Saved", body } } });
        for (const name of [".title", ".close"]) await expect(page.locator(name)).toBeVisible();
        const [title = 0, close = 1] = await page.locator(".box").evaluate((box) =>
          [".title", ".close"].map((name) => {
            const { top = 0, bottom = 0 } = box.querySelector(name)?.getBoundingClientRect() ?? {};
            return (top + bottom) / 2;
          }),
        );
        expect(Math.abs(title - close)).toBeLessThan(1);
      });
    }
  });
}

test("in the dark a meter can be seen on a light surface of the workspace's own", async ({
  site,
}) => {
  const branding = { theme: { colors: { primary: "#fde047", surface: "#fff7ed" } } };
  const placements = [inFlow("usage_meter")];
  const page = await site.open({
    html: PAGE,
    config: localConfig(playbook({ placements, branding }), { user }),
  });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.addStyleTag({ content: ":root { color-scheme: light dark }" });
  const brightness = await page.locator(".track i").evaluate((fill) => {
    const canvas = document.createElement("canvas").getContext("2d");
    if (!canvas) return 255;
    canvas.fillStyle = getComputedStyle(fill).borderTopColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  // 3:1 to the surface; it was 223, paler than its track.
  expect(brightness).toBeLessThan(155);
});

test("corners have an end, so that round ones cut off no words", async ({ site }) => {
  const branding = { theme: { radius: "9999px" } };
  const config = localConfig(playbook({ placements: [placement("top")], branding }));
  const page = await site.open({ html: PAGE, config });
  await expect(page.locator(".box")).toHaveCSS("border-radius", "42px");
});

test("a title in the other script begins where the card's words begin", async ({ site }) => {
  const title = "Upgrade!";
  const page = await site.open({
    html: '<div dir="rtl"><section data-service-slot="top"></section></div>',
    config: configOf(placement("top", { payload: { content: { title, dismissible: false } } })),
  });
  const ends = await page.locator(".title").evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return element.getBoundingClientRect().right - text.getBoundingClientRect().right;
  });
  expect(ends).toBeLessThan(1);
});

test.describe("touched with a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 667 } });

  for (const surface of ["card", "usage_meter", "modal", "toast", "tooltip"]) {
    test(`no word of a ${surface} is hidden by its close button`, async ({ site }) => {
      const words = "Two seats of three are in use, and that is most. ".repeat(3);
      const page = await show(site, surface, {
        payload: { content: { title: words, body: words, anchor: "top" } },
      });
      await expect(page.locator(".close")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
      const isUnder = await page.locator(".box").evaluate((box) => {
        const cross = box.querySelector(".close .icon")?.getBoundingClientRect();
        const text = document.createRange();
        return [".title", ".body"].some((part) => {
          text.selectNodeContents(box.querySelector(part) ?? box);
          return [...text.getClientRects()].some(
            ({ right, top }) => !cross || (right > cross.left && top < cross.bottom),
          );
        });
      });
      expect(isUnder).toBe(false);
    });
  }
});

/** A button with one CTA, in a place of its own. */
const labelled = (label: string) => ({
  payload: { content: { title: "Go", dismissible: false }, ctas: [{ ...CTAS[0], label }] },
});

test("a full row breaks no word of a button's label", async ({ site }) => {
  const html = `<div style="display: flex; inline-size: 10em">
    <nav style="white-space: nowrap">Home, prices and customers</nav>
    <section data-service-slot="top"></section></div>`;
  const page = await show(site, "button", { html, ...labelled("Get Professional") });
  const lines = await page.locator(".cta").evaluate((cta) => {
    const text = document.createRange();
    text.selectNodeContents(cta);
    return text.getClientRects().length;
  });
  expect(lines).toBe(2);
});

test("a word that is longer than its place is broken", async ({ site }) => {
  const html = '<section data-service-slot="top" style="inline-size: 8em"></section>';
  const word = labelled("Donaudampfschifffahrtsgesellschaft");
  for (const surface of ["button", "card"]) {
    const page = await show(site, surface, { html, ...word });
    const right = (of: string) =>
      page.locator(of).evaluate((element) => element.getBoundingClientRect().right);
    expect(await right(".cta")).toBeLessThanOrEqual(await right("[data-service-slot]"));
  }
});

test("with forced colours no frame of the close button crosses the words", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("toast")) });
  await page.emulateMedia({ forcedColors: "active" });
  await page.evaluate("Service.trigger('opened')");
  const close = page.getByRole("button", { name: "Dismiss" });
  await expect(close).toHaveCSS("border-top-width", "0px");
  // Its name is English in every page.
  await expect(close).toHaveAttribute("lang", "en");
});

test("the close button of a full page is in its corner, with a picture as without", async ({
  site,
}) => {
  const placeWith = async (image: object | undefined) => {
    const content = { title: "Welcome", ...(image && { image }) };
    const page = await site.open({
      html: PAGE,
      config: configOf(pageLevel("full_page", { content })),
    });
    await page.evaluate("Service.trigger('opened')");
    return page.getByRole("button", { name: "Dismiss" }).boundingBox();
  };
  site.serve("/picture.svg", {
    headers: { "content-type": "image/svg+xml" },
    body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>',
  });
  const place = await placeWith(undefined);
  expect(await placeWith({ url: "/picture.svg", alt: "" })).toEqual(place);
  const { x = 0, y = 999, width = 0 } = place ?? {};
  // Playwright's window.
  expect(1280 - x - width).toBeLessThan(40);
  expect(y).toBeLessThan(40);
});

for (const surface of ["modal", "toast", "card"]) {
  test(`a position, which is for bars, leaves a ${surface} as it is`, async ({ site }) => {
    const lookWith = async (content: object) => {
      const page = await show(site, surface, { payload: { content: { ...CONTENT, ...content } } });
      return page.locator(".box").evaluate((box) => {
        const { position, paddingBlock } = getComputedStyle(box);
        return [position, paddingBlock, box.getBoundingClientRect().top];
      });
    };
    expect(await lookWith({ position: "bottom" })).toEqual(await lookWith({}));
  });
}

/** The box of a card in that theme. */
async function boxIn(site: TestSite, theme: object): Promise<Locator> {
  const book = playbook({ placements: [inFlow("card")], branding: { theme } });
  const page = await site.open({ html: PAGE, config: localConfig(book, { user }) });
  await expect(page.locator(".box")).toBeVisible();
  return page.locator(".box");
}

test("a word that takes its value from elsewhere is none, nor are corners of two lengths", async ({
  site,
}) => {
  const box = await boxIn(site, {
    colors: {
      primary: "inherit",
      text: " Initial",
      muted: "unset",
      border: "revert-layer",
      danger: "CurrentColor",
      // Every property's grammar accepts it.
      on_primary: "var(--none, url(/pixel.png))",
    },
    ...{ radius: "4px 8px", font_family: "revert" },
  });
  const told = site.console.filter((line) => line.includes("theme"));
  expect(told.map((line) => line.split(" ")[3])).toEqual(
    "primary text muted border danger on_primary radius font_family".split(" "),
  );
  await expect(box).toHaveCSS("border-radius", "10.5px");
  await expect(box).toHaveCSS("font-family", "system-ui, sans-serif");
});

test("a theme's monospaced font is as large as any other", async ({ site }) => {
  await expect(await boxIn(site, { font_family: "monospace" })).toHaveCSS("font-size", "14px");
});

test("a font that isn't there leaves a line its height", async ({ site }) => {
  await expect(await boxIn(site, { font_family: "var(--none)" })).toHaveCSS("line-height", "21px");
});
