import type { Gate, Problem } from "./types.js";
/** The values that belong to a segment. */
export type MembersOf = (segment: string) => readonly unknown[];
export type Trace = Gate[] | undefined;
interface Run {
    readonly membersOf: MembersOf;
    /** Test everything, though the answer is known already. */
    readonly thorough: boolean;
    /** Set when an input was refused: then the root is false. */
    refused: boolean;
}
type Test = (actual: unknown, run: Run, trace?: Trace) => boolean;
/** Keeps a gate with what was asked inside it; returns whether it passed. */
export declare function record(trace: Trace, gate: Gate, children: Trace): boolean;
/** A condition's test, and every invalid node with its path. */
export declare function conditionOf(condition: unknown, path?: string): {
    problems: Problem[];
    hasPattern: boolean;
    test: Test;
};
/** Whether `context` meets `condition`. With `trace`, every part is tested and recorded. */
export declare function matches(condition: unknown, context: unknown, membersOf: MembersOf, trace?: Trace): boolean;
/**
 * Whether a context meets a condition of the Playbook's language (contract, "Conditions").
 * Never throws; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export declare function evaluateCondition(condition: unknown, context: unknown, segments?: Readonly<Record<string, readonly unknown[]>>): boolean;
export {};
