// @ts-check
/** What is sound, and nobody ever comes to: lists that name nobody, and stages that a trial is too short for. */

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]["trigger"]} Trigger
 * @typedef {{ readonly plans?: readonly string[], readonly segments?: readonly string[] }} Named
 */

/** @param {Named} named @param {string} path @param {string} says @returns {string[]} */
const emptyLists = ({ plans, segments }, path, says) =>
  Object.entries({ plans, segments }).flatMap(([name, list]) =>
    list?.length === 0 ? [`${path}.${name}: is empty, ${says}`] : [],
  );

/** @param {Trigger} trigger @param {readonly number[]} lengths Those of the trials, in days. @param {string} path @returns {string[]} */
function missedStage(trigger, lengths, path) {
  // Without a trial of the Playbook's the application gives the dates.
  if (trigger?.type !== "trial_stage" || lengths.length === 0) return [];
  const { stage, days_before_end = 3 } = trigger;
  const longest = Math.max(...lengths);
  const last = { started: longest, midpoint: longest / 2, ending: Infinity, ended: Infinity }[
    stage
  ];
  if (days_before_end < last) return [];
  return [
    `${path}: a trial of ${longest} days is "ending" before it could be "${stage}": write a days_before_end below ${last}`,
  ];
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function leftToNobody({ entitlements = [], trials = [], placements = [] }) {
  const lengths = trials.map(({ days }) => days);
  return [
    ...entitlements.flatMap(({ grants }, i) =>
      grants.flatMap((grant, j) =>
        emptyLists(
          grant,
          `entitlements[${i}].grants[${j}]`,
          "so that it is granted to nobody: leave it out",
        ),
      ),
    ),
    ...placements.flatMap(({ trigger, payloads }, i) => [
      ...missedStage(trigger, lengths, `placements[${i}].trigger`),
      ...(payloads.length === 0
        ? [`placements[${i}].payloads: is empty, so that it is never shown: add one`]
        : []),
      ...payloads.flatMap(({ target = {} }, j) =>
        emptyLists(
          target,
          `placements[${i}].payloads[${j}].target`,
          "so that nobody is shown it: for everybody leave it out",
        ),
      ),
    ]),
  ];
}
