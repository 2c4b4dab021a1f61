/**
 * The operators of the condition language, and the one walk over a condition that puts them to
 * work: to test a scope, to keep what was asked, or to find invalid nodes.
 */
import { LONGEST_INPUT, patternsWith } from "./pattern";
import { isObject, itemsOf, joinPath, typeOf } from "./schema";
import { record, type Trace } from "./trace";
import type { Problem } from "./types";
import { fold, has, isEqual, isIn, isPrimitive, valueAt } from "./values";
import { versionKey } from "./versions";

export interface Found {
  /** Every invalid node. */
  readonly problems: Problem[];
  hasPattern: boolean;
}
export interface Run {
  /** The values that belong to a segment. */
  readonly membersOf: (segment: string) => readonly unknown[];
  /** Test everything, though the answer is known already. */
  readonly thorough: boolean;
  /** What is looked for in all of a condition. */
  readonly found?: Found;
  /** Set when an input was refused: then the root is false. */
  refused: boolean;
}
/**
 * Whether a value is as wanted. With `path`, where that was authored, every invalid node is found;
 * without it any answer will do for one, for the root's is false.
 */
type Holds = (actual: unknown, wanted: unknown, run: Run, path?: string, trace?: Trace) => boolean;

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
      if (meets(scope, one, run, path && joinPath(path, i++), trace) === decisive)
        answer = decisive;
      if (answer === decisive && !run.thorough) break;
    }
    return answer;
  };

const gt = compare((a, b) => a > b);
const gte = compare((a, b) => a >= b);
const lt = compare((a, b) => a < b);
const lte = compare((a, b) => a <= b);
const differs = compare((a, b) => a !== b);
const isInList: Holds = (actual, list) => isIn(actual, itemsOf(list));
const isInSegment: Holds = (actual, segment, run) => isIn(actual, run.membersOf(`${segment}`));
/** The list may be empty, so invalid nodes are looked for with nothing. */
const itemsIn = (actual: unknown, path: string | undefined) => (path ? [null] : itemsOf(actual));
const hasAll: Holds = (actual, wanted, run, path) =>
  itemsOf(wanted).every((one, i) => {
    const at = path && joinPath(path, i);
    return itemsIn(actual, path).some((item) => hasValue(item, one, run, at)) || path;
  }) && Array.isArray(actual);
/** Operators on the element, or a condition on its fields, which may begin with `$or`. */
const hasElement: Holds = (actual, wanted, run, path) => {
  const isValue = Object.keys(Object(wanted)).some((key) => OPERATORS.has(key));
  const holds = isValue ? hasValue : meets;
  return itemsIn(actual, path).filter((item) => holds(item, wanted, run, path)).length > 0;
};
const hasSize: Holds = (actual, wanted, run, path, trace) => {
  const isList = Array.isArray(actual);
  return (
    hasValue(isList ? actual.length : null, wanted, run, path, isList ? trace : undefined) && isList
  );
};
const fits = (flags: string): Holds => {
  const patternOf = patternsWith(flags);
  return (actual, wanted, run, path) => {
    const pattern = patternOf(`${wanted}`);
    if (typeof pattern === "string") return invalid(run, path, pattern);
    if (run.found) run.found.hasPattern = true;
    if (!isPrimitive(actual)) return false;
    run.refused ||= `${actual}`.length > LONGEST_INPUT;
    return !run.refused && pattern.test(`${actual}`);
  };
};

export function invalid({ found }: Run, path = "", message: string): boolean {
  found?.problems.push({ path, message });
  return false;
}

interface Operator {
  /** JSON types that what is wanted may have; none: any. */
  readonly types: string;
  readonly holds: Holds;
}
type Operators = ReadonlyMap<string, Operator>;
type Table = Readonly<Record<string, Readonly<Record<string, Holds>>>>;
const operatorsOf = (table: Table): Operators =>
  new Map(
    Object.entries(table).flatMap(([types, group]) =>
      Object.entries(group).map(([key, holds]): [string, Operator] => [key, { types, holds }]),
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
    $vne: as(versionKey, differs),
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

/** A bare value to equal, or an object of operators, where another object is a value as well. */
function hasValue(actual: unknown, wanted: unknown, run: Run, path?: string, trace?: Trace) {
  if (isObject(wanted)) {
    for (const key in wanted) {
      if (key.startsWith("$") && has.call(wanted, key)) {
        return passesKeys(actual, wanted, run, path, trace);
      }
    }
  }
  // A primitive is compared across types, as authors of targeting rules expect: `"8"` is 8.
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}

export function meets(scope: unknown, condition: unknown, run: Run, path?: string, trace?: Trace) {
  return isObject(condition)
    ? passesKeys(scope, condition, run, path, trace, LOGICAL)
    : invalid(run, path, "must be object");
}

/** Whether what every key asks is so; which keys there are is up to the operators. */
function passesKeys(
  scope: unknown,
  wanted: Readonly<Record<string, unknown>>,
  run: Run,
  path?: string,
  trace?: Trace,
  operators = OPERATORS,
): boolean {
  const isValue = operators === OPERATORS;
  let answer = true;
  for (const gate in wanted) {
    if (!has.call(wanted, gate)) continue;
    const operator = operators.get(gate);
    const expected = wanted[gate];
    const at = path && joinPath(path, gate);
    if (at) {
      const types = operator?.types;
      const fault =
        (!operator && isValue && "is not an operator") ||
        (!operator && OPERATORS.has(gate) && "is an operator where a path is wanted") ||
        (types && !types.includes(typeOf(expected)) && `must be ${types}`);
      if (fault) {
        invalid(run, at, fault);
        continue;
      }
    }
    const actual = operator ? scope : valueAt(scope, gate);
    const children: Trace = trace && [];
    const passed = (operator?.holds ?? hasValue)(actual, expected, run, at, children);
    // What is asked of the whole context tells its parts alone.
    const isTold = isValue || !operator;
    record(
      trace,
      gate,
      passed,
      isTold ? actual : undefined,
      isTold ? expected : undefined,
      children,
    );
    if (!passed && !run.thorough) return false;
    answer &&= passed;
  }
  return answer;
}
