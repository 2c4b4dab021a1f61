/**
 * The operators of the condition language, and the search for invalid nodes in a condition, such as
 * an unknown operator. It looks at the condition as it is authored, not at the context it is tested on.
 */
import { patternOf } from "./pattern";
import { isPlainCondition } from "./plain-condition";
import { isObject, itemsOf, joinPath, typeOf } from "./schema";
import type { Handle, Problem } from "./types";
import { has, hasOperators } from "./values";

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
  readonly segments: Handle[];
  /** Whether problems are told with the paths of their nodes. */
  readonly isTold: boolean;
}

/** A root condition that remembers what was found in it. */
export interface Inspected {
  readonly condition: object;
  /** What `findIn` has found; nothing while nobody has asked. */
  findings: Findings | undefined;
}

/** Whether an `$elemMatch` holds operators for the items themselves, perhaps misspelt, and no condition on their fields. */
export const isAboutItems = (wanted: unknown): boolean =>
  Object.keys(Object(wanted)).some(
    (key) => OPERATORS.has(key) || (key[0] === "$" && !LOGICAL.has(key)),
  );

const report = ({ problems }: Findings, path: string, message: string) =>
  void problems.push({ path, message });

/**
 * Loops and no closures: whoever decides once does so before anything is optimised.
 * @param isValue what is wanted of a value: operators, or a bare value; else a condition
 */
function inspectPart(found: Findings, part: unknown, isValue: boolean, path: string): void {
  if (isValue && !hasOperators(part)) return;
  if (!isObject(part)) return report(found, path, "must be object");
  for (const key in part) {
    if (!has.call(part, key)) continue;
    const operand = part[key];
    const at = found.isTold ? joinPath(path, key) : path;
    const types = (isValue ? OPERATORS : LOGICAL).get(key);
    if (types && !types.includes(typeOf(operand))) report(found, at, `must be ${types}`);
    else if (types !== undefined) inspectOperand(found, key, operand, isValue, at);
    else if (isValue) report(found, at, "is not an operator");
    else if (OPERATORS.has(key)) report(found, at, "is an operator where a path is wanted");
    else inspectPart(found, operand, true, at);
  }
}

function inspectOperand(
  found: Findings,
  key: string,
  operand: unknown,
  isValue: boolean,
  path: string,
): void {
  switch (key) {
    case "$and":
    case "$or":
    case "$nor":
    case "$all":
    case "$alli": {
      const list = itemsOf(operand);
      for (let i = 0; i < list.length; i++) {
        inspectPart(found, list[i], isValue, found.isTold ? joinPath(path, i) : path);
      }
      break;
    }
    case "$not":
    case "$size":
      inspectPart(found, operand, isValue, path);
      break;
    case "$elemMatch":
      inspectPart(found, operand, isAboutItems(operand), path);
      break;
    case "$inSegment":
    case "$notInSegment":
      found.segments.push(`${operand}`);
      break;
    case "$regex":
    case "$regexi": {
      const pattern = patternOf(`${operand}`, key.slice(6));
      if (typeof pattern === "string") report(found, path, pattern);
      else found.hasPattern = true;
    }
  }
}

const NOTHING: Findings = { problems: [], hasPattern: false, segments: [], isTold: false };

/** Walks over all of a condition. @param path where it was authored; without one problems have none */
export function inspect(condition: unknown, path?: string): Findings {
  const found = { problems: [], hasPattern: false, segments: [], isTold: path !== undefined };
  try {
    if (__CORE_ALONE__ && path === undefined && isPlainCondition(condition)) return NOTHING;
    inspectPart(found, condition, false, path ?? "");
  } catch {
    // Only a stack overflow can throw here.
    report(found, path ?? "", "is nested too deeply");
  }
  return found;
}

/** What was found in a condition. It is looked into once it comes out true, or asks for a segment. */
export function findIn(root: Inspected): Findings {
  root.findings ??= inspect(root.condition);
  return root.findings;
}
