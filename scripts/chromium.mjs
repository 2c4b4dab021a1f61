// @ts-check
/** Finds a Chromium for the browser tests, and gets one where there is none. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { installPackages, onPath } from "./packages.mjs";
import { heading, run, runNode, StepError } from "./steps.mjs";

/** Older ones lack what the tests rely on. */
const OLDEST_CHROMIUM = 120;
const DOWNLOAD_TIMEOUT = 300_000;
const COMMANDS = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];
const HOW = "install Chromium or Google Chrome, or set CHROME_PATH to one";

/** Places that are not on the PATH. */
function usualPlaces() {
  const mac = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ];
  const { PROGRAMFILES = "", "PROGRAMFILES(X86)": x86 = "", LOCALAPPDATA = "" } = process.env;
  const windows = [PROGRAMFILES, x86, LOCALAPPDATA]
    .filter(Boolean)
    .map((base) => join(base, "Google", "Chrome", "Application", "chrome.exe"));
  return [...mac, ...windows];
}

/** Where Playwright keeps the one it downloads. Only known once the packages are installed. */
function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)("@playwright/test");
  return chromium.executablePath();
}

/**
 * Some distributions have a stub in its place, and a download may lack its libraries: ask it.
 * @param {string} path
 */
function isUsable(path) {
  if (!existsSync(path)) return false;
  // On Windows it opens a window instead of answering.
  if (process.platform === "win32") return true;
  const { ok, output } = run(path, ["--version"], { quiet: true, timeout: 20_000 });
  return ok && Number(/ (\d+)\.\d+\.\d+/.exec(output)?.[1]) >= OLDEST_CHROMIUM;
}

/** @returns {string | undefined} The path of a Chromium on this machine; CHROME_PATH wins. */
export function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (!chosen) return [...onPath(COMMANDS), ...usualPlaces(), playwrightsOwn()].find(isUsable);
  if (isUsable(chosen)) return chosen;
  throw new StepError(
    `CHROME_PATH is ${chosen}, which is no Chromium ${OLDEST_CHROMIUM} or newer: correct or unset it.`,
  );
}

function download() {
  heading("Downloading Chromium (playwright install chromium)");
  const cli = "node_modules/@playwright/test/cli.js";
  const { ok } = runNode([cli, "install", "chromium", "--no-shell"], {
    quiet: true,
    timeout: DOWNLOAD_TIMEOUT,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" },
  });
  if (!ok) console.log("Playwright's download of Chromium did not come through.");
}

const installPackage = () => installPackages(["chromium"]);

/** @returns {string} The path of a Chromium, got if need be. */
export function getChromium() {
  for (const attempt of [() => {}, download, installPackage]) {
    attempt();
    const path = findChromium();
    if (path) return path;
  }
  throw new StepError(`Chromium could not be got for the browser tests: ${HOW}.`);
}
