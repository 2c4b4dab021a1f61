// @ts-check
/** From the start of the script to the first placement in the DOM, beside Preact drawing the same. */
import { openBrowser } from "./browser.mjs";
import { drawingScripts, drawnByAll, preparePage, timeFirst } from "./drawing.mjs";
import { medians, takeTurns } from "./rounds.mjs";

/** Milliseconds. @param {import("./bench.mjs").Effort} effort @returns {Promise<import("./bench.mjs").Columns>} */
export async function measureFirst({ rounds }) {
  const scripts = await drawingScripts();
  const browser = await openBrowser();
  try {
    const drawn = await drawnByAll(browser, scripts);
    const samples = await takeTurns(rounds, [...scripts.keys()], (row) =>
      browser.inPage(async (page) => {
        await preparePage(page, { drawn });
        return page.evaluate(timeFirst, scripts.get(row) ?? "");
      }),
    );
    return { first: medians(samples) };
  } finally {
    await browser.close();
  }
}
