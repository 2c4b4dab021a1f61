/** What the page's own layout and styles do to placements, and placements to the page. */
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { settled } from "../slot-pages";
import { CONTENT, configOf, inFlow, onEvent, pageLevel, show } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the wheel over a modal, or over what is around it, doesn't scroll the page behind", async ({
  site,
}) => {
  const page = await show(site, "modal", {
    html: '<main style="block-size: 5000px"><h1>Page</h1></main>',
  });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const points = [
    [5, 5],
    [width - 20, height - 5],
    [width / 2, height / 2],
  ] as const;
  for (const [x, y] of points) {
    await page.mouse.move(x, y);
    for (const _ of [1, 2, 3]) await page.mouse.wheel(0, 400);
    await page.waitForTimeout(400);
    expect(await page.evaluate("scrollY"), `at ${x},${y}`).toBe(0);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(0);
});

for (const [where, listens] of [
  ["the window", "window.addEventListener('wheel', scroll, { passive: false })"],
  [
    "the document, first",
    "document.addEventListener('wheel', scroll, { passive: false, capture: true })",
  ],
] as const) {
  for (const [length, times] of [
    ["long", 900],
    ["short", 1],
  ] as const) {
    test(`on a page that scrolls itself at the wheel of ${where}, a ${length} modal has the wheel`, async ({
      site,
    }) => {
      // As libraries for smooth scrolling do.
      const page = await show(site, "modal", {
        html: `<main style="block-size: 5000px"><h1>Page</h1></main><script>
          const scroll = (event) => { event.preventDefault(); scrollBy(0, event.deltaY); };
          ${listens};
        </script>`,
        payload: { content: { title: "Title", body: "Many words. ".repeat(times) } },
      });
      const modal = page.getByRole("dialog");
      await modal.hover();
      for (const _ of [1, 2, 3]) await page.mouse.wheel(0, 100);
      const scrolled = () => modal.evaluate((box) => box.scrollTop);
      if (length === "long") await expect.poll(scrolled).toBe(300);
      await page.waitForTimeout(200);
      expect(await page.evaluate("scrollY")).toBe(0);
      await page.keyboard.press("Escape");
      await expect(modal).toHaveCount(0);
      await page.mouse.wheel(0, 100);
      await expect.poll(() => page.evaluate("scrollY")).toBe(100);
    });
  }
}

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 420 } });

  test("a finger scrolls a long modal on a page that prevents touches, and not the page behind", async ({
    site,
  }) => {
    // As libraries do that keep a page from scrolling under its menu.
    const page = await show(site, "modal", {
      html: `<meta name="viewport" content="width=device-width">
        <main style="block-size: 5000px"><h1>Page</h1></main><script>
        document.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
      </script>`,
      payload: { content: { title: "Title", body: "Many words. ".repeat(300) } },
    });
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: y === undefined ? [] : [{ x: 180, y }],
      });
    await touch("touchStart", 300);
    for (let y = 280; y >= 100; y -= 20) await touch("touchMove", y);
    await touch("touchEnd");
    const scrolled = () => page.getByRole("dialog").evaluate((box) => box.scrollTop);
    await expect.poll(scrolled).toBeGreaterThan(100);
    expect(await page.evaluate("scrollY")).toBe(0);
  });
});

/** Where the line of text stands that an element begins with: an empty inline block stands on it. */
const baselineOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const probe = document.createElement("span");
      probe.style.cssText = "display: inline-block; inline-size: 0; block-size: 0";
      element.prepend(probe);
      const { bottom } = probe.getBoundingClientRect();
      probe.remove();
      return bottom;
    });

const LABELS = {
  "with a button in it": [{ ctas: [{ label: "Upgrade", action: "buy" }] }, ".cta"],
  "that is a link": [
    { ctas: [{ label: "Upgrade", action: "open_url", params: { url: "/plans" } }] },
    ".cta",
  ],
  "of words only": [{ content: { title: "Upgrade" }, ctas: [] }, ".title"],
  "that can't be dismissed": [
    { ctas: [{ label: "Upgrade", action: "buy" }], dismissible: false },
    ".cta",
  ],
} as const;

for (const [what, [payload, label]] of Object.entries(LABELS)) {
  test(`in a line of text a button ${what} has its label on that line`, async ({ site }) => {
    for (const style of ["font: 16px/1.5 serif", "font: 24px/3 sans-serif"]) {
      const page = await site.open({
        html: `<p style="${style}"><span id="before">You are on Free. </span><span data-service-slot="top"></span> And more.</p>`,
        config: configOf(inFlow("button", payload)),
      });
      await expect(page.locator(label).first()).toBeVisible();
      const line = await baselineOf(page, "#before");
      expect(Math.abs((await baselineOf(page, label)) - line), style).toBeLessThanOrEqual(0.5);
    }
  });
}

