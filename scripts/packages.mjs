// @ts-check
/** What the machine has on its PATH, and what its package manager can add. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { heading, run } from "./steps.mjs";

const APT = "/usr/bin/apt-get";

/** Whether this is Debian or one of its kind. */
export const isDebianLike = () => process.platform === "linux" && existsSync(APT);

/** @param {readonly string[]} commands @returns {string[]} Where they would be, best first. */
export function onPath(commands) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/**
 * Installs packages of Debian where that is possible, and says why when it fails.
 * @param {readonly string[]} packages
 */
export function installPackages(packages) {
  if (process.getuid?.() !== 0 || !isDebianLike()) return;
  const args = ["install", "-y", "--no-install-recommends", ...packages];
  heading(`Installing packages (apt-get install ${packages.join(" ")})`);
  const options = { quiet: true, env: { DEBIAN_FRONTEND: "noninteractive" } };
  // A stale list may still do, so a failed update doesn't end it.
  run("apt-get", ["update"], options);
  const { ok, output } = run("apt-get", args, options);
  if (!ok) console.log(`apt-get could not install them: ${output.trim().split("\n").at(-1)}`);
}
