// @ts-check
/** Numbers within their bounds that can't be what was meant: shares for percents, counts of none, and limits of what has none. */

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]} Placement
 * @typedef {Placement["payloads"][number]} Payload
 * @typedef {NonNullable<Playbook["entitlements"]>[number]} Entitlement
 * @typedef {NonNullable<Playbook["plans"]>[number]} Plan
 */

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const NOBODY = "so that nobody is shown it";

/** @param {number | undefined} percent @param {string} path @returns {string[]} */
function sharesFor(percent = 0, path) {
  if (percent <= 0 || percent >= 1) return [];
  // Not 28.999999999999996.
  const meant = Number((percent * 100).toPrecision(12));
  return [`${path}: ${percent} is less than one percent: for a share of ${percent} write ${meant}`];
}

/** @param {Payload} payload @param {string} path @returns {string[]} */
function oddInPayload({ caps = [], rollout_percent }, path) {
  return [
    ...sharesFor(rollout_percent, `${path}.rollout_percent`),
    ...(rollout_percent === 0 ? [`${path}.rollout_percent: is 0, ${NOBODY}`] : []),
    ...caps.flatMap(({ count }, i) => {
      const at = `${path}.caps[${i}].count`;
      if (count === 0) return [`${at}: is 0, ${NOBODY}: for no cap leave it out`];
      return Number.isInteger(count) ? [] : [`${at}: ${count} is no whole number`];
    }),
  ];
}

/** @param {Placement} placement @param {string} path @returns {string[]} */
function oddInPlacement({ holdout_percent, trigger, payloads }, path) {
  const isThreshold = trigger?.type === "usage_threshold";
  return [
    ...sharesFor(holdout_percent, `${path}.holdout_percent`),
    ...(holdout_percent === 100 ? [`${path}.holdout_percent: is 100, ${NOBODY}`] : []),
    ...(isThreshold ? sharesFor(trigger.percent, `${path}.trigger.percent`) : []),
    ...payloads.flatMap((payload, j) => oddInPayload(payload, `${path}.payloads[${j}]`)),
  ];
}

/** @param {Entitlement} entitlement @param {string} path @returns {string[]} */
function oddInEntitlement({ type, grants, warn_at_percent }, path) {
  const isUncounted = type === "feature" || type === "tier";
  return [
    ...sharesFor(warn_at_percent, `${path}.warn_at_percent`),
    ...grants.flatMap(({ limit }, j) =>
      isUncounted && typeof limit === "number"
        ? [
            `${path}.grants[${j}].limit: is not read, since a ${type} has no limit: use the type usage_limit, credits or seats`,
          ]
        : [],
    ),
  ];
}

/** @param {Plan} plan @param {string} path @returns {string[]} */
function oddInPlan({ price }, path) {
  if (!price) return [];
  const { amount, currency } = price;
  return [
    ...(amount < 0 ? [`${path}.price.amount: ${amount} is less than nothing`] : []),
    ...(CURRENCIES.has(currency)
      ? []
      : [
          `${path}.price.currency: "${currency}" is no currency that is known: use its ISO 4217 code`,
        ]),
  ];
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export const oddNumbers = ({ plans = [], entitlements = [], placements = [] }) => [
  ...plans.flatMap((plan, i) => oddInPlan(plan, `plans[${i}]`)),
  ...entitlements.flatMap((one, i) => oddInEntitlement(one, `entitlements[${i}]`)),
  ...placements.flatMap((placement, i) => oddInPlacement(placement, `placements[${i}]`)),
];
