// @ts-check
/** Reads what vitest's JSON reporter has written. */
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ title: string, status: string, meta: Record<string, unknown> }} TestResult */
/** @typedef {{ status: string, assertionResults: TestResult[] }} FileResult */

/**
 * @param {string} path
 * @returns {{ passed: number, failed: number, tests: TestResult[] }} Nothing of a run that wrote none.
 */
export function readVitestReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 0, tests: [] };
  const report = JSON.parse(readFileSync(path, "utf8"));
  /** @type {FileResult[]} */
  const files = report.testResults;
  // A file that couldn't be loaded has failed without having a test.
  const unloadable = files.filter((f) => f.status === "failed" && f.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    tests: files.flatMap(({ assertionResults }) => assertionResults),
  };
}
