/**
 * Compiles conditions that are tested often, as on a server: their tests become a row of whole
 * numbers, each with the places in the row where to go on after yes and after no, and each value of
 * a context is looked up once.
 */
import { type Compiler, NO, type ReadyCondition, runOf, type Scope, YES } from "./condition-run";
import { findIn, LOGICAL } from "./inspect";
import { holds } from "./operators";
import { itemsOf } from "./schema";
import { hasOperators, valueBehind } from "./values";

/** A test as it is authored, for values that numbers can't stand for. */
interface Test {
  readonly operator: string;
  readonly wanted: unknown;
}
/** A place in the row where a program begins or goes on; or its answer, `YES` or `NO`. */
type Program = number;
/** The condition can't have a program, however often it is tested. */
const NEVER = Number.NEGATIVE_INFINITY;
/** The layout of a test in the row; its operands follow. */
const PLACE = 0;
const THEN = 1;
const ELSE = 2;
const TEST = 3;
const COUNT = 4;
const OPERANDS = 5;
/** Stands in place of the count for a `$gte` test, whose one operand follows as a number. */
const AT_LEAST = -1;
/** Stand for a value that is no text, and for a text that no test wants. */
const NO_TEXT = -1;
const UNWANTED = -2;

const isText = (value: unknown): value is string => typeof value === "string";
/** A whole number as the row holds them. */
const isSmall = (value: unknown): value is number =>
  typeof value === "number" && (value | 0) === value;

/** The entries of an object, the last one first. */
const entriesOf = (object: unknown): [string, unknown][] =>
  Object.entries(Object(object)).reverse();

/** What was read from one scope: the value of each path, and the number that stands for its text. */
function createReader() {
  /** The number of each text that some test wants. */
  const texts = new Map<string, number>();
  /** The index at which the value of a path is kept. */
  const places = new Map<string, number>();
  const paths: string[][] = [];
  const values: unknown[] = [];
  const ids: number[] = [];
  /** The value that each of these numbers stands for. */
  const numbered: unknown[] = [];
  /** The round in which each value was last read; a new scope begins a new round. */
  const seen: number[] = [];
  let owner: Scope | undefined;
  let round = 0;
  return {
    values,
    ids,
    seen,
    placeOf(path: string): number {
      const place = places.get(path) ?? paths.push(path.split(".")) - 1;
      places.set(path, place);
      seen[place] ??= 0;
      return place;
    },
    idOf(text: string): number {
      const id = texts.get(text) ?? texts.size;
      if (id === texts.size) {
        // A value that was read before may be this very text.
        owner = undefined;
        numbered.fill(undefined);
      }
      texts.set(text, id);
      return id;
    },
    /** The round of this scope. */
    roundOf(scope: Scope): number {
      if (owner !== scope) {
        round++;
        owner = scope;
      }
      return round;
    },
    read(place: number, scope: Scope, now: number): void {
      // May run a getter of the context, and that may decide something in between.
      const value = valueBehind(scope.context, paths[place] ?? []);
      values[place] = value;
      seen[place] = now;
      // Often the same as last time, when many questions are about one person.
      if (numbered[place] === value) return;
      numbered[place] = value;
      ids[place] = isText(value) ? (texts.get(value) ?? UNWANTED) : NO_TEXT;
    },
  };
}

/** For all conditions of one Playbook. */
export function createCompiler(): Compiler {
  const { values, ids, seen, placeOf, idOf, roundOf, read } = createReader();
  const row: number[] = [];
  const tests: Test[] = [];

  /** Adds a test to the row. */
  function step(path: string, test: Test, yes: Program, no: Program): Program {
    const { operator, wanted } = test;
    const list = operator === "$in" ? itemsOf(wanted) : [wanted];
    const isChoice = ["", "$eq", "$in"].includes(operator);
    const choice = isChoice && list.every(isText) ? list : [];
    const isLeast = operator === "$gte" && isSmall(wanted);
    const at = row.length;
    const count = isLeast ? AT_LEAST : choice.length;
    row.push(placeOf(path), yes, no, tests.push(test) - 1, count);
    // One by one: a list may be longer than the arguments of a call.
    for (const text of choice) row.push(idOf(text));
    if (isLeast) row.push(wanted);
    return at;
  }
  /** Adds the tests of a condition, the last one first, so that each knows where to go on; gives the first. */
  function compile(condition: unknown, yes = YES, no = NO): Program {
    let next = yes;
    for (const [key, wanted] of entriesOf(condition)) {
      if (LOGICAL.has(key)) next = compileList(key, wanted, next, no);
      else if (!hasOperators(wanted)) next = step(key, { operator: "", wanted }, next, no);
      else {
        for (const [operator, operand] of entriesOf(wanted)) {
          next = step(key, { operator, wanted: operand }, next, no);
        }
      }
    }
    return next;
  }
  function compileList(key: string, wanted: unknown, yes: Program, no: Program): Program {
    const list = key === "$not" ? [wanted] : itemsOf(wanted);
    const isAny = key === "$or";
    // An empty list asks for nothing.
    let next = isAny && list[0] ? no : yes;
    for (const one of list.toReversed()) {
      next = key === "$and" ? compile(one, next, no) : compile(one, isAny ? yes : no, next);
    }
    return next;
  }

  /** Whether the value at `place` passes the test at `at`. */
  function isMet(at: number, place: number, scope: Scope, condition: object): boolean {
    const count = row[at + COUNT] ?? 0;
    const id = ids[place] ?? NO_TEXT;
    const value = values[place];
    if (count > 0 && id !== NO_TEXT) {
      const end = at + OPERANDS + count;
      for (let i = at + OPERANDS; i < end; i++) if (row[i] === id) return true;
      return false;
    }
    if (count === AT_LEAST && isSmall(value)) return value >= (row[at + OPERANDS] ?? 0);
    const { operator = "", wanted } = tests[row[at + TEST] ?? 0] ?? {};
    return holds(operator, value, wanted, runOf(scope, condition, false));
  }
  function passes({ program, condition }: ReadyCondition, scope: Scope): boolean {
    const now = roundOf(scope);
    let at = program;
    while (at >= 0) {
      const place = row[at + PLACE] ?? 0;
      if (seen[place] !== now) read(place, scope, now);
      at = row[at + (isMet(at, place, scope, condition) ? THEN : ELSE)] ?? NO;
    }
    return at === YES;
  }
  /** No program where a pattern may refuse its input; an invalid condition is met by nobody. */
  function programOf(condition: object): Program {
    const { problems, hasPattern } = findIn(condition);
    if (problems[0]) return NO;
    try {
      return hasPattern ? NEVER : compile(condition);
    } catch {
      // The stack gave out, though a walk might not have failed at the same place.
      return NEVER;
    }
  }
  return {
    answer(asked, scope) {
      if (asked.program < NO && ++asked.program === NO) asked.program = programOf(asked.condition);
      return asked.program < NO ? undefined : passes(asked, scope);
    },
  };
}
