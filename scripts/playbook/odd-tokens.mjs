// @ts-check
/** What looks like a token in the words of a Playbook and is none, or has a name that nothing gives a value. */
import { BUILT_IN } from "./surfaces.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {object} Known
 * @property {boolean} hasUsage Whether it is known of which entitlement the usage is meant.
 * @property {boolean} hasPrice Whether any plan has one.
 * @property {boolean} isOwn Whether the surface is the application's, which may have braces of its own.
 */

/** As the SDK finds tokens: anything else between braces is shown as it is. */
const TOKEN = /\{\{([a-z_][a-z0-9_.]*)(?:\|[^{}]*)?\}\}/g;
/** What a token is put out of sight with, so that the braces that are left can be seen. */
const MASK = "\uffff";
/** Braces that a token may have been meant by: around one, in pairs, or without their other half. */
const BRACES =
  /\{+\uffff+\}*|\uffff+\}+|\{\{.*?\}\}|\{\{[^\s{}\uffff]{0,40}|[^\s{}\uffff]{0,40}\}\}/gs;
const NAMES = new Set(
  "plan_name trial_plan_name days_remaining day_number usage_used usage_limit usage_remaining usage_percent workspace_name user_name price".split(
    " ",
  ),
);
/** What belongs between two braces, or after the `$` of a program's text. */
const SINGLE = /(?<!\{)\$?\{([a-z_][a-z0-9_.]*)(\|[^{}\uffff]*)?\}(?!\})/g;
/** The parameters of an action are the application's, but for the address. */
const PARAMS = /\.params\.(?!url$)/;
const TRAIT = /^traits\.[^.]/;
const USAGE = /^usage_/;

const isKnown = (/** @type {string} */ name) => NAMES.has(name) || TRAIT.test(name);

/** @param {string} token @param {string} name @param {Known} known @returns {string | undefined} What is odd about it. */
function oddityOf(token, name, { hasUsage, hasPrice }) {
  const outcome = token.includes("|") ? "always takes its fallback" : "hides its payload";
  if (USAGE.test(name) && NAMES.has(name) && !hasUsage) {
    return `needs a content.meter, or a trigger with an entitlement, and ${outcome}`;
  }
  if (name === "price" && !hasPrice && !token.includes("|")) {
    return `needs a plan with a price, and ${outcome}`;
  }
  return isKnown(name) ? undefined : `is a token of no known name, and ${outcome}`;
}

/** @param {string} text @param {Known} known @returns {string[]} Each with what is odd about it. */
function oddOf(text, known) {
  const tokens = [...text.matchAll(TOKEN)].flatMap(([token, name = ""]) => {
    const oddity = oddityOf(token, name, known);
    return oddity ? `${token} ${oddity}` : [];
  });
  const masked = text.replace(TOKEN, (token) => MASK.repeat(token.length));
  const braces = [...masked.matchAll(BRACES)].map(({ 0: found, index }) => {
    const oddity = found.includes(MASK)
      ? "has braces around its token, which are shown as they are"
      : "is no token, and is shown as it is";
    return `${text.slice(index, index + found.length)} ${oddity}`;
  });
  const singles = [...masked.matchAll(SINGLE)].flatMap(([found, name = "", fallback = ""]) =>
    isKnown(name) && !known.isOwn
      ? `${found} is no token, and is shown as it is: write {{${name}${fallback}}}`
      : [],
  );
  return [...new Set([...tokens, ...braces, ...singles])];
}

/** @param {unknown} value @param {string} path @param {Known} known @returns {string[]} A line for each, with its path. */
function oddIn(value, path, known) {
  if (typeof value === "string") {
    const isOwn = known.isOwn || PARAMS.test(path);
    return oddOf(value, { ...known, isOwn }).map((oddity) => `${path}: ${oddity}`);
  }
  if (Array.isArray(value)) return value.flatMap((one, i) => oddIn(one, `${path}[${i}]`, known));
  if (typeof value !== "object" || !value) return [];
  return Object.entries(value).flatMap(([key, one]) => oddIn(one, `${path}.${key}`, known));
}

/** The words of a payload, of its variants and of their languages; targets and the like have no tokens. */
const WORDS = ["content", "ctas", "variants", "locales"];

/** Whether the usage tokens of a payload have an entitlement: that of a meter, in any of its words, or of the trigger. */
const hasUsage = (/** @type {unknown} */ trigger, /** @type {object} */ payload) =>
  "entitlement" in Object(trigger) || /"meter":/.test(JSON.stringify(payload));

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddTokens({ placements = [], plans = [] }) {
  const hasPrice = plans.some(({ price }) => price);
  return placements.flatMap(({ payloads, trigger }, i) =>
    payloads.flatMap((payload, j) => {
      const isOwn = !BUILT_IN.includes(payload.surface);
      const known = { hasUsage: hasUsage(trigger, payload), hasPrice, isOwn };
      return WORDS.flatMap((words) =>
        oddIn(Reflect.get(payload, words), `placements[${i}].payloads[${j}].${words}`, known),
      );
    }),
  );
}
