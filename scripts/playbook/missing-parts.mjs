// @ts-check
/** What a valid payload lacks to be seen as it was meant. */
import { question } from "./nearest.mjs";
import { BUILT_IN, IN_FLOW } from "./surfaces.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]} Placement
 * @typedef {Placement["payloads"][number]} Payload
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

/** Triggers whose placements open over the page, though they have a slot. */
const OCCASIONS = ["entitlement_denied", "event"];

/** @param {Placement} placement @param {string} surface @param {string} path @returns {string[]} */
function misplacedSurface({ slot, trigger }, surface, path) {
  const isBuiltIn = BUILT_IN.includes(surface);
  const isInFlow = IN_FLOW.includes(surface);
  if (!isBuiltIn) {
    const meant = question(surface, BUILT_IN);
    return meant ? [`${path}: "${surface}" is no surface of the SDK's own${meant}`] : [];
  }
  if (slot === undefined) {
    return isInFlow
      ? [`${path}: a ${surface} is shown in a slot only: give ${path.split(".")[0]} a slot`]
      : [];
  }
  if (isInFlow || OCCASIONS.includes(trigger?.type ?? "")) return [];
  return [
    `${path}: a ${surface} is shown in slot "${slot}" only if its data-service-surfaces names it: over the page it needs no slot`,
  ];
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function missingParts({ placements = [] }) {
  return placements.flatMap((placement, i) =>
    placement.payloads.flatMap((payload, j) => {
      const path = `placements[${i}].payloads[${j}]`;
      return [
        ...misplacedSurface(placement, payload.surface, `${path}.surface`),
        ...missingContent(payload, path),
      ];
    }),
  );
}
