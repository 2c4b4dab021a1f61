// @ts-check
/** The sizes of the files of `dist/`, their budget, and which rooms the snippet's bytes come from. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { version } from "./bundles.mjs";
import { ROOT } from "./steps.mjs";

/** @typedef {{ bytes: number, gzip: number, brotli: number, integrity: string }} Size */
/** @typedef {Record<string, Size>} Sizes */

/** @type {Record<string, { brotli: number, goal?: number }>} */
const BUDGET = JSON.parse(readFileSync(join(ROOT, "budget.json"), "utf8"));

/** @param {string} path @returns {Size} */
function measure(path) {
  const content = readFileSync(path);
  return {
    bytes: content.length,
    gzip: gzipSync(content, { level: 9 }).length,
    brotli: brotliCompressSync(content).length,
    integrity: `sha384-${createHash("sha384").update(content).digest("base64")}`,
  };
}

/**
 * @param {string} folder
 * @param {readonly string[]} names
 * @returns {Sizes}
 */
export function writeManifest(folder, names) {
  const files = Object.fromEntries(names.map((name) => [name, measure(join(folder, name))]));
  const manifest = JSON.stringify({ version, files }, null, 2);
  writeFileSync(join(folder, "manifest.json"), `${manifest}\n`);
  return files;
}

/** @param {string} source @returns {string} `src/decision`, `preact`, or `src` for the entries. */
function roomOf(source) {
  const [first = "", second = "", ...rest] = source.replace(/^.*node_modules\//, "").split("/");
  return first === "src" && rest.length > 0 ? `${first}/${second}` : first;
}

/** @param {import("esbuild").Metafile} metafile @returns {[string, number][]} Heaviest first. */
function bytesByRoom(metafile) {
  /** @type {Record<string, number>} */
  const rooms = {};
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [source, { bytesInOutput }] of Object.entries(inputs)) {
      const room = roomOf(source);
      rooms[room] = (rooms[room] ?? 0) + bytesInOutput;
    }
  }
  return Object.entries(rooms).sort(([, a], [, b]) => b - a);
}

/** @param {string} name @param {readonly (number | string)[]} columns */
function printRow(name, columns) {
  const cells = columns.map((column) => column.toLocaleString("en").padStart(9));
  console.log(`${name.padEnd(24)}${cells.join("")}`);
}

/** @param {Sizes} sizes @param {import("esbuild").Metafile} metafile */
export function printSizes(sizes, metafile) {
  printRow("dist/", ["raw", "gzip", "brotli"]);
  for (const [name, { bytes, gzip, brotli }] of Object.entries(sizes)) {
    if (!name.includes("/")) printRow(name, [bytes, gzip, brotli]);
  }
  const snippet = sizes["service.js"];
  if (!snippet) return;
  console.log("\nservice.js by room (brotli in proportion to raw)");
  for (const [room, bytes] of bytesByRoom(metafile)) {
    printRow(room, [bytes, "", Math.round((bytes * snippet.brotli) / snippet.bytes)]);
  }
  const { brotli = 0, goal = 0 } = BUDGET["service.js"] ?? {};
  const show = (/** @type {number} */ bytes) => bytes.toLocaleString("en");
  console.log(
    `\nservice.js, brotli: ${show(snippet.brotli)}, goal ${show(goal)}, ceiling ${show(brotli)}`,
  );
}

/** @param {Sizes} sizes @returns {string[]} One phrase for each file that weighs too much. */
export function overBudget(sizes) {
  return Object.entries(BUDGET).flatMap(([name, { brotli: ceiling }]) => {
    const { brotli = 0 } = sizes[name] ?? {};
    return brotli > ceiling ? [`${name} has ${brotli} bytes of brotli, ${ceiling} at most`] : [];
  });
}
