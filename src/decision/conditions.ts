/**
 * The condition language: MongoDB-style JSON over the targeting context. A condition that is met
 * for the first time is tested in all its parts, which finds its invalid nodes; from then on it is
 * tested until the answer is known.
 *
 * An invalid node anywhere makes the whole root condition false, under `$not` as well.
 */
import { invalid, type MembersOf, meets, type Run } from "./operators";
import { isObject, listOf, NOWHERE } from "./schema";
import type { Trace } from "./trace";
import type { Problem } from "./types";

const runOf = (membersOf: MembersOf, thorough: boolean, problems?: Problem[]): Run => ({
  membersOf,
  thorough,
  problems,
  hasPattern: false,
  refused: false,
});

/** Every invalid node of a condition, found by testing all of it. */
export function inspect(condition: unknown, path: string): readonly Problem[] {
  const problems: Problem[] = [];
  const run = runOf(() => [], true, problems);
  try {
    meets(null, condition, run, path);
  } catch {
    // The stack is the one thing that can give out here.
    invalid(run, path, "is nested too deeply");
  }
  return problems;
}

/** Of a condition that was met: whether all of it must be tested each time; null when it is invalid. */
const known = new WeakMap<object, boolean | null>();

/** Whether `context` meets `condition`. With `trace`, every part is tested and recorded. */
export function matches(
  condition: unknown,
  context: unknown,
  membersOf: MembersOf,
  trace?: Trace,
): boolean {
  if (!isObject(condition)) return false;
  try {
    let thorough = known.get(condition);
    if (thorough === undefined) {
      // When met first, all of it is tested, but for segments: those are asked only if they count.
      const problems: Problem[] = [];
      let asksForSegments = false;
      const run = runOf(
        () => {
          asksForSegments = true;
          return [];
        },
        true,
        problems,
      );
      const answer = meets(context, condition, run, NOWHERE) && !run.refused;
      thorough = problems.length ? null : run.hasPattern;
      known.set(condition, thorough);
      if (!problems.length && !asksForSegments && !trace) return answer;
    }
    if (thorough === null) return false;
    // The input of a pattern may be refused, so where there is one no part may be skipped.
    const run = runOf(membersOf, thorough || !!trace);
    return meets(context, condition, run, NOWHERE, trace) && !run.refused;
  } catch {
    // Nested so deeply that the stack gives out: values equal nothing, a condition is met by nobody.
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
