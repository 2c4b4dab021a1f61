// @ts-check
/** What looks like a token in the words of a Playbook and is none, or has a name that nothing gives a value. */

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
const TRAIT = /^traits\.[^.]/;
const USAGE = /^usage_/;

/**
 * @param {string} token
 * @param {string} name
 * @param {boolean} hasUsage Whether it is known of which entitlement the usage is meant.
 * @returns {string | undefined} What is odd about it.
 */
function oddityOf(token, name, hasUsage) {
  const outcome = token.includes("|") ? "always takes its fallback" : "hides its payload";
  if (USAGE.test(name) && NAMES.has(name) && !hasUsage) {
    return `needs a content.meter, or a trigger with an entitlement, and ${outcome}`;
  }
  if (NAMES.has(name) || TRAIT.test(name)) return undefined;
  return `is a token of no known name, and ${outcome}`;
}

/** @param {string} text @param {boolean} hasUsage @returns {string[]} Each with what is odd about it. */
function oddOf(text, hasUsage) {
  const tokens = [...text.matchAll(TOKEN)].flatMap(([token, name = ""]) => {
    const oddity = oddityOf(token, name, hasUsage);
    return oddity ? `${token} ${oddity}` : [];
  });
  const masked = text.replace(TOKEN, (token) => MASK.repeat(token.length));
  const braces = [...masked.matchAll(BRACES)].map(({ 0: found, index }) => {
    const oddity = found.includes(MASK)
      ? "has braces around its token, which are shown as they are"
      : "is no token, and is shown as it is";
    return `${text.slice(index, index + found.length)} ${oddity}`;
  });
  return [...new Set([...tokens, ...braces])];
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {boolean} hasUsage
 * @returns {string[]} A line for each, with its path.
 */
function oddIn(value, path, hasUsage) {
  if (typeof value === "string") {
    return oddOf(value, hasUsage).map((oddity) => `${path}: ${oddity}`);
  }
  if (Array.isArray(value)) return value.flatMap((one, i) => oddIn(one, `${path}[${i}]`, hasUsage));
  if (typeof value !== "object" || !value) return [];
  return Object.entries(value).flatMap(([key, one]) => oddIn(one, `${path}.${key}`, hasUsage));
}

/** The words of a payload, of its variants and of their languages; targets and the like have no tokens. */
const WORDS = ["content", "ctas", "variants", "locales"];

/** Whether the usage tokens of a payload have an entitlement: that of a meter, in any of its words, or of the trigger. */
const hasUsage = (/** @type {unknown} */ trigger, /** @type {object} */ payload) =>
  "entitlement" in Object(trigger) || /"meter":/.test(JSON.stringify(payload));

/** @param {import("../../dist/decision.js").Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddTokens({ placements = [] }) {
  return placements.flatMap(({ payloads, trigger }, i) =>
    payloads.flatMap((payload, j) =>
      WORDS.flatMap((words) =>
        oddIn(
          Reflect.get(payload, words),
          `placements[${i}].payloads[${j}].${words}`,
          hasUsage(trigger, payload),
        ),
      ),
    ),
  );
}
