// @ts-check
/** The fields of a Playbook that format 1 does not know: a newer format's, or misspelt. */
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Schema
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [additionalProperties]
 * @property {Schema} [items]
 * @property {Schema[]} [oneOf] By `type`.
 * @property {string} [const]
 * @property {string[]} [enum]
 */

/** @type {Schema} */
const SCHEMA = JSON.parse(
  readFileSync(new URL("../../dist/playbook.schema.json", import.meta.url), "utf8"),
);

/** A registered surface has content of its own; what these hold besides is anybody's. */
const OPEN = /\b(content|theme|colors|params|properties|condition)$/;

/** @param {Schema} schema @param {unknown} value @returns {Schema} */
function chosen(schema, value) {
  const type = value && Reflect.get(Object(value), "type");
  const isOf = (/** @type {Schema} */ { properties = {} }) =>
    [properties.type?.const, ...(properties.type?.enum ?? [])].includes(type);
  return schema.oneOf?.find(isOf) ?? schema;
}

/**
 * @param {unknown} value
 * @param {Schema} [schema]
 * @param {string} [path]
 * @returns {string[]} Their paths.
 */
export function unknownFields(value, schema = SCHEMA, path = "") {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((one, i) => unknownFields(one, items, `${path}[${i}]`)) : [];
  }
  if (typeof value !== "object" || !value || OPEN.test(path)) return [];
  const { properties, additionalProperties } = chosen(schema, value);
  if (!properties && !additionalProperties) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const at = path ? `${path}.${key}` : key;
    // By it an editor finds the schema.
    if (at === "$schema") return [];
    const inner = properties?.[key] ?? additionalProperties;
    return inner ? unknownFields(one, inner, at) : [at];
  });
}
