// @ts-check
/** Triggers that the plans a payload is for never meet: nobody is refused what they have, and no percent is reached of what has no limit. */

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["entitlements"]>[number]} Entitlement
 */

/** Those without a limit that may be reached. */
const UNCOUNTED = ["feature", "tier"];

/** @param {Entitlement} entitlement @param {string} plan @returns {boolean} Whether a grant of the plan alone gives it without a limit. */
const isUnlimited = ({ type, grants }, plan) =>
  grants.some(
    ({ plans, segments, limit }) =>
      plans?.includes(plan) && !segments && (UNCOUNTED.includes(type) || limit === null),
  );

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function neverMet({ entitlements = [], placements = [] }) {
  return placements.flatMap(({ trigger, payloads }, i) => {
    if (trigger?.type !== "entitlement_denied" && trigger?.type !== "usage_threshold") return [];
    const entitlement = entitlements.find(({ handle }) => handle === trigger.entitlement);
    if (!entitlement) return [];
    const { handle } = entitlement;
    const why =
      trigger.type === "usage_threshold"
        ? `have no limit of "${handle}", so that no percent of it is reached`
        : `have "${handle}", so that nobody is refused it unless the service says so`;
    return payloads.flatMap(({ target: { plans = [] } = {} }, j) =>
      plans.length > 0 && plans.every((plan) => isUnlimited(entitlement, plan))
        ? [`placements[${i}].payloads[${j}].target.plans: users of ${plans.join(", ")} ${why}`]
        : [],
    );
  });
}
