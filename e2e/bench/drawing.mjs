// @ts-check
/** A page whose slots and modals are drawn by Service, by Preact alone, or by hand: the same DOM. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./files.mjs";
import { CONFIG, MODALS, SLOTS } from "./page-playbook.mjs";
import { BENCH } from "./peers.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const TOOLS = `export { browserTime } from "./pages/browser-time.mjs";
  export { addScript, whenDrawn } from "./pages/watch.mjs";
  export { readSurface } from "./pages/drawn.mjs";`;

/** @returns {Promise<Map<string, string>>} The scripts that draw, by row. */
export async function drawingScripts() {
  return new Map([
    ["service", readFileSync(join(BENCH, "../../dist/service.js"), "utf8")],
    ["preact", await bundle('import "./pages/with-preact.mjs"', BENCH)],
    ["by-hand", await bundle('import "./pages/by-hand.mjs"', BENCH)],
  ]);
}

/**
 * Prepares everything but the script.
 * @param {Page} page
 * @param {{ html?: string, drawn?: Window["drawn"] | undefined }} [options] `drawn` is for those who
 *   draw what Service drew.
 */
export async function preparePage(page, { html = SLOTS, drawn } = {}) {
  await page.addScriptTag({ content: `${await bundle(TOOLS, BENCH)};window.bench = contestant;` });
  await page.evaluate(
    (given) => {
      document.body.innerHTML = given.html;
      Object.assign(window, { ServiceConfig: given.config, drawn: given.drawn });
    },
    { html, config: CONFIG, drawn },
  );
}

/** In the page. @param {string} script @returns {Promise<number>} Milliseconds until the first placement. */
export async function timeFirst(script) {
  const { addScript, whenDrawn } = window.bench;
  const isDrawn = whenDrawn(".box");
  const start = addScript(script);
  return (await isDrawn) - start;
}

/** In the page. @param {string} modal @returns {Promise<number>} Milliseconds until it is there, less the browser's part. */
export async function timeModal(modal) {
  const { bench, Service, showModal } = window;
  const isDrawn = bench.whenDrawn("dialog");
  const browserTime = bench.browserTime();
  const start = performance.now();
  if (showModal) showModal();
  else if (Service && !Array.isArray(Service)) Service.show(modal);
  const passed = (await isDrawn) - start;
  return passed - (bench.browserTime() - browserTime);
}

/** In the page: takes it away again. */
export function removeModal() {
  const close = document.querySelector("service-host")?.shadowRoot?.querySelector(".close");
  if (close instanceof HTMLElement) close.click();
  else document.body.lastElementChild?.remove();
}

/** What comes later than the first placement is over. @param {Page} page */
export const settle = (page) => page.waitForTimeout(400);

/** What Service draws, for the others to draw. @param {Page} page @param {string} script @returns {Promise<Window["drawn"]>} */
export async function readDrawn(page, script) {
  await preparePage(page);
  await page.evaluate(timeFirst, script);
  await settle(page);
  await page.evaluate(timeModal, MODALS[0] ?? "");
  return page.evaluate(() => {
    const read = (/** @type {Element} */ { shadowRoot }) => {
      if (!shadowRoot) throw new Error("A slot was left empty.");
      return window.bench.readSurface(shadowRoot);
    };
    const [modal, ...more] = [...document.querySelectorAll("service-host")].map(read);
    if (!modal || more.length > 0) throw new Error("There is not one host of the modal.");
    return { slots: [...document.querySelectorAll("[data-service-slot]")].map(read), modal };
  });
}
