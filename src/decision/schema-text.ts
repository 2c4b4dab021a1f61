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
import type { Schema } from "./schema";

/**
 * Reads the text. Returns a function that gives the schema of a kind, each made once.
 * @param given schemas that a line can't express, by kind
 */
export function readSchemas<S extends Schema>(
  text: string,
  given: Readonly<Record<string, S>>,
): (kind: string) => S {
  /** Schemas, and lines that are not read yet. */
  const known = new Map<string, Schema | string>(Object.entries(given));
  for (const line of text.split("\n")) {
    const [name = "", fields] = line.trim().split(": ");
    if (fields) known.set(name, fields);
  }
  const objectOf = (fields: string): Schema => {
    const required: string[] = [];
    const properties: Record<string, Schema> = {};
    for (const field of fields.split(" ")) {
      const [said = "", kind] = field.split("=");
      const key = said.replace("!", "");
      if (key !== said) required.push(key);
      properties[key] = schemaOf(kind ?? (known.has(key) ? key : "string"));
    }
    return { type: "object", ...(required.length && { required }), properties };
  };
  const make = (kind: string): Schema => {
    if (kind.startsWith("'")) return { enum: kind.slice(1).split("|") };
    const each = kind.slice(0, -2);
    if (kind.endsWith("{}")) return { type: "object", additionalProperties: schemaOf(each) };
    return kind.endsWith("[]") ? { type: "array", items: schemaOf(each) } : { type: kind };
  };
  function schemaOf(kind: string): Schema {
    let schema = known.get(kind);
    if (typeof schema !== "object") {
      schema = schema ? objectOf(schema) : make(kind);
      known.set(kind, schema);
    }
    return schema;
  }
  // The only place where a schema that was read is given its type.
  return (kind) => schemaOf(kind) as S;
}
