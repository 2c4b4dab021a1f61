// @ts-check
/**
 * Names of variables for the sake of compression: what is in a file already is written once more for
 * next to nothing, so functions should look alike. That saves 1.5 % of brotli. Only names of one
 * letter are chosen anew: those within functions. The text stays as long as it was.
 */
import { parse } from "acorn";
import { analyze } from "eslint-scope";
import { StepError } from "./steps.mjs";

/** @typedef {import("eslint-scope").Scope} Scope */
/**
 * A variable with a name of one letter.
 * @typedef {object} Variable
 * @property {number} letter Its name, as a character code.
 * @property {readonly number[]} uses Where it stands in the text.
 * @property {Set<Variable>} others Those that must have another name.
 */

const LETTERS = Buffer.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ$_");
/** The lengths of the pieces of text that are compared. */
const [SHORTEST, LONGEST] = [3, 12];
/** Each choice changes what is around the others. Some ten rounds, and nothing changes any more. */
const MOST_ROUNDS = 20;

/**
 * The scopes of the file, from the outermost to the innermost.
 * @param {string} code
 * @param {"module" | "script"} sourceType
 */
function scopesOf(code, sourceType) {
  const options = /** @type {const} */ ({ ecmaVersion: 2022, sourceType });
  const program = parse(code, { ...options, ranges: true });
  // Its types are those of another parser, whose trees are the same.
  return analyze(/** @type {any} */ (program), options).scopes;
}

/** What each name in the text refers to, by where both stand. @param {readonly Scope[]} scopes */
const bindingsOf = (scopes) =>
  scopes
    .flatMap(({ references }) => references)
    .map(({ identifier, resolved }) => `${identifier.range} ${resolved?.identifiers[0]?.range}`)
    .join("\n");

/** @param {Scope} scope @returns {Scope[]} it, and those around it */
const withOuter = (scope) => [scope, ...(scope.upper ? withOuter(scope.upper) : [])];

/** @param {readonly Scope[]} scopes @returns {Map<unknown, Variable>} by what the scopes call variables */
function readVariables(scopes) {
  /** @type {Map<unknown, Variable>} */
  const known = new Map();
  for (const variable of scopes.flatMap(({ variables }) => variables)) {
    const { name, defs, identifiers, references } = variable;
    // What has no definition is the language's own, such as `arguments`.
    if (name.length > 1 || !defs[0]) continue;
    const all = [...identifiers, ...references.map(({ identifier }) => identifier)];
    const uses = [...new Set(all.map(({ range }) => range?.[0] ?? Number.NaN))];
    known.set(variable, { letter: name.charCodeAt(0), uses, others: new Set() });
  }
  return known;
}

/**
 * Finds for each variable those that must have another name: what is declared beside it, and what its
 * scope, or one within, uses from outside.
 * @param {readonly Scope[]} scopes
 * @param {ReadonlyMap<unknown, Variable>} known
 */
function tellApart(scopes, known) {
  /** @type {Map<Scope, Set<Variable>>} */
  const seen = new Map(scopes.map((scope) => [scope, new Set()]));
  for (const scope of scopes) {
    const around = withOuter(scope);
    for (const { resolved } of scope.references) {
      const variable = known.get(resolved);
      if (!variable || !resolved) continue;
      for (const one of around.slice(0, around.indexOf(resolved.scope)))
        seen.get(one)?.add(variable);
    }
  }
  for (const scope of scopes) {
    const own = scope.variables.flatMap((one) => known.get(one) ?? []);
    const all = [...own, ...(seen.get(scope) ?? [])];
    for (const one of own) {
      for (const other of all.filter((other) => other !== one)) {
        one.others.add(other);
        other.others.add(one);
      }
    }
  }
}

/**
 * How often each piece of the text is there, by a hash: pieces that share one are counted together,
 * which is seldom.
 * @param {Buffer} text may change between two calls
 */
