/** What schemas are written in: a few words for the kinds of values there are. */
import type { Schema } from "./schema";

export type Fields = Readonly<Record<string, Schema>>;
/** An object with these fields, and which of them must be there. */
export const object = (properties: Fields, required?: string): Schema => ({
  type: "object",
  ...(required && { required: required.split(" ") }),
  properties,
});
export const list = (items: Schema): Schema => ({ type: "array", items });
/** An object with any keys. */
export const map = (additionalProperties: Schema): Schema => ({
  type: "object",
  additionalProperties,
});
/** One of these words. */
export const word = (words: string): Schema => ({ enum: words.split(" ") });
/** Fields of one kind. */
export const each = (names: string, field: Schema): Fields =>
  Object.fromEntries(names.split(" ").map((name) => [name, field]));

export const string: Schema = { type: "string" };
export const number: Schema = { type: "number" };
export const boolean: Schema = { type: "boolean" };
