/**
 * The condition language: MongoDB-style JSON over the targeting context. An invalid node anywhere
 * makes the whole root condition false, under `$not` as well. So what is false needs no second
 * look; before a condition is true for the first time, its invalid nodes are looked for.
 */
import { type Asked, askedOf, type Compiler, NO, type Program, runOf, type Scope } from "./asked";
import { findIn, meets } from "./operators";
import { isObject, listOf } from "./schema";
import type { Trace } from "./trace";

/** So often a condition is walked before a program is made of it. */
const FEW = 2;

/** None yet, or none at all where a pattern may refuse its input; what is invalid is met by nobody. */
function programOf(condition: object, compiler: Compiler): Program | undefined {
  const { problems, hasPattern } = findIn(condition);
  if (problems[0]) return NO;
  return hasPattern ? undefined : compiler.compile(condition);
}

/** Whether the condition is met. Without one, anybody does. With `trace`, every part is tested and recorded. */
export function matches(scope: Scope, asked: Asked | undefined, trace?: Trace): boolean {
  if (!asked) return true;
  const { condition } = asked;
  const compiler = scope.playbook?.compiler;
  try {
    if (compiler && !trace) {
      asked.program ??= ++asked.times > FEW ? programOf(condition, compiler) : undefined;
      if (asked.program !== undefined) return compiler.passes(asked.program, scope, condition);
    }
    if (!trace && !meets(scope.context, condition, runOf(scope, condition, false))) return false;
    const { problems, hasPattern } = findIn(condition);
    if (problems[0]) return false;
    // The input of a pattern may be refused, so where there is one no part may be skipped.
    if (!trace && !hasPattern) return true;
    const all = runOf(scope, condition, true);
    return meets(scope.context, condition, all, undefined, trace) && !all.refused;
  } catch {
    // Nested so deeply that the stack gives out: values equal nothing, a condition is met by nobody.
    return false;
  }
}

/**
 * Whether a context meets a condition of the Playbook's language (contract, "Conditions").
 * Never throws, whatever both hold; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export function evaluateCondition(
  condition: unknown,
  context: unknown,
  segments: Readonly<Record<string, readonly unknown[]>> = {},
): boolean {
  const membersOf = (segment: string) => listOf(segments, segment);
  return isObject(condition) && matches({ context, membersOf }, askedOf(condition));
}
