/**
 * The condition language: MongoDB-style JSON over the targeting context. One walk reads a
 * condition: it finds the invalid nodes and makes the test that is run from then on.
 *
 * An invalid node anywhere makes the whole root condition false, under `$not` as well, so
 * validity is settled before anything is tested.
 */
import { once } from "./once";
import { compilePattern, LONGEST_INPUT } from "./pattern";
import { isObject, joinPath, listOf, NOWHERE, typeOf } from "./schema";
import type { Gate, Problem } from "./types";
import { fold, isEqual, isIn, isLooselyEqual, isPrimitive, valueAt } from "./values";
import { versionKey } from "./versions";

/** The values that belong to a segment. */
export type MembersOf = (segment: string) => readonly unknown[];
export type Trace = Gate[] | undefined;

interface Run {
  readonly membersOf: MembersOf;
  /** Test everything, though the answer is known already. */
  readonly thorough: boolean;
  /** Set when an input was refused: then the root is false. */
  refused: boolean;
}
type Test = (actual: unknown, run: Run, trace?: Trace) => boolean;

/** What is found on the way. */
interface Walk {
  readonly problems: Problem[];
  hasPattern: boolean;
}
/** Makes the test of what is authored at a path; of an invalid node any, for it will not be run. */
type Reader = (authored: unknown, path: string, walk: Walk) => Test;

/** Keeps a gate with what was asked inside it; returns whether it passed. */
export function record(trace: Trace, gate: Gate, children: Trace): boolean {
  trace?.push(children?.length ? { ...gate, children } : gate);
  return gate.passed;
}

/** A test that keeps a gate of itself. */
const gated =
  (gate: string, test: Test, told?: { readonly expected: unknown }): Test =>
  (actual, run, trace) => {
    if (!trace) return test(actual, run);
    const children: Gate[] = [];
    const passed = test(actual, run, children);
    return record(trace, { gate, passed, ...(told && { actual, ...told }) }, children);
  };

const not =
  (test: Test): Test =>
  (...args) =>
    !test(...args);

/** Whether every test is passed; a thorough run makes the others too. */
const all =
  (tests: readonly Test[]): Test =>
  (actual, run, trace) => {
    const passes = (test: Test) => test(actual, run, trace);
    return run.thorough ? tests.filter(passes).length === tests.length : tests.every(passes);
  };
const none = (tests: readonly Test[]) => all(tests.map(not));

function invalid({ problems }: Walk, path: string, message: string): Test {
  problems.push({ path, message });
  return all([]);
}

const negated =
  (read: Reader): Reader =>
  (...args) =>
    not(read(...args));
/** Of each item of a list; what is no list is invalid. */
const each =
  (read: Reader, join: (tests: readonly Test[]) => Test): Reader =>
  (list, path, walk) =>
    Array.isArray(list)
      ? join(list.map((one, i) => read(one, joinPath(path, i), walk)))
      : invalid(walk, path, "must be array");
/** Of what both values become. */
const as =
  (become: (value: unknown) => unknown, read: Reader): Reader =>
  (wanted, ...rest) => {
    const test = read(become(wanted), ...rest);
    return (actual, run) => test(become(actual), run);
  };
const plain =
  (holds: (actual: unknown, wanted: unknown) => boolean): Reader =>
  (wanted) =>
  (actual) =>
    holds(actual, wanted);
/** Compares two primitives. */
const compare = (holds: (a: string | number | boolean, b: typeof a) => boolean) =>
  plain((a, b) => isPrimitive(a) && isPrimitive(b) && holds(a, b));

const eq = plain(isEqual);
const gt = compare((a, b) => a > b);
const gte = compare((a, b) => a >= b);
const lt = compare((a, b) => a < b);
const lte = compare((a, b) => a <= b);
const isInList = plain((actual, list) => Array.isArray(list) && isIn(actual, list));
const isInSegment: Reader = (segment) => (actual, run) => isIn(actual, run.membersOf(`${segment}`));
const hasAll = each(
  readValue,
  (tests) => (actual, run) =>
    Array.isArray(actual) && tests.every((test) => actual.some((one) => test(one, run))),
);
const fits =
  (flags: string): Reader =>
  (authored, path, walk) => {
    const pattern = compilePattern(`${authored}`, flags);
    if (typeof pattern === "string") return invalid(walk, path, pattern);
    walk.hasPattern = true;
    return (actual, run) => {
      if (!isPrimitive(actual)) return false;
      if (`${actual}`.length > LONGEST_INPUT) run.refused = true;
      return !run.refused && pattern.test(`${actual}`);
    };
  };

