// @ts-check
/** What looks like a token in the words of a Playbook and is none, or has a name that nothing gives a value. */

/** As the SDK finds tokens: anything else between braces is shown as it is. */
const TOKEN = /^\{\{([a-z_][a-z0-9_.]*)(?:\|[^{}]*)?\}\}$/;
/** Braces that a token may have been meant by. */
const BRACES = /\{\{.*?\}\}/gs;
const NAMES = new Set(
  "plan_name trial_plan_name days_remaining day_number usage_used usage_limit usage_remaining usage_percent workspace_name user_name price".split(
    " ",
  ),
);
const TRAIT = /^traits\.[^.]/;

/** @param {string} token @returns {string | undefined} What is odd about it. */
function oddityOf(token) {
  const [, name] = TOKEN.exec(token) ?? [];
  if (name === undefined) return "is no token, and is shown as it is";
  if (NAMES.has(name) || TRAIT.test(name)) return undefined;
  const outcome = token.includes("|") ? "always takes its fallback" : "hides its payload";
  return `is a token of no known name, and ${outcome}`;
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {string[]} A line for each, with its path.
 */
function oddIn(value, path) {
  if (typeof value === "string") {
    return [...new Set(value.match(BRACES))].flatMap((token) => {
      const oddity = oddityOf(token);
      return oddity ? `${path}: ${token} ${oddity}` : [];
    });
  }
  if (Array.isArray(value)) return value.flatMap((one, i) => oddIn(one, `${path}[${i}]`));
  if (typeof value !== "object" || !value) return [];
  return Object.entries(value).flatMap(([key, one]) => oddIn(one, `${path}.${key}`));
}

/** The words of a payload, of its variants and of their languages; targets and the like have no tokens. */
const WORDS = ["content", "ctas", "variants", "locales"];

/** @param {import("../../dist/decision.js").Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddTokens({ placements = [] }) {
  return placements.flatMap(({ payloads }, i) =>
    payloads.flatMap((payload, j) =>
      WORDS.flatMap((words) =>
        oddIn(Reflect.get(payload, words), `placements[${i}].payloads[${j}].${words}`),
      ),
    ),
  );
}
