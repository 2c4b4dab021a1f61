/** The rules of the rooms: who may import whom, and what no file may hold. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_LINES = 300;
const CODE = /\.(ts|tsx|mjs|js|css)$/;
const ENTRIES = /^(index|snippet|decision)\.ts$/;
const TEST = /\.(test|fixture)\.tsx?$/;

/** One checker validates everything that enters, and reads its times, so every room may use it. */
const CHECKER = [
  "isSound",
  "problemsOf",
  "boolean",
  "each",
  "list",
  "map",
  "number",
  "object",
  "string",
  "word",
  "isObject",
  "own",
  "listOf",
  "textOf",
  "joinPath",
  "typeOf",
  "parseTime",
  "DAY",
];

/** What a file may import besides its own room: `types`, `values`, or these names only. */
type Allowance = "types" | "values" | readonly string[];
const EDGE_ROOM = { decision: CHECKER, options: "types" } as const;
const ENTRY = { decision: "types", options: "values", sdk: "values" } as const;
const MAY_IMPORT: Readonly<Record<string, Readonly<Record<string, Allowance>>>> = {
  decision: {},
  options: { decision: CHECKER },
  playbook: EDGE_ROOM,
  telemetry: EDGE_ROOM,
  context: { decision: "values", options: "types" },
  placements: { decision: "values", options: "types", preact: "values" },
  sdk: {
    decision: "values",
    options: "values",
    playbook: "values",
    context: "values",
    telemetry: "values",
    placements: "values",
    nanostores: "values",
  },
  "index.ts": ENTRY,
  "snippet.ts": ENTRY,
  "decision.ts": { decision: "values" },
};

/** The floors of the largest room: each may import those before it and what lies in the room itself. */
const SDK_FLOORS = ["user", "decisions", "page"];
/** Puts the floors together. */
const SDK_ROOF = "sdk/service-methods.ts";

/** What would make a decision depend on more than its arguments. */
const IMPURE = [
  ...["Date\\.now", "new Date\\(\\)", "Math\\.random", "performance", "crypto", "Intl"],
  ...["document", "window", "globalThis", "navigator", "location", "localStorage"],
  ...["sessionStorage", "fetch", "setTimeout", "setInterval", "queueMicrotask", "console"],
];

interface Import {
  readonly specifier: string;
  /** The names imported as values; `*` for all. */
  readonly values: readonly string[];
}

function importsOf(source: string): Import[] {
  const statements =
    /^(?:import|export)\s+((?:type\s+)?[\w$*,\s]*(?:\{[^}]*\})?)\s*from\s+"([^"]+)"/gm;
  const unnamed = /(?:^import\s+|\bimport\()"([^"]+)"/gm;
  return [
    ...[...source.matchAll(statements)].map(([, clause = "", specifier = ""]) => ({
      specifier,
      values: valuesOf(clause.trim()),
    })),
    ...[...source.matchAll(unnamed)].map(([, specifier = ""]) => ({ specifier, values: ["*"] })),
  ];
}

function valuesOf(clause: string): string[] {
  if (clause.startsWith("type ")) return [];
  const [, names] = /^\{([^}]*)\}$/.exec(clause) ?? [];
  if (names === undefined) return ["*"];
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith("type "))
    .map((name) => name.split(" ")[0] ?? name);
}

/** Code without comments and strings, so that only what runs is looked at. */
function codeOf(source: string): string {
  const skipped = /"(?:\\.|[^"\\\n])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(skipped, (text) => (text.startsWith('"') ? '""' : ""));
}

/** `decision` for `decision/types.ts`, `index.ts` for the entry, `preact` for `preact/hooks`. */
const roomOf = (path: string) => path.split("/")[0] ?? path;

function importProblem(file: string, { specifier, values }: Import): string | undefined {
  const isRelative = specifier.startsWith(".");
  const target = isRelative ? posix.join(dirname(file), specifier) : specifier;
  const room = roomOf(file);
  const other = roomOf(target);
  // The entry of the core is the other face of its room.
  if (isRelative && other === room.replace(".ts", "")) return undefined;
  // What packages get is types by name, not all that the rooms show one another.
  const isFixture = TEST.test(file) && target.endsWith(".fixture");
  const isFace =
    isFixture || target === `${other}/index` || (ENTRIES.test(room) && target === `${other}/types`);
  if (isRelative && !isFace) return `${file}: ${other} only by its index`;
  if (TEST.test(file)) return undefined;
  const allowed = MAY_IMPORT[room]?.[other];
  if (!allowed) return `${file}: ${room} may not import ${other}`;
  if (allowed === "values") return undefined;
  const names = allowed === "types" ? [] : allowed;
  const refused = values.filter((name) => !names.includes(name));
  return refused.length > 0 ? `${file}: ${refused} of ${other} as a value` : undefined;
}

/** The number of a path's floor; 0 for what all floors share. */
const floorOf = (path: string) => {
  const [room, floor = ""] = path.split("/");
  return room === "sdk" ? SDK_FLOORS.indexOf(floor) + 1 : 0;
};

function floorProblem(file: string, { specifier }: Import): string | undefined {
  const target = posix.join(dirname(file), specifier);
  const isAbove = floorOf(target) > floorOf(file) && file !== SDK_ROOF;
  return isAbove ? `${file}: ${target} is above it` : undefined;
}

function importProblems(file: string, source: string): string[] {
  return importsOf(source).flatMap(
    (one) => importProblem(file, one) ?? floorProblem(file, one) ?? [],
  );
}

