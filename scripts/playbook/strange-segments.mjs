// @ts-check
/** Segments that are probably a slip of one of the Playbook's; the application and the service may name others. */
import { slipOf } from "./nearest.mjs";

/** @param {string} handle @param {readonly string[]} known @param {string} path @returns {string[]} */
export function strangeSegment(handle, known, path) {
  const slip = slipOf(handle, known);
  return slip
    ? [`${path}: "${handle}" is no segment of the Playbook${slip}: name one of its own, or add it`]
    : [];
}

/** @param {import("../../dist/decision.js").Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function strangeSegments({ segments = [], entitlements = [], placements = [] }) {
  const known = segments.map(({ handle }) => handle);
  const strangeIn = (/** @type {readonly string[]} */ handles, /** @type {string} */ path) =>
    handles.flatMap((handle, i) => strangeSegment(handle, known, `${path}.segments[${i}]`));
  return [
    ...entitlements.flatMap(({ grants }, i) =>
      grants.flatMap(({ segments = [] }, j) =>
        strangeIn(segments, `entitlements[${i}].grants[${j}]`),
      ),
    ),
    ...placements.flatMap(({ payloads }, i) =>
      payloads.flatMap(({ target }, j) =>
        strangeIn(target?.segments ?? [], `placements[${i}].payloads[${j}].target`),
      ),
    ),
  ];
}
