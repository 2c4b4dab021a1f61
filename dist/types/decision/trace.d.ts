/** What an explanation keeps: every gate, with what was asked inside it. */
import type { Gate } from "./types.js";
/** Filled when somebody wants an explanation. */
export type Trace = Gate[] | undefined;
/** Keeps a gate with what was asked inside it; returns whether it passed. */
export declare function record(trace: Trace, gate: string, passed: boolean, actual: unknown, expected: unknown, children?: Trace): boolean;
