// @ts-check
/**
 * Builds `dist/`; with `--check` it only reports where `dist/` differs from what the sources build.
 * Either way it prints the sizes, and fails if a file is larger than `budget.json` allows.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { writeBundles } from "./scripts/bundles.mjs";
import { writeDeclarations } from "./scripts/declarations.mjs";
import { overBudget, printSizes, writeManifest } from "./scripts/sizes.mjs";
import { ROOT, reportFailure, StepError } from "./scripts/steps.mjs";

const DIST = join(ROOT, "dist");

/** @param {string} folder @returns {string[]} Every file in it, as paths with slashes, sorted. */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((file) => file.split(sep).join("/"))
    .sort();
}

/** A file's text as far as it is the same everywhere: compressed sizes depend on the zlib of this Node. */
function comparable(/** @type {string} */ path) {
  const text = readFileSync(path, "utf8");
  return path.endsWith("manifest.json") ? text.replace(/"(gzip|brotli)": \d+/g, "$1") : text;
}

/** @param {string} fresh @returns {string[]} One line for each file of `dist/` that isn't right. */
function differences(fresh) {
  const built = filesIn(fresh);
  const kept = filesIn(DIST);
  return [
    ...built.filter((file) => !kept.includes(file)).map((file) => `dist/${file} is missing`),
    ...kept.filter((file) => !built.includes(file)).map((file) => `dist/${file} is left over`),
    ...built
      .filter((file) => kept.includes(file))
      .filter((file) => comparable(join(fresh, file)) !== comparable(join(DIST, file)))
      .map((file) => `dist/${file} differs`),
  ];
}

/** @param {string} fresh */
function check(fresh) {
  const wrong = differences(fresh);
  if (wrong.length > 0) {
    throw new StepError(`${wrong.join("; ")}: run \`npm run build\` and commit dist/.`);
  }
  console.log("\ndist/ is exactly what the sources build.");
}

/** @param {string} fresh */
function keep(fresh) {
  rmSync(DIST, { recursive: true, force: true });
  cpSync(fresh, DIST, { recursive: true });
}

const fresh = mkdtempSync(join(tmpdir(), "service-build-"));
try {
  const metafile = await writeBundles(fresh);
  writeDeclarations(fresh);
  const sizes = writeManifest(fresh, filesIn(fresh));
  printSizes(sizes, metafile);
  const settle = process.argv.includes("--check") ? check : keep;
  settle(fresh);
  const excess = overBudget(sizes);
  if (excess.length > 0) throw new StepError(`Over budget: ${excess.join("; ")}.`);
} catch (error) {
  reportFailure(error);
} finally {
  rmSync(fresh, { recursive: true });
}
