/** The page's own part: its styles, its scroll, its viewport and its dialogs are left as they were. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { CONTENT, CTAS, IN_FLOW, onEvent, PAGE_LEVEL, show, user } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const payload = (surface: string) => ({
  surface,
  content: {
    ...CONTENT,
    ...(surface === "tooltip" && { anchor: "card" }),
    ...(surface === "toast" && { duration_ms: 60_000 }),
  },
  ctas: CTAS,
});
const CONFIG = localConfig(
  playbook({
    placements: [
      ...IN_FLOW.map((surface) => placement(surface, { payload: payload(surface) })),
      ...PAGE_LEVEL.map((surface) => onEvent(surface, payload(surface))),
    ],
    branding: { theme: { colors: { primary: "#00aa00" } } },
  }),
  { user },
);
const WORDS = "Some words of the page's own, which go on for a while. ".repeat(3);
/** What a page is made of; its slots are given a size, so that a placement moves nothing. */
const HTML = `<style>
    :root { --primary: navy; } body { font: 15px/1.4 serif; margin: 1rem; counter-reset: n; }
    [data-service-slot] { block-size: 12rem; overflow: hidden; }
    h1 { counter-increment: n; } h1::before { content: counter(n); } a:hover { color: red; }
  </style>
  <header><h1>Page</h1><nav><ul><li><a href="#x">One</a></li><li><a href="#y">Two</a></li></ul></nav></header>
  <main><p>${WORDS}</p><form><label>Name <input></label><select><option>a</option></select>
    <textarea></textarea><button type="button">Send</button><progress value=".5"></progress></form>
    <table><tbody><tr><th>a</th><td>b</td></tr></tbody></table><details open><summary>More</summary>x</details>
    <svg viewBox="0 0 9 9" width="9"><path d="M0 0h9"/></svg><blockquote>${WORDS}</blockquote>
    <dialog id="own"><p>The page's own</p><button>Close</button></dialog>
    <div popover id="menu">Menu <button>Item</button></div>
    ${IN_FLOW.map((surface) => `<div data-service-slot="${surface}"><b>Own</b></div>`).join("")}
  </main><footer style="block-size: 200vh">${WORDS}</footer>`;

/** Of every element of the page and of its pseudo-elements, every property with what it computes to. */
const stylesOf = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const all: Record<string, string[]> = {};
    // Where a slot has a placement, its own children are in no box: they compute to other sizes.
    const others = "script, service-host, [data-service-slot] *";
    for (const [index, element] of document.querySelectorAll(`:not(${others})`).entries()) {
      for (const pseudo of ["", "::before", "::backdrop"]) {
        const style = getComputedStyle(element, pseudo || undefined);
        all[`${element.localName}${pseudo} ${index}`] = [...style].map(
          (name) => `${name}: ${style.getPropertyValue(name)}`,
        );
      }
    }
    return all;
  });

/** The page with every surface on it, those that take turns one after the other. */
async function showEach(page: Page, look: (surface: string) => Promise<void>): Promise<void> {
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  await look("those in flow");
  for (const surface of PAGE_LEVEL) {
    await page.evaluate(`Service.trigger("${surface}")`);
    await expect(page.locator(`.${surface} .box`)).toBeVisible();
    await look(surface);
    await page.locator(`.${surface}`).getByRole("button", { name: "Dismiss" }).click();
    await expect(page.locator(`.${surface} .box`)).toHaveCount(0);
  }
}

test("no property of any element of the page computes to anything else", async ({ site }) => {
  const before = await stylesOf(await site.open({ html: HTML, script: "" }));
  expect(Object.keys(before).length).toBeGreaterThan(100);
  for (const properties of Object.values(before)) expect(properties.length).toBeGreaterThan(300);
  const page = await site.open({ html: HTML, config: CONFIG });
  await showEach(page, async (surface) => {
    const after = await stylesOf(page);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const differing = Object.entries(after).flatMap(([element, properties]) =>
      properties
        .filter((property, index) => property !== before[element]?.[index])
        .map((property) => `${element} ${property}`),
    );
    expect(differing, `while it shows ${surface}`).toEqual([]);
  });
});

