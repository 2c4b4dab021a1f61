/**
 * The operators of the condition language, and the one walk over a condition that puts them to
 * work: what every key asks is tested, and on the way invalid nodes are found and gates kept.
 */
import { compilePattern, LONGEST_INPUT } from "./pattern";
import { isObject, itemsOf, joinPath, typeOf } from "./schema";
import { record, type Trace } from "./trace";
import type { Problem } from "./types";
import { fold, isEqual, isIn, isLooselyEqual, isPrimitive, valueAt } from "./values";
import { versionKey } from "./versions";

/** The values that belong to a segment. */
export type MembersOf = (segment: string) => readonly unknown[];

export interface Run {
  readonly membersOf: MembersOf;
  /** Test everything, though the answer is known already. */
  readonly thorough: boolean;
  /** Filled with every invalid node, where it isn't known yet that there is none. */
  readonly problems: Problem[] | undefined;
  hasPattern: boolean;
  /** Set when an input was refused: then the root is false. */
  refused: boolean;
}
/** Whether a value is as wanted; `path` is where that was authored. */
type Holds = (actual: unknown, wanted: unknown, run: Run, path: string, trace?: Trace) => boolean;

const not =
  (holds: Holds): Holds =>
  (actual, wanted, run, path, trace) =>
    !holds(actual, wanted, run, path, trace);
/** Of what both values become. */
const as =
  (become: (value: unknown) => unknown, holds: Holds): Holds =>
  (actual, wanted, run, path) =>
    holds(become(actual), become(wanted), run, path);
/** Compares two primitives. */
const compare =
  (holds: (a: string | number | boolean, b: typeof a) => boolean): Holds =>
  (a, b) =>
    isPrimitive(a) && isPrimitive(b) && holds(a, b);
/** One of the conditions decides, when it is met or when it is not. */
const until =
  (decisive: boolean, ofNone: boolean): Holds =>
  (scope, wanted, run, path, trace) => {
    const conditions = itemsOf(wanted);
    let answer = conditions.length ? !decisive : ofNone;
    let i = 0;
    for (const one of conditions) {
      if (meets(scope, one, run, joinPath(path, i++), trace) === decisive) answer = decisive;
      if (answer === decisive && !run.thorough) break;
    }
    return answer;
  };
/** The test of an item of a list; invalid nodes are looked for with nothing, for the list may be empty. */
const itemTest = (holds: Holds, wanted: unknown, run: Run, path: string) => {
  const test = (item: unknown) => holds(item, wanted, run, path);
  if (run.problems) test(null);
  return test;
};

const gt = compare((a, b) => a > b);
const gte = compare((a, b) => a >= b);
const lt = compare((a, b) => a < b);
const lte = compare((a, b) => a <= b);
const isInList: Holds = (actual, list) => isIn(actual, itemsOf(list));
const isInSegment: Holds = (actual, segment, run) => isIn(actual, run.membersOf(`${segment}`));
const hasAll: Holds = (actual, wanted, run, path) => {
  const tests = itemsOf(wanted).map((one, i) => itemTest(hasValue, one, run, joinPath(path, i)));
  return Array.isArray(actual) && tests.every((test) => actual.some(test));
};
/** Operators on the element, or a condition on its fields, which may begin with `$or`. */
const hasElement: Holds = (actual, wanted, run, path) => {
  const isValue = Object.keys(Object(wanted)).some((key) => OPERATORS.has(key));
  const test = itemTest(isValue ? hasValue : meets, wanted, run, path);
  return itemsOf(actual).filter(test).length > 0;
};
const hasSize: Holds = (actual, wanted, run, path, trace) => {
  const isList = Array.isArray(actual);
  return (
    hasValue(isList ? actual.length : null, wanted, run, path, isList ? trace : undefined) && isList
  );
};
const fits =
  (flags: string): Holds =>
  (actual, wanted, run, path) => {
    const pattern = compilePattern(`${wanted}`, flags);
    if (typeof pattern === "string") return invalid(run, path, pattern);
    run.hasPattern = true;
    if (!isPrimitive(actual)) return false;
    run.refused ||= `${actual}`.length > LONGEST_INPUT;
    return !run.refused && pattern.test(`${actual}`);
  };

