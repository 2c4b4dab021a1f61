// @ts-check
/** What a valid payload lacks to be seen as it was meant, and plans that its buttons name in vain. */
import { question } from "./nearest.mjs";
import { IN_FLOW } from "./surfaces.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]} Placement
 * @typedef {Placement["payloads"][number]} Payload
 * @typedef {Pick<NonNullable<Payload["variants"]>[number], "ctas" | "locales">} Words
 */

/** Surface → the part of its content that it is made for, and what comes of leaving it out. */
const NEEDS = new Map([
  [
    "tooltip",
    {
      part: /** @type {const} */ ("anchor"),
      outcome:
        "points at nothing and stands in the lower corner of the page: name the slot that it belongs to",
    },
  ],
  [
    "usage_meter",
    {
      part: /** @type {const} */ ("meter"),
      outcome: "shows no usage: name the entitlement that it counts",
    },
  ],
]);

/** @param {Payload} payload @param {string} path @returns {string[]} */
function missingContent({ surface, content, variants = [] }, path) {
  const need = NEEDS.get(surface);
  if (!need || content[need.part]) return [];
  const { part, outcome } = need;
  if (variants.length > 0 && variants.every((variant) => variant.content?.[part])) return [];
  return [`${path}.content: a ${surface} without ${part} ${outcome}`];
}

/** @param {Words} words @param {string} path @param {readonly string[]} plans @returns {string[]} */
function unknownPlans({ ctas = [], locales = {} }, path, plans) {
  const own = ctas.flatMap(({ params }, i) => {
    const plan = params?.plan;
    // A token says which plan only when it is shown.
    if (typeof plan !== "string" || plan.includes("{{") || plans.includes(plan)) return [];
    const meant = question(plan, plans);
    const remedy = "name one of its plans, or add this one";
    return [
      `${path}.ctas[${i}].params.plan: "${plan}" is no plan of the Playbook${meant}: ${remedy}`,
    ];
  });
  const others = Object.entries(locales).flatMap(([locale, words]) =>
    unknownPlans(words, `${path}.locales.${locale}`, plans),
  );
  return [...own, ...others];
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function missingParts({ placements = [], plans = [] }) {
  const handles = plans.map(({ handle }) => handle);
  return placements.flatMap(({ slot, payloads }, i) =>
    payloads.flatMap((payload, j) => {
      const path = `placements[${i}].payloads[${j}]`;
      const { surface, variants = [] } = payload;
      const isLost = slot === undefined && IN_FLOW.includes(surface);
      return [
        ...(isLost
          ? [`${path}.surface: a ${surface} is shown in a slot only: give placements[${i}] a slot`]
          : []),
        ...missingContent(payload, path),
        ...unknownPlans(payload, path, handles),
        ...variants.flatMap((variant, k) =>
          unknownPlans(variant, `${path}.variants[${k}]`, handles),
        ),
      ];
    }),
  );
}
