// @ts-check
/** Values that an attribute of the context never has, so that a condition that wants them is met by nobody, or by everybody. */
import { FLAGS, isNumber, LISTS, OBJECTS, TEXTS } from "./context-paths.mjs";
import { slipOf } from "./nearest.mjs";
import { SCHEMA } from "./playbook-schema.mjs";

/** @typedef {import("./odd-conditions.mjs").Place} Place */

const PLAN = /^(trial\.)?plan_handle$/;
const DEVICES = ["mobile", "tablet", "desktop"];
const KINDS = ["free", "reverse"];
const OPERATOR = /^\$/;
/** The operators for values. */
const OPERATORS = Object.keys(SCHEMA.$defs.wanted.then.properties);

/** @param {string} value @param {readonly string[]} known @param {string} part @returns {string | undefined} */
function oddityOfHandle(value, known, part) {
  const slip = slipOf(value, known);
  const remedy = `name one of its ${part}s, or add this one`;
  return slip && `"${value}" is no ${part} of the Playbook${slip}: ${remedy}`;
}

/** As routers and globs write any part of a path. */
const ANY_PART = /\/(:\w+|\*+|\[\w+\])(?=\/|$)/g;

/** @param {string} path @returns {string | undefined} */
function oddityOfAddress(path) {
  if (path.search(ANY_PART) >= 0) {
    const pattern = `^${path.replace(/\/\*+$/, "/").replace(ANY_PART, "/[^/]+")}${/\*$/.test(path) ? "" : "$"}`;
    return `a path is compared as a whole, letter by letter: use { "$regex": "${pattern}" }`;
  }
  const { pathname } = URL.canParse(path)
    ? new URL(path)
    : new URL(`https://example.com/${path.replace(/^\//, "")}`);
  return path === pathname ? undefined : `no address has the path "${path}": write "${pathname}"`;
}

/** @param {string} url @param {string} attribute @returns {string | undefined} */
function oddityOfUrl(url, attribute) {
  if (!URL.canParse(url)) {
    const remedy = attribute === "page.url" ? "use page.path, or $regex" : "use $regex";
    return `"${attribute}" begins with its scheme and host: ${remedy}`;
  }
  const meant = new URL(url);
  // Of a hash only a route is kept.
  if (!meant.hash.startsWith("#/")) meant.hash = "";
  return meant.href === url ? undefined : `no page has the address "${url}": write "${meant.href}"`;
}

/** @param {string} value @param {string} attribute @param {Place["known"]} known @returns {string | undefined} */
function oddityOfText(value, attribute, { plans, segments, trials }) {
  if (PLAN.test(attribute)) return oddityOfHandle(value, plans, "plan");
  if (attribute === "trial.trial_handle") return oddityOfHandle(value, trials, "trial");
  if (attribute === "trial.kind" && !KINDS.includes(value)) {
    return `"${value}" is no kind of trial: it is ${KINDS.join(", ")}`;
  }
  if (attribute === "device" && !DEVICES.includes(value)) {
    return `"${value}" is no device: it is ${DEVICES.join(", ")}`;
  }
  if (attribute === "email_domain" && value.includes("@")) {
    return `"${value}" is more than a domain: write "${value.split("@").at(-1)}"`;
  }
  if (attribute === "email_domain" && value !== value.toLowerCase()) {
    return `a domain is in lower case: write "${value.toLowerCase()}"`;
  }
  if (attribute === "page.path") return oddityOfAddress(value);
  if (attribute === "page.url" || (attribute === "page.referrer" && value)) {
    return oddityOfUrl(value, attribute);
  }
  if (OBJECTS.includes(attribute)) {
    return `"${attribute}" is an object, which no text is equal to: write "${attribute}." and a name`;
  }
  if (attribute === "segments" && segments.includes(value)) {
    return `a context's "segments" are those that others name, "${value}" is the Playbook's own: use { "id": { "$inSegment": "${value}" } }`;
  }
  return undefined;
}

