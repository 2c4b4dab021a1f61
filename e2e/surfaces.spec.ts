/** The surfaces as people meet them: words, colours, keys, focus, and their place on the page. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect, type test as siteTest, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

type Site = Parameters<Parameters<typeof siteTest>[2]>[0]["site"];

test.use({ contextOptions: { reducedMotion: "reduce" } });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const IN_FLOW = ["banner", "card", "button", "usage_meter", "gate"];
const PAGE_LEVEL = ["modal", "toast", "full_page", "tooltip", "bar"];
const CTAS = [
  { label: "Upgrade", action: "open_url", params: { url: "/plans" } },
  { label: "Later", action: "remind_later" },
  { label: "No thanks", action: "dismiss" },
];
const CONTENT = {
  title: "You are almost there",
  body: "Two seats of three are in use. Pro has as many as you like.",
  meter: { entitlement: "seats" },
};

/** One in-flow placement in the slot `top`. */
const inFlow = (surface: string, payload = {}) =>
  placement("top", { payload: { surface, content: CONTENT, ctas: CTAS, ...payload } });
/** A page-level placement that an event of its own name opens. */
const onEvent = (handle: string, payload: object, overrides = {}) =>
  placement(handle, {
    slot: undefined,
    trigger: { type: "event", name: handle },
    payload: { surface: "modal", ...payload },
    ...overrides,
  });
const pageLevel = (surface: string, payload = {}) =>
  onEvent("opened", {
    surface,
    content: { ...CONTENT, ...(surface === "tooltip" && { anchor: "top" }) },
    ctas: CTAS,
    ...payload,
  });
const user = { id: "u1", plan_handle: "free", name: "Ann", usage: { seats: 2 } };

const configOf = (...placements: unknown[]) => localConfig(playbook({ placements }), { user });

const PAGE = `<main><h1>Page</h1><input aria-label="Field">
  <button type="button" id="button" onclick="Service.trigger('opened')">Open</button>
  <section data-service-slot="top"></section></main>`;

/** A page that shows one surface. */
async function show(
  site: Site,
  surface: string,
  { html = PAGE, payload = {} } = {},
): Promise<Page> {
  const isPageLevel = PAGE_LEVEL.includes(surface);
  const one = isPageLevel ? pageLevel(surface, payload) : inFlow(surface, payload);
  const page = await site.open({ html, config: configOf(one) });
  if (isPageLevel) await page.evaluate("Service.trigger('opened')");
  await expect(page.locator(".box")).toBeVisible();
  return page;
}

test("what a Playbook says is text, never markup", async ({ site }) => {
  const text = '<b>bold</b><img src="x" onerror="window.hacked = true">&amp;';
  for (const surface of [...IN_FLOW, "modal"]) {
    const page = await show(site, surface, {
      payload: { content: { title: text, body: text }, ctas: [{ label: text, action: "dismiss" }] },
    });
    await expect(page.getByText(text).first()).toHaveText(text);
    expect(await page.locator(".box :is(b, img)").count()).toBe(0);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    await page.close();
  }
});

test("tokens are replaced by what is known of the user, or by their fallback", async ({ site }) => {
  const page = await show(site, "card", {
    payload: {
      content: {
        title: "{{user_name}}, {{usage_used}} of {{usage_limit}} seats, {{traits.team|no team}}",
        body: "{{plan_name}} {{ not a token }}",
        meter: { entitlement: "seats" },
      },
    },
  });
  await expect(page.getByText("Ann, 2 of 3 seats, no team")).toBeVisible();
  await expect(page.getByText("Free {{ not a token }}")).toBeVisible();
});

test("an image is shown with its text, and one of a refused address is left out", async ({
  site,
}) => {
  site.serve("/picture.svg", {
    headers: { "content-type": "image/svg+xml" },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>',
  });
  const shown = await show(site, "card", {
    payload: { content: { title: "T", image: { url: `${site.url}/picture.svg`, alt: "A chart" } } },
  });
  await expect(shown.getByRole("img", { name: "A chart" })).toBeVisible();
  await shown.close();
  for (const url of ["javascript:alert(1)", "java\tscript:alert(1)", "data:image/png;base64,AA"]) {
    site.allowConsole(/image/);
    const page = await show(site, "card", {
      payload: { content: { title: "Without", image: { url, alt: "A chart" } } },
    });
    await expect(page.getByText("Without")).toBeVisible();
    expect(await page.locator(".box img").count()).toBe(0);
    await page.close();
  }
});

