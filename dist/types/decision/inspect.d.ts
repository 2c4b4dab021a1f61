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
/** A root condition that remembers what was found in it. */
export interface Inspected {
    readonly condition: object;
    /** What `findIn` has found; nothing while nobody has asked. */
    findings: Findings | undefined;
}
/** Whether an `$elemMatch` holds operators for the items themselves, perhaps misspelt, and no condition on their fields. */
export declare const isAboutItems: (wanted: unknown) => boolean;
/** Walks over all of a condition. @param path where it was authored; without one problems have none */
export declare function inspect(condition: unknown, path?: string): Findings;
/** What was found in a condition. It is looked into once it comes out true, or asks for a segment. */
export declare function findIn(root: Inspected): Findings;
