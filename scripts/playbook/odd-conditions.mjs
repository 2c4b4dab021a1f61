// @ts-check
/** What a valid condition says in vain: operators that are read as names, and names of what is never there. */
import { oddityOfPath } from "./context-paths.mjs";
import { question } from "./nearest.mjs";
import { oddityOfPattern } from "./odd-patterns.mjs";
import { oddityOfBound, oddityOfRange, oddityOfVersion } from "./strange-bounds.mjs";
import { oddityOfExists, oddityOfSize, oddityOfType } from "./strange-operands.mjs";
import { strangeSegment } from "./strange-segments.mjs";
import { strangeKind, strangeText, strangeValue, strangeWhole } from "./strange-values.mjs";

/**
 * @typedef {import("../../dist/decision.js").Playbook} Playbook
 * @typedef {object} Known The handles of the Playbook.
 * @property {readonly string[]} segments
 * @property {readonly string[]} plans
 * @property {readonly string[]} entitlements
 * @property {readonly string[]} trials
 * @property {boolean} [isEventless] Whether there is no event when the condition is asked.
 *
 * @typedef {object} Place
 * @property {string} path
 * @property {Known} known
 * @property {string} [attribute] The path in the context whose value is meant; none inside of lists.
 */

const LOGICAL = ["$and", "$or", "$nor", "$not"];
const EVENT = /^event(\.|$)/;
const WORD = /^(and|or|nor|not)$/i;

/** @param {unknown} value @returns {[string, unknown][]} What a condition or an object of operators says. */
const entriesOf = (value) =>
  typeof value === "object" && value && !Array.isArray(value) ? Object.entries(value) : [];
/** @param {unknown} value @returns {readonly unknown[]} */
const listOf = (value) => (Array.isArray(value) ? value : [value]);
const isOperator = (/** @type {string} */ key) => key.startsWith("$");

/** @param {unknown} wanted Of a value. @param {Place} place @returns {string[]} */
function oddInWanted(wanted, place) {
  const entries = entriesOf(wanted);
  if (!entries.some(([key]) => isOperator(key))) {
    return [...strangeText(wanted, place), ...strangeWhole(wanted, place)];
  }
  const range = oddityOfRange(entries);
  const lines = range ? [`${place.path}: ${range}`] : [];
  return [
    ...lines,
    ...entries.flatMap(([operator, operand]) => oddInOperand(operator, operand, place)),
  ];
}

/** @param {string} operator @param {unknown} operand @param {Place} place That of the operator's attribute. @returns {string[]} */
function oddInOperand(operator, operand, place) {
  const { known, attribute } = place;
  const path = `${place.path}.${operator}`;
  const here = { ...place, path };
  const lines = (/** @type {string | undefined} */ oddity) =>
    oddity ? [`${path}: ${oddity}`] : [];
  if (/^\$ini?$/.test(operator) && listOf(operand).length === 0) {
    return lines("is empty, so that nothing is in it: name at least one value");
  }
  switch (operator) {
    case "$eq":
    case "$ne":
      return [...strangeWhole(operand, here), ...strangeKind(operand, here)];
    case "$in":
    case "$nin":
      return listOf(operand).flatMap((one, i) => {
        const item = { ...place, path: `${path}[${i}]` };
        return [...strangeValue(one, item), ...strangeKind(one, item)];
      });
    case "$not":
      return oddInWanted(operand, here);
    case "$size":
      return typeof operand === "object" && operand
        ? oddInWanted(operand, { known, path })
        : lines(oddityOfSize(operand));
    case "$type":
      return lines(oddityOfType(`${operand}`));
    case "$all":
    case "$alli":
      // An item of another list is no value of the attribute.
      return listOf(operand).flatMap((one, i) =>
        oddInWanted(one, {
          ...{ known, path: `${path}[${i}]` },
          ...(attribute === "segments" && { attribute }),
        }),
      );
    case "$elemMatch": {
      // Operators for the items themselves, or a condition on the fields of each.
      const keys = entriesOf(operand).map(([key]) => key);
      const isOnItems = keys.some((key) => isOperator(key) && !/^\$(and|n?or)$/.test(key));
      return isOnItems ? oddInWanted(operand, { known, path }) : oddInPart(operand, here, false);
    }
    case "$inSegment":
    case "$notInSegment":
      return strangeSegment(`${operand}`, known.segments, path);
    case "$regex":
    case "$regexi":
      return lines(oddityOfPattern(operator, `${operand}`, attribute));
    case "$gt":
    case "$gte":
    case "$lt":
    case "$lte":
      return lines(oddityOfBound(operator, operand, attribute ?? ""));
    case "$exists":
      return lines(oddityOfExists(operand));
    default:
      return operator.startsWith("$v") ? lines(oddityOfVersion(operand)) : [];
  }
}

/** @param {string} key @param {unknown} wanted @param {Known} known @returns {string | undefined} What is odd about a path. */
function oddityOfKey(key, wanted, known) {
  if (known.isEventless && EVENT.test(key)) {
    return 'there is an event only where a placement has the trigger "event": ask this there';
  }
  const isWord = WORD.test(key) && typeof wanted === "object" && wanted;
  if (!isOperator(key) && !isWord) return oddityOfPath(key, known.entitlements);
  const meant = question(isWord ? `$${key}` : key, LOGICAL);
  return `"${key}" is no operator${meant}, and is read as an attribute's name: use ${LOGICAL.join(", ")}`;
}

/** @param {unknown} part Paths and logical operators. @param {Place} place @param {boolean} isOfContext Else of a list's items. @returns {string[]} */
function oddInPart(part, { path, known }, isOfContext) {
  return entriesOf(part).flatMap(([key, wanted]) => {
    const at = `${path}.${key}`;
    if (key === "$not") return oddInPart(wanted, { path: at, known }, isOfContext);
    if (LOGICAL.includes(key)) {
      return listOf(wanted).flatMap((one, i) =>
        oddInPart(one, { path: `${at}[${i}]`, known }, isOfContext),
      );
    }
    const oddity = isOfContext && oddityOfKey(key, wanted, known);
    const attribute = isOfContext ? { attribute: key } : {};
    return [
      ...(oddity ? [`${at}: ${oddity}`] : []),
      ...oddInWanted(wanted, { path: at, known, ...attribute }),
    ];
  });
}

/** @param {Playbook} playbook A valid one. @returns {string[]} Lines to warn with. */
export function oddConditions(playbook) {
  const { plans = [], segments = [], entitlements = [], trials = [], placements = [] } = playbook;
  const handlesOf = (/** @type {readonly { handle: string }[]} */ parts) =>
    parts.map(({ handle }) => handle);
  const known = {
    plans: handlesOf(plans),
    segments: handlesOf(segments),
    entitlements: handlesOf(entitlements),
    trials: handlesOf(trials),
  };
  const oddIn = (/** @type {object} */ holder, /** @type {string} */ path, isEventless = false) => {
    const place = { path: `${path}.condition`, known: { ...known, isEventless } };
    return oddInPart(Reflect.get(holder, "condition"), place, true);
  };
  return [
    ...segments.flatMap((segment, i) => oddIn(segment, `segments[${i}]`)),
    ...placements.flatMap(({ trigger, payloads }, i) => {
      const isEventless = trigger?.type !== "event";
      return [
        ...oddIn(trigger ?? {}, `placements[${i}].trigger`, isEventless),
        ...payloads.flatMap(({ target = {} }, j) =>
          oddIn(target, `placements[${i}].payloads[${j}].target`, isEventless),
        ),
      ];
    }),
  ];
}
