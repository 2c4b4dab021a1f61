/** What an explanation is made of: every gate, with the gates inside it. */
import type { Gate } from "./types";

/** A list to fill, when an explanation is wanted. */
export type Trace = Gate[] | undefined;

/** Adds a gate to the trace, if there is one; returns `passed`. */
export function record(
  trace: Trace,
  gate: string,
  passed: boolean,
  actual: unknown,
  expected: unknown,
  children?: Trace,
): boolean {
  trace?.push({
    gate,
    passed,
    actual: actual ?? null,
    expected: expected ?? null,
    ...(children?.length && { children }),
  });
  return passed;
}
