// @ts-check
/** Where a field belongs that stands elsewhere, as a payload's `target` beside the payloads. */
import { SCHEMA } from "./playbook-schema.mjs";

/** @typedef {import("./playbook-schema.mjs").Schema} Schema */

/** What many parts have, and what is rather meant for a button than for an image. */
const ANYWHERE = ["handle", "name"];
const UNASKED = ["image"];
/** They repeat what their payload has. */
const REPEATED = /\.(variants|locales)\b/;

/** @param {Schema} schema @param {string} path @returns {[name: string, holder: string][]} The fields in it, each with the path of what holds it. */
function fieldsIn({ properties = {}, items, additionalProperties, oneOf = [] }, path) {
  return [
    ...Object.entries(properties).flatMap(([name, inner]) =>
      UNASKED.includes(name)
        ? []
        : [/** @type {[string, string]} */ ([name, path]), ...fieldsIn(inner, `${path}.${name}`)],
    ),
    ...(items ? fieldsIn(items, `${path}[]`) : []),
    ...(additionalProperties ? fieldsIn(additionalProperties, `${path}.*`) : []),
    ...oneOf.flatMap((one) => fieldsIn(one, path)),
  ];
}
const FIELDS = fieldsIn(SCHEMA, "");

/** @param {string} path @returns {string} As the holders have it: without numbers and languages. */
const plainOf = (path) =>
  `.${path}`.replaceAll(/\[\d+\]/g, "[]").replaceAll(/(\.locales)\.[^.]+/g, "$1.*");

/**
 * @param {string} key No field of what is at `path`.
 * @param {string} path
 * @returns {string | undefined} The one place around it, or within it, that has a field of this name.
 */
export function placeOf(key, path) {
  if (!path || ANYWHERE.includes(key)) return undefined;
  const here = plainOf(path);
  const holders = [...new Set(FIELDS.flatMap(([name, holder]) => (name === key ? holder : [])))];
  const within = holders.flatMap((holder) => {
    const rest = holder.startsWith(here) ? holder.slice(here.length) : "";
    return /^[.[]/.test(rest) && !REPEATED.test(rest) ? `${path}${rest}.${key}` : [];
  });
  if (within.length > 0) return within.length === 1 ? within[0] : undefined;
  const steps = path.split(".");
  const around = steps
    .map((_, i) => steps.slice(0, i).join("."))
    .findLast((outer) => outer && holders.includes(plainOf(outer)));
  return around && `${around}.${key}`;
}