function impurities(file: string, source: string): string[] {
  const pattern = new RegExp(`(?<![.\\w$])(?:${IMPURE.join("|")})(?![\\w$]|\\??:)`, "g");
  return (codeOf(source).match(pattern) ?? []).map((name) => `${file}: ${name}`);
}

function filesOf(folder: string): { file: string; source: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => CODE.test(file) && !/(^|\/)(\.results|node_modules)\//.test(file))
    .map((file) => ({ file, source: readFileSync(join(ROOT, folder, file), "utf8") }));
}

const sources = filesOf("src").filter(({ file }) => /\.tsx?$/.test(file));
const program = sources.filter(({ file }) => !TEST.test(file));
const everything = ["src", "e2e", "demo", "scripts"].flatMap((folder) =>
  filesOf(folder).map(({ file, source }) => ({ file: `${folder}/${file}`, source })),
);

describe("the rooms", () => {
  test("import only what they may, and other rooms only by their index", () => {
    const found = sources.flatMap(({ file, source }) =>
      // A test of no room looks at all of them.
      file === "rooms.test.ts" ? [] : importProblems(file, source),
    );
    expect(found).toEqual([]);
  });

  test("are the ones that exist, besides the entries", () => {
    const known = [...Object.keys(MAY_IMPORT), "globals.d.ts", "rooms.test.ts"];
    expect(sources.map(({ file }) => roomOf(file)).filter((room) => !known.includes(room))).toEqual(
      [],
    );
  });

  test("leave the core pure", () => {
    const core = program.filter(({ file }) => file.startsWith("decision/"));
    expect(core.flatMap(({ file, source }) => impurities(file, source))).toEqual([]);
  });

  test("keep no state in a module", () => {
    const stateful = program.filter(({ source }) => /^(export )?(let|var) /m.test(source));
    expect(stateful.map(({ file }) => file)).toEqual([]);
  });

  test("have no place for leftovers", () => {
    const paths = everything.map(({ file }) => file);
    expect(paths.filter((path) => /\b(utils?|shared|helpers?|common)\b/.test(path))).toEqual([]);
  });

  test(`have no file of more than ${MAX_LINES} lines`, () => {
    const long = everything.filter(({ source }) => source.split("\n").length - 1 > MAX_LINES);
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  test("are unknown to the demo and the browser tests, which use what is built", () => {
    const outside = everything.filter(({ file }) => /^(demo|e2e)\//.test(file));
    const reaching = outside.filter(({ source }) =>
      importsOf(source).some(({ specifier }) => /(^|\/)src\//.test(specifier)),
    );
    expect(reaching.map(({ file }) => file)).toEqual([]);
  });
});

describe("the rules see", () => {
  test.each([
    ["decision/a.ts", 'import { x } from "../options/index";'],
    ["decision/a.ts", 'import { h } from "preact";'],
    ["options/a.ts", 'import { decidePlacement } from "../decision/index";'],
    ["playbook/a.ts", 'import { type A, readOptions } from "../options/index";'],
    ["playbook/a.ts", 'export * from "../decision/index";'],
    ["sdk/a.ts", 'import "preact/debug";'],
    ["telemetry/a.ts", 'import type { A } from "../context/index";'],
    ["placements/a.tsx", 'import { bucket } from "../decision/bucket";'],
    ["placements/a.test.ts", 'import { bucket } from "../decision/bucket";'],
    ["sdk/a.ts", 'const room = await import("../decision/compile");'],
    ["index.ts", 'import { bucket } from "./decision/index";'],
    ["sdk/core.ts", 'import { a } from "./user/user";'],
    ["sdk/user/user.ts", 'import type { A } from "../decisions/decide";'],
    ["sdk/decisions/decide.ts", 'import { a } from "../page/page";'],
  ])("a wrong import in %s: %s", (file, source) => {
    expect(importProblems(file, source)).toHaveLength(1);
  });

  test.each([
    ["decision/a.ts", 'import { x } from "./b";\nimport type { C } from "./c";'],
    ["options/a.ts", 'import { isSound, type Schema } from "../decision/index";'],
    ["context/a.ts", 'import {\n  own,\n  trialState,\n} from "../decision/index";'],
    ["placements/a.tsx", 'import { render } from "preact";\nimport css from "./a.css";'],
    ["options/a.ts", 'export type * from "../decision/index";'],
    [
      "sdk/a.ts",
      'export const WORDS = [\n  "options",\n] as const;\nexport type A = "from" | "b";',
    ],
    ["index.ts", 'export type * from "./sdk/types";'],
    ["snippet.ts", 'import { start } from "./sdk/index";'],
    ["sdk/page/page.ts", 'import { a } from "../user/user";\nimport { b } from "../core";'],
    [SDK_ROOF, 'import { a } from "./page/page";'],
  ])("a right import in %s: %s", (file, source) => {
    expect(importProblems(file, source)).toEqual([]);
  });

  test("what is impure, but not a word in a comment, a string or a property", () => {
    expect(impurities("a.ts", "const at = Date.now();")).toEqual(["a.ts: Date.now"]);
    expect(impurities("a.ts", "if (window) fetch(x);")).toEqual(["a.ts: window", "a.ts: fetch"]);
    const harmless =
      '/* fetch */ const a = "window"; // Intl\nb.document; const c = { location: 1 };';
    expect(impurities("a.ts", harmless)).toEqual([]);
  });
});
