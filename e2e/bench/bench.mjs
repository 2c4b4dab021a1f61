// @ts-check
/**
 * `npm run bench`: Service measured beside its peers, as one Markdown table.
 * `--quick` takes fewer samples, `--only cold,hot` measures only these, `--write` puts the whole
 * table into README.md.
 */
import { parseArgs } from "node:util";
import { installDependencies } from "../../scripts/dependencies.mjs";
import { heading, reportFailure, StepError } from "../../scripts/steps.mjs";
import { installPeers } from "./peers.mjs";

/** @typedef {Record<string, Map<string, number>>} Columns By the name of a column: a figure for each row. */
/** @typedef {{ rounds: number, milliseconds: number }} Effort How many samples, and how long a hot one lasts. */

/** @type {Effort} */
const THOROUGH = { rounds: 11, milliseconds: 40 };
/** @type {Effort} */
const QUICK = { rounds: 3, milliseconds: 20 };

/** Loaded once the peers are there. @type {Record<string, (effort: Effort) => Promise<Columns>>} */
const MEASURES = {
  size: async () => (await import("./files.mjs")).measureSize(),
  script: async (effort) => (await import("./script-cost.mjs")).measureScript(effort),
  cold: async (effort) => (await import("./decisions.mjs")).measureCold(effort),
  hot: async (effort) => (await import("./decisions.mjs")).measureHot(effort),
  first: async (effort) => (await import("./first-placement.mjs")).measureFirst(effort),
  render: async (effort) => (await import("./render.mjs")).measureRender(effort),
};

function parseArguments() {
  try {
    return parseArgs({
      options: {
        quick: { type: "boolean", default: false },
        write: { type: "boolean", default: false },
        only: { type: "string", default: Object.keys(MEASURES).join() },
      },
    }).values;
  } catch (error) {
    throw new StepError(error instanceof Error ? error.message : String(error));
  }
}

function readArguments() {
  const values = parseArguments();
  const wanted = values.only.split(",");
  const unknown = wanted.filter((name) => !Object.hasOwn(MEASURES, name));
  if (unknown.length > 0) {
    throw new StepError(`--only takes ${Object.keys(MEASURES).join()}, not ${unknown.join()}.`);
  }
  const isWhole = !values.quick && wanted.length === Object.keys(MEASURES).length;
  if (values.write && !isWhole) {
    throw new StepError("--write wants the whole table: neither --quick nor --only.");
  }
  return { ...values, wanted };
}

try {
  const { quick, write, wanted } = readArguments();
  const effort = quick ? QUICK : THOROUGH;
  installDependencies();
  installPeers();
  await (await import("./files.mjs")).buildPeers();
  /** @type {Columns} */
  const columns = {};
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (!wanted.includes(name)) continue;
    heading(`Measuring: ${name}`);
    Object.assign(columns, await measure(effort));
  }
  const { chromiumVersion } = await import("./browser.mjs");
  const { keepReport, writeReport } = await import("./report.mjs");
  const chromium = await chromiumVersion();
  const report = writeReport(columns, { chromium, rounds: effort.rounds });
  heading("Service beside its peers");
  console.log(`\n${report}`);
  if (write) keepReport(report);
} catch (error) {
  reportFailure(error);
}
