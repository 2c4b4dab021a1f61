// @ts-check
/** The bundles of `dist/`: the snippet, the module, the core, and the schema read from the core. */
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { minify } from "terser";
import { compileAtImport } from "./eager.mjs";
import { nameAlike } from "./names.mjs";
import { lessPreact } from "./preact.mjs";
import { schemaText } from "./schema.mjs";
import { ROOT, StepError } from "./steps.mjs";

export const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The hosted control plane: where `endpoint` points when nobody says. */
const BASE_URL = "https://api.service.example";
const BUNDLED_PACKAGES = ["preact", "nanostores"];
const SHARED_EPOCH = "globalThis.nanostoresGlobal ||= { epoch: 0 }";

/**
 * nanostores keeps its epoch in a global that a page's own copy would share. Ours stays in the
 * bundle: https://github.com/nanostores/nanostores/blob/main/atom/index.js
 * @type {esbuild.Plugin}
 */
const privateEpoch = {
  name: "private-epoch",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]nanostores[\\/].*\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (source.includes(SHARED_EPOCH)) {
        return { contents: source.replace(SHARED_EPOCH, "{ epoch: 0 }") };
      }
      if (!/\bnanostoresGlobal =|globalThis/.test(source)) return undefined;
      return { errors: [{ text: `nanostores has a global that isn't \`${SHARED_EPOCH}\`.` }] };
    });
  },
};

/**
 * A style sheet becomes its minified text, for constructable sheets.
 * @type {esbuild.Plugin}
 */
const styleText = {
  name: "style-text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const source = readFileSync(path, "utf8");
      const { code } = await esbuild.transform(source, { loader: "css", minify: true });
      // esbuild keeps spaces in custom properties, since it can't know how they are used.
      return { contents: code.trim().replace(/([:,(]) +| +(?=\))/g, "$1"), loader: "text" };
    });
  },
};

/** @satisfies {esbuild.BuildOptions} */
const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "browser",
  target: "es2022",
  legalComments: "none",
  logLevel: "error",
  banner: { js: `/*! Service ${version} | MIT | licenses.txt */` },
  define: {
    __SERVICE_VERSION__: JSON.stringify(version),
    __SERVICE_BASE_URL__: JSON.stringify(BASE_URL),
    __CORE_ALONE__: "false",
    "process.env.NODE_ENV": '"production"',
  },
  plugins: [privateEpoch, lessPreact, styleText],
};

/** @param {esbuild.BuildOptions} options */
async function bundle(options) {
  try {
    return await esbuild.build({ ...COMMON, ...options });
  } catch {
    throw new StepError("esbuild could not build the bundles; what it said is above.");
  }
}

/**
 * Which letters the names of variables and of properties are made of, in this order: of some hundred
 * orders that were tried the best for each file. Variables within functions get others from `nameAlike`.
 * @type {Readonly<Record<string, { variables: string, properties: string }>>}
 */
const LETTERS = {
  "service.js": {
    variables: "tlyofdkjpiumcqsvxeznrgabhw",
    properties: "naedDvzJ_CUuOhAEQPmjYlsXpxobByVNGfSHrcWiIwqtKgMRkTFZL",
  },
  "decision.mjs": {
    variables: "snfueltvhmjwkraqdgipcbozyx",
    properties: "tgKdxIvqpleizyfhwrVkYDsjunb_ELGTFOHWoQBUXACZNaJMmRScP",
  },
};

/** @param {readonly string[]} starts @param {readonly string[]} ends */
const pairsOf = (starts, ends) => ends.flatMap((end) => starts.map((start) => start + end));

/**
 * Names of variables. Those of the whole file have two letters, so that one letter is always free
 * for a function's own. Terser asks scope by scope, the whole file first, for name 0, 1 and so on.
 */
