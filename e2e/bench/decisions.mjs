// @ts-check
/** How long decisions take: once in a fresh process, and again and again. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { StepError } from "../../scripts/steps.mjs";
import { compareAnswers } from "./agreement.mjs";
import { CONTESTANTS } from "./contestants.mjs";
import { BENCH } from "./peers.mjs";
import { medians, takeTurns } from "./rounds.mjs";

/** @typedef {import("./bench.mjs").Effort} Effort */
/** @typedef {import("./bench.mjs").Columns} Columns */

const COLD_SIZES = [100, 1000];
/** How many rules, and whether they are asked in an order of chance. */
const HOT = ["10", "100", "1000", "10000", "1000 random"];
const names = CONTESTANTS.map(({ name }) => name);
const runFile = promisify(execFile);

/**
 * @param {string} script
 * @param {readonly (string | number)[]} args
 * @returns {Promise<{ value: number, met: number }>}
 */
async function ask(script, args) {
  const given = ["--expose-gc", join(BENCH, script), ...args.map(String)];
  const { stdout } = await runFile(process.execPath, given);
  return JSON.parse(stdout);
}

async function requireAgreement() {
  const { problems } = await compareAnswers(CONTESTANTS);
  if (problems.length > 0) throw new StepError(`Not the same work: ${problems.join("; ")}.`);
}

/** Milliseconds to set up and decide each rule once. @param {Effort} effort @returns {Promise<Columns>} */
export async function measureCold({ rounds }) {
  await requireAgreement();
  /** @type {Columns} */
  const columns = {};
  for (const size of COLD_SIZES) {
    const { met } = await ask("decide-once.mjs", [names[0] ?? "", size]);
    const samples = await takeTurns(rounds, names, async (name) => {
      const answer = await ask("decide-once.mjs", [name, size]);
      if (answer.met === met) return answer.value;
      throw new StepError(`${name} met ${answer.met} of ${size} rules, ${met} are right.`);
    });
    columns[`cold ${size}`] = medians(samples);
  }
  return columns;
}

/** Nanoseconds a decision. @param {Effort} effort @returns {Promise<Columns>} */
export async function measureHot({ rounds, milliseconds }) {
  await requireAgreement();
  /** @type {Columns} */
  const columns = {};
  for (const what of HOT) {
    const [size = "", ...order] = what.split(" ");
    const samples = await takeTurns(
      rounds,
      names,
      async (name) => (await ask("decide-often.mjs", [name, size, milliseconds, ...order])).value,
    );
    columns[`hot ${what}`] = medians(samples);
  }
  return columns;
}
