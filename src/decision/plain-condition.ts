/**
 * Most conditions use few operators, and rightly. That they do is seen here in one walk over them;
 * only a condition that has anything else is inspected. What goes beyond the plain, however sound, is
 * answered with no: this runs before anything is optimised, so it is short.
 */
import { isObject } from "./schema";
import { type Holder, has } from "./values";

/** Whether what is wanted of a value is a bare value, or such operators. */
function isPlainWanted(wanted: unknown): boolean {
  if (typeof wanted !== "object") return true;
  // What has none has no keys; a list has others, unless it is empty.
  for (const operator in wanted) {
    const operand = (wanted as Holder)[operator];
    switch (operator) {
      case "$in":
      case "$nin":
        if (!Array.isArray(operand)) return false;
        break;
      case "$gte":
      case "$gt":
      case "$lte":
      case "$lt":
        if (!Number.isFinite(operand)) return false;
        break;
      case "$eq":
      case "$ne":
      case "$exists":
        break;
      default:
        return false;
    }
  }
  return true;
}

/** True for a condition that is certainly valid, without patterns and segments. */
export function isPlainCondition(condition: unknown): boolean {
  if (!isObject(condition)) return false;
  for (const key in condition) {
    if (!has.call(condition, key)) return false;
    const wanted = condition[key];
    if (key === "$and" || key === "$or" || key === "$nor") {
      if (!Array.isArray(wanted)) return false;
      for (let i = 0; i < wanted.length; i++) if (!isPlainCondition(wanted[i])) return false;
    } else if (key[0] === "$" || !isPlainWanted(wanted)) return false;
  }
  return true;
}
