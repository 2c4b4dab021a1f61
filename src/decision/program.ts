/**
 * Compiles conditions that are tested often, as on a server: their tests become a row of whole
 * numbers, each with the places in the row where to go on after yes and after no, and each value of
 * a context is looked up once.
 */
import { type Compiler, NO, type ReadyCondition, runOf, type Scope, YES } from "./condition-run";
import { glance, glanceable, type Steps, stepsOf } from "./glance";
import { findIn, LOGICAL } from "./inspect";
import { holds } from "./operators";
import { itemsOf } from "./schema";
import { type Holder, hasOperators, valueBehind } from "./values";

/** A test as it is authored, for values that numbers can't stand for. */
interface Test {
  readonly operator: string;
  readonly wanted: unknown;
}
/** A place in the row where a program begins or goes on; or its answer, `YES` or `NO`. */
type Program = number;
/** The condition can't have a program, however often it is tested. */
const NEVER = -Infinity;
/** The layout of a test in the row. */
const PLACE = 0;
const THEN = 1;
const ELSE = 2;
const TEST = 3;
/** What the value has to be, at least, for the bits to answer; or `AT_LEAST`. */
const KIND = 4;
/** The bits of the texts that are wanted; for `AT_LEAST` the number. */
const WANTED = 5;
const SIZE = 6;
/** Kinds of values: a whole number as the row holds them, what else bits can't stand for, a list, a text. */
const WHOLE = -1;
const OTHER = 0;
const LIST = 1;
const TEXT = 2;
/** No value is of this kind: the test is made as it is authored. */
const NO_BITS = 3;
/** A test for `$gte`. */
const AT_LEAST = 4;
/** How many texts the bits of one place stand for. */
const BITS = 30;

const isText = (value: unknown): value is string => typeof value === "string";
/** A whole number as the row holds them. */
const isSmall = (value: unknown): value is number =>
  typeof value === "number" && (value | 0) === value;

/** The entries of an object, the last one first. */
const entriesOf = (object: unknown): [string, unknown][] =>
  Object.entries(Object(object)).reverse();

/** What is looked up in a scope. A path of which more texts are wanted than there are bits has several. */
interface Place extends Steps {
  /** Numbers the texts that are wanted of its path. */
  readonly numbers: Map<unknown, number>;
  /** The number of the text that the first bit stands for. */
  readonly first: number;
  /** The round in which the value was read; a new scope begins a new round. 0: it has to be read. */
  seen: number;
  value: unknown;
  /** `WHOLE`, `OTHER`, `LIST` or `TEXT`. */
  kind: number;
  /** Which of the texts the value is or, as a list, holds; a whole number is here itself. */
  bits: number;
  /** The value is a text or a number, and the bits are those of all that is wanted by now. */
  isKnown: boolean;
}

/** The bit that stands for a text in a place; 0 for one that nobody wants there. */
function bitOf({ numbers, first }: Place, text: unknown): number {
  const at = (numbers.get(text) ?? NEVER) - first;
  return at >= 0 && at < BITS ? 1 << at : 0;
}

/** Puts a value in its place. */
function put(place: Place, value: unknown): void {
  place.value = value;
  place.kind = OTHER;
  place.bits = 0;
  place.isKnown = isText(value) || isSmall(value);
  if (isText(value)) {
    place.kind = TEXT;
    place.bits = bitOf(place, value);
  } else if (isSmall(value)) {
    place.kind = WHOLE;
    place.bits = value;
  } else if (Array.isArray(value)) {
    place.kind = LIST;
    for (const one of value) place.bits |= bitOf(place, one);
  }
}

/** @param plain the context, where a glance at it will do */
function read(place: Place, { context }: Scope, now: number, plain: Holder | undefined): void {
  // Often many questions are about one person.
  const isSame = place.isKnown && plain && glance(plain, place) === place.value;
  // May run a getter of the context, and that may decide something in between.
  if (!isSame) put(place, valueBehind(context, place.path));
  place.seen = now;
}

