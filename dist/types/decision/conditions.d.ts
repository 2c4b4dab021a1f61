/**
 * The condition language: MongoDB-style JSON over the targeting context. An invalid node anywhere
 * makes the whole root condition false, under `$not` as well. So what is false needs no second
 * look; before a condition is true for the first time, its invalid nodes are looked for.
 */
import { type Found, type Run } from "./operators.js";
import type { Trace } from "./trace.js";
/** A walk over all of a condition. */
export declare function inspect(condition: unknown, path: string): Found;
/** Whether `context` meets `condition`. With `trace`, every part is tested and recorded. */
export declare function matches(condition: unknown, context: unknown, membersOf: Run["membersOf"], trace?: Trace): boolean;
/**
 * Whether a context meets a condition of the Playbook's language (contract, "Conditions").
 * Never throws; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export declare function evaluateCondition(condition: unknown, context: unknown, segments?: Readonly<Record<string, readonly unknown[]>>): boolean;