function createCounts(text) {
  const SIZE = 2 ** 19;
  const counts = Array.from({ length: LONGEST + 1 }, () => new Uint16Array(SIZE));
  /**
   * @param {number} start
   * @param {number} shortest
   * @param {(count: Uint16Array, hash: number) => boolean} visit ends the visits by `false`
   */
  const visitPieces = (start, shortest, visit) => {
    let hash = 0;
    for (let length = 1; length <= Math.min(LONGEST, text.length - start); length++) {
      hash = Math.imul(hash ^ (text[start + length - 1] ?? 0), 0x01000193);
      hash ^= hash >>> 15;
      const index = (Math.imul(hash, 0x85ebca6b) >>> 12) % SIZE;
      const count = counts[length];
      if (length >= shortest && count && !visit(count, index)) return;
    }
  };
  return {
    /** Adds the pieces that begin there, or takes them away. @param {number} by */
    add(/** @type {number} */ start, /** @type {number} */ shortest, by) {
      visitPieces(start, shortest, (count, hash) => {
        count[hash] = (count[hash] ?? 0) + by;
        return true;
      });
    },
    /** How many of the pieces that begin there are known. Where one isn't, no longer one is. */
    known(/** @type {number} */ start, /** @type {number} */ shortest) {
      let found = 0;
      visitPieces(start, shortest, (count, hash) => {
        if (!count[hash]) return false;
        found++;
        return true;
      });
      return found;
    },
  };
}

/**
 * Where the pieces begin that hold a use of the variable, each with the shortest length that does.
 * @param {Variable} variable
 */
function startsOf({ uses }) {
  /** @type {Map<number, number>} */
  const starts = new Map();
  for (const use of uses) {
    for (let start = Math.max(0, use - LONGEST + 1); start <= use; start++) {
      const length = Math.max(SHORTEST, use - start + 1);
      starts.set(start, Math.min(starts.get(start) ?? length, length));
    }
  }
  return [...starts];
}

/**
 * Gives each variable in turn the letter with which the most pieces of text around its uses are found
 * elsewhere, too.
 * @param {string} code ASCII; has no `{ a }` in place of `{ a: a }`
 * @param {"module" | "script"} sourceType
 */
export function nameAlike(code, sourceType) {
  const scopes = scopesOf(code, sourceType);
  const known = readVariables(scopes);
  tellApart(scopes, known);
  // What is used most has the most to gain.
  const variables = [...known.values()].sort((a, b) => b.uses.length - a.uses.length);
  const text = Buffer.from(code, "latin1");
  const counts = createCounts(text);
  for (let start = 0; start < text.length; start++) counts.add(start, SHORTEST, 1);
  const write = (/** @type {Variable} */ { uses }, /** @type {number} */ letter) => {
    for (const use of uses) text[use] = letter;
  };
  let isSettled = false;
  for (let round = 0; !isSettled && round < MOST_ROUNDS; round++) {
    isSettled = true;
    for (const variable of variables) {
      const before = variable.letter;
      const starts = startsOf(variable);
      for (const [start, shortest] of starts) counts.add(start, shortest, -1);
      const taken = new Set([...variable.others].map(({ letter }) => letter));
      /** Ahead of others that are as good. */
      let best = -1;
      for (const letter of [before, ...LETTERS]) {
        if (taken.has(letter)) continue;
        write(variable, letter);
        const found = starts.reduce(
          (sum, [start, shortest]) => sum + counts.known(start, shortest),
          0,
        );
        if (found > best) {
          best = found;
          variable.letter = letter;
        }
      }
      write(variable, variable.letter);
      isSettled &&= variable.letter === before;
      for (const [start, shortest] of starts) counts.add(start, shortest, 1);
    }
  }
  const named = text.toString("latin1");
  if (bindingsOf(scopesOf(named, sourceType)) !== bindingsOf(scopes)) {
    throw new StepError("A variable that was named anew stands for another one.");
  }
  return named;
}
