// @ts-check
/** `npm run test:engines`: one suite in Chromium, Firefox and WebKitGTK, and one table of them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installDependencies } from "./dependencies.mjs";
import { getEngines } from "./engine-browsers.mjs";
import { heading, reportFailure, runNode, StepError } from "./steps.mjs";
import { readVitestReport } from "./vitest-report.mjs";

/** @typedef {import("./engine-browsers.mjs").Engine} Engine */
/** @typedef {{ title: string, isGreen: boolean, report: ReturnType<typeof readVitestReport> }} Run */

const reports = mkdtempSync(join(tmpdir(), "service-engines-"));

/** @param {Engine} engine @returns {Run} */
function check({ name, title, path }) {
  heading(`${title} (${path})`);
  const file = join(reports, `${name}.json`);
  const { ok } = runNode(
    [
      "node_modules/vitest/vitest.mjs",
      ...["run", "-c", "e2e/engines.config.ts", "--reporter=default", "--reporter=json"],
      `--outputFile.json=${file}`,
    ],
    { env: { ENGINE: name, ENGINE_PATH: path } },
  );
  const report = readVitestReport(file);
  const version = report.tests[0]?.meta.engine ?? "(did not start)";
  return { title: `${title} ${version}`, isGreen: ok && report.passed > 0, report };
}

/** @param {readonly Run[]} runs A column each. */
function printTable(runs) {
  const titles = [...new Set(runs.flatMap(({ report }) => report.tests.map((t) => t.title)))];
  const rows = [["", ...runs.map(({ title }) => title)]];
  for (const title of titles) {
    const results = runs.map(({ report }) => report.tests.find((test) => test.title === title));
    rows.push([title, ...results.map((result) => result?.status ?? "not run")]);
  }
  const widths = ["", ...runs].map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  heading("The engines compared");
  for (const row of rows) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  }
}

/** @type {Run[]} */
const runs = [];
try {
  installDependencies();
  const { engines, absent } = getEngines();
  for (const engine of engines) runs.push(check(engine));
  printTable(runs);
  for (const title of absent) {
    console.log(`${title} was not checked: this suite gets it on Debian and its like only.`);
  }
  const red = runs.filter(({ isGreen }) => !isGreen).map(({ title }) => title);
  if (red.length > 0) throw new StepError(`Not as it should be in ${red.join(", ")}: see above.`);
} catch (error) {
  reportFailure(error);
} finally {
  const passed = runs.reduce((sum, { report }) => sum + report.passed, 0);
  const failed = runs.reduce((sum, { report }) => sum + report.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  rmSync(reports, { recursive: true });
}
