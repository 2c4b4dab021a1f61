// @ts-check
/** The fields of a Playbook that format 1 does not know: a newer format's, or misspelt. */
import { didYouMean, nearest } from "./nearest.mjs";
import { placeOf } from "./places.mjs";
import { SCHEMA } from "./playbook-schema.mjs";
import { BUILT_IN } from "./surfaces.mjs";

/** @typedef {import("./playbook-schema.mjs").Schema} Schema */

/** What the README lists; the schema lets every name pass. */
const COLORS = "background surface text muted border primary on_primary danger".split(" ");
/** @type {Schema} */
const THEME = {
  properties: {
    ...{ radius: {}, font_family: {} },
    colors: { properties: Object.fromEntries(COLORS.map((name) => [name, {}])) },
  },
};

/** What these hold is anybody's. */
const OPEN = /\b(params|properties|condition)$/;
/** That of a registered surface is its own. */
const CONTENT = /\bcontent$/;

/** @param {Schema} schema @param {unknown} value @param {string} path @returns {Schema} */
function chosen(schema, value, path) {
  if (path === "branding.theme") return THEME;
  const type = value && Reflect.get(Object(value), "type");
  const isOf = (/** @type {Schema} */ { properties = {} }) => properties.type?.enum?.includes(type);
  return schema.oneOf?.find(isOf) ?? schema;
}

/**
 * @param {unknown} value
 * @param {Schema} schema
 * @param {string} path
 * @param {boolean} isOwn Whether it belongs to a payload with a surface of the application's own.
 * @returns {string[]}
 */
function unknownIn(value, schema, path, isOwn) {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((one, i) => unknownIn(one, items, `${path}[${i}]`, isOwn)) : [];
  }
  if (typeof value !== "object" || !value) return [];
  if (OPEN.test(path) || (isOwn && CONTENT.test(path))) return [];
  const { properties, additionalProperties } = chosen(schema, value, path);
  if (!properties && !additionalProperties) return [];
  const surface = properties?.surface && Reflect.get(value, "surface");
  const isOwnNow = typeof surface === "string" ? !BUILT_IN.includes(surface) : isOwn;
  return Object.entries(value).flatMap(([key, one]) => {
    const at = path ? `${path}.${key}` : key;
    // By it an editor finds the schema.
    if (at === "$schema") return [];
    const inner =
      properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (inner) return unknownIn(one, inner, at, isOwnNow);
    const meant = placeOf(key, path) ?? nearest(key, Object.keys(properties ?? {}));
    return [`${at} is no field of format 1${didYouMean(meant)}, and is not read`];
  });
}

/** @param {unknown} playbook @returns {string[]} Lines to warn with. */
export const unknownFields = (playbook) => unknownIn(playbook, SCHEMA, "", false);
