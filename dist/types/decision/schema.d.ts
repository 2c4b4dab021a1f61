/**
 * One checker for everything that enters: a small interpreter of the part of JSON Schema
 * (2020-12) that the Playbook, the contexts and the options need. The same tables are
 * written to `dist/playbook.schema.json`, so the published schema cannot differ.
 */
import type { Problem } from "./types.js";
export interface Schema {
    /** JSON Schema's types, and `function` for options. */
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly pattern?: RegExp;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly additionalProperties?: Schema;
    readonly items?: Schema;
    /** Alternatives, told apart by the value of their property `type`. */
    readonly oneOf?: readonly Schema[];
    /** The list of the Playbook in which this handle must be; checked by `playbookProblems` alone. */
    readonly refers?: string;
}
type Report = (path: string, message: string) => void;
/** `placements` and 3 make `placements[3]`; `a` and `b` make `a.b`. */
export declare function joinPath(path: string, key: string | number): string;
/** The JSON type of a value; for a number that JSON can't hold its text, such as `NaN`. */
export declare function typeOf(value: unknown): string;
export declare function isObject(value: unknown): value is Record<string, unknown>;
/** The value if it is a list, else an empty one. */
export declare const itemsOf: (value: unknown) => readonly unknown[];
/** Own properties only: `constructor` is a legal handle. */
export declare const own: (object: unknown, key: string) => unknown;
/** An own property that is a text, unless it is empty. */
export declare function textOf(object: unknown, key: string): string | undefined;
/** An own property that is a list, else an empty one. */
export declare const listOf: (object: unknown, key: string) => readonly unknown[];
/** Called with each value that its schema accepts, to check what the schema can't say. */
export type Visit = (schema: Schema, value: unknown, path: string, report: Report) => void;
/** Whether `schema` refuses nothing of `value`; cheaper than finding out what. */
export declare const isSound: (schema: Schema, value: unknown) => boolean;
/** Every place of `value` that `schema` refuses. An `undefined` field is absent, which only `required` minds. */
export declare function problemsOf(schema: Schema, value: unknown, path?: string, visit?: Visit): Problem[];
export {};
