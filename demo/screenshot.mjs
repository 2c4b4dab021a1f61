// @ts-check
/** Takes the README's picture of the demo: `node demo/screenshot.mjs`, after a build. */
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { getChromium } from "../scripts/chromium.mjs";
import { serveDemo } from "./serve.mjs";

const FILE = fileURLToPath(new URL("screenshot.png", import.meta.url));
/** All that Free has: the next one is stopped. */
const EXPORTS = 20;

const { url, server } = await serveDemo();
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: getChromium(), args });
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: "light",
    locale: "en-US",
    reducedMotion: "reduce",
  });
  await page.goto(url);
  await page.getByRole("slider", { name: "Exports" }).fill(String(EXPORTS));
  await page.getByText(`${EXPORTS} / ${EXPORTS}`).first().waitFor();
  await page.getByText("New: print-ready PDF").first().waitFor();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Upgrade to Pro" }).waitFor();
  // Nothing of it is to be focused in the picture.
  await page.evaluate("document.activeElement.blur()");
  await page.screenshot({ path: FILE });
} finally {
  await browser.close();
  server.close();
}
