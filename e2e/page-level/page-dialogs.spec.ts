/** Overlays of the page's own that are no native dialogs: a dialog of ours makes way for them, or lies over them. */
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { settled } from "../slot-pages";
import { onEvent, user } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const gated = (handle: string, entitlement: string, payload: object) =>
  placement(handle, {
    slot: undefined,
    trigger: { type: "entitlement_denied", entitlement },
    payload: { surface: "modal", ...payload },
  });
const BOOK = playbook({
  entitlements: ["export", "film"].map((handle) => ({
    ...{ handle, name: handle, type: "feature", grants: [] },
  })),
  placements: [
    gated("paywall", "export", {
      content: { title: "Export is part of Pro" },
      ctas: [{ label: "Buy", action: "buy" }],
    }),
    gated("film_wall", "film", { content: { title: "Films are part of Pro" } }),
    onEvent("hint", { content: { title: "A hint" } }),
  ],
});
const OVERLAY = `<div id="overlay" role="dialog" style="position: fixed; inset: 0; background: white; z-index: 9">
  <p>Checkout</p><button type="button" id="pay" onclick="window.paid = true">Pay</button>
  <button type="button" data-service-gate="film">Make a film</button></div>`;
/** How the page opens its overlay, and how it closes it. */
const WAYS = {
  "that is put on the page": [
    "document.body.append(overlay); overlay.ariaModal = 'true'",
    "overlay.remove()",
  ],
  "that was hidden": ["overlay.hidden = false", "overlay.hidden = true"],
  "that is modal from then on": [
    "overlay.style.display = 'block'; overlay.ariaModal = 'true'",
    "overlay.style.display = 'none'; overlay.ariaModal = null",
  ],
} as const;

async function open(site: TestSite, way: keyof typeof WAYS): Promise<Page> {
  const [show] = WAYS[way];
  const page = await site.open({
    html: `<button type="button" data-service-gate="export">Export</button>${OVERLAY}
      <script>
        var overlay = document.getElementById("overlay");
        if (${way === "that was hidden"}) overlay.ariaModal = "true", overlay.hidden = true;
        else if (${way === "that is put on the page"}) overlay.remove();
        else overlay.style.display = "none";
      </script>`,
    config: localConfig(BOOK, { user }),
    script: `<script>
      ServiceConfig.uiPathResolvers = { buy() {
        window.bought = (window.bought ?? 0) + 1;
        setTimeout(() => { ${show} }, 50);
        return new Promise(() => {});
      } };
      </script><script src="/dist/service.js"></script>`,
  });
  await page.evaluate("Service.ready");
  return page;
}

/** Keeps the focus and every click inside, and closes at Escape, as libraries do it. */
const TRAP = `<div id="trap" role="dialog" aria-label="Share">
    <button type="button" data-service-gate="export">Export</button></div>
  <script>
    const trap = document.getElementById("trap");
    const stop = (event) => {
      if (trap.contains(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of ["mousedown", "touchstart", "click"]) document.addEventListener(type, stop, true);
    document.addEventListener("pointerdown", ({ target }) => trap.hidden ||= !trap.contains(target));
    document.addEventListener("focusin", ({ target }) => {
      if (!trap.contains(target)) trap.firstElementChild.focus();
    }, true);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") trap.hidden = true;
      if (event.key !== "Tab") return;
      event.preventDefault();
      trap.firstElementChild.focus();
    }, true);
  </script>`;

