// @ts-check
/** The rules that everybody decides and the people they are decided for: the same in every run. */

/** @typedef {{ plans: string[], countries: string[], exports: number, role: string, tag: string }} Rule */

/**
 * @typedef {object} Context
 * @property {string} id
 * @property {string} plan_handle
 * @property {string} country
 * @property {string} role
 * @property {{ exports: number, seats: number }} usage
 * @property {number} signup_days
 * @property {string[]} tags
 */

const PLANS = ["free", "pro", "team"];
const COUNTRIES = ["DE", "FR", "JP", "BR", "US", "IN"];
const ROLES = ["owner", "editor", "viewer"];
const TAGS = ["beta", "early", "agency", "school", "partner"];

/** @param {number} seed @returns {(below: number) => number} mulberry32, as whole numbers. */
export function createDice(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** @param {(below: number) => number} dice @param {readonly string[]} from @param {number} count */
function pick(dice, from, count) {
  const left = [...from];
  return Array.from({ length: count }, () => left.splice(dice(left.length), 1)).flat();
}

/** @param {(below: number) => number} dice @param {readonly string[]} from */
const pickOne = (dice, from) => from[dice(from.length)] ?? "";

/** @param {number} count @returns {Rule[]} The first ones are the same whatever the count. */
export function createRules(count) {
  const dice = createDice(6);
  return Array.from({ length: count }, () => ({
    plans: pick(dice, PLANS, 2),
    countries: pick(dice, COUNTRIES, 3),
    exports: dice(80),
    role: pickOne(dice, ROLES),
    tag: pickOne(dice, TAGS),
  }));
}

/** @param {number} count @returns {Context[]} Different people, of whom each meets some 20 % of the rules. */
export function createContexts(count) {
  const dice = createDice(11);
  return Array.from({ length: count }, (_, index) => ({
    id: `user_${index}`,
    plan_handle: pickOne(dice, PLANS),
    country: pickOne(dice, COUNTRIES),
    role: pickOne(dice, ROLES),
    usage: { exports: dice(200), seats: dice(20) },
    signup_days: dice(400),
    tags: pick(dice, TAGS, 3),
  }));
}

/** @param {Rule} rule @returns {object} As GrowthBook and the Playbook write it. */
export function conditionOf({ plans, countries, exports, role, tag }) {
  return {
    plan_handle: { $in: plans },
    country: { $in: countries },
    "usage.exports": { $gte: exports },
    $or: [{ role }, { tags: { $in: [tag] } }],
  };
}

/** @param {number} count @returns {string[]} What the rules are called everywhere. */
export const namesOf = (count) => Array.from({ length: count }, (_, index) => `rule_${index}`);

/**
 * Something of each rule, by its name.
 * @template Value
 * @param {readonly Rule[]} rules
 * @param {(rule: Rule, name: string) => Value} write
 * @returns {Record<string, Value>}
 */
export function byName(rules, write) {
  const names = namesOf(rules.length);
  return Object.fromEntries(
    rules.map((rule, index) => [names[index] ?? "", write(rule, names[index] ?? "")]),
  );
}
