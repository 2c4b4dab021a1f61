// @ts-check
/** Finds a browser of each engine, and gets those that are not there. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { getChromium } from "./chromium.mjs";
import { installPackages, isDebianLike, onPath } from "./packages.mjs";
import { run, StepError } from "./steps.mjs";

/** As the README has it. */
const OLDEST_FIREFOX = 128;

/**
 * @typedef {object} Engine
 * @property {"chromium" | "firefox" | "webkitgtk"} name
 * @property {string} title
 * @property {string} path What starts it.
 */

function firefoxPlaces() {
  const { PROGRAMFILES = "" } = process.env;
  return [
    ...onPath(["firefox-esr", "firefox"]),
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    ...(PROGRAMFILES ? [join(PROGRAMFILES, "Mozilla Firefox", "firefox.exe")] : []),
  ];
}

/** Some distributions have a stub in its place: ask it. @param {string} path */
function isFirefox(path) {
  if (!existsSync(path)) return false;
  // On Windows it answers nothing.
  if (process.platform === "win32") return true;
  const { ok, output } = run(path, ["--version"], { quiet: true, timeout: 20_000 });
  return ok && Number(/Firefox (\d+)\./.exec(output)?.[1]) >= OLDEST_FIREFOX;
}

const findFirefox = () => firefoxPlaces().find(isFirefox);

/** @returns {string | undefined} Its driver, where the display that it needs is there too. */
function findWebKit() {
  const [driver, display] = [["WebKitWebDriver"], ["Xvfb"]].map((command) =>
    onPath(command).find(existsSync),
  );
  return display && driver;
}

const FINDERS = /** @type {const} */ ([
  { name: "firefox", title: "Firefox", find: findFirefox, packages: ["firefox-esr"] },
  {
    name: "webkitgtk",
    title: "WebKitGTK",
    find: findWebKit,
    packages: ["webkit2gtk-driver", "xvfb"],
  },
]);

/**
 * @returns {{ engines: Engine[], absent: string[] }} `absent` are those that could not be had, on
 *   a system where that is no fault.
 */
export function getEngines() {
  /** @type {Engine[]} */
  const engines = [{ name: "chromium", title: "Chromium", path: getChromium() }];
  const wanted = FINDERS.filter(({ find }) => !find()).flatMap(({ packages }) => packages);
  if (wanted.length > 0) installPackages(wanted);
  const absent = [];
  for (const { name, title, find, packages } of FINDERS) {
    const path = find();
    if (path) engines.push({ name, title, path });
    else absent.push({ title, packages });
  }
  if (isDebianLike() && absent.length > 0) {
    const titles = absent.map(({ title }) => title).join(" and ");
    const packages = absent.flatMap((one) => one.packages).join(" ");
    throw new StepError(`${titles} could not be got: run \`sudo apt-get install ${packages}\`.`);
  }
  return { engines, absent: absent.map(({ title }) => title) };
}