/** Every operator, by the JSON types that its operand may have; the first ones take any. */
const OPERATORS: Readonly<Record<string, Readonly<Record<string, Reader>>>> = {
  "": {
    $eq: eq,
    $ne: negated(eq),
    $exists: plain((actual, wanted) => (actual !== null) === !!wanted),
    $not: negated(readValue),
    $size: (wanted, ...rest) => {
      const test = readValue(wanted, ...rest);
      return (actual, run, trace) => Array.isArray(actual) && test(actual.length, run, trace);
    },
  },
  array: {
    $in: isInList,
    $nin: negated(isInList),
    $ini: as(fold, isInList),
    $nini: negated(as(fold, isInList)),
    $all: hasAll,
    $alli: as(fold, hasAll),
  },
  "string or number or boolean": { $gt: gt, $gte: gte, $lt: lt, $lte: lte },
  string: {
    $veq: as(versionKey, eq),
    $vne: as(
      versionKey,
      compare((a, b) => a !== b),
    ),
    $vgt: as(versionKey, gt),
    $vgte: as(versionKey, gte),
    $vlt: as(versionKey, lt),
    $vlte: as(versionKey, lte),
    $type: plain((actual, wanted) => typeOf(actual) === wanted),
    $regex: fits(""),
    $regexi: fits("i"),
    $inSegment: isInSegment,
    $notInSegment: negated(isInSegment),
  },
  object: {
    // Operators on the element, or a condition on its fields, which may begin with `$or`.
    $elemMatch: (wanted, ...rest) => {
      const read = Object.keys(Object(wanted)).some(operator) ? readValue : readCondition;
      const test = read(wanted, ...rest);
      return (actual, run) =>
        Array.isArray(actual) && actual.filter((one) => test(one, run)).length > 0;
    },
  },
};
const operators = once(
  () =>
    new Map(
      Object.entries(OPERATORS).flatMap(([types, readers]) =>
        Object.entries(readers).map(([key, read]) => [key, { types, read }] as const),
      ),
    ),
);
const operator = (key: string) => operators().get(key);

/** Keys at path level that hold conditions. */
const LOGICAL: Readonly<Record<string, Reader>> = {
  $and: each(readCondition, all),
  $nor: each(readCondition, none),
  // An empty one asks for nothing.
  $or: each(readCondition, (tests) => (tests.length ? not(none(tests)) : all([]))),
  $not: negated(readCondition),
};

/** A bare value to equal, or an object of operators, where another object is a value as well. */
function readValue(wanted: unknown, path: string, walk: Walk): Test {
  if (!isObject(wanted) || !Object.keys(wanted).some((key) => key.startsWith("$"))) {
    return plain(isLooselyEqual)(wanted, path, walk);
  }
  const readOperator = ([gate, expected]: [string, unknown]) => {
    const at = joinPath(path, gate);
    const { types, read } = operator(gate) ?? {};
    if (!read) return invalid(walk, at, "is not an operator");
    if (types && !types.split(" or ").includes(typeOf(expected))) {
      return invalid(walk, at, `must be ${types}`);
    }
    return gated(gate, read(expected, at, walk), { expected });
  };
  return all(Object.entries(wanted).map(readOperator));
}

function readCondition(condition: unknown, path: string, walk: Walk): Test {
  if (!isObject(condition)) return invalid(walk, path, "must be object");
  const read = ([gate, expected]: [string, unknown]) => {
    const at = joinPath(path, gate);
    const logical = Object.hasOwn(LOGICAL, gate) && LOGICAL[gate];
    if (logical) return gated(gate, logical(expected, at, walk));
    if (operator(gate)) return invalid(walk, at, "is an operator where a path is wanted");
    const test = gated(gate, readValue(expected, at, walk), { expected });
    const keys = gate.split(".");
    return (scope: unknown, run: Run, trace: Trace) => test(valueAt(scope, keys), run, trace);
  };
  return all(Object.entries(condition).map(read));
}

/** A condition's test, and every invalid node with its path. */
export function conditionOf(condition: unknown, path = NOWHERE) {
  const walk: Walk = { problems: [], hasPattern: false };
  let test: Test;
  try {
    test = readCondition(condition, path, walk);
  } catch {
    // The stack is the one thing that can give out here.
    test = invalid(walk, path, "is nested too deeply");
  }
  return { ...walk, test };
}

/** What is known of a condition object, so that it is read once. */
const known = new WeakMap<object, ReturnType<typeof conditionOf>>();

/** Whether `context` meets `condition`. With `trace`, every part is tested and recorded. */
export function matches(
  condition: unknown,
  context: unknown,
  membersOf: MembersOf,
  trace?: Trace,
): boolean {
  if (!isObject(condition)) return false;
  const ready = known.get(condition) ?? conditionOf(condition);
  known.set(condition, ready);
  const { problems, hasPattern, test } = ready;
  // The input of a pattern may be refused, so where there is one no part may be skipped.
  const run: Run = { membersOf, thorough: hasPattern || !!trace, refused: false };
  try {
    return !problems.length && test(context, run, trace) && !run.refused;
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
  return matches(condition, context, (segment) => listOf(segments, segment));
}
