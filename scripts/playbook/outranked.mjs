// @ts-check
/** Placements of a slot that come after one which stands there whenever they could. */
import { isForEverybody } from "./unreached.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]} Placement
 * @typedef {{ placement: Placement, path: string }} Placed
 */

/** That of `ending`, where it isn't said (README, "Triggers"). */
const DAYS = 3;

/** @param {Placement} a @param {Placement} b @returns {string | undefined} From when on `a` holds, if `b` holds only while it does. */
function widerThan({ trigger: a }, { trigger: b }) {
  if (a?.type === "usage_threshold" && b?.type === "usage_threshold") {
    const isWider = a.entitlement === b.entitlement && a.percent < b.percent;
    return isWider ? `from ${a.percent} % on` : undefined;
  }
  if (a?.type !== "trial_stage" || b?.type !== "trial_stage") return undefined;
  const { stage, days_before_end: days = DAYS } = a;
  const isWider = stage === "ending" && b.stage === stage && days > (b.days_before_end ?? DAYS);
  return isWider ? `from ${days} days before the end on` : undefined;
}

/** Whether all who meet its trigger get it: while it holds, its tokens have a value. */
const isForAll = (/** @type {Placement} */ { payloads, holdout_percent = 0 }) =>
  holdout_percent === 0 &&
  payloads.some((payload) => isForEverybody(payload, /\{\{(?!usage_|days_|day_|trial_)/));

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function outranked({ placements = [] }) {
  const placed = placements.map((placement, i) => ({ placement, path: `placements[${i}]` }));
  // As the SDK does: the higher priority first, then by the list.
  const ranked = placed.toSorted(
    (a, b) => (b.placement.priority ?? 0) - (a.placement.priority ?? 0),
  );
  return placed.flatMap((one) => {
    const { slot } = one.placement;
    if (slot === undefined) return [];
    const before = ranked.slice(0, ranked.indexOf(one)).filter(({ placement }) => {
      return placement.slot === slot && isForAll(placement);
    });
    const first = before.find(({ placement }) => widerThan(placement, one.placement));
    if (!first) return [];
    const since = widerThan(first.placement, one.placement);
    return [
      `${one.path}: ${first.path}, which holds ${since}, comes before it in slot "${slot}": give this one a higher priority`,
    ];
  });
}
