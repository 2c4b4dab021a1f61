/**
 * The condition language: MongoDB-style JSON over the targeting context. The only door is
 * `matches`; what stands behind it may change, its answers may not.
 *
 * An invalid node anywhere makes the whole root condition false, under `$not` as well, so
 * validity is settled before anything is evaluated, once for each condition object.
 */
import {
  conditionProblems,
  isLogical,
  isOnElement,
  isOperators,
  type Patterns,
} from "./condition-problems";
import { LONGEST_INPUT } from "./pattern";
import { isObject, listOf, typeOf } from "./schema";
import type { Gate } from "./types";
import { compareVersions } from "./versions";

/** The values that belong to a segment. */
export type MembersOf = (segment: string) => readonly unknown[];

interface Run {
  readonly membersOf: MembersOf;
  readonly patterns: Patterns;
  /** Evaluate everything, though the answer is known already. */
  readonly thorough: boolean;
  /** Set when an input was refused: then the root is false. */
  refused: boolean;
}
type Trace = Gate[] | undefined;
type Operator = (actual: unknown, operand: unknown, run: Run, trace: Trace) => boolean;
type Primitive = string | number | boolean;

const isPrimitive = (value: unknown): value is Primitive =>
  /^(string|number|boolean)$/.test(typeof value);

/** Deep equality of JSON values; the order of keys does not count. */
function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeOf(a) !== typeOf(b) || !a || !b) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(Reflect.get(a, key), Reflect.get(b, key)))
  );
}

/** Primitive wanted values are compared across types, as authors of targeting rules expect: `"8"` is 8. */
function isLooselyEqual(actual: unknown, wanted: unknown): boolean {
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}

/** Missing and `null` are one: the value at a dotted path, own properties only. */
function valueAt(scope: unknown, path: string): unknown {
  let value = scope;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || !value || !Object.hasOwn(value, key)) return null;
    value = Reflect.get(value, key);
  }
  return value ?? null;
}

/** Without regard to case. */
const fold = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(fold) : value;

/** The value is in the list, or one of the values is. */
const isIn: Operator = (actual, list) =>
  [actual].flat().some((one) => Array.isArray(list) && list.includes(one));

const hasAll: Operator = (actual, list, run) =>
  Array.isArray(actual) &&
  Array.isArray(list) &&
  list.every((wanted) => actual.some((one) => valueMatches(one, wanted, run, undefined)));

const fits =
  (flags: string): Operator =>
  (actual, operand, run) => {
    if (!isPrimitive(actual)) return false;
    if (`${actual}`.length > LONGEST_INPUT) run.refused = true;
    return !run.refused && !!run.patterns.get(flags + operand)?.test(`${actual}`);
  };

const not =
  (operator: Operator): Operator =>
  (...args) =>
    !operator(...args);
const folded =
  (operator: Operator): Operator =>
  (actual, operand, run, trace) =>
    operator(fold(actual), fold(operand), run, trace);
/** Compares two primitives, or two version strings by their order and nothing. */
const compare =
  (holds: (a: Primitive, b: Primitive) => boolean): Operator =>
  (actual, operand) =>
    isPrimitive(actual) && isPrimitive(operand) && holds(actual, operand);
const byVersion =
  (operator: Operator): Operator =>
  (actual, operand, run, trace) =>
    typeof actual === "string" && operator(compareVersions(actual, `${operand}`), 0, run, trace);

const inSegment: Operator = (actual, segment, run) =>
  isIn(actual, run.membersOf(`${segment}`), run, undefined);
const gt = compare((a, b) => a > b);
const gte = compare((a, b) => a >= b);
const lt = compare((a, b) => a < b);
const lte = compare((a, b) => a <= b);

