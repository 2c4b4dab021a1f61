// @ts-check
/**
 * Completes the tables that the snippet checks a Playbook with to a JSON Schema (2020-12). What it says
 * beyond them, of conditions and grants, the validator finds by itself; here an editor is told. Left
 * to the validator: references, repeated handles, patterns, and tiers that an entitlement doesn't have.
 */

/** @typedef {Record<string, any>} Schema */
/** By operator the JSON types of its operand, joined by `or`; an empty text: any. @typedef {ReadonlyMap<string, string>} Operators */
/**
 * @typedef {object} Tables
 * @property {() => Schema} playbookSchema
 * @property {Schema} condition What stands for a condition in that.
 * @property {readonly string[]} COUNTED
 * @property {Operators} OPERATORS Those for a value.
 * @property {Operators} LOGICAL Those that join conditions.
 */

const CONDITION = { $ref: "#/$defs/condition" };
const WANTED = { $ref: "#/$defs/wanted" };
/** Operators that hold others. */
const NESTED = ["$all", "$alli", "$not", "$size"];

/** @param {Operators} operators @param {Schema} inner What an operator that holds others may hold. @param {readonly string[]} nested */
const operands = (operators, inner, nested) =>
  Object.fromEntries(
    [...operators].map(([name, types]) => {
      const operand = types ? { type: types.split(" or ") } : {};
      const isList = types === "array";
      const holds = nested.includes(name) && (isList ? { items: inner } : inner);
      return [name, { ...operand, ...holds }];
    }),
  );

/** @param {Tables} tables */
const definitions = ({ OPERATORS, LOGICAL }) => ({
  /** Its other keys are paths. */
  condition: {
    type: "object",
    properties: operands(LOGICAL, CONDITION, [...LOGICAL.keys()]),
    propertyNames: { not: { enum: [...OPERATORS.keys()].filter((name) => !LOGICAL.has(name)) } },
    additionalProperties: WANTED,
  },
  /** A value to be equal to, or an object of operators: one with any key of theirs. */
  wanted: {
    if: { type: "object", not: { propertyNames: { pattern: "^(?!\\$)" } } },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word.
    then: {
      type: "object",
      properties: operands(OPERATORS, WANTED, NESTED),
      additionalProperties: false,
    },
  },
});

/** @param {Schema} entitlement @param {Tables} tables @returns {Schema} */
function completeEntitlement(entitlement, { COUNTED }) {
  const { grants } = entitlement.properties;
  /** Named among the properties, too, as strict readers of schemas want it. @param {string} field */
  const has = (field) => ({ required: [field], properties: { [field]: {} } });
  const named = { anyOf: [has("plans"), has("segments")] };
  /** @param {readonly string[]} types @param {string} field */
  const needs = (types, field) => ({
    if: { required: ["type"], properties: { type: { enum: types } } },
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word.
    then: { properties: { grants: { items: has(field) } } },
  });
  return {
    ...entitlement,
    properties: {
      ...entitlement.properties,
      grants: { ...grants, items: { ...grants.items, ...named } },
    },
    allOf: [needs(COUNTED, "limit"), needs(["tier"], "tier")],
  };
}

/** @param {Tables} tables @returns {string} The schema as JSON. */
export function schemaText(tables) {
  const schema = tables.playbookSchema();
  const { entitlements } = schema.properties;
  const items = completeEntitlement(entitlements.items, tables);
  const whole = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Playbook, format 1",
    ...schema,
    properties: { ...schema.properties, entitlements: { ...entitlements, items } },
    $defs: definitions(tables),
  };
  /** @param {string} key @param {unknown} value */
  const standard = (key, value) => {
    if (value === tables.condition) return CONDITION;
    if (value instanceof RegExp) return value.source;
    return key === "refers" ? undefined : value;
  };
  return `${JSON.stringify(whole, standard, 2)}\n`;
}
