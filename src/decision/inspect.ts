/**
 * The operators of the condition language, and the search for invalid nodes in a condition, such as
 * an unknown operator. It looks at the condition as it is authored, not at the context it is tested on.
 */
import { patternOf } from "./pattern";
import { isObject, itemsOf, joinPath, typeOf } from "./schema";
import type { Problem } from "./types";
import { hasOperators } from "./values";

/** Operators with the JSON types that their operand may have; an empty text: any. */
const operatorsOf = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([types, keys]) =>
      keys.split(" ").map((key): [string, string] => [key, types]),
    ),
  );
export const OPERATORS = operatorsOf({
  "": "$eq $ne $exists $not $size",
  array: "$in $nin $ini $nini $all $alli",
  "string or number or boolean": "$gt $gte $lt $lte",
  string: "$veq $vne $vgt $vgte $vlt $vlte $type $regex $regexi $inSegment $notInSegment",
  object: "$elemMatch",
});
/** Keys at path level that hold conditions. */
export const LOGICAL = operatorsOf({ "": "$not", array: "$and $nor $or" });

export interface Findings {
  /** Every invalid node. */
  readonly problems: Problem[];
  hasPattern: boolean;
  /** The segments it asks for. */
  readonly segments: Set<string>;
}

/** Whether an `$elemMatch` holds operators for the items themselves, and no condition on their fields. */
export const isAboutItems = (wanted: unknown): boolean =>
  Object.keys(Object(wanted)).some((key) => OPERATORS.has(key));

/** Walks over all of a condition. @param path where it was authored; without one problems have none */
export function inspect(condition: unknown, path?: string): Findings {
  const found: Findings = { problems: [], hasPattern: false, segments: new Set() };
  const report = (path = "", message: string) => void found.problems.push({ path, message });

  /** @param isValue what is wanted of a value: operators, or a bare value; else a condition */
  function inspectPart(part: unknown, isValue: boolean, path?: string): void {
    if (isValue && !hasOperators(part)) return;
    if (!isObject(part)) return report(path, "must be object");
    for (const key of Object.keys(part)) {
      const operand = part[key];
      const at = path && joinPath(path, key);
      const types = (isValue ? OPERATORS : LOGICAL).get(key);
      if (types && !types.includes(typeOf(operand))) report(at, `must be ${types}`);
      else if (types !== undefined) inspectOperand(key, operand, isValue, at);
      else if (isValue) report(at, "is not an operator");
      else if (OPERATORS.has(key)) report(at, "is an operator where a path is wanted");
      else inspectPart(operand, true, at);
    }
  }
  function inspectOperand(key: string, operand: unknown, isValue: boolean, path?: string): void {
    switch (key) {
      case "$and":
      case "$or":
      case "$nor":
      case "$all":
      case "$alli":
        for (const [i, one] of itemsOf(operand).entries()) {
          inspectPart(one, isValue, path && joinPath(path, i));
        }
        break;
      case "$not":
      case "$size":
        inspectPart(operand, isValue, path);
        break;
      case "$elemMatch":
        inspectPart(operand, isAboutItems(operand), path);
        break;
      case "$inSegment":
      case "$notInSegment":
        found.segments.add(`${operand}`);
        break;
      case "$regex":
      case "$regexi": {
        const pattern = patternOf(`${operand}`, key.slice(6));
        if (typeof pattern === "string") report(path, pattern);
        else found.hasPattern = true;
      }
    }
  }

  try {
    inspectPart(condition, false, path);
  } catch {
    // Only a stack overflow can throw here.
    report(path, "is nested too deeply");
  }
  return found;
}

/** What was found, by condition. A condition is looked into once it comes out true, or asks for a segment. */
const inspected = new WeakMap<object, Findings>();

export function findIn(condition: object): Findings {
  const found = inspected.get(condition) ?? inspect(condition);
  inspected.set(condition, found);
  return found;
}
