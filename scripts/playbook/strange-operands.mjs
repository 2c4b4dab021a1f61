// @ts-check
/** Operands that are valid, and that no value of a context answers to, or that are taken for another. */
import { question } from "./nearest.mjs";

const TYPES = ["string", "number", "boolean", "array", "object", "null"];

/** @param {unknown} operand Of `$exists`. @returns {string | undefined} What is odd about it. */
export const oddityOfExists = (operand) =>
  typeof operand === "boolean"
    ? undefined
    : `takes ${JSON.stringify(operand)} for ${Boolean(operand)}: write true or false`;

/** @param {unknown} operand Of `$size`; none with operators. @returns {string | undefined} What is odd about it. */
export function oddityOfSize(operand) {
  if (typeof operand === "number") {
    return operand >= 0 && Number.isInteger(operand)
      ? undefined
      : `no list has ${operand} items: write a whole number`;
  }
  return `${JSON.stringify(operand)} is no number, so that no list is of that size: write a whole number`;
}

/** @param {string} operand Of `$type`. @returns {string | undefined} What is odd about it. */
export const oddityOfType = (operand) =>
  TYPES.includes(operand)
    ? undefined
    : `"${operand}" is no type of JSON${question(operand, TYPES)}: it has ${TYPES.join(", ")}`;
