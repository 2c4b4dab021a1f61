// @ts-check
/** A page whose slots and modals are drawn by Service, by Preact alone, or by hand: the same DOM. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { StepError } from "../../scripts/steps.mjs";
import { bundle } from "./files.mjs";
import { CONFIG, MODALS, SLOTS } from "./page-playbook.mjs";
import { BENCH } from "./peers.mjs";

/** @typedef {import("@playwright/test").Page} Page */

const TOOLS = `export { browserTime } from "./pages/browser-time.mjs";
  export { addScript, closeIn, whenDrawn } from "./pages/watch.mjs";
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
  const isDrawn = whenDrawn();
  const start = addScript(script);
  return (await isDrawn) - start;
}

/** In the page. @param {string} modal @returns {Promise<number>} Milliseconds until it is there, less the browser's part. */
export async function timeModal(modal) {
  const { bench, Service, showModal } = window;
  const isDrawn = bench.whenDrawn();
  const browserTime = bench.browserTime();
  const start = performance.now();
  if (showModal) showModal();
  else if (Service && !Array.isArray(Service)) Service.show(modal);
  const passed = (await isDrawn) - start;
  return passed - (bench.browserTime() - browserTime);
}

/** In the page: takes it away again, as a person would if Service drew it. */
export function removeModal() {
  const host = document.body.lastElementChild;
  if (window.showModal) host?.remove();
  else window.bench.closeIn(host?.shadowRoot);
}

/** What comes later than the first placement is over. @param {Page} page */
export const settle = (page) => page.waitForTimeout(400);

/** What is in the slots, and a modal. @param {Page} page @param {string} script @param {Window["drawn"]} [drawn] */
async function readDrawn(page, script, drawn) {
  await preparePage(page, { drawn });
  await page.evaluate(timeFirst, script);
  await settle(page);
  await page.evaluate(timeModal, MODALS[0] ?? "");
  return page.evaluate(() => {
    const read = (/** @type {Element | null} */ host) => {
      if (!host?.shadowRoot) throw new Error("Nothing was drawn where it should be.");
      return window.bench.readSurface(host.shadowRoot);
    };
    const slots = [...document.querySelectorAll("[data-service-slot]")].map(read);
    return { slots, modal: read(document.body.lastElementChild) };
  });
}

/**
 * What Service draws, for the others to draw.
 * @param {import("./browser.mjs").Browser} browser
 * @param {ReadonlyMap<string, string>} scripts
 * @returns {Promise<Window["drawn"]>}
 */
export async function drawnByAll(browser, scripts) {
  const own = scripts.get("service") ?? "";
  const drawn = await browser.inPage((page) => readDrawn(page, own));
  for (const [row, script] of scripts) {
    const same = await browser.inPage((page) => readDrawn(page, script, drawn));
    const isSame = JSON.stringify(same) === JSON.stringify(drawn);
    if (!isSame) throw new StepError(`Not the same work: ${row} draws something else.`);
  }
  return drawn;
}
