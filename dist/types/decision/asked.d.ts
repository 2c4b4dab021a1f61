/** What goes along when a condition is asked: whom it is about, and what was found out about it. */
import type { Problem } from "./types.js";
/** Whom conditions are about. */
export interface Scope {
    readonly context: unknown;
    /** Those at paths of the context that were read, where more than one question is asked. */
    readonly values?: unknown[] | undefined;
    /** Tests a condition that is asked again. */
    readonly compiler?: Compiler | undefined;
    /** The values that belong to a segment. */
    membersOf(segment: string): readonly unknown[];
}
export interface Found {
    /** Every invalid node. */
    readonly problems: Problem[];
    hasPattern: boolean;
}
/** One test of a program, and where its answer leads: to the next, or to the program's answer. */
export interface Step {
    readonly path: Path;
    readonly operator: string;
    readonly wanted: unknown;
    readonly yes: Program;
    readonly no: Program;
}
/** A path that conditions ask for, and its place among the values that were read. */
export interface Path {
    readonly keys: readonly string[];
    readonly place: number;
}
export type Program = Step | boolean;
/** A faster way to test sound conditions without patterns, all of one Playbook. */
export interface Compiler {
    compile(condition: unknown): Program;
    passes(program: Program, run: Run): boolean;
}
/** A root condition, with what is found out about it once. */
export interface Asked {
    readonly condition: unknown;
    /** How often it was asked before there was a program. */
    times: number;
    program: Program | undefined;
}
/** A condition that nobody has asked yet. */
export declare const askedOf: (condition: unknown) => Asked;
export declare const runOf: (scope: Scope, condition: object, thorough: boolean, found?: Found) => Run;
export interface Run {
    readonly scope: Scope;
    /** All of what is asked. */
    readonly condition: object;
    /** Test everything, though the answer is known already. */
    readonly thorough: boolean;
    /** What is looked for in all of a condition. */
    readonly found: Found | undefined;
    /** Set when an input was refused: then the root is false. */
    refused: boolean;
}