const OPERATORS: Readonly<Record<string, Operator>> = {
  $eq: isEqual,
  $ne: not(isEqual),
  $in: isIn,
  $nin: not(isIn),
  $ini: folded(isIn),
  $nini: not(folded(isIn)),
  $gt: gt,
  $gte: gte,
  $lt: lt,
  $lte: lte,
  $veq: byVersion(isEqual),
  $vne: byVersion(not(isEqual)),
  $vgt: byVersion(gt),
  $vgte: byVersion(gte),
  $vlt: byVersion(lt),
  $vlte: byVersion(lte),
  $exists: (actual, operand) => (actual !== null) === !!operand,
  $type: (actual, operand) => typeOf(actual) === operand,
  $size: (actual, operand, run, trace) =>
    Array.isArray(actual) && valueMatches(actual.length, operand, run, trace),
  $elemMatch: (actual, operand, run) => {
    const holds = isOnElement(operand) ? valueMatches : objectMatches;
    return (
      Array.isArray(actual) &&
      actual.filter((one) => holds(one, operand, run, undefined)).length > 0
    );
  },
  $all: hasAll,
  $alli: folded(hasAll),
  $not: not(valueMatches),
  $regex: fits(""),
  $regexi: fits("i"),
  $inSegment: inSegment,
  $notInSegment: not(inSegment),
};

/** Keeps a gate with what was asked inside it; returns whether it passed. */
export function record(trace: Trace, gate: Gate, children: Trace): boolean {
  trace?.push(children?.length ? { ...gate, children } : gate);
  return gate.passed;
}

/** Whether every part holds; a thorough run looks at the others too. */
function every<T>(parts: readonly T[], { thorough }: Run, holds: (part: T) => boolean): boolean {
  return thorough ? parts.filter(holds).length === parts.length : parts.every(holds);
}

function valueMatches(actual: unknown, wanted: unknown, run: Run, trace: Trace): boolean {
  if (!isOperators(wanted)) return isLooselyEqual(actual, wanted);
  return every(Object.keys(wanted), run, (gate) => {
    const expected = wanted[gate];
    const children: Trace = trace && [];
    const passed = !!OPERATORS[gate]?.(actual, expected, run, children);
    return record(trace, { gate, passed, actual, expected }, children);
  });
}

const LOGICAL: Readonly<Record<string, Operator>> = {
  $not: not(objectMatches),
  $and: (scope, parts, run, trace) =>
    every(listOf({ parts }, "parts"), run, (part) => objectMatches(scope, part, run, trace)),
  $nor: (scope, parts, run, trace) =>
    every(listOf({ parts }, "parts"), run, (part) => !objectMatches(scope, part, run, trace)),
  // An empty one asks for nothing.
  $or: (scope, parts, run, trace) =>
    isEqual(parts, []) || !LOGICAL.$nor?.(scope, parts, run, trace),
};

function objectMatches(scope: unknown, condition: unknown, run: Run, trace: Trace): boolean {
  if (!isObject(condition)) return false;
  return every(Object.keys(condition), run, (gate) => {
    const expected = condition[gate];
    const children: Trace = trace && [];
    if (isLogical(gate)) {
      const passed = !!LOGICAL[gate]?.(scope, expected, run, children);
      return record(trace, { gate, passed }, children);
    }
    const actual = valueAt(scope, gate);
    const passed = valueMatches(actual, expected, run, children);
    return record(trace, { gate, passed, actual, expected }, children);
  });
}

/** What is known of a condition object, so that it is looked through once: its patterns, if it is valid. */
const prepared = new WeakMap<object, Patterns | undefined>();

function prepare(condition: object): Patterns | undefined {
  if (!prepared.has(condition)) {
    let valid = true;
    const patterns = conditionProblems(condition, "", () => {
      valid = false;
    });
    prepared.set(condition, valid ? patterns : undefined);
  }
  return prepared.get(condition);
}

/** Whether `context` meets `condition`. With `trace`, every part is evaluated and recorded. */
export function matches(
  condition: unknown,
  context: unknown,
  { membersOf, trace }: { membersOf: MembersOf; trace?: Trace },
): boolean {
  const patterns = isObject(condition) && prepare(condition);
  if (!patterns) return false;
  // The input of a pattern may be refused, so where there is one no part may be skipped.
  const thorough = patterns.size > 0 || !!trace;
  const run: Run = { membersOf, patterns, thorough, refused: false };
  try {
    return objectMatches(context, condition, run, trace) && !run.refused;
  } catch {
    // Values nested so deeply that the stack gives out equal nothing.
    return false;
  }
}

/**
 * Whether a context meets a condition of the Playbook's language (contract, "Conditions").
 * Never throws; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export function evaluateCondition(
  condition: unknown,
  context: unknown,
  segments: Readonly<Record<string, readonly unknown[]>> = {},
): boolean {
  return matches(condition, context, { membersOf: (segment) => listOf(segments, segment) });
}