test("a dialog over the page's own works by keys and by clicks, and the page's own stays", async ({
  site,
}) => {
  const page = await site.open({
    html: TRAP,
    config: localConfig(BOOK, { user }),
    script: `<script>ServiceConfig.uiPathResolvers = { buy() { window.bought = true; } };</script>
      <script src="/dist/service.js"></script>`,
  });
  await page.evaluate("Service.ready");
  const gate = page.getByRole("button", { name: "Export" });
  const paywall = dialog(page, "Export is part of Pro");
  for (const close of [
    () => page.keyboard.press("Escape"),
    () => paywall.getByRole("button", { name: "Dismiss" }).click(),
    async () => {
      await page.keyboard.press("Tab");
      await expect(paywall.getByRole("button", { name: "Buy" })).toBeFocused();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    },
  ]) {
    await gate.click();
    await expect(paywall).toBeFocused();
    await paywall.getByRole("button", { name: "Buy" }).click();
    await expect.poll(() => page.evaluate("window.bought")).toBe(true);
    await page.evaluate("window.bought = false");
    await paywall.focus();
    await close();
    await expect(paywall).toHaveCount(0);
    await expect(dialog(page, "Share")).toBeVisible();
    await expect(gate).toBeFocused();
  }
});

test("beside a banner that is called a dialog the page sees clicks on what is ours", async ({
  site,
}) => {
  const page = await site.open({
    html: `<div role="dialog" aria-label="Cookies"><button type="button">Accept</button></div>
      <button type="button" data-service-gate="export">Export</button>
      <script>document.addEventListener("click", (event) => {
        document.title = event.composedPath()[0].textContent;
      });</script>`,
    config: localConfig(BOOK, { user }),
    script: `<script>ServiceConfig.uiPathResolvers = { buy() {} };</script>
      <script src="/dist/service.js"></script>`,
  });
  await page.evaluate("Service.ready");
  await page.getByRole("button", { name: "Export" }).click();
  await dialog(page, "Export is part of Pro").getByRole("button", { name: "Buy" }).click();
  await expect(page).toHaveTitle("Buy");
});

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

for (const way of Object.keys(WAYS) as (keyof typeof WAYS)[]) {
  test(`a modal makes way for an overlay ${way}, and is back after it`, async ({ site }) => {
    const page = await open(site, way);
    await page.getByRole("button", { name: "Export" }).click();
    const paywall = dialog(page, "Export is part of Pro");
    await paywall.getByRole("button", { name: "Buy" }).click();
    await expect(page.getByText("Checkout")).toBeVisible();
    await expect(paywall).toHaveCount(0);
    await page.getByRole("button", { name: "Pay" }).click();
    expect(await page.evaluate("paid")).toBe(true);
    await page.evaluate("Service.trigger('hint'); Service.updateUsage({ seats: 1 })");
    // What answers a click in the overlay lies over it.
    await page.getByRole("button", { name: "Make a film" }).click();
    await expect(dialog(page, "Films are part of Pro")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page, "Films are part of Pro")).toHaveCount(0);
    await page.waitForTimeout(400);
    await expect(paywall).toHaveCount(0);
    await expect(dialog(page, "A hint")).toHaveCount(0);

    await page.evaluate(WAYS[way][1]);
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(paywall).toBeVisible();
    expect(await page.evaluate("bought")).toBe(1);
  });
}

for (const away of ["-200px 0", "100vw 0", "0 100vh"]) {
  test(`a drawer is no open dialog while it is out of the window, by ${away}`, async ({ site }) => {
    const page = await site.open({
      html: `<div id="drawer" role="dialog" aria-modal="true" aria-label="Menu" style="position: fixed;
        inset: 0 auto 0 0; inline-size: 200px"><a href="#home">Home</a></div>`,
      config: localConfig(BOOK, { user }),
    });
    await page.evaluate("Service.ready; Service.trigger('hint')");
    await expect
      .poll(() => page.evaluate("Service.explain('hint').reasons"))
      .toEqual(["waiting_turn"]);
    await expect(dialog(page, "A hint")).toHaveCount(0);
    await page.evaluate((to) => {
      document.getElementById("drawer")?.style.setProperty("translate", to);
    }, away);
    await expect(dialog(page, "A hint")).toBeVisible();
  });
}

const hint = (page: Page) => dialog(page, "A hint");
/** What the page itself can do again when all dialogs are closed. */
const BUTTON = '<button type="button" onclick="window.pressed = true">Page</button>';

