import type { Gate } from "./types.js";
/** The values that belong to a segment. */
export type MembersOf = (segment: string) => readonly unknown[];
type Trace = Gate[] | undefined;
/** Keeps a gate with what was asked inside it; returns whether it passed. */
export declare function record(trace: Trace, gate: Gate, children: Trace): boolean;
/** Whether `context` meets `condition`. With `trace`, every part is evaluated and recorded. */
export declare function matches(condition: unknown, context: unknown, { membersOf, trace }: {
    membersOf: MembersOf;
    trace?: Trace;
}): boolean;
/**
 * Whether a context meets a condition of the Playbook's language (contract, "Conditions").
 * Never throws; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export declare function evaluateCondition(condition: unknown, context: unknown, segments?: Readonly<Record<string, readonly unknown[]>>): boolean;
export {};
