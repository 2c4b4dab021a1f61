// @ts-check
/** The Playbook's JSON Schema, as it is shipped. */
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Schema
 * @property {Record<string, Schema>} [properties]
 * @property {Schema} [additionalProperties]
 * @property {Schema} [items]
 * @property {Schema[]} [oneOf] By `type`.
 * @property {string[]} [enum]
 *
 * @typedef {object} Definitions
 * @property {{ then: { properties: Record<string, Schema> } }} wanted A value to be equal to, or an
 *   object of operators: `then` names them.
 */

/** @type {Schema & { $defs: Definitions }} */
export const SCHEMA = JSON.parse(
  readFileSync(new URL("../../dist/playbook.schema.json", import.meta.url), "utf8"),
);
