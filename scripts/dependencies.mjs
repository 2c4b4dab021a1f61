// @ts-check
/** Gets a fresh clone ready: the right Node and the packages of the lockfile. */
import { lstatSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { heading, ROOT, run, runNode, StepError } from "./steps.mjs";

const OLDEST_NODE = [20, 19];

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new StepError(
    `Node ${process.versions.node} is too old: get ${OLDEST_NODE.join(".")} or newer from https://nodejs.org.`,
  );
}

/** @param {string} path @returns {number} 0 when there is no such file. */
function changedAt(path) {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Runs npm and waits for it: the very one that runs this script, where one does. On Windows that needs
 * no shell, which would take a path apart at its spaces.
 * @param {readonly string[]} args
 */
export function runNpm(args) {
  const npm = process.env.npm_execpath ?? "";
  return basename(npm).startsWith("npm") ? runNode([npm, ...args]) : run("npm", args);
}

/** Installs when node_modules is missing or older than the lockfile. */
export function installDependencies() {
  requireNode();
  // npm writes this file last, so an interrupted installation counts as none.
  if (changedAt("node_modules/.package-lock.json") >= changedAt("package-lock.json")) return;
  // npm would empty the folder that the link leads to, which is somebody else's.
  if (lstatSync(join(ROOT, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new StepError("node_modules is a link to an outdated folder: remove the link.");
  }
  heading("Installing the packages (npm ci)");
  if (runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"]).ok) return;
  throw new StepError(
    "The npm packages could not be installed: see npm's reason above (often a registry out of reach), then run `npm ci`.",
  );
}
