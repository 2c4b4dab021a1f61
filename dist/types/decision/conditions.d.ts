/**
 * The condition language: MongoDB-style JSON over the targeting context. An invalid node anywhere
 * makes the whole root condition false, under `$not` as well. So a condition that comes out false
 * needs no more checks; before one is true for the first time, invalid nodes are looked for.
 */
import { type ReadyCondition, type Scope } from "./condition-run.js";
import type { Trace } from "./trace.js";
/** Whether the condition is met; no condition always is. With `trace`, every part is tested and recorded. */
export declare function matches(scope: Scope, asked: ReadyCondition | undefined, trace?: Trace): boolean;
/**
 * Whether a context meets a condition of the Playbook's language (README, "Conditions").
 * Never throws, whatever they hold; an invalid condition is met by nobody.
 * @param segments members of each segment, for `$inSegment` and `$notInSegment`
 */
export declare function evaluateCondition(condition: unknown, context: unknown, segments?: Readonly<Record<string, readonly unknown[]>>): boolean;
