// @ts-check
/** What nobody who reads JSON can beat: each rule as one would write it in the page itself. */

/** @typedef {import("../workload.mjs").Rule} Rule */
/** @typedef {import("../workload.mjs").Context} Context */

/** @param {Rule} rule @returns {(context: Context) => boolean} */
function writtenByHand({ plans: [a, b], countries: [c, d, e], exports, role: wanted, tag }) {
  return ({ plan_handle, country, usage, role, tags }) =>
    (plan_handle === a || plan_handle === b) &&
    (country === c || country === d || country === e) &&
    usage.exports >= exports &&
    (role === wanted || tags.includes(tag));
}

/** @type {import("../contestants.mjs").Contestant} */
export const closures = {
  name: "closures",
  load: async () => undefined,
  author: (rules) => rules,
  shape: (context) => context,
  setUp(_, /** @type {readonly Rule[]} */ rules) {
    const written = rules.map(writtenByHand);
    return { decide: (index, context) => written[index]?.(context) ?? false };
  },
};
