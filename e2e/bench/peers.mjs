// @ts-check
/** Gets the peers, which are installed in this folder by the bench alone. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNpm } from "../../scripts/dependencies.mjs";
import { heading, StepError } from "../../scripts/steps.mjs";

export const BENCH = fileURLToPath(new URL(".", import.meta.url));

const changedAt = (/** @type {string} */ path) =>
  statSync(join(BENCH, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Installs when they are missing or older than the lockfile. None of their install scripts runs. */
export function installPeers() {
  // npm writes this file last, so an interrupted installation counts as none.
  if (changedAt("node_modules/.package-lock.json") >= changedAt("package-lock.json")) return;
  heading("Installing the peers (npm ci in e2e/bench)");
  const { ok } = runNpm(["ci", "--prefix", BENCH, "--ignore-scripts", "--no-audit", "--no-fund"]);
  if (!ok) throw new StepError("The peers could not be installed: see npm's reason above.");
}

/** Peers that ask `process.env` while they decide, which takes time in Node alone: `buildPeers` makes them as a page gets them. */
export const CHECKED = ["@growthbook/growthbook"];

export const builtOf = (/** @type {string} */ name) =>
  join(BENCH, "node_modules", ".for-pages", `${name.split("/").at(-1)}.mjs`);

/** Under a name that the type checker doesn't follow, since it runs without them. */
export const importPeer = (/** @type {string} */ name) =>
  import(CHECKED.includes(name) ? builtOf(name) : name);

/** @param {string} name @returns {string} Which version of a peer is installed. */
export function versionOf(name) {
  const path = join(BENCH, "node_modules", name, "package.json");
  return JSON.parse(readFileSync(path, "utf8")).version;
}
