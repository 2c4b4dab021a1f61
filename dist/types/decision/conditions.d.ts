/**
 * The condition language: MongoDB-style JSON over the targeting context. A condition that is met
 * for the first time is tested in all its parts, which finds its invalid nodes; from then on it is
 * tested until the answer is known.
 *
 * An invalid node anywhere makes the whole root condition false, under `$not` as well.
 */
import { type MembersOf } from "./operators.js";
import type { Trace } from "./trace.js";
import type { Problem } from "./types.js";
/** Every invalid node of a condition, found by testing all of it. */
export declare function inspect(condition: unknown, path: string): readonly Problem[];
/** Whether `context` meets `condition`. With `trace`, every part is tested and recorded. */
export declare function matches(condition: unknown, context: unknown, membersOf: MembersOf, trace?: Trace): boolean;
/**
 * Whether a context meets a condition of the Playbook's language (contract, "Conditions").
 * Never throws; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export declare function evaluateCondition(condition: unknown, context: unknown, segments?: Readonly<Record<string, readonly unknown[]>>): boolean;
