// @ts-check
/** The file that users load, of everybody: as it is shipped where that is ready for a page. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { ROOT } from "../../scripts/steps.mjs";
import { BENCH, builtOf, CHECKED } from "./peers.mjs";

/** @typedef {{ row: string, file: string } | { row: string, usage: string, folder: string }} Loaded */

/**
 * A file that is ready, or the least usage, for esbuild to bundle with what it needs.
 * @type {readonly Loaded[]}
 */
const LOADED = [
  { row: "service", file: "../../dist/service.js" },
  { row: "service-entitlements", file: "../../dist/decision.mjs" },
  { row: "growthbook", file: "node_modules/@growthbook/growthbook/dist/bundles/auto.min.js" },
  {
    row: "featurevisor",
    usage: 'export { createInstance } from "@featurevisor/sdk"',
    folder: BENCH,
  },
  { row: "configcat", file: "node_modules/@configcat/sdk/dist/configcat.browser.esm.min.js" },
  {
    row: "statsig",
    file: "node_modules/@statsig/js-on-device-eval-client/build/statsig-js-on-device-eval-client.min.js",
  },
  { row: "unleash", file: "node_modules/unleash-proxy-client/build/main.min.js" },
  { row: "schematic", file: "node_modules/@schematichq/schematic-js/dist/schematic.browser.js" },
  { row: "posthog", file: "node_modules/posthog-js/dist/array.js" },
  { row: "posthog-surveys", file: "node_modules/posthog-js/dist/surveys.js" },
  {
    row: "braze",
    usage:
      'export { initialize, automaticallyShowInAppMessages, openSession } from "@braze/web-sdk"',
    folder: BENCH,
  },
  { row: "preact", usage: 'export { h, render } from "preact"', folder: ROOT },
  {
    row: "floor",
    usage: `export { h, render } from "preact";
      export { useEffect, useRef, useState } from "preact/hooks";
      export { atom, computed } from "nanostores"`,
    folder: ROOT,
  },
];

/** @type {esbuild.CommonOptions} */
const SMALL = { minify: true, logLevel: "error" };
/** @type {esbuild.CommonOptions} */
const SCRIPT = { ...SMALL, format: "iife", globalName: "contestant" };
/** @type {esbuild.CommonOptions} */
const MODULE = { ...SMALL, format: "esm" };

/** @param {string} usage @param {string} folder @param {esbuild.CommonOptions} form @returns {Promise<string>} As a page gets it, by default as a script. */
export async function bundle(usage, folder, form = SCRIPT) {
  const { outputFiles } = await esbuild.build({
    ...form,
    stdin: { contents: usage, resolveDir: folder },
    bundle: true,
    write: false,
    target: "es2022",
    // A peer brings an older one along.
    alias: { preact: join(ROOT, "node_modules/preact") },
    legalComments: "none",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0]?.text ?? "";
}

/** Makes the peers that have checks for development without them, as a page gets them. */
export async function buildPeers() {
  for (const name of CHECKED) {
    const code = await bundle(`export * from "${name}"`, BENCH, MODULE);
    mkdirSync(dirname(builtOf(name)), { recursive: true });
    writeFileSync(builtOf(name), code);
  }
}

/** @param {Loaded} loaded @returns {Promise<string>} What goes over the wire. */
async function contentOf(loaded) {
  if ("usage" in loaded) return bundle(loaded.usage, loaded.folder);
  return readFileSync(join(BENCH, loaded.file), "utf8");
}

/** @returns {Promise<Map<string, string>>} By row. */
export async function filesAsLoaded() {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const loaded of LOADED) files.set(loaded.row, await contentOf(loaded));
  return files;
}

/** @returns {Promise<Map<string, string>>} The same, where a module is made a script, which can be timed. */
export async function filesAsScripts() {
  const files = await filesAsLoaded();
  for (const loaded of LOADED) {
    const content = files.get(loaded.row) ?? "";
    if (!("file" in loaded && /\bexport\s*\{/.test(content))) continue;
    const { code } = await esbuild.transform(content, SCRIPT);
    files.set(loaded.row, code);
  }
  return files;
}

/** Bytes. @returns {Promise<import("./bench.mjs").Columns>} */
export async function measureSize() {
  const files = [...(await filesAsLoaded())];
  return {
    brotli: new Map(files.map(([row, content]) => [row, brotliCompressSync(content).length])),
    gzip: new Map(files.map(([row, content]) => [row, gzipSync(content, { level: 9 }).length])),
  };
}