/** Of an invalid node any answer will do, for the root's is false. */
export function invalid({ problems }: Run, path: string, message: string): boolean {
  problems?.push({ path, message });
  return false;
}
const fault =
  (message: string): Holds =>
  (_, __, run, path) =>
    invalid(run, path, message);

type Operators = ReadonlyMap<string, Holds>;
type Table = Readonly<Record<string, Readonly<Record<string, Holds>>>>;
/** Operators whose operands must be of their group's types; those of the group without types take any. */
const operatorsOf = (table: Table): Operators =>
  new Map(
    Object.entries(table).flatMap(([types, group]) =>
      Object.entries(group).map(([key, holds]): [string, Holds] => [
        key,
        (actual, wanted, run, path, trace) =>
          !types || types.includes(typeOf(wanted))
            ? holds(actual, wanted, run, path, trace)
            : invalid(run, path, `must be ${types}`),
      ]),
    ),
  );

/** Every operator, by the JSON types that its operand may have; the first ones take any. */
const OPERATORS: Operators = operatorsOf({
  "": {
    $eq: isEqual,
    $ne: not(isEqual),
    $exists: (actual, wanted) => (actual !== null) === !!wanted,
    $not: not(hasValue),
    $size: hasSize,
  },
  array: {
    $in: isInList,
    $nin: not(isInList),
    $ini: as(fold, isInList),
    $nini: not(as(fold, isInList)),
    $all: hasAll,
    $alli: as(fold, hasAll),
  },
  "string or number or boolean": { $gt: gt, $gte: gte, $lt: lt, $lte: lte },
  string: {
    $veq: as(versionKey, isEqual),
    $vne: as(
      versionKey,
      compare((a, b) => a !== b),
    ),
    $vgt: as(versionKey, gt),
    $vgte: as(versionKey, gte),
    $vlt: as(versionKey, lt),
    $vlte: as(versionKey, lte),
    $type: (actual, wanted) => typeOf(actual) === wanted,
    $regex: fits(""),
    $regexi: fits("i"),
    $inSegment: isInSegment,
    $notInSegment: not(isInSegment),
  },
  object: { $elemMatch: hasElement },
});

/** Keys at path level that hold conditions. An empty `$or` asks for nothing. */
const LOGICAL: Operators = operatorsOf({
  "": { $not: not(meets) },
  array: { $and: until(false, true), $nor: not(until(true, false)), $or: until(true, true) },
});
const UNKNOWN = fault("is not an operator");
const MISPLACED = fault("is an operator where a path is wanted");

function isOperators(wanted: unknown): wanted is Readonly<Record<string, unknown>> {
  if (!isObject(wanted)) return false;
  for (const key in wanted) if (key.startsWith("$") && Object.hasOwn(wanted, key)) return true;
  return false;
}

/** A bare value to equal, or an object of operators, where another object is a value as well. */
function hasValue(actual: unknown, wanted: unknown, run: Run, path: string, trace?: Trace) {
  return isOperators(wanted)
    ? passesKeys(actual, wanted, run, path, trace)
    : isLooselyEqual(actual, wanted);
}

export function meets(scope: unknown, condition: unknown, run: Run, path: string, trace?: Trace) {
  return isObject(condition)
    ? passesKeys(scope, condition, run, path, trace, LOGICAL)
    : invalid(run, path, "must be object");
}

/** Whether what every key asks is so; which keys there are is up to the operators. */
function passesKeys(
  scope: unknown,
  wanted: Readonly<Record<string, unknown>>,
  run: Run,
  path: string,
  trace: Trace,
  operators = OPERATORS,
): boolean {
  let answer = true;
  for (const gate in wanted) {
    if (!Object.hasOwn(wanted, gate)) continue;
    const isValue = operators === OPERATORS;
    const operator = operators.get(gate) ?? (isValue ? UNKNOWN : OPERATORS.has(gate) && MISPLACED);
    const expected = wanted[gate];
    const actual = operator ? scope : valueAt(scope, gate.split("."));
    const children: Trace = trace && [];
    const passed = (operator || hasValue)(actual, expected, run, joinPath(path, gate), children);
    // What is asked of the whole context tells its parts alone.
    if (isValue || !operator) record(trace, gate, passed, actual, expected, children);
    else record(trace, gate, passed, undefined, undefined, children);
    if (!passed && !run.thorough) return false;
    answer &&= passed;
  }
  return answer;
}
