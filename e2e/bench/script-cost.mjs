// @ts-check
/** What a script costs the main thread before anything of it is called: to compile and to evaluate. */
import { openBrowser } from "./browser.mjs";
import { filesAsScripts } from "./files.mjs";
import { medians, takeTurns } from "./rounds.mjs";

/**
 * In the page. A tag as the page would write it, but for `data-manual`, which keeps Service from
 * starting; another comment each time, so that no cache knows the code.
 * @param {string} code
 */
function timeScript(code) {
  const add = (/** @type {string} */ text) => {
    const script = document.createElement("script");
    script.dataset.manual = "";
    script.textContent = `${text}\n// ${Math.random()}`;
    const start = performance.now();
    document.head.append(script);
    return performance.now() - start;
  };
  // The first script of a page pays for what all of them need.
  add("globalThis.ready = true");
  return add(code);
}

/** How often Preact's. @param {import("./bench.mjs").Effort} effort @returns {Promise<import("./bench.mjs").Columns>} */
export async function measureScript({ rounds }) {
  const files = await filesAsScripts();
  const browser = await openBrowser();
  try {
    const samples = await takeTurns(rounds, [...files.keys()], (row) =>
      browser.inPage((page) => page.evaluate(timeScript, files.get(row) ?? "")),
    );
    const costs = medians(samples);
    const preact = costs.get("preact") ?? Number.NaN;
    return { script: new Map([...costs].map(([row, cost]) => [row, cost / preact])) };
  } finally {
    await browser.close();
  }
}
