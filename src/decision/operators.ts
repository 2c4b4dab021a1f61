/**
 * What the operators of the condition language do, and the one walk over a condition that applies
 * them: to test a scope, or to record a trace. An invalid node may answer either way, since its root
 * is false then. There are few functions because a page decides before anything is optimised, and
 * each function costs time to parse.
 */
import type { Run } from "./condition-run";
import { findIn, isAboutItems, LOGICAL, OPERATORS } from "./inspect";
import { LONGEST_INPUT, patternOf } from "./pattern";
import { itemsOf, typeOf } from "./schema";
import { record, type Trace } from "./trace";
import {
  fold,
  type Holder,
  has,
  hasOperators,
  isAmong,
  isEqual,
  isHolder,
  isPrimitive,
  valueBehind,
} from "./values";
import { versionKey } from "./versions";

/** Whether one of the conditions has the decisive answer: met (true) or not met (false). */
function someDecides(
  decisive: boolean,
  scope: unknown,
  wanted: unknown,
  run: Run,
  trace?: Trace,
): boolean {
  const list = itemsOf(wanted);
  let answer = false;
  for (let i = 0; i < list.length && (run.thorough || !answer); i++) {
    if (meets(scope, list[i], run, trace) === decisive) answer = true;
  }
  return answer;
}

function fits(actual: unknown, wanted: unknown, flags: string, run: Run): boolean {
  const pattern = patternOf(`${wanted}`, flags);
  if (typeof pattern === "string" || !isPrimitive(actual)) return false;
  run.refused ||= `${actual}`.length > LONGEST_INPUT;
  return !run.refused && pattern.test(`${actual}`);
}

/** Whether a value is as an operator wants it. */
export function holds(
  operator: string,
  actual: unknown,
  wanted: unknown,
  run: Run,
  trace?: Trace,
  isValue = true,
): boolean {
  switch (operator) {
    case "":
      return hasValue(actual, wanted, run, trace);
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
      return someDecides(true, actual, wanted, run, trace) || !itemsOf(wanted)[0];
    case "$and":
      return !someDecides(false, actual, wanted, run, trace);
    case "$nor":
      return !someDecides(true, actual, wanted, run, trace);
    case "$not":
      return !(isValue ? hasValue : meets)(actual, wanted, run, trace);
    default:
      return holdsUncommon(operator, actual, wanted, run, trace);
  }
}

/** The operators that are used less often. Apart, so that a page that needs none doesn't parse them. */
function holdsUncommon(
  operator: string,
  actual: unknown,
  wanted: unknown,
  run: Run,
  trace?: Trace,
): boolean {
  const items = itemsOf(actual);
  const isList = items === actual;
  switch (operator) {
    case "$type":
      return typeOf(actual) === wanted;
    case "$regex":
    case "$regexi":
      return fits(actual, wanted, operator.slice(6), run);
    case "$all": {
      // All are tested, since a pattern may refuse any of the items.
      const isMissing = (one: unknown) => !items.filter((item) => hasValue(item, one, run)).length;
      return isList && !itemsOf(wanted).filter(isMissing).length;
    }
    case "$elemMatch": {
      const meetsPart = isAboutItems(wanted) ? hasValue : meets;
      // An item that is missing meets nothing, not even a negation.
      return items.filter((item) => item != null && meetsPart(item, wanted, run)).length > 0;
    }
    case "$size": {
      const length = isList ? items.length : null;
      return hasValue(length, wanted, run, isList ? trace : undefined) && isList;
    }
    case "$inSegment":
    case "$notInSegment": {
      const mayAsk = !findIn(run.root).problems[0];
      const isMember = mayAsk && isAmong(actual, run.scope.membersOf(`${wanted}`));
      return isMember === (operator === "$inSegment");
    }
    case "$ini":
    case "$nini":
    case "$alli":
      return holds(operator.slice(0, -1), fold(actual), fold(wanted), run);
    default: {
      // An operator on versions: the plain one (`$vgt` is `$gt`) compares their keys.
      const key = versionKey(actual);
      const known = key !== undefined && OPERATORS.has(operator);
      return known && holds(operator.replace("v", ""), key, versionKey(wanted), run);
    }
  }
}

/** Whether a value equals a bare value, or passes an object of operators. */
function hasValue(actual: unknown, wanted: unknown, run: Run, trace?: Trace) {
  if (typeof wanted === "object") {
    if (!hasOperators(wanted)) return isEqual(actual, wanted);
    return meets(actual, wanted, run, trace, true);
  }
  // Primitives are compared across types, as authors of targeting rules expect: `"8"` is 8.
  if (actual === null || !isPrimitive(wanted)) return isEqual(actual, wanted);
  if (typeof wanted === "boolean") return !!actual === wanted;
  if (!isPrimitive(actual)) return false;
  return typeof wanted === "number" ? Number(actual) === wanted : `${actual}` === wanted;
}

/**
 * Whether every key is met.
 * @param condition an object of gates; anything else is an invalid node
 * @param isValue keys are operators on the value `scope`; else they are paths into it, or logical operators
 */
export function meets(
  scope: unknown,
  condition: unknown,
  run: Run,
  trace?: Trace,
  isValue = false,
): boolean {
  const wanted = condition as Holder;
  const operators = isValue ? OPERATORS : LOGICAL;
  let answer = true;
  for (const gate in wanted) {
    if (!has.call(wanted, gate)) continue;
    const expected = wanted[gate];
    const isOperator = gate[0] === "$" && operators.has(gate);
    let actual = scope;
    if (!isOperator) {
      // Mostly one step. A function of its own would be optimised in the middle of a page's decisions.
      if (gate.includes(".")) actual = valueBehind(scope, gate.split("."));
      else actual = isHolder(scope) && has.call(scope, gate) ? (scope[gate] ?? null) : null;
    }
    const children: Trace = trace && [];
    const passed = isOperator
      ? holds(gate, actual, expected, run, children, isValue)
      : hasValue(actual, expected, run, children);
    if (trace) {
      // A logical operator on the whole context is explained by its children alone.
      const values = isValue || !isOperator ? [actual, expected] : [];
      record(trace, gate, passed, values[0], values[1], children);
    }
    if (!passed && !run.thorough) return false;
    answer &&= passed;
  }
  return answer;
}
