// @ts-check
/** `npm test`: installs what is missing, then checks everything, stopping at the first failure. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getChromium } from "./chromium.mjs";
import { installDependencies } from "./dependencies.mjs";
import { heading, reportFailure, runNode, StepError } from "./steps.mjs";
import { readVitestReport } from "./vitest-report.mjs";

const reports = mkdtempSync(join(tmpdir(), "service-tests-"));
const unitReport = join(reports, "unit.json");
const browserReport = join(reports, "browser.json");
const timingReport = join(reports, "timings.json");

/**
 * @param {string} title
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
function step(title, args, env = {}) {
  heading(title);
  if (!runNode(args, { env }).ok) throw new StepError(`${title}: failed, see above.`);
}

/** @param {{ title: string, config: string, report: string, chromium: string }} run */
function browserStep({ title, config, report, chromium }) {
  step(
    `${title} (${chromium})`,
    [
      "node_modules/@playwright/test/cli.js",
      ...["test", "-c", `e2e/${config}.config.ts`, "--reporter=list,json"],
    ],
    { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
}

/** @param {string} report */
function countBrowserTests(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { stats, errors } = JSON.parse(readFileSync(report, "utf8"));
  const { expected, unexpected, flaky } = stats;
  return { passed: expected + flaky, failed: unexpected + errors.length };
}

try {
  const [extra] = process.argv.slice(2);
  if (extra) {
    throw new StepError(
      `${extra}: npm test takes no arguments. Its parts do: npm run test:unit, test:browser, test:timings.`,
    );
  }
  installDependencies();
  const chromium = getChromium();
  step("Type check", ["node_modules/typescript/bin/tsc", "-p", "."]);
  step("Type check of the core, without DOM", [
    "node_modules/typescript/bin/tsc",
    "-p",
    "src/decision",
  ]);
  step("Lint", ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"]);
  step("Unit tests", [
    "node_modules/vitest/vitest.mjs",
    ...["run", "--dir", "src", "--reporter=default", "--reporter=json"],
    `--outputFile.json=${unitReport}`,
  ]);
  step("Reproducible build", ["build.mjs", "--check"]);
  browserStep({ title: "Browser tests", config: "playwright", report: browserReport, chromium });
  browserStep({ title: "Timings", config: "timings", report: timingReport, chromium });
} catch (error) {
  reportFailure(error);
} finally {
  const counts = [
    readVitestReport(unitReport),
    ...[browserReport, timingReport].map(countBrowserTests),
  ];
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  rmSync(reports, { recursive: true });
}
