/** What schemas are written in: a few words for the kinds of values there are. */
import type { Schema } from "./schema.js";
export type Fields = Readonly<Record<string, Schema>>;
/** An object with these fields, and which of them must be there. */
export declare const object: (properties: Fields, required?: string) => Schema;
export declare const list: (items: Schema) => Schema;
/** An object with any keys. */
export declare const map: (additionalProperties: Schema) => Schema;
/** One of these words. */
export declare const word: (words: string) => Schema;
/** Fields of one kind. */
export declare const each: (names: string, field: Schema) => Fields;
export declare const string: Schema;
export declare const number: Schema;
export declare const boolean: Schema;