/** @param {object} wanted @returns {[path: string, operator: string] | undefined} The first operator anywhere in an object. */
function operatorIn(wanted) {
  for (const [key, value] of Object.entries(wanted)) {
    if (typeof value !== "object" || !value || Array.isArray(value)) continue;
    const operator = Object.keys(value).find((name) => OPERATOR.test(name));
    if (operator) return [key, operator];
    const [path, inner] = operatorIn(value) ?? [];
    if (path && inner) return [`${key}.${path}`, inner];
  }
  return undefined;
}

/** As programs write them. */
const SIGNS = new Map(
  Object.entries({
    ...{ ">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte" },
    ...{ "=": "$eq", "==": "$eq", "===": "$eq", "!=": "$ne", "!==": "$ne", "<>": "$ne" },
  }),
);

/** @param {object} wanted @param {string} attribute @returns {string | undefined} */
function oddityOfObject(wanted, attribute) {
  const [path, operator] = operatorIn(wanted) ?? [];
  const whole = "an object is compared as a whole";
  if (operator) return `${whole}, "${operator}" in it too: write "${attribute}.${path}"`;
  const [name] = Object.keys(wanted);
  if (!name) return undefined;
  const meant = SIGNS.get(name) ?? `$${name}`;
  if (OPERATORS.includes(meant)) {
    return `"${name}" is no operator, and ${whole}: write "${meant}"`;
  }
  if (!OBJECTS.includes(attribute)) return undefined;
  return `${whole}, with all that "${attribute}" has: write "${attribute}.${name}"`;
}

/** @param {string} attribute @returns {string | undefined} The type of its values, where that is certain. */
function typeOfAttribute(attribute) {
  if (TEXTS.includes(attribute) || /^page\.query\../.test(attribute)) return "string";
  if (isNumber(attribute)) return "number";
  return FLAGS.includes(attribute) ? "boolean" : undefined;
}

/**
 * A bare value is compared with the value read as one; `$eq`, `$in` and the like take it as it is.
 * @param {unknown} operand Of `$eq` and the like, or one of `$in` and the like.
 * @param {Place} place
 * @returns {string[]} A line if it is of a type that the attribute never has.
 */
export function strangeKind(operand, { attribute = "", path }) {
  const type = typeOfAttribute(attribute);
  const isScalar = ["string", "number", "boolean"].includes(typeof operand);
  if (!type || !isScalar || typeof operand === type) return [];
  return [
    `${path}: is of type ${typeof operand}, and "${attribute}" is always of type ${type}, which it is never equal to`,
  ];
}

/** @param {unknown} value Wanted of an attribute without an operator. @param {Place} place @returns {string[]} A line if it is a text that can't be read as what the attribute always is. */
export function strangeText(value, { path, attribute = "" }) {
  const type = typeOfAttribute(attribute);
  if (typeof value !== "string" || !type || type === "string") return [];
  const isRead = type === "number" ? !Number.isNaN(Number(value)) : /^(true|false)$/.test(value);
  return isRead ? [] : [`${path}: "${attribute}" is a ${type}, which "${value}" is never equal to`];
}

/**
 * @param {unknown} value What an attribute is to be equal to.
 * @param {Place} place
 * @returns {string[]} What is odd about it.
 */
export function strangeWhole(value, place) {
  const { path, attribute = "" } = place;
  const strange = strangeValue(value, place);
  if (strange[0] || typeof value !== "string" || !LISTS.includes(attribute)) return strange;
  return [`${path}: "${attribute}" is a list, which no text is equal to: use $in`];
}

/**
 * @param {unknown} value What is wanted of an attribute, without an operator; or one of a list of such.
 * @param {Place} place
 * @returns {string[]} What is odd about it.
 */
export function strangeValue(value, { path, known, attribute = "" }) {
  const lines = (/** @type {string | undefined} */ oddity) =>
    oddity ? [`${path}: ${oddity}`] : [];
  if (typeof value === "string") return lines(oddityOfText(value, attribute, known));
  if (typeof value !== "object" || !value) return [];
  if (!Array.isArray(value)) return lines(oddityOfObject(value, attribute));
  if (typeOfAttribute(attribute)) return lines("a list is compared as a whole: use $in");
  return attribute === "segments"
    ? value.flatMap((one, i) => strangeValue(one, { path: `${path}[${i}]`, known, attribute }))
    : [];
}