function variableNames(/** @type {string} */ file) {
  const letters = [...(LETTERS[file]?.variables ?? "")];
  const ends = [...letters, ...letters.map((letter) => letter.toUpperCase()), "$", "_"];
  const pairs = pairsOf(letters, ends);
  let scopes = 0;
  return {
    get(/** @type {number} */ index) {
      if (index === 0) scopes++;
      const names = scopes === 1 ? pairs : [...ends, ...pairs];
      // A larger file may need more names than there are pairs.
      return names[index] ?? `$${index}`;
    },
  };
}

/** Names of properties. */
function propertyNames(/** @type {string} */ file) {
  const letters = [...(LETTERS[file]?.properties ?? "")];
  const small = letters.filter((letter) => /[a-z]/.test(letter));
  const names = [...letters, ...pairsOf(small, letters)];
  return { get: (/** @type {number} */ index) => names[index] ?? `$${index}` };
}

/** Properties that never leave the snippet or the core, and may be renamed to letters: that saves 350 bytes and 80. */
const INTERNAL =
  `
  listen occasions occasion stores usageUpdates guard patchContext persistent askApplication
  givenPage momentNow askService decisionId report onAddress answersClick isAllowed newId whenIdle
  isStored isRerouted agenda inferredPage onInteraction refreshClient anonymousId keepAnswered
  hasPattern onRoute contextParts trace usable confirming clock undo mounted askEntitlement membersOf
  isGranted isOver isLost prompted decisionFor leaveRoute hasSources interacted renderers mayAnswer
  thorough isHere isOwn receiver compiler askPlacement onDismiss setClock sameUser putBack
  onlyOwn isFunction onRestored onStopped recheck envelope reopen isInert onChange _children
  _flags subject scope found program isReady parts endsAt nextDay placeOf idOf
  due simple bare isPlain isCircular isMember isTold findings unstore isDialogOpen isCovered stated obey
  idNow askTrial statedOf readId hasNew onCta onExpire isAnswer isClosed notice
  isInSight isPutOff wire keyOf leave fail emit mint visit claim renew adopt displayed
  yielding isOnline native restore forget resume job refresh loading confirm stop offset
  pause check post onSeen drain state write adapter enabled enable expire active failures kinds
  isSeen inner isLong isKnown beginPurchase isTheirs readPage viewed isHeld identity revision compiled rescan onLeave
  hasSlots toEvent onDisplay finished isOverPage isClear switchUser renewDecisions isOpen unmet pageLevel
  sooner touch leadOn putOff makeWay isSame isOfSlot permit infer actionsOf`.match(/\w+/g) ?? [];
/** The files with all names that a page, a Playbook or a service uses. None of them may be renamed. */
const PUBLIC = [
  ...["options/types.ts", "options/context-types.ts", "options/source-types.ts"],
  ...["options/fields.ts", "options/paths.ts", "sdk/types.ts", "playbook/verify.ts"],
  ...["decision/types.ts", "decision/context-types.ts"],
  ...["decision/playbook-types.ts", "decision/playbook-schema.ts"],
];

/** What `decision.mjs` gives away that the snippet keeps to itself. */
const GIVEN = ["usable", "compiler"];

/** A pattern of the properties that may be renamed; fails if one of them is public. */
function internalNames(/** @type {boolean} */ isModule) {
  const known = PUBLIC.map((path) => readFileSync(join(ROOT, "src", path), "utf8")).join("\n");
  const name = INTERNAL.find((one) => new RegExp(`\\b${one}\\b`).test(known));
  if (name) throw new StepError(`The property ${name} is public: its name has to stay.`);
  const renamed = INTERNAL.filter((one) => !(isModule && GIVEN.includes(one)));
  return new RegExp(`^(${renamed.join("|")})$`);
}

/**
 * A second pass over a minified file: terser folds what esbuild leaves, which saves some 4 % of
 * brotli. Names are given last, when it is known which are left.
 * @param {string} path
 */
