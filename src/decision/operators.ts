/**
 * The operators of the condition language, and the one walk over a condition that applies them: to
 * test a scope, to record a trace, or to find invalid nodes. There are few functions because a page
 * decides before anything is optimised, and each function costs time to parse.
 */
import { type Findings, type Run, runOf, type Scope } from "./condition-run";
import { LONGEST_INPUT, patternOf } from "./pattern";
import { isObject, itemsOf, joinPath, typeOf } from "./schema";
import { record, type Trace } from "./trace";
import { fold, has, hasOperators, isAmong, isEqual, isPrimitive, valueAt } from "./values";
import { versionKey } from "./versions";

/** Operators with the JSON types that their operand may have; an empty text: any. */
type Operators = ReadonlyMap<string, string>;
const operatorsOf = (table: Readonly<Record<string, string>>): Operators =>
  new Map(
    Object.entries(table).flatMap(([types, keys]) =>
      keys.split(" ").map((key): [string, string] => [key, types]),
    ),
  );
const OPERATORS = operatorsOf({
  "": "$eq $ne $exists $not $size",
  array: "$in $nin $ini $nini $all $alli",
  "string or number or boolean": "$gt $gte $lt $lte",
  string: "$veq $vne $vgt $vgte $vlt $vlte $type $regex $regexi $inSegment $notInSegment",
  object: "$elemMatch",
});
/** Keys at path level that hold conditions. */
const LOGICAL = operatorsOf({ "": "$not", array: "$and $nor $or" });

export function invalid({ found }: Run, path = "", message: string): boolean {
  found?.problems.push({ path, message });
  return false;
}

/** Whether one of the conditions has the decisive answer: met (true) or not met (false). */
function someDecides(
  decisive: boolean,
  scope: unknown,
  wanted: unknown,
  run: Run,
  path?: string,
  trace?: Trace,
): boolean {
  const list = itemsOf(wanted);
  let answer = false;
  for (let i = 0; i < list.length && (run.thorough || !answer); i++) {
    const at = path && joinPath(path, i);
    if (meets(scope, list[i], run, at, trace) === decisive) answer = true;
  }
  return answer;
}

/** The items to test. A run that looks for invalid nodes needs one in any case: the list may be empty. */
const itemsIn = (actual: unknown, run: Run) => (run.found ? [null] : itemsOf(actual));

function hasAll(actual: unknown, wanted: unknown, run: Run, path?: string): boolean {
  const isMet = itemsOf(wanted).every((one, i) => {
    const at = path && joinPath(path, i);
    return itemsIn(actual, run).some((item) => hasValue(item, one, run, at)) || run.found;
  });
  return isMet && Array.isArray(actual);
}

/** `$elemMatch` holds operators for the items themselves, or a condition on their fields, such as `$or`. */
function hasElement(actual: unknown, wanted: unknown, run: Run, path?: string): boolean {
  const isValue = Object.keys(Object(wanted)).some((key) => OPERATORS.has(key));
  const holds = isValue ? hasValue : meets;
  return itemsIn(actual, run).filter((item) => holds(item, wanted, run, path)).length > 0;
}

function fits(actual: unknown, wanted: unknown, flags: string, run: Run, path?: string): boolean {
  const pattern = patternOf(`${wanted}`, flags);
  if (typeof pattern === "string") return invalid(run, path, pattern);
  if (run.found) run.found.hasPattern = true;
  if (!isPrimitive(actual)) return false;
  run.refused ||= `${actual}`.length > LONGEST_INPUT;
  return !run.refused && pattern.test(`${actual}`);
}

/**
 * Whether a value is as an operator wants it. A run that looks for invalid nodes finds every one,
 * with `path` where it was authored. In any other run an invalid node may answer either way, since
 * the root is false then.
 */
export function holds(
  operator: string,
  actual: unknown,
  wanted: unknown,
  run: Run,
  path?: string,
  trace?: Trace,
  isValue = true,
): boolean {
  switch (operator) {
    case "":
      return hasValue(actual, wanted, run, path, trace);
    case "$in":
      return isAmong(actual, wanted);
    case "$nin":
      return !isAmong(actual, wanted);
    case "$gte":
      return isPrimitive(actual) && isPrimitive(wanted) && actual >= wanted;
    case "$gt":
      return isPrimitive(actual) && isPrimitive(wanted) && actual > wanted;
    case "$lte":
      return isPrimitive(actual) && isPrimitive(wanted) && actual <= wanted;
    case "$lt":
      return isPrimitive(actual) && isPrimitive(wanted) && actual < wanted;
    case "$eq":
      return isEqual(actual, wanted);
    case "$ne":
      return !isEqual(actual, wanted);
    case "$exists":
      return (actual !== null) === !!wanted;
    case "$or":
      // An empty list is met.
      return someDecides(true, actual, wanted, run, path, trace) || !itemsOf(wanted)[0];
    case "$and":
      return !someDecides(false, actual, wanted, run, path, trace);
    case "$nor":
      return !someDecides(true, actual, wanted, run, path, trace);
    case "$not":
      return !(isValue ? hasValue : meets)(actual, wanted, run, path, trace);
    default:
      return holdsUncommon(operator, actual, wanted, run, path, trace);
  }
}

