// @ts-check
/** Values that are right in their place, and can't be what was meant: prices, schedules, and what counts nothing. */
import { wordsOf } from "./words.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {NonNullable<Playbook["placements"]>[number]} Placement
 * @typedef {Placement["payloads"][number]} Payload
 */

/** The types that count usage against a limit. */
const COUNTING = ["usage_limit", "credits", "seats"];

/** @param {Payload} payload @param {string} path @returns {string[]} */
function oddSchedule({ schedule: { from = "", until = "" } = {} }, path) {
  // Of a time that isn't given nothing is compared.
  if (!(Date.parse(until) <= Date.parse(from))) return [];
  return [`${path}.schedule: until isn't after from, so that it is never shown: exchange them`];
}

/** @param {Payload} payload @param {string} path @returns {{ handle: string, path: string }[]} The entitlements that its meters count. */
const metersOf = (payload, path) =>
  wordsOf(payload, path).flatMap(({ words: { content }, path }) =>
    content?.meter
      ? { handle: content.meter.entitlement, path: `${path}.content.meter.entitlement` }
      : [],
  );

/**
 * A button shows its label instead.
 * @param {Payload} payload @param {string} path @returns {string[]}
 */
const emptyTitles = (payload, path) =>
  wordsOf(payload, path).flatMap(({ words: { content }, path }) =>
    content?.title === "" && payload.surface !== "button"
      ? [
          `${path}.content.title: is empty, so that a dialog has no name and its cross lies on the first line`,
        ]
      : [],
  );

/** How long anybody needs to read a toast, at least. */
const SHORTEST_MS = 1000;

/** @param {Payload} payload @param {string} path @returns {string[]} */
const shortToasts = (payload, path) =>
  wordsOf(payload, path).flatMap(({ words: { content }, path }) => {
    const { duration_ms: ms = SHORTEST_MS } = content ?? {};
    if (ms >= SHORTEST_MS || payload.surface !== "toast") return [];
    return [
      `${path}.content.duration_ms: after ${ms} ms nobody has read it, though it counts as shown`,
    ];
  });

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddValues({ plans = [], placements = [], entitlements = [] }) {
  const types = new Map(entitlements.map(({ handle, type }) => [handle, type]));
  const uncounted = (/** @type {string} */ handle, /** @type {string} */ at) => {
    const type = types.get(handle) ?? "";
    if (COUNTING.includes(type)) return [];
    return [
      `${at}: "${handle}" is of type ${type}, which counts no usage: name one of type ${COUNTING.join(", ")}`,
    ];
  };
  const prices = plans.flatMap(({ price }, i) =>
    price && !Number.isInteger(price.amount)
      ? [
          `plans[${i}].price.amount: ${price.amount} is no whole number: write it in minor units, such as cents`,
        ]
      : [],
  );
  const others = placements.flatMap(({ trigger, payloads }, i) => [
    ...(trigger?.type === "usage_threshold"
      ? uncounted(trigger.entitlement, `placements[${i}].trigger.entitlement`)
      : []),
    ...payloads.flatMap((payload, j) => {
      const path = `placements[${i}].payloads[${j}]`;
      return [
        ...oddSchedule(payload, path),
        ...emptyTitles(payload, path),
        ...shortToasts(payload, path),
        ...metersOf(payload, path).flatMap(({ handle, path }) => uncounted(handle, path)),
      ];
    }),
  ]);
  return [...prices, ...others];
}
