/** Chromium by its own protocol, and Firefox by WebDriver BiDi: Puppeteer speaks both. */
import { type KeyInput, launch, type Page } from "puppeteer-core";
import type { Browser, Tab } from "./driver";

function tabOf(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    async wheel(x, y) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY: 400 });
    },
    async press(key) {
      const isShifted = key === "Shift+Tab";
      const plain: KeyInput = key === "Shift+Tab" ? "Tab" : key;
      if (isShifted) await page.keyboard.down("Shift");
      await page.keyboard.press(plain);
      if (isShifted) await page.keyboard.up("Shift");
    },
    type: (text) => page.keyboard.type(text),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  };
}

export async function launchWithPuppeteer(
  browser: "chrome" | "firefox",
  executablePath: string,
): Promise<Browser> {
  // Chromium's sandbox needs rights that root and containers don't have.
  const isRestricted = process.env.CI || process.getuid?.() === 0;
  const args = browser === "chrome" && isRestricted ? ["--no-sandbox"] : [];
  const running = await launch({
    browser,
    executablePath,
    args,
    defaultViewport: { width: 1024, height: 730 },
  });
  // "Chrome/156.0.1"
  const [, version = ""] = (await running.version()).split("/");
  return {
    version,
    newTab: async () => tabOf(await running.newPage()),
    close: () => running.close(),
  };
}