for (const surface of [...IN_FLOW, ...PAGE_LEVEL]) {
  test(`a ${surface} is closed by the button named "Dismiss"`, async ({ site }) => {
    const page = await show(site, surface);
    await page.getByRole("button", { name: "Dismiss", exact: true }).click();
    await expect(page.locator(".box")).toHaveCount(0);
  });

  test(`a ${surface} that is not dismissible has no such button`, async ({ site }) => {
    const page = await show(site, surface, {
      payload: { content: { ...CONTENT, dismissible: false, anchor: "top" } },
    });
    await expect(page.getByRole("button", { name: "Dismiss", exact: true })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(page.locator(".box")).toBeVisible();
  });

  test(`a ${surface} fits a narrow window, however long its words`, async ({ site }) => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf".repeat(2);
    const page = await show(site, surface, {
      payload: {
        content: { ...CONTENT, title: long, body: long, anchor: "top" },
        ctas: CTAS.map((cta) => ({ ...cta, label: `${cta.label} ${long}` })),
      },
    });
    await page.setViewportSize({ width: 320, height: 640 });
    const seen = await page.locator(".box").evaluate((box) => {
      const { left, right } = box.getBoundingClientRect();
      const { scrollWidth } = document.documentElement;
      return { left, right, page: scrollWidth, inside: box.scrollWidth - box.clientWidth };
    });
    expect(seen.left).toBeGreaterThanOrEqual(0);
    expect(seen.right).toBeLessThanOrEqual(320);
    expect(seen).toMatchObject({ page: 320, inside: 0 });
  });

  for (const scheme of ["light", "dark"]) {
    test(`axe finds nothing wrong with a ${surface}, ${scheme}`, async ({ site }) => {
      const style = `<style>:root { color-scheme: ${scheme}; background: Canvas; color: CanvasText }</style>`;
      const page = await show(site, surface, { html: style + PAGE });
      await page.evaluate(AXE);
      const violations = await page.evaluate(async () => {
        const axe: unknown = Reflect.get(window, "axe");
        const { violations: found } = await (axe as typeof import("axe-core")).run(document);
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
      });
      expect(violations).toEqual([]);
    });
  }
}

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
  test(`hostile styles of the page change no pixel of a ${surface}`, async ({ site }) => {
    // A button stands in a line of the page's own text; here in none, so that it stands in one place.
    const own = surface === "button" ? "section { display: flex !important }" : "";
    const picture = async (css: string) => {
      const page = await show(site, surface, {
        html: `<style>main, body { margin: 0 !important; padding: 0 !important }
          section { position: absolute; inset: 200px 100px auto; } ${css}</style>
          <main><section data-service-slot="top"></section></main>`,
      });
      const image = await page.locator(".box").screenshot();
      await page.close();
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
  site.allowConsole(/theme|branding/);
  const page = await site.open({
    html: PAGE,
    config: localConfig(playbook({ placements: [inFlow("card")] }), {
      user,
      branding: { theme: { colors: { primary: "#00ff00", text: "red; } * { display: none" } } },
    }),
  });
  await expect(page.getByRole("link", { name: "Upgrade" })).toHaveCSS(
    "background-color",
    "rgb(0, 255, 0)",
  );
  await expect(page.getByRole("heading", { name: "Page" })).toBeVisible();
});

test("a meter tells how much is used, to eyes and to assistive technology", async ({ site }) => {
  const page = await show(site, "usage_meter");
  const meter = page.getByRole("meter", { name: "You are almost there" });
  await expect(meter).toHaveAttribute("aria-valuenow", "2");
  await expect(meter).toHaveAttribute("aria-valuemax", "3");
  await expect(page.getByText("2 / 3")).toBeVisible();
  await page.evaluate("Service.updateUsage({ seats: 3 })");
  await expect(page.getByText("3 / 3")).toBeVisible();
});

test("a modal is named by its title and keeps the focus until it is closed", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("modal")) });
  await page.locator("#button").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "You are almost there" });
  await expect(dialog).toBeVisible();
  const seen = new Set<unknown>();
  for (let index = 0; index < 12; index++) {
    await page.keyboard.press(index < 8 ? "Tab" : "Shift+Tab");
    seen.add(
      await page.evaluate(() => {
        const host = document.activeElement;
        const inner = host?.shadowRoot?.activeElement;
        return inner ? inner.getAttribute("aria-label") || inner.textContent : host?.localName;
      }),
    );
  }
  expect([...seen]).toEqual(expect.arrayContaining(["Upgrade", "Later", "No thanks", "Dismiss"]));
  expect([...seen]).not.toContain("button");
  expect([...seen]).not.toContain("input");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#button")).toBeFocused();
});

