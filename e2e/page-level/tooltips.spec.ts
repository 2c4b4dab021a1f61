/** Where a tooltip is, and that it waits while what it points at can't be seen. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { configOf, onEvent } from "../surface-pages";

const tip = (payload: object = {}) =>
  placement("tip", {
    slot: undefined,
    payload: { surface: "tooltip", content: { title: "Look", anchor: "spot" }, ...payload },
  });
const look = (page: Page) => page.getByText("Look", { exact: true });
const explained = (page: Page) =>
  page.evaluate("Service.explain('tip').candidates[0]?.reason ?? 'none'");
const stored = (page: Page) => page.evaluate("localStorage['service:history'] ?? ''");

const HIDDEN = {
  "a menu that is closed": [
    '<details><summary>Menu</summary><span data-service-slot="spot">Here</span></details>',
    "document.querySelector('details').open = true",
  ],
  "a class": [
    '<style>.off { display: none }</style><nav class="off"><span data-service-slot="spot">Here</span></nav>',
    "document.querySelector('nav').className = ''",
  ],
} as const;

for (const [what, [html, open]] of Object.entries(HIDDEN)) {
  test(`while ${what} hides its anchor a tooltip waits: it counts for no cap, and blocks no dialog`, async ({
    site,
  }) => {
    const modal = onEvent("asked", { content: { title: "A question" } }, { priority: -1 });
    const caps = [{ count: 1, period: "lifetime" }];
    const page = await site.open({
      html: `<main style="padding: 150px">${html}</main>`,
      config: configOf(tip({ caps }), modal),
    });
    await page.evaluate("Service.ready");
    await expect.poll(() => explained(page)).toBe("waiting_turn");
    expect(await stored(page)).toBe("");
    await page.evaluate("Service.trigger('asked')");
    await expect(page.getByRole("dialog", { name: "A question" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(look(page)).toHaveCount(0);
    await page.evaluate(open);
    await expect(look(page)).toBeInViewport();
    await expect.poll(() => stored(page)).toContain("tip/only");
  });
}

const spot = '<span data-service-slot="spot">Here</span>';
const CUT_OFF = {
  "a closed accordion": [
    `<div style="max-height: 0; overflow: hidden">${spot}</div>`,
    "maxHeight = ''",
  ],
  "a part of the page that is scrolled elsewhere": [
    `<div style="height: 5em; overflow: auto"><p style="height: 20em">First</p>${spot}</div>`,
    "height = '30em'",
  ],
  "another slide": [
    `<div style="width: 9em; overflow: hidden; white-space: nowrap"><span style="padding-right: 9em">First</span>${spot}</div>`,
    "width = '30em'",
  ],
  "a drawer beside the window": [
    `<div style="position: fixed; inset: 0 0 auto auto; transform: translateX(100%)">${spot}</div>`,
    "transform = ''",
  ],
} as const;

for (const [where, [html, style]] of Object.entries(CUT_OFF)) {
  test(`a tooltip whose anchor is in ${where} waits: it is no impression, and blocks no dialog`, async ({
    site,
  }) => {
    const modal = onEvent("asked", { content: { title: "A question" } }, { priority: -1 });
    const page = await site.open({ html, config: configOf(tip(), modal) });
    await page.evaluate(`window.seen = [];
      addEventListener("service:impression", ({ detail }) => seen.push(detail.placement))`);
    await expect.poll(() => explained(page)).toBe("waiting_turn");
    await expect(look(page)).toHaveCount(0);
    await page.evaluate("Service.trigger('asked')");
    await expect(page.getByRole("dialog", { name: "A question" })).toBeVisible();
    await expect.poll(() => page.evaluate("seen.join()")).toBe("asked");
    await page.keyboard.press("Escape");
    await page.evaluate(`document.querySelector("div").style.${style}`);
    await expect(look(page)).toBeInViewport();
    await expect.poll(() => page.evaluate("seen.join()")).toBe("asked,tip");
  });
}

const PLACES = {
  "in the middle of the bottom": "inset: auto 0 0 40%",
  "in the middle": "inset: 45% auto auto 40%",
  "at the top": "inset: 0 auto auto 30%",
  "in the lower corner": "inset: auto 0 0 auto",
};
for (const [where, style] of Object.entries(PLACES)) {
  test(`on a phone a tooltip is on the page, and beside an anchor ${where}`, async ({ site }) => {
    const html = `<div style="position: fixed; width: 4em; height: 2em; ${style}"
      data-service-slot="spot">Here</div>`;
    const page = await site.open({ html, config: configOf(tip()) });
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(look(page)).toBeVisible();
    await expect(page.locator(".tooltip .box")).toBeInViewport({ ratio: 1 });
    const anchor = await page.getByText("Here").boundingBox();
    const box = await page.locator(".tooltip .box").boundingBox();
    if (!anchor || !box) throw new Error("not there");
    const gap = Math.max(box.y - anchor.y - anchor.height, anchor.y - box.y - box.height);
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(20);
  });
}

test("in a copy, as recorders of a page replay it, a tooltip can be seen", async ({ site }) => {
  const html = '<span data-service-slot="spot">Here</span>';
  const page = await site.open({ html, config: configOf(tip()) });
  await expect(look(page)).toBeVisible();
  await page.evaluate(() => {
    const original = document.querySelector("service-host")?.shadowRoot;
    const copy = document.createElement("div");
    const root = copy.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = original?.adoptedStyleSheets ?? [];
    root.innerHTML = original?.innerHTML ?? "";
    document.body.append(copy);
  });
  await page.evaluate("Service.destroy()");
  await expect(page.locator(".tooltip .box")).toBeInViewport({ ratio: 1 });
});

test("a tooltip that points at another slot goes there", async ({ site }) => {
  const spots = ["one", "two"].map(
    (name) => `<p data-service-slot="${name}" style="width: 9em; margin: 0 0 20em">${name}</p>`,
  );
  const content = { title: "Look", anchor: "one" };
  const locales = { de: { content: { title: "Schau", anchor: "two" } } };
  const page = await site.open({
    html: spots.join(""),
    config: configOf(tip({ content, locales })),
  });
  const top = async (text: string) => (await page.getByText(text).boundingBox())?.y ?? 0;
  await expect(look(page)).toBeVisible();
  const before = await top("Look");
  await page.evaluate("Service.setUser({ locale: 'de' })");
  await expect(page.getByText("Schau")).toBeVisible();
  expect((await top("Schau")) - before).toBeGreaterThan(200);
});

for (const [way, hidden, seen] of [
  ["fades in", "opacity: 0", "opacity: 1; transition: opacity .2s"],
  ["becomes visible", "visibility: hidden", "visibility: visible"],
] as const) {
  test(`a tooltip comes once its anchor ${way}`, async ({ site }) => {
    const page = await site.open({
      html: `<div style="${hidden}" data-service-slot="spot">Here</div>`,
      config: configOf(tip()),
    });
    await page.evaluate("Service.ready");
    await expect.poll(() => explained(page)).toBe("waiting_turn");
    await page.evaluate(`document.querySelector("[data-service-slot]").style = "${seen}"`);
    await expect(look(page)).toBeInViewport();
  });
}

test("a tooltip points at the first of several anchors that can be seen", async ({ site }) => {
  const page = await site.open({
    html: `<div hidden><div data-service-slot="spot">Not here</div></div>
      <div style="margin: 200px 0 0 200px; width: 4em" data-service-slot="spot">Here</div>`,
    config: configOf(tip()),
  });
  await expect(look(page)).toBeInViewport();
  const box = await look(page).boundingBox();
  expect(box?.y).toBeGreaterThan(200);

  // It follows where that goes out of sight and another comes.
  await page.evaluate(`const [first, second] = document.querySelectorAll("[data-service-slot]");
    second.style.display = "none"; first.parentNode.hidden = false`);
  await expect.poll(async () => (await look(page).boundingBox())?.y).toBeLessThan(200);
  await expect(look(page)).toBeInViewport();
});

test("a tooltip points at the menu that is in the window, not at its copy in a closed drawer", async ({
  site,
}) => {
  const page = await site.open({
    html: `<nav style="position: fixed; inset: 0 auto 0 0; transform: translateX(-100%)">${spot}</nav>
      <header style="padding: 2em; text-align: right">${spot}</header>`,
    config: configOf(tip()),
  });
  await expect(page.locator(".tooltip .box")).toBeInViewport({ ratio: 1 });
});

test("where the browser knows no source of a popover, a tooltip stands in the corner", async ({
  site,
}) => {
  const page = await site.open({
    html: '<p style="padding: 150px"><span data-service-slot="spot">Here</span></p>',
    config: configOf(tip()),
    script: `<script>{
      const { showPopover } = HTMLElement.prototype;
      HTMLElement.prototype.showPopover = function () { showPopover.call(this); };
    }</script><script src="/dist/service.js"></script>`,
  });
  await expect(look(page)).toBeInViewport();
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(".box").boundingBox()) ?? {};
  // Playwright's window.
  expect(Math.abs(1280 - x - width - 20)).toBeLessThan(20);
  expect(Math.abs(720 - y - height - 20)).toBeLessThan(20);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(look(page)).toHaveCount(0);
});
