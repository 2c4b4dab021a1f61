/**
 * The condition language: MongoDB-style JSON over the targeting context. An invalid node anywhere
 * makes the whole root condition false, under `$not` as well. So a condition that comes out false
 * needs no more checks; before one is true for the first time, invalid nodes are looked for.
 */
import { type ReadyCondition, readyCondition, runOf, type Scope } from "./condition-run";
import { findIn } from "./inspect";
import { meets } from "./operators";
import { isObject, listOf } from "./schema";
import type { Trace } from "./trace";

/** Whether the condition is met; no condition always is. With `trace`, every part is tested and recorded. */
export function matches(scope: Scope, asked: ReadyCondition | undefined, trace?: Trace): boolean {
  if (asked === undefined) return true;
  const { condition } = asked;
  try {
    const compiler = __CORE_ALONE__ && !trace ? scope.playbook?.compiler : undefined;
    const answer = compiler?.answer(asked, scope);
    if (answer !== undefined) return answer;
    if (!trace && !meets(scope.context, condition, runOf(scope, asked, false))) return false;
    const { problems, hasPattern } = findIn(asked);
    if (problems[0]) return false;
    // A pattern may refuse its input, which makes the root false: then no part may be skipped.
    if (!trace && !hasPattern) return true;
    const all = runOf(scope, asked, true);
    return meets(scope.context, condition, all, trace) && !all.refused;
  } catch {
    // A stack overflow: what is nested so deeply is met by nobody.
    return false;
  }
}

/**
 * Whether a context meets a condition of the Playbook's language (README, "Conditions").
 * Never throws, whatever they hold; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export function evaluateCondition(
  condition: unknown,
  context: unknown,
  segments: Readonly<Record<string, readonly unknown[]>> = {},
): boolean {
  const membersOf = (segment: string) => listOf(segments, segment);
  return isObject(condition) && matches({ context, membersOf }, readyCondition(condition));
}
