// @ts-check
/**
 * The declarations of `dist/`: the tree that the compiler emits under `dist/types`, less what no
 * entry reaches, and two files that show its entries. Specifiers get their extension, which
 * consumers with `moduleResolution: node16` need and the sources don't.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { ROOT, runNode, StepError } from "./steps.mjs";

/** A server's project has no types of elements and keys, and may import the module. */
const BROWSER_TYPES = '/// <reference lib="dom" />\n';

const SPECIFIER = /(\bfrom |\bimport\(|^import )"([^"]+)"/gm;

/** @param {string} folder */
function emit(folder) {
  const project = join(folder, "tsconfig.json");
  const config = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(ROOT, "src"),
      outDir: folder,
      // What is shipped must not lean on Node's types.
      types: [],
    },
    files: ["index.ts", "decision.ts"].map((entry) => join(ROOT, "src", entry)),
    include: [join(ROOT, "src/**/*.d.ts")],
  };
  writeFileSync(project, JSON.stringify(config));
  if (!runNode(["node_modules/typescript/bin/tsc", "-p", project]).ok) {
    throw new StepError("The declarations could not be built; what the compiler said is above.");
  }
}

/** @param {string} file @param {string} specifier @returns {string} The declaration meant. */
function targetOf(file, specifier) {
  const path = join(dirname(file), specifier);
  const target = [`${path}.d.ts`, join(path, "index.d.ts")].find(existsSync);
  if (target) return target;
  throw new StepError(
    `${basename(dirname(file))}/${basename(file)} shows types of "${specifier}", which consumers don't have.`,
  );
}

/** @param {string} from @param {string} to @returns {string} */
function specifierOf(from, to) {
  const path = relative(dirname(from), to)
    .split(sep)
    .join("/")
    .replace(/\.d\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}

/**
 * Copies a declaration and all it refers to.
 * @param {string} file
 * @param {string} from
 * @param {string} to
 */
function copyReachable(file, from, to) {
  const copy = join(to, relative(from, file));
  if (existsSync(copy)) return;
  /** @type {string[]} */
  const targets = [];
  const text = readFileSync(file, "utf8").replace(SPECIFIER, (_, keyword, specifier) => {
    const target = targetOf(file, specifier);
    targets.push(target);
    return `${keyword}"${specifierOf(file, target)}"`;
  });
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text);
  for (const target of targets) copyReachable(target, from, to);
}

/** @param {string} folder */
export function writeDeclarations(folder) {
  const emitted = mkdtempSync(`${folder}-types-`);
  try {
    emit(emitted);
    const types = join(folder, "types");
    for (const [shown, entry] of Object.entries({ service: "index", decision: "decision" })) {
      copyReachable(join(emitted, `${entry}.d.ts`), emitted, types);
      writeFileSync(
        join(folder, `${shown}.d.ts`),
        `${shown === "service" ? BROWSER_TYPES : ""}export * from "./types/${entry}.js";\n`,
      );
    }
  } finally {
    rmSync(emitted, { recursive: true });
  }
}