test("a key that was pressed just as a modal opens presses nothing in it", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("modal")) });
  await page.getByLabel("Field").focus();
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(page.url()).toBe(`${site.url}/`);
});

test("a click beside a modal closes it, unless it is not dismissible", async ({ site }) => {
  const page = await show(site, "modal");
  await page.mouse.click(5, 5);
  await expect(page.locator(".box")).toHaveCount(0);
  const firm = await show(site, "modal", {
    payload: { content: { title: "T", dismissible: false } },
  });
  await firm.mouse.click(5, 5);
  await expect(firm.locator(".box")).toBeVisible();
});

for (const surface of ["toast", "bar", "tooltip", ...IN_FLOW]) {
  test(`a ${surface} never takes the focus`, async ({ site }) => {
    const isPageLevel = PAGE_LEVEL.includes(surface);
    const page = await site.open({
      html: PAGE.replace('data-service-slot="top"', 'id="slot"'),
      config: configOf(
        isPageLevel ? pageLevel(surface, { content: { title: "Hello" } }) : inFlow(surface),
      ),
    });
    await page.getByLabel("Field").focus();
    await page.evaluate("slot.dataset.serviceSlot = 'top'; Service.trigger('opened')");
    await expect(page.locator(".box")).toBeVisible();
    await page.keyboard.type("abc");
    await expect(page.getByLabel("Field")).toBeFocused();
    await expect(page.getByLabel("Field")).toHaveValue("abc");
  });
}

test("a toast is announced: it appears in a live region that was there before", async ({
  site,
}) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("toast")) });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByRole("status")).toContainText("You are almost there");
});

test("a toast leaves by itself, and waits while it is pointed at", async ({ site }) => {
  const page = await show(site, "toast", {
    payload: { content: { title: "Saved", duration_ms: 1000 } },
  });
  await page.locator(".box").hover();
  await page.waitForTimeout(1800);
  await expect(page.getByText("Saved")).toBeVisible();
  await page.mouse.move(1, 1);
  await expect(page.getByText("Saved")).toHaveCount(0, { timeout: 2500 });
});

test("a toast waits while the focus is in it", async ({ site }) => {
  const page = await show(site, "toast", {
    payload: { content: { title: "Saved", duration_ms: 800 } },
  });
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.waitForTimeout(1500);
  await expect(page.getByText("Saved")).toBeVisible();
  await page.getByLabel("Field").focus();
  await expect(page.getByText("Saved")).toHaveCount(0);
});

const TWO = configOf(
  onEvent("first", { content: { title: "First" } }, { priority: 1 }),
  onEvent("second", { surface: "full_page", content: { title: "Second" } }),
  onEvent("note", { surface: "toast", content: { title: "Note" } }),
);

