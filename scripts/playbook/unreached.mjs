// @ts-check
/** Payloads that nobody is ever shown, because one before them is shown to everybody. */

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]["payloads"][number]} Payload
 */

/** Without a value a token hides its payload, unless it has a fallback; then the next payload is tried. */
const MAY_BE_MISSING = /\{\{[a-z_][a-z0-9_.]*\}\}/;

/**
 * Whether each user who gets so far gets this one. A cap, a cooldown and a dismissal end the whole
 * placement, so that they let nobody through to the next payload either.
 * @param {Payload} payload
 */
function isForEverybody({ target = {}, schedule = {}, rollout_percent = 100, ...payload }) {
  const { plans, segments, condition = {} } = target;
  const { content, ctas, variants, locales } = payload;
  return (
    !plans &&
    !segments &&
    Object.keys(condition).length === 0 &&
    !schedule.from &&
    !schedule.until &&
    rollout_percent >= 100 &&
    !MAY_BE_MISSING.test(JSON.stringify({ content, ctas, variants, locales }))
  );
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function unreached({ placements = [] }) {
  return placements.flatMap(({ payloads }, i) =>
    payloads.flatMap(({ surface }, j) => {
      // Of another surface it may be what a slot takes that doesn't take the first.
      const first = payloads.findIndex((one) => one.surface === surface && isForEverybody(one));
      if (first < 0 || first >= j) return [];
      return [
        `placements[${i}].payloads[${j}]: is never shown, since payloads[${first}] is for everybody: put it before, or give that one a target`,
      ];
    }),
  );
}
