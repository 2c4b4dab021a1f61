/**
 * A condition that was asked before is likely to be asked again: its tests become a row of whole
 * numbers, each with the places to go on from, and each value of a context is looked up once. For
 * who decides often.
 */
import { type Asked, type Compiler, runOf, type Scope } from "./asked";
import { findIn, holds, isLogical } from "./operators";
import { itemsOf } from "./schema";
import { hasOperators, valueBehind } from "./values";

/** A test as it is authored, for values that numbers can't stand for. */
interface Test {
  readonly operator: string;
  readonly wanted: unknown;
}
/** Where a program goes on in the row, or its answer. */
type Program = number;
const YES = -1;
const NO = -2;
/** There is none, however often it is asked for. */
const NEVER = Number.NEGATIVE_INFINITY;
/** Where a test of the row has what; its operands follow. */
const PLACE = 0;
const THEN = 1;
const ELSE = 2;
const TEST = 3;
const COUNT = 4;
const OPERANDS = 5;
/** In place of the count of operands: at least the one that follows. */
const AT_LEAST = -1;
/** What stands for a value that is no text, and for a text that nobody wants. */
const NO_TEXT = -1;
const UNWANTED = -2;

const isText = (value: unknown): value is string => typeof value === "string";
/** A whole number as the row holds them. */
const isSmall = (value: unknown): value is number =>
  typeof value === "number" && (value | 0) === value;

/** The last one first. */
const entriesOf = (object: unknown): [string, unknown][] =>
  Object.entries(Object(object)).reverse();

/** What was read of one scope: the value at each place, and the number that stands for it. */
function createReader() {
  /** What stands for a text that is wanted somewhere. */
  const texts = new Map<string, number>();
  /** Where the value of a path is kept. */
  const places = new Map<string, number>();
  const paths: string[][] = [];
  const values: unknown[] = [];
  const ids: number[] = [];
  /** In whose turn it was read. */
  const turns: number[] = [];
  let owner: Scope | undefined;
  let turn = 0;
  return {
    values,
    ids,
    turns,
    placeOf(path: string): number {
      const place = places.get(path) ?? paths.push(path.split(".")) - 1;
      places.set(path, place);
      turns[place] ??= 0;
      return place;
    },
    idOf(text: string): number {
      const id = texts.get(text) ?? texts.size;
      // Values that were read may be this.
      if (id === texts.size) owner = undefined;
      texts.set(text, id);
      return id;
    },
    /** The number of this scope's turn. */
    turnOf(scope: Scope): number {
      if (owner !== scope) {
        turn++;
        owner = scope;
      }
      return turn;
    },
    read(place: number, scope: Scope, now: number): void {
      // May run a getter of the context's, which may decide something, too.
      const value = valueBehind(scope.context, paths[place] ?? []);
      values[place] = value;
      ids[place] = isText(value) ? (texts.get(value) ?? UNWANTED) : NO_TEXT;
      turns[place] = now;
    },
  };
}

/** For all conditions of one Playbook. */
export function createCompiler(): Compiler {
  const { values, ids, turns, placeOf, idOf, turnOf, read } = createReader();
  const row: number[] = [];
  const tests: Test[] = [];

  /** Puts a test into the row. */
  function step(path: string, test: Test, yes: Program, no: Program): Program {
    const { operator, wanted } = test;
    const list = operator === "$in" ? itemsOf(wanted) : [wanted];
    const isChoice = ["", "$eq", "$in"].includes(operator);
    const choice = isChoice && list.every(isText) ? list : [];
    const isLeast = operator === "$gte" && isSmall(wanted);
    const at = row.length;
    const count = isLeast ? AT_LEAST : choice.length;
    row.push(placeOf(path), yes, no, tests.push(test) - 1, count);
    // One by one: a list may be longer than arguments may be.
    for (const text of choice) row.push(idOf(text));
    if (isLeast) row.push(wanted);
    return at;
  }
  /** The first test of a condition, made from its last to it, and where they lead. */
  function compile(condition: unknown, yes = YES, no = NO): Program {
    let next = yes;
    for (const [key, wanted] of entriesOf(condition)) {
      if (isLogical(key)) next = compileList(key, wanted, next, no);
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

  /** Whether a value is as the test there wants it. */
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
  function passes({ program, condition }: Asked, scope: Scope): boolean {
    const now = turnOf(scope);
    let at = program;
    while (at >= 0) {
      const place = row[at + PLACE] ?? 0;
      if (turns[place] !== now) read(place, scope, now);
      at = row[at + (isMet(at, place, scope, condition) ? THEN : ELSE)] ?? NO;
    }
    return at === YES;
  }
  /** None where a pattern may refuse its input; what is invalid is met by nobody. */
  function programOf(condition: object): Program {
    const { problems, hasPattern } = findIn(condition);
    if (problems[0]) return NO;
    try {
      return hasPattern ? NEVER : compile(condition);
    } catch {
      // The stack gave out, at other places than a walk's would.
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
