// @ts-check
/**
 * One modal into a fresh shadow root, in a page that showed nothing yet and then again: from the
 * call until it is there, less what the browser's own part of showing a dialog takes.
 */
import { openBrowser } from "./browser.mjs";
import {
  drawingScripts,
  drawnByAll,
  preparePage,
  removeModal,
  settle,
  timeModal,
} from "./drawing.mjs";
import { MODALS } from "./page-playbook.mjs";
import { median, medians, takeTurns } from "./rounds.mjs";

/** Until the one before is gone, in ms. */
const BETWEEN = 150;

/** @param {import("@playwright/test").Page} page @returns {Promise<number[]>} For one modal after the other. */
async function timeModals(page) {
  const times = [];
  await settle(page);
  for (const modal of MODALS) {
    times.push(await page.evaluate(timeModal, modal));
    await page.evaluate(removeModal);
    await page.waitForTimeout(BETWEEN);
  }
  return times;
}

/** Milliseconds. @param {import("./bench.mjs").Effort} effort @returns {Promise<import("./bench.mjs").Columns>} */
export async function measureRender({ rounds }) {
  const scripts = await drawingScripts();
  const rows = [...scripts.keys()];
  const browser = await openBrowser();
  try {
    const drawn = await drawnByAll(browser, scripts);
    /** @type {Map<string, number[]>} */
    const warm = new Map(rows.map((row) => [row, []]));
    const cold = await takeTurns(rounds, rows, (row) =>
      browser.inPage(async (page) => {
        await preparePage(page, { html: "", drawn });
        await page.addScriptTag({ content: scripts.get(row) ?? "" });
        const [first = Number.NaN, ...others] = await timeModals(page);
        warm.get(row)?.push(median(others));
        return first;
      }),
    );
    return { "modal cold": medians(cold), "modal warm": medians(warm) };
  } finally {
    await browser.close();
  }
}