const WRITINGS = ["vertical-rl", "vertical-lr", "sideways-rl"];

async function placesIn(site: TestSite, writing: string) {
  const page = await site.open({
    html: `<style>html { writing-mode: ${writing} }</style><h1>Page</h1>`,
    config: configOf(
      onEvent("bar", { surface: "bar", content: { title: "A bar", position: "bottom" } }),
      onEvent("top_bar", { surface: "bar", content: { title: "Another bar" } }),
      pageLevel("toast"),
    ),
  });
  const shownAt = async (name: string, surface: string) => {
    await page.evaluate(`Service.trigger("${name}")`);
    const box = page.locator(surface);
    await expect(box).toBeVisible();
    return box.boundingBox();
  };
  const toast = await shownAt("opened", ".toast .box");
  const bar = await shownAt("bar", ".bar.bottom .box");
  const top = await shownAt("top_bar", ".bar:not(.bottom) .box");
  const [width = 0, height = 0] = await page.evaluate<number[]>(
    "[document.documentElement.clientWidth, innerHeight]",
  );
  return { toast, bar, top, width, height };
}

for (const writing of WRITINGS) {
  test(`on a page that is written ${writing} bars and toasts are where they are on others`, async ({
    site,
  }) => {
    const { toast, bar, top, width, height } = await placesIn(site, writing);
    expect(bar).toMatchObject({ x: 0, width });
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(height);
    expect(top).toMatchObject({ x: 0, y: 0, width });
    const usual = await placesIn(site, "horizontal-tb");
    expect({ toast, bar, top }).toEqual({ toast: usual.toast, bar: usual.bar, top: usual.top });
    expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeGreaterThan(width - 40);
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeGreaterThan(height - 40);
  });
}

/** Where the page would have the host, if it could say so. */
const SPARES_NOBODY = `service-host, * { all: unset !important; display: none !important; position: static !important }
  html, body { display: block !important }`;

for (const surface of ["modal", "toast", "bar", "full_page"]) {
  test(`the host of a ${surface} has no style of its own to be seen, and the page's sheets neither hide nor move it`, async ({
    site,
  }) => {
    const placeWith = async (css: string) => {
      const page = await site.open({
        html: `<style>html, body { margin: 0 } ${css}</style>`,
        config: configOf(
          onEvent("opened", { surface, content: { ...CONTENT, duration_ms: 60_000 } }),
        ),
      });
      await page.evaluate("Service.trigger('opened')");
      const box = page.locator(".box");
      await expect(box).toBeVisible();
      await settled(page);
      await expect(box).toBeInViewport({ ratio: 1 });
      expect(await page.locator("service-host").evaluate((host) => host.outerHTML)).toBe(
        '<service-host data-turbo-permanent="" data-mantine-stop-propagation="true"></service-host>',
      );
      return box.boundingBox();
    };
    expect(await placeWith(SPARES_NOBODY)).toEqual(await placeWith(""));
  });
}

test("where the page has turned clicks off, a placement in a slot takes none, and one over the page does", async ({
  site,
}) => {
  const page = await site.open({
    html: `<div style="pointer-events: none; position: absolute; inset: 0; opacity: 0">
        <div data-service-slot="top"></div></div>
      <button type="button" style="position: fixed; inset: 0; z-index: -1" onclick="ran = true">Below</button>
      <style>.quiet, .quiet * { pointer-events: none }</style>`,
    config: configOf(inFlow("card"), onEvent("over", { surface: "bar", content: CONTENT })),
  });
  await page.evaluate("Service.ready");
  await settled(page);
  const later = await page.getByText("Later", { exact: true }).boundingBox();
  await page.mouse.click((later?.x ?? 0) + 5, (later?.y ?? 0) + 5);
  expect(await page.evaluate("window.ran")).toBe(true);
  await settled(page);
  await expect(page.getByText("Later", { exact: true })).toHaveCount(1);
  await page.evaluate("document.body.className = 'quiet'; Service.trigger('over')");
  await page.getByRole("region").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("region")).toHaveCount(0);
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("what the page hides by its visibility is out of sight at once", async ({ site }) => {
    const page = await show(site, "card");
    await expect(page.locator(".title")).toHaveCSS("opacity", "1");
    const seen = await page.locator(".title").evaluate(async (title) => {
      document.body.style.visibility = "hidden";
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      return getComputedStyle(title).visibility;
    });
    expect(seen).toBe("hidden");
  });
});