/** The operators that are used less often. Apart, so that a page that needs none doesn't parse them. */
function holdsUncommon(
  operator: string,
  actual: unknown,
  wanted: unknown,
  run: Run,
  path?: string,
  trace?: Trace,
): boolean {
  switch (operator) {
    case "$type":
      return typeOf(actual) === wanted;
    case "$regex":
      return fits(actual, wanted, "", run, path);
    case "$regexi":
      return fits(actual, wanted, "i", run, path);
    case "$all":
      return hasAll(actual, wanted, run, path);
    case "$elemMatch":
      return hasElement(actual, wanted, run, path);
    case "$size": {
      const isList = Array.isArray(actual);
      const length = isList ? actual.length : null;
      return hasValue(length, wanted, run, path, isList ? trace : undefined) && isList;
    }
    case "$inSegment":
    case "$notInSegment": {
      const mayAsk = !run.found && !findIn(run.condition).problems[0];
      const isMember = mayAsk && isAmong(actual, run.scope.membersOf(`${wanted}`));
      return isMember === (operator === "$inSegment");
    }
    case "$ini":
    case "$nini":
    case "$alli":
      return holds(operator.slice(0, -1), fold(actual), fold(wanted), run, path);
    default: {
      // An operator on versions: the plain one (`$vgt` is `$gt`) compares their keys.
      const key = versionKey(actual);
      const known = key !== undefined && OPERATORS.has(operator);
      return known && holds(operator.replace("v", ""), key, versionKey(wanted), run);
    }
  }
}

/** Whether a value equals a bare value, or passes an object of operators. */
function hasValue(actual: unknown, wanted: unknown, run: Run, path?: string, trace?: Trace) {
  if (typeof wanted === "object") {
    if (!hasOperators(wanted)) return isEqual(actual, wanted);
    return passesKeys(actual, wanted, run, true, path, trace);
  }
  // Primitives are compared across types, as authors of targeting rules expect: `"8"` is 8.
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}

export const isLogical = (key: string) => LOGICAL.has(key);

export function meets(scope: unknown, condition: unknown, run: Run, path?: string, trace?: Trace) {
  return isObject(condition)
    ? passesKeys(scope, condition, run, false, path, trace)
    : invalid(run, path, "must be object");
}

/** What is wrong with a key or its operand, if anything. */
function faultOf(key: string, wanted: unknown, isValue: boolean, types: string | undefined) {
  if (types !== undefined) return types && !types.includes(typeOf(wanted)) && `must be ${types}`;
  if (isValue) return "is not an operator";
  return key[0] === "$" && OPERATORS.has(key) && "is an operator where a path is wanted";
}

/**
 * Whether every key is met. With `isValue` keys are operators on the value `scope`; else they are
 * paths into it, or logical operators.
 */
function passesKeys(
  scope: unknown,
  wanted: Readonly<Record<string, unknown>>,
  run: Run,
  isValue: boolean,
  path?: string,
  trace?: Trace,
): boolean {
  const operators = isValue ? OPERATORS : LOGICAL;
  let answer = true;
  for (const gate in wanted) {
    if (!has.call(wanted, gate)) continue;
    const expected = wanted[gate];
    const types = gate[0] === "$" ? operators.get(gate) : undefined;
    const isOperator = types !== undefined;
    const at = path && joinPath(path, gate);
    const fault = run.found && faultOf(gate, expected, isValue, types);
    if (fault && !invalid(run, at, fault)) continue;
    const actual = isOperator ? scope : valueAt(scope, gate);
    const children: Trace = trace && [];
    const passed = isOperator
      ? holds(gate, actual, expected, run, at, children, isValue)
      : hasValue(actual, expected, run, at, children);
    // A logical operator on the whole context is explained by its children alone.
    const isTold = isValue || !isOperator;
    if (trace && isTold) record(trace, gate, passed, actual, expected, children);
    else if (trace) record(trace, gate, passed, undefined, undefined, children);
    if (!passed && !run.thorough) return false;
    answer &&= passed;
  }
  return answer;
}

const NOBODY: Scope = { context: null, membersOf: () => [] };

/** Walks over all of a condition and finds its invalid nodes and whether it has a pattern. */
export function inspect(condition: unknown, path?: string): Findings {
  const found: Findings = { problems: [], hasPattern: false };
  const run = runOf(NOBODY, NOBODY, true, found);
  try {
    meets(null, condition, run, path);
  } catch {
    // Only a stack overflow can throw here.
    invalid(run, path, "is nested too deeply");
  }
  return found;
}

/** Findings by condition: of those that were true once, or that ask for segments. */
const inspected = new WeakMap<object, Findings>();

export function findIn(condition: object): Findings {
  const found = inspected.get(condition) ?? inspect(condition);
  inspected.set(condition, found);
  return found;
}
