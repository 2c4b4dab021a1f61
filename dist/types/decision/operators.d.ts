import { type Trace } from "./trace.js";
import type { Problem } from "./types.js";
export interface Found {
    /** Every invalid node. */
    readonly problems: Problem[];
    hasPattern: boolean;
}
export interface Run {
    /** The values that belong to a segment. */
    readonly membersOf: (segment: string) => readonly unknown[];
    /** Test everything, though the answer is known already. */
    readonly thorough: boolean;
    /** What is looked for in all of a condition. */
    readonly found?: Found;
    /** Set when an input was refused: then the root is false. */
    refused: boolean;
}
export declare function invalid({ found }: Run, path: string | undefined, message: string): boolean;
export declare function meets(scope: unknown, condition: unknown, run: Run, path?: string, trace?: Trace): boolean;
