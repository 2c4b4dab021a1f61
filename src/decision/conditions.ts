/**
 * The condition language: MongoDB-style JSON over the targeting context. An invalid node anywhere
 * makes the whole root condition false, under `$not` as well. So what is false needs no second
 * look; before a condition is true for the first time, its invalid nodes are looked for.
 */
import { type Found, invalid, meets, type Run } from "./operators";
import { isObject, listOf } from "./schema";
import type { Trace } from "./trace";

/** A walk over all of a condition. */
export function inspect(condition: unknown, path: string): Found {
  const found: Found = { problems: [], hasPattern: false };
  const run: Run = { membersOf: () => [], thorough: true, found, refused: false };
  try {
    meets(null, condition, run, path);
  } catch {
    // The stack is the one thing that can give out here.
    invalid(run, path, "is nested too deeply");
  }
  return found;
}

/** What was found in conditions that were true, or asked for segments. */
const inspected = new WeakMap<object, Found>();

function inspectOnce(condition: object): Found {
  let found = inspected.get(condition);
  if (!found) {
    found = inspect(condition, "?");
    inspected.set(condition, found);
  }
  return found;
}

/** Whether `context` meets `condition`. With `trace`, every part is tested and recorded. */
export function matches(
  condition: unknown,
  context: unknown,
  membersOf: Run["membersOf"],
  trace?: Trace,
): boolean {
  if (!isObject(condition)) return false;
  const isSound = () => !inspectOnce(condition).problems[0];
  const runOf = (thorough: boolean): Run => ({
    membersOf: (segment) => (isSound() ? membersOf(segment) : []),
    thorough,
    refused: false,
  });
  try {
    if (!trace && !meets(context, condition, runOf(false))) return false;
    if (!isSound()) return false;
    // The input of a pattern may be refused, so where there is one no part may be skipped.
    if (!trace && !inspectOnce(condition).hasPattern) return true;
    const run = runOf(true);
    return meets(context, condition, run, undefined, trace) && !run.refused;
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
