/**
 * The operators of the condition language, and the search for invalid nodes in a condition, such as
 * an unknown operator. It looks at the condition as it is authored, not at the context it is tested on.
 */
import type { ReadyCondition } from "./condition-run.js";
import type { Handle, Problem } from "./types.js";
export declare const OPERATORS: ReadonlyMap<string, string>;
/** Keys at path level that hold conditions. */
export declare const LOGICAL: ReadonlyMap<string, string>;
export interface Findings {
    /** Every invalid node. */
    readonly problems: Problem[];
    hasPattern: boolean;
    /** The segments it asks for. */
    readonly segments: Handle[];
    /** Whether problems are told with the paths of their nodes. */
    readonly isTold: boolean;
}
/** Whether an `$elemMatch` holds operators for the items themselves, perhaps misspelt, and no condition on their fields. */
export declare const isAboutItems: (wanted: unknown) => boolean;
/** Walks over all of a condition. @param path where it was authored; without one problems have none */
export declare function inspect(condition: unknown, path?: string): Findings;
/** What was found in a condition. It is looked into once it comes out true, or asks for a segment. */
export declare function findIn(root: ReadyCondition): Findings;