test("one modal or full page is open at a time, and the next has its turn after it", async ({
  site,
}) => {
  const page = await site.open({ html: PAGE, config: TWO });
  await page.evaluate("Service.trigger('second')");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await page.evaluate("Service.trigger('first')");
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("what waits for its turn is decided again when the turn comes", async ({ site }) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(
      onEvent("first", { content: { title: "First" } }),
      onEvent("second", { content: { title: "For free" }, target: { plans: ["free"] } }),
    ),
  });
  await page.evaluate("Service.trigger('first')");
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
  await page.evaluate("Service.trigger('second')");
  await page.waitForTimeout(100);
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const [what, own] of Object.entries({
  dialog:
    '<dialog id="own"><p>Own</p><button type="button" onclick="own.close()">Close</button></dialog>',
  "element with aria-modal":
    '<div id="own" aria-modal="true" role="dialog" hidden>Own<button type="button" onclick="own.hidden = true">Close</button></div>',
})) {
  for (const name of ["first", "note"]) {
    test(`a ${name === "note" ? "toast" : "modal"} waits while the page's own ${what} is open`, async ({
      site,
    }) => {
      const page = await site.open({ html: PAGE + own, config: TWO });
      await page.evaluate("own.showModal?.(); own.hidden = false");
      await page.evaluate(`Service.trigger('${name}')`);
      await page.waitForTimeout(300);
      await expect(page.locator(".box")).toHaveCount(0);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(page.locator(".box")).toBeVisible();
    });
  }
}

test("a page that throws its body away can be shown the next modal", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: TWO });
  await page.evaluate("Service.trigger('second')");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await page.evaluate("document.body.innerHTML = '<h1>Another page</h1>'");
  await page.evaluate("Service.trigger('first')");
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a bar sticks to the end it names", async ({ site }) => {
  for (const position of ["top", "bottom"]) {
    const page = await show(site, "bar", { payload: { content: { title: "Hello", position } } });
    const box = await page.locator(".box").boundingBox();
    const { height = 0 } = page.viewportSize() ?? {};
    expect(box && (position === "top" ? box.y : height - box.y - box.height)).toBe(0);
    await page.close();
  }
});

test("a tooltip is beside the slot it points at", async ({ site }) => {
  const page = await site.open({
    html: '<main style="padding: 150px"><span data-service-slot="spot">Here</span></main>',
    config: configOf(
      onEvent("opened", { surface: "tooltip", content: { title: "Look", anchor: "spot" } }),
    ),
  });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByText("Look")).toBeVisible();
  const spot = await page.getByText("Here").boundingBox();
  const box = await page.locator(".box").boundingBox();
  expect(spot && box && box.y - (spot.y + spot.height)).toBeGreaterThanOrEqual(0);
  expect(spot && box && box.y - (spot.y + spot.height)).toBeLessThan(20);
});

test("the page's root font size changes no size, and the reader's setting does", async ({
  site,
}) => {
  const page = await show(site, "card", {
    html: `<style>html { font-size: 62.5% }</style>${PAGE}`,
  });
  await expect(page.locator(".box")).toHaveCSS("font-size", "14px");
});

test("a surface of the application's own is shown, told about dismissals, and cleaned up", async ({
  site,
}) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(inFlow("ribbon", { content: { title: "Own look" } })),
  });
  await page.evaluate(`Service.registerSurface("ribbon", (place, output, { dismiss }) => {
    place.textContent = output.content.title;
    place.onclick = dismiss;
    return () => { window.cleaned = true; };
  })`);
  await page.getByText("Own look").click();
  await expect(page.getByText("Own look")).toHaveCount(0);
  expect(await page.evaluate("window.cleaned")).toBe(true);
});

test("a surface of the application's own that throws leaves the slot as it was", async ({
  site,
}) => {
  site.expectConsole(/surface "ribbon" failed/);
  const page = await site.open({
    html: '<div data-service-slot="top"><p>Own</p></div><div data-service-slot="other"></div>',
    config: configOf(inFlow("ribbon", { content: { title: "Own look" } }), placement("other")),
  });
  await page.evaluate(`Service.registerSurface("ribbon", () => { throw new Error("no"); })`);
  await expect(page.getByText("Title of other")).toBeVisible();
  await expect(page.getByText("Own", { exact: true })).toBeVisible();
});
