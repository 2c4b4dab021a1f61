/** A short way to write tables of fields down; what it makes are Schemas, for one checker. */
import type { Schema } from "../decision/index";
import type { Fault } from "./faults";

export interface Field extends Schema {
  readonly properties?: Readonly<Record<string, Field>>;
  readonly additionalProperties?: Field;
  /** What it must be, as a noun phrase. */
  readonly description?: string;
  /** A value that matches the pattern is this fault. */
  readonly refused?: readonly (readonly [pattern: RegExp, fault: Fault])[];
}

/** A type (`string`), a choice (`top|bottom`), a list of something (`["string"]`), or a Field. */
export type Notation = string | readonly [Notation] | Field;

function fieldOf(notation: Notation): Field {
  if (typeof notation !== "string") {
    return "length" in notation ? { type: "array", items: fieldOf(notation[0]) } : notation;
  }
  const values = notation.split("|");
  return values[1] ? { enum: values } : { type: notation };
}

/** A field under several names: `{ "id name": "string", tags: ["string"] }`. */
export function table(fields: Readonly<Record<string, Notation>>): Field {
  const properties = Object.entries(fields).flatMap(([names, notation]) =>
    names.split(" ").map((name) => [name, fieldOf(notation)]),
  );
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** Any names, one kind of value. */
export const record = (notation: Notation): Field => ({
  type: "object",
  additionalProperties: fieldOf(notation),
});
