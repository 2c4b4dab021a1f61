/**
 * Schemas written as text: one line for each object, its name and its fields.
 *
 *     plan: handle! name rank=number price
 *     price: amount!=number currency! interval='month|year
 *
 * A field is its key, `!` when it must be there, and `=` its kind. Without a kind it is of the kind
 * that has its name, else a string. A kind is another line, a given schema or one of JSON's types;
 * `'a|b` is one of these words, `a[]` a list, `a{}` an object with any keys.
 */
import type { Schema } from "./schema.js";
/**
 * Reads the text. Returns a function that gives the schema of a kind, each made once.
 * @param given schemas that a line can't express, by kind
 */
export declare function readSchemas<S extends Schema>(text: string, given: Readonly<Record<string, S>>): (kind: string) => S;
