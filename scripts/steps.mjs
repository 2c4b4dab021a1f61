// @ts-check
/** How our commands print what they do, run others, and stop when a step fails. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A step that failed for a known reason; its message is all that is printed. */
export class StepError extends Error {}

/** @param {string} title */
export function heading(title) {
  console.log(`\n── ${title}`);
}

/**
 * Runs a command in the repository's root and waits for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, timeout?: number, quiet?: boolean }} [options]
 *   `timeout` in milliseconds; `quiet` keeps the output back.
 * @returns {{ ok: boolean, output: string }} `output` is what a quiet command wrote.
 */
export function run(command, args, { env = {}, timeout, quiet = false } = {}) {
  // A batch file (npm on Windows) only starts through a shell.
  const shell = process.platform === "win32" && !command.endsWith(".exe");
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: quiet ? "pipe" : "inherit",
    encoding: "utf8",
    timeout,
    shell,
  });
  return { ok: status === 0, output: `${stdout ?? ""}${stderr ?? ""}` };
}

/**
 * Runs a script with this very Node, such as a tool from node_modules.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/**
 * Prints a failed step in one line; throws anything else again, for Node to report.
 * @param {unknown} error
 */
export function reportFailure(error) {
  if (!(error instanceof StepError)) throw error;
  console.error(`\n✗ ${error.message}`);
  process.exitCode = 1;
}
