// @ts-check
/** Payloads that nobody is ever shown, because one before them is shown to everybody. */

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]["payloads"][number]} Payload
 */

/** Without a value a token hides its payload, unless it has a fallback; then the next payload is tried. */
const TOKEN = /\{\{[a-z_][a-z0-9_.]*\}\}/g;

/**
 * Whether each user who gets so far gets this one. A cap, a cooldown and a dismissal end the whole
 * placement, so that they let nobody through to the next payload either.
 * @param {Payload} payload
 * @param {RegExp} mayBeMissing Of the tokens without fallback, those that may have no value.
 */
export function isForEverybody(
  { target = {}, schedule = {}, rollout_percent = 100, ...payload },
  mayBeMissing = /./,
) {
  const { plans, segments, condition = {} } = target;
  const { content, ctas, variants, locales } = payload;
  const tokens = JSON.stringify({ content, ctas, variants, locales }).match(TOKEN) ?? [];
  return (
    !plans &&
    !segments &&
    Object.keys(condition).length === 0 &&
    !schedule.from &&
    !schedule.until &&
    rollout_percent >= 100 &&
    !tokens.some((token) => mayBeMissing.test(token))
  );
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function unreached({ placements = [] }) {
  return placements.flatMap(({ payloads }, i) => {
    const open = payloads.map((one) => isForEverybody(one));
    return payloads.flatMap(({ surface }, j) => {
      // Of another surface it may be what a slot takes that doesn't take the first.
      const first = payloads.findIndex((one, k) => one.surface === surface && open[k]);
      if (first < 0 || first >= j) return [];
      return [
        `placements[${i}].payloads[${j}]: is never shown, since payloads[${first}] is for everybody: put it before, or give that one a target`,
      ];
    });
  });
}