/** The places of all paths. */
function createPlaces() {
  const places: Place[] = [];
  /** The index of each place. */
  const indexes = new Map<string, number>();
  const numbered = new Map<string, Place["numbers"]>();

  function numbersOf(path: string): Place["numbers"] {
    const numbers = numbered.get(path) ?? new Map();
    numbered.set(path, numbers);
    return numbers;
  }
  /** The index of the place of a path whose first bit stands for the text of this number. */
  function placeOf(path: string, first = 0): number {
    const key = `${first} ${path}`;
    const unread = { seen: 0, value: null, kind: OTHER, bits: 0, isKnown: false };
    const place = { ...stepsOf(path), numbers: numbersOf(path), first, ...unread };
    const index = indexes.get(key) ?? places.push(place) - 1;
    indexes.set(key, index);
    return index;
  }
  return {
    places,
    placeOf,
    /** The bits of texts that are wanted of a path, by their places. */
    bitsOf(path: string, texts: readonly string[]): ReadonlyMap<number, number> {
      const numbers = numbersOf(path);
      const bits = new Map<number, number>();
      for (const text of texts) {
        const number = numbers.get(text) ?? numbers.size;
        numbers.set(text, number);
        const at = number % BITS;
        const index = placeOf(path, number - at);
        bits.set(index, (bits.get(index) ?? 0) | (1 << at));
        // A value that was read before may be this very text.
        const place = places[index];
        if (place) {
          place.seen = 0;
          place.isKnown = false;
        }
      }
      return bits;
    },
  };
}

/** For all conditions of one Playbook. */
export function createCompiler(): Compiler {
  const { places, placeOf, bitsOf } = createPlaces();
  let row = new Int32Array(SIZE * 64);
  /** How much of it is used. */
  let end = 0;
  const tests: Test[] = [];
  /** Whose values were read last. */
  let owner: Scope | undefined;
  let round = 0;
  /** Its context, where a glance at it will do. */
  let plain: Holder | undefined;

  /** Adds a test to the row; where its texts have bits in several places, one for each. */
  function step(path: string, test: Test, yes: Program, no: Program): Program {
    const { operator, wanted } = test;
    const index = tests.push(test) - 1;
    const add = (place: number, kind: number, operand: number, next = no) => {
      if (end === row.length) {
        const longer = new Int32Array(2 * end);
        longer.set(row);
        row = longer;
      }
      row.set([place, yes, next, index, kind, operand], end);
      end += SIZE;
      return end - SIZE;
    };
    if (operator === "$gte" && isSmall(wanted)) return add(placeOf(path), AT_LEAST, wanted);
    const isChoice = operator === "$in";
    const texts = isChoice ? itemsOf(wanted) : [wanted];
    const isFit = texts[0] && texts.length <= BITS && ["", "$eq", "$in"].includes(operator);
    if (!isFit || !texts.every(isText)) return add(placeOf(path), NO_BITS, 0);
    let next = no;
    for (const [place, bits] of bitsOf(path, texts)) {
      next = add(place, isChoice ? LIST : TEXT, bits, next);
    }
    return next;
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

  /** Whether the value passes the test at `at`. */
  function isMet(
    at: number,
    { kind, bits, value }: Place,
    scope: Scope,
    asked: ReadyCondition,
  ): boolean {
    const needed = row[at + KIND] ?? NO_BITS;
    const wanted = row[at + WANTED] ?? 0;
    if (kind >= needed) return (bits & wanted) !== 0;
    if (needed === AT_LEAST && kind === WHOLE) return bits >= wanted;
    const test = tests[row[at + TEST] ?? 0];
    return !!test && holds(test.operator, value, test.wanted, runOf(scope, asked, false));
  }
  function passes(asked: ReadyCondition, scope: Scope): boolean {
    if (owner !== scope) {
      owner = scope;
      plain = glanceable(scope.context);
      round++;
    }
    // A getter of the context may decide about somebody else in between.
    const now = round;
    const mine = plain;
    let at = asked.program;
    while (at >= 0) {
      const place = places[row[at + PLACE] ?? 0];
      if (place === undefined) return false;
      if (place.seen !== now) read(place, scope, now, mine);
      at = row[at + (isMet(at, place, scope, asked) ? THEN : ELSE)] ?? NO;
    }
    return at === YES;
  }
  /** No program where a pattern may refuse its input; an invalid condition is met by nobody. */
  function programOf(asked: ReadyCondition): Program {
    const { problems, hasPattern } = findIn(asked);
    if (problems[0]) return NO;
    try {
      return hasPattern ? NEVER : compile(asked.condition);
    } catch {
      // The stack gave out, though a walk might not have failed at the same place.
      return NEVER;
    }
  }
  return {
    answer: (asked, scope) => {
      if (asked.program < NO && ++asked.program === NO) asked.program = programOf(asked);
      return asked.program < NO ? undefined : passes(asked, scope);
    },
  };
}