test("the viewport, the scroll position, the title and the address stay as they were", async ({
  site,
}) => {
  const page = await site.open({
    html: `<!doctype html><html lang="en"><head><title>Own</title>
      <meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=3">
      <script>window.ServiceConfig = ${JSON.stringify(CONFIG)}</script>
      <script src="/dist/service.js"></script></head><body>${HTML}</body></html>`,
  });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  await page.evaluate("scrollTo(0, 300)");
  const state = () =>
    page.evaluate(() => ({
      meta: [...document.querySelectorAll("meta")].map(({ outerHTML }) => outerHTML),
      head: document.head.childElementCount,
      html: [...document.documentElement.attributes, ...document.body.attributes].map(
        ({ name, value }) => `${name}=${value}`,
      ),
      size: [innerWidth, innerHeight, document.documentElement.scrollHeight],
      scroll: [scrollX, scrollY],
      scale: visualViewport?.scale,
      title: document.title,
      address: location.href,
      entries: history.length,
    }));
  const before = await state();
  expect(before.scroll[1]).toBe(300);
  await showEach(page, async (surface) => {
    expect(await state(), `while it shows ${surface}`).toEqual(before);
  });
  expect(await state()).toEqual(before);
});

/** Whether it is on top at its middle, has the focus in it, and is open. */
const stateOf = (page: Page, own: string) =>
  page.locator(own).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const isOpen = element.matches(":modal, :popover-open");
    return [element.contains(top), element.contains(document.activeElement), isOpen];
  });

test("the page's own dialog stays open, on top and focused while placements come", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config: CONFIG });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  await page.evaluate("own.showModal()");
  for (const surface of ["toast", "bar", "modal"]) {
    await page.evaluate(`Service.trigger("${surface}")`);
  }
  // Longer than any of them takes to come.
  await page.waitForTimeout(500);
  expect(await stateOf(page, "#own")).toEqual([true, true, true]);
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  await page.locator("#own button").evaluate((button) => button.closest("dialog")?.close());
  await expect(page.locator(".modal .box")).toBeVisible();
});

test("the page's own popover stays open, on top and focused while placements come", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config: CONFIG });
  await expect(page.locator(".box")).toHaveCount(IN_FLOW.length);
  await page.evaluate("menu.showPopover(); menu.querySelector('button').focus()");
  for (const surface of ["toast", "bar", "tooltip"]) {
    await page.evaluate(`Service.trigger("${surface}")`);
    await expect(page.locator(`.${surface} .box`)).toBeVisible();
    expect(await stateOf(page, "#menu"), surface).toEqual([true, true, true]);
  }
});

for (const surface of IN_FLOW) {
  test(`a ${surface} goes under a sticky header of the page's, its cross too`, async ({ site }) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"></svg>';
    site.serve("/image.svg", { body: svg, headers: { "content-type": "image/svg+xml" } });
    const page = await show(site, surface, {
      html: `<style>body { margin: 0 }</style>
        <header style="position: sticky; top: 0; height: 4em; background: Canvas">Menu</header>
        <section data-service-slot="top"></section><p style="height: 300vh">Words</p>`,
      payload: { content: { ...CONTENT, image: { url: "/image.svg", alt: "" } } },
    });
    /** What is in the header's place where these parts are, whichever scrolls there. */
    const seen = await page.locator(":is(.box, .title, .image, .cta, .close)").evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => {
          window.scrollTo(0, 0);
          const { top, left, width } = one.getBoundingClientRect();
          window.scrollTo(0, top - 8);
          return document.elementFromPoint(left + width / 2, 12)?.localName;
        }),
    );
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set(["header"]));
  });
}