test("a modal waits for a dialog that is only fading in, and the page can be used after it", async ({
  site,
}) => {
  const page = await site.open({
    html: `<style>dialog { transition: opacity .3s } @starting-style { dialog[open] { opacity: 0 } }</style>
      ${BUTTON}<dialog id="own" aria-label="Mine">Mine</dialog>`,
    config: localConfig(BOOK, { user }),
  });
  await page.evaluate("Service.ready");
  await page.evaluate("own.showModal(); Service.trigger('hint')");
  await expect(dialog(page, "Mine")).toBeVisible();
  await page.waitForTimeout(400);
  await expect(hint(page)).toHaveCount(0);
  await page.evaluate("own.close()");
  await expect(hint(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Page" }).click();
  expect(await page.evaluate("pressed")).toBe(true);
});

test("a modal waits for the dialog of a web component", async ({ site }) => {
  const page = await site.open({
    html: `<x-dialog><input aria-label="Name"></x-dialog><script>
      customElements.define("x-dialog", class extends HTMLElement {
        constructor() {
          super();
          this.attachShadow({ mode: "open" }).innerHTML = "<dialog aria-label='Theirs'><slot></slot></dialog>";
          this.box = this.shadowRoot.firstChild;
        }
      });</script>`,
    config: localConfig(BOOK, { user }),
  });
  await page.evaluate("Service.ready");
  await page.evaluate("document.querySelector('x-dialog').box.showModal()");
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.evaluate("Service.trigger('hint')");
  await expect
    .poll(() => page.evaluate("Service.explain('hint').reasons"))
    .toEqual(["waiting_turn"]);
  await page.keyboard.press("Escape");
  await expect(hint(page)).toBeVisible();
});

test("a page in full screen is no dialog", async ({ site }) => {
  const page = await site.open({
    html: `<button type="button" onclick="document.documentElement.requestFullscreen()">Full</button>`,
    config: localConfig(BOOK, { user }),
  });
  await page.evaluate("Service.ready");
  await page.getByRole("button", { name: "Full" }).click();
  await expect.poll(() => page.evaluate("document.documentElement.matches(':modal')")).toBe(true);
  await page.evaluate("Service.trigger('hint')");
  await expect(hint(page)).toBeVisible();
});

test("a long modal is scrolled over a dialog that keeps the page from scrolling", async ({
  site,
}) => {
  const content = { title: "Export is part of Pro", body: "Many words. ".repeat(900) };
  const placements = [gated("paywall", "export", { content })];
  const page = await site.open({
    html: `<div id="own" role="dialog" aria-modal="true" aria-label="Share">
        <button type="button" data-service-gate="export">Export</button></div>
      <script>for (const type of ["wheel", "touchmove"]) document.addEventListener(type, (event) => {
        if (!own.contains(event.target)) event.preventDefault();
      }, { passive: false });</script>`,
    config: localConfig({ ...BOOK, placements }, { user }),
  });
  await page.evaluate("Service.ready");
  await page.getByRole("button", { name: "Export" }).click();
  const paywall = dialog(page, "Export is part of Pro");
  await paywall.hover();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => paywall.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
});

test("of two dialogs of the page's own, a toast is in the one that lies on top", async ({
  site,
}) => {
  const page = await site.open({
    html: `<dialog id="above" aria-label="Above"><p>Words</p><button type="button">Do</button></dialog>
      <dialog id="below" aria-label="Below"><button type="button">Do</button></dialog>`,
    config: localConfig(
      {
        ...BOOK,
        placements: [
          onEvent("note", { surface: "toast", content: { title: "A note", duration_ms: 60_000 } }),
        ],
      },
      { user },
    ),
  });
  await page.evaluate("Service.ready");
  await page.evaluate("below.showModal(); above.showModal(); Service.show('note')");
  const note = dialog(page, "Above").getByRole("status");
  await expect(note).toContainText("A note");
  // With the focus nowhere, too.
  await page.getByText("Words").click();
  await page.evaluate("document.activeElement.blur(); Service.setUser({ traits: { a: 1 } })");
  await settled(page);
  await expect(note).toContainText("A note");
  await note.getByRole("button", { name: "Dismiss" }).click();
  await expect(note).toHaveCount(0);
});
