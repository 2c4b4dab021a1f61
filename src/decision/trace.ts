/** What an explanation keeps: every gate, with what was asked inside it. */
import type { Gate } from "./types";

/** Filled when somebody wants an explanation. */
export type Trace = Gate[] | undefined;

/** Keeps a gate with what was asked inside it; returns whether it passed. */
export function record(
  trace: Trace,
  gate: string,
  passed: boolean,
  actual: unknown,
  expected: unknown,
  children?: Trace,
): boolean {
  trace?.push({ gate, passed, actual, expected, ...(children?.length && { children }) });
  return passed;
}
