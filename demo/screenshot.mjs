// @ts-check
/** Takes the README's picture of the demo: `node demo/screenshot.mjs`, after a build. */
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { getChromium } from "../scripts/chromium.mjs";
import { serveDemo } from "./serve.mjs";

const FILE = fileURLToPath(new URL("screenshot.png", import.meta.url));
const EXPORTS = 17;

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
  await page.getByText("Exports left: 3").waitFor();
  await page.getByText("New: print-ready PDF").first().waitFor();
  await page.locator('[data-place="header_upgrade"] summary').click();
  await page.locator("h1").click();
  await page.screenshot({ path: FILE });
} finally {
  await browser.close();
  server.close();
}