async function squeeze(path) {
  const module = path.endsWith(".mjs");
  /** @type {import("terser").MinifyOptions} */
  const common = {
    ecma: 2020,
    module,
    toplevel: true,
    // ASCII, so that nothing is garbled where a page or a CDN names no charset.
    format: { comments: /^!/, ascii_only: true },
  };
  const folded = await minify(readFileSync(path, "utf8"), {
    ...common,
    mangle: false,
    compress: {
      passes: 6,
      pure_getters: true,
      keep_fargs: false,
      // Off: moving a function into its only caller would save 300 bytes, but the function is then
      // made anew at each call, and the first placement takes a third longer.
      reduce_funcs: false,
      // Off: comparisons are written as in the sources, and so more alike: 50 bytes less.
      comparisons: false,
      // Declarations next to each other compress better: 100 bytes less.
      hoist_funs: true,
      // Writes `${x}` as ""+x and `new Error` as Error: 80 bytes less. The two texts differ for objects
      // with a valueOf of their own, which nothing here makes a text of.
      unsafe: true,
    },
  });
  const { code = "" } = await minify(folded.code ?? "", {
    ...common,
    // `{ a: a }`, so that the variable can be named without the property.
    format: { ...common.format, shorthand: false },
    compress: false,
    mangle: {
      nth_identifier: variableNames(basename(path)),
      properties: {
        regex: internalNames(module),
        // Some are also names of the DOM's, but none of those is used here.
        builtins: true,
        nth_identifier: propertyNames(basename(path)),
      },
    },
  });
  const named = nameAlike(code, module ? "module" : "script");
  writeFileSync(path, `${module ? named : withinFunction(named)}\n`);
}

/**
 * Strict in itself alone, as pages put several scripts into one file, where a directive at its start
 * would hold for all of them. The semicolon ends what such a file has before.
 */
function withinFunction(/** @type {string} */ code) {
  const [start, moved] = ['"use strict";(()=>{', ';(()=>{"use strict";'];
  if (!code.includes(start)) throw new StepError(`The snippet doesn't begin with ${start}`);
  return code.replace(start, moved);
}

/** @param {string} folder */
async function writeSchema(folder) {
  const { outputFiles } = await bundle({
    stdin: {
      contents: `export * from "./playbook-schema"; export * from "./inspect";`,
      resolveDir: join(ROOT, "src/decision"),
    },
    format: "esm",
    write: false,
  });
  const code = outputFiles?.[0]?.text ?? "";
  const tables = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  writeFileSync(join(folder, "playbook.schema.json"), schemaText(tables));
}

/** The licenses of the bundled packages have to be shipped with them. @param {string} folder */
function writeLicenses(folder) {
  const texts = BUNDLED_PACKAGES.map((name) => {
    const license = readFileSync(join(ROOT, "node_modules", name, "LICENSE"), "utf8");
    return `${name}\n\n${license.trim()}\n`;
  });
  const own = `Service\n\n${readFileSync(join(ROOT, "LICENSE"), "utf8")}`;
  writeFileSync(join(folder, "licenses.txt"), [own, ...texts].join(`\n${"-".repeat(80)}\n\n`));
}

/**
 * Writes everything but the declarations and the manifest.
 * @param {string} folder
 * @returns {Promise<esbuild.Metafile>} Which source the snippet's bytes come from.
 */
export async function writeBundles(folder) {
  const { metafile } = await bundle({
    entryPoints: ["src/snippet.ts"],
    outfile: join(folder, "service.js"),
    format: "iife",
    minify: true,
    metafile: true,
  });
  await bundle({
    entryPoints: ["src/index.ts"],
    outfile: join(folder, "service.mjs"),
    format: "esm",
  });
  await bundle({
    entryPoints: ["src/decision.ts"],
    outfile: join(folder, "decision.mjs"),
    define: { ...COMMON.define, __CORE_ALONE__: "true" },
    // For `compileAtImport`.
    supported: { arrow: false },
    format: "esm",
    minify: true,
  });
  for (const name of ["service.js", "decision.mjs"]) await squeeze(join(folder, name));
  await compileAtImport(join(folder, "decision.mjs"));
  await writeSchema(folder);
  writeLicenses(folder);
  if (!metafile) throw new StepError("esbuild gave no account of the snippet's bytes.");
  return metafile;
}
