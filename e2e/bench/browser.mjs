// @ts-check
/** Chromium for the bench: a fresh process for each page, cut off from the network, its clock fine. */
import { createServer } from "node:http";
import { chromium } from "@playwright/test";
import { getChromium } from "../../scripts/chromium.mjs";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {{ inPage: <Result>(measure: (page: Page) => Promise<Result>) => Promise<Result>, close: () => Promise<void> }} Browser */

const ARGS = [
  "--no-first-run",
  "--disable-gpu",
  "--disable-background-networking",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
];

/** Only a page that is isolated has a clock of 5 µs instead of 100. */
const ISOLATED = {
  "content-type": "text/html; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
const EMPTY =
  '<!doctype html><html lang="en"><head><title>Bench</title></head><body></body></html>';

/** @returns {Promise<{ url: string, close: () => void }>} */
async function serveEmptyPage() {
  const server = createServer((_, response) => response.writeHead(200, ISOLATED).end(EMPTY));
  await new Promise((resolve) => server.listen(0, "localhost", () => resolve(undefined)));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

function launch() {
  // The sandbox needs rights that root and containers don't have.
  const args = process.getuid?.() === 0 ? [...ARGS, "--no-sandbox"] : ARGS;
  return chromium.launch({ executablePath: getChromium(), args });
}

/** @returns {Promise<string>} */
export async function chromiumVersion() {
  const browser = await launch();
  const version = browser.version();
  await browser.close();
  return version;
}

/** @returns {Promise<Browser>} */
export async function openBrowser() {
  const { url, close } = await serveEmptyPage();
  const browser = await launch();
  return {
    async inPage(measure) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      const result = await measure(page);
      await context.close();
      return result;
    },
    async close() {
      await browser.close();
      close();
    },
  };
}
