// @ts-check
/** What a comparison can't be meant to compare with: versions and dates as texts, and bounds that exclude each other. */
import { DATES, isNumber } from "./context-paths.mjs";

/** Three numbers or more; a year makes a date of them. */
const LIKE_VERSION = /^(?!\d+\.\d+\.(19|20)\d\d$)v?\d{1,3}(\.\d+){2,}([-+].*)?$/i;
const VERSION = /^v?\d+(\.\d+)*([-+].*)?$/i;
const DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?)?)?$/;

/**
 * @param {string} operator `$gt`, `$gte`, `$lt` or `$lte`.
 * @param {unknown} bound
 * @param {string} attribute The path in the context; empty inside of lists.
 * @returns {string | undefined} What is odd about it.
 */
export function oddityOfBound(operator, bound, attribute) {
  if (DATES.includes(attribute) && !(typeof bound === "string" && DATE.test(bound))) {
    return `"${attribute}" is compared as a text: write a date such as "2026-11-30" or "2026-11-30T12:00:00Z"`;
  }
  if (isNumber(attribute) && typeof bound === "string" && Number.isNaN(Number(bound))) {
    return `"${attribute}" is a number, which is neither more nor less than "${bound}": write a number`;
  }
  return typeof bound === "string" && LIKE_VERSION.test(bound)
    ? `compares texts, of which "3.10.0" is less than "3.9.0": use ${operator.replace("$", "$v")} for versions`
    : undefined;
}

/** @param {unknown} version @returns {string | undefined} What is odd about it. */
export const oddityOfVersion = (version) =>
  typeof version === "string" && !VERSION.test(version)
    ? `"${version}" is no version: write numbers with dots, such as "3.2.0"`
    : undefined;

/** @param {readonly [string, unknown][]} entries Operators of one attribute. @returns {string | undefined} What is odd about them together. */
export function oddityOfRange(entries) {
  const boundsOf = (/** @type {string[]} */ ...operators) =>
    entries.flatMap(([operator, bound]) =>
      operators.includes(operator) && typeof bound === "number" ? bound : [],
    );
  const from = Math.max(...boundsOf("$gt", "$gte"));
  const to = Math.min(...boundsOf("$lt", "$lte"));
  // Between 3 and 3 there is 3, if both count.
  const isOpen = boundsOf("$gt").includes(from) || boundsOf("$lt").includes(to);
  if (!Number.isFinite(from - to) || from < to || (from === to && !isOpen)) return undefined;
  return `no number is above ${from} and below ${to}: exchange them, or use $or`;
}
