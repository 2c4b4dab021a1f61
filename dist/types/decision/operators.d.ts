import { type Trace } from "./trace.js";
import type { Problem } from "./types.js";
/** The values that belong to a segment. */
export type MembersOf = (segment: string) => readonly unknown[];
export interface Run {
    readonly membersOf: MembersOf;
    /** Test everything, though the answer is known already. */
    readonly thorough: boolean;
    /** Filled with every invalid node, where it isn't known yet that there is none. */
    readonly problems: Problem[] | undefined;
    hasPattern: boolean;
    /** Set when an input was refused: then the root is false. */
    refused: boolean;
}
/** Of an invalid node any answer will do, for the root's is false. */
export declare function invalid({ problems }: Run, path: string, message: string): boolean;
export declare function meets(scope: unknown, condition: unknown, run: Run, path: string, trace?: Trace): boolean;
