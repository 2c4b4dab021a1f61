/** A site and a tab for one check, in the engine that `ENGINE` names; both end with it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { type PageOptions, type SiteServer, startServer } from "../site";
import type { Browser, Tab } from "./driver";
import { launchWithPuppeteer } from "./puppeteer-driver";
import { launchWithWebDriver } from "./webdriver-driver";

declare module "vitest" {
  interface TaskMeta {
    /** Its version, for the report. */
    engine?: string;
  }
}

const PICTURES = fileURLToPath(new URL("../.results/engines", import.meta.url));
const LAUNCH: Readonly<Record<string, (path: string) => Promise<Browser>>> = {
  chromium: (path) => launchWithPuppeteer("chrome", path),
  firefox: (path) => launchWithPuppeteer("firefox", path),
  webkitgtk: launchWithWebDriver,
};
/** Tells the server of whatever goes wrong in the page. */
const WATCH = `<script>
  addEventListener("error", ({ message }) => navigator.sendBeacon("/faults", message));
  addEventListener("unhandledrejection", ({ reason }) => navigator.sendBeacon("/faults", String(reason)));
  console.error = (...words) => navigator.sendBeacon("/faults", words.join(" "));
</script>`;
export const SNIPPET = '<script src="/dist/service.js"></script>';

const { ENGINE: engine = "", ENGINE_PATH: path = "" } = process.env;
const launch = LAUNCH[engine];
if (!launch || !path)
  throw new Error("ENGINE and ENGINE_PATH say what to check: npm run test:engines");
const browser = await launch(path);
afterAll(() => browser.close());
beforeEach(({ task }) => {
  task.meta.engine = browser.version;
});

/** Keeps a picture of the viewport, for whoever wants to see for themselves. */
export async function keepPicture(tab: Tab, name: string): Promise<Buffer> {
  const picture = await tab.screenshot();
  await mkdir(PICTURES, { recursive: true });
  await writeFile(join(PICTURES, `${name}-${engine}.png`), picture);
  return picture;
}

/** A tab beside the others of this check. */
export async function newTab(url: string): Promise<Tab> {
  const tab = await browser.newTab();
  let isOpen = true;
  const close = async () => {
    if (isOpen) await tab.close();
    isOpen = false;
  };
  onTestFinished(async ({ task: { name, result } }) => {
    if (isOpen && result?.state === "fail") await keepPicture(tab, name.replace(/\W+/g, "-"));
    await close();
  });
  await tab.open(url);
  return { ...tab, close };
}

/** Serves a page that tells what goes wrong in it. */
export function servePage(site: SiteServer, { script = SNIPPET, ...options }: PageOptions): void {
  site.servePage({ ...options, script: WATCH + script });
}

/** A site of its own, so that nothing is stored yet. Nothing may go wrong in its pages. */
export async function startSite(): Promise<SiteServer> {
  const site = await startServer();
  site.serve("/faults", { status: 204 });
  onTestFinished(async () => {
    const faults = site.requestsTo("/faults").map(({ body }) => body);
    await site.close();
    expect(faults).toEqual([]);
  });
  return site;
}

/** Serves a page and opens it. */
export async function visit(options: PageOptions): Promise<{ site: SiteServer; tab: Tab }> {
  const site = await startSite();
  servePage(site, options);
  const tab = await newTab(site.url + (options.path ?? "/"));
  return { site, tab };
}
