/** What makes a condition invalid, told with the path of each invalid node. */
import { compilePattern } from "./pattern";
import { isObject, joinPath, type Report, typeOf } from "./schema";

/** Every operator, by the JSON types that its operand may have; the first row takes any. */
const OPERATORS: readonly (readonly [names: RegExp, types?: string])[] = [
  [/^\$(eq|ne|exists|size|not)$/],
  [/^\$(n?ini?|alli?)$/, "array"],
  [/^\$[gl]te?$/, "string or number or boolean"],
  [/^\$(type|regexi?|v(eq|ne|[gl]te?)|inSegment|notInSegment)$/, "string"],
  [/^\$elemMatch$/, "object"],
];
const operator = (key: string) => OPERATORS.find(([names]) => names.test(key));

/** Keys at path level that hold conditions; `$not` holds one, the others a list. */
export const isLogical = (key: string) => /^\$(and|n?or|not)$/.test(key);

/** An object of operators, where another object is a value to equal. */
export const isOperators = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).some((key) => key.startsWith("$"));

/** `$elemMatch` holds operators on the element, or a condition on its fields, which may begin with `$or`. */
export const isOnElement = (operand: unknown) =>
  isOperators(operand) && Object.keys(operand).some((key) => operator(key));

/** Compiled patterns by flags and source. */
export type Patterns = Map<string, RegExp>;

interface Visit {
  readonly report: Report;
  readonly patterns: Patterns;
}
type Visitor = (value: unknown, path: string, visit: Visit) => void;

/** Visits each item of a list, or says that it is none. */
const each =
  (visitor: Visitor): Visitor =>
  (list, path, visit) => {
    if (!Array.isArray(list)) return visit.report(path, "must be array");
    list.forEach((one, i) => void visitor(one, joinPath(path, i), visit));
  };

const visitValue: Visitor = (wanted, path, visit) => {
  if (!isOperators(wanted)) return;
  for (const key of Object.keys(wanted)) {
    const at = joinPath(path, key);
    const operand = wanted[key];
    const [, types] = operator(key) ?? [];
    if (!operator(key)) {
      visit.report(at, "is not an operator");
    } else if (types && !types.split(" or ").includes(typeOf(operand))) {
      visit.report(at, `must be ${types}`);
    } else if (key.startsWith("$regex")) {
      const flags = key.slice(6);
      const pattern = compilePattern(`${operand}`, flags);
      if (typeof pattern === "string") visit.report(at, pattern);
      else visit.patterns.set(flags + operand, pattern);
    } else if (key === "$elemMatch") {
      (isOnElement(operand) ? visitValue : visitCondition)(operand, at, visit);
    } else if (/^\$(not|size|all)/.test(key)) {
      (Array.isArray(operand) ? each(visitValue) : visitValue)(operand, at, visit);
    }
  }
};

const visitCondition: Visitor = (condition, path, visit) => {
  if (!isObject(condition)) return visit.report(path, "must be object");
  for (const key of Object.keys(condition)) {
    const at = joinPath(path, key);
    let visitor = visitValue;
    if (key === "$not") visitor = visitCondition;
    else if (isLogical(key)) visitor = each(visitCondition);
    else if (operator(key)) visit.report(at, "is an operator where a path is wanted");
    visitor(condition[key], at, visit);
  }
};

/** Reports every invalid node of a condition, with its path; returns the patterns of the valid ones. */
export function conditionProblems(condition: unknown, path: string, report: Report): Patterns {
  const patterns: Patterns = new Map();
  try {
    visitCondition(condition, path, { report, patterns });
  } catch {
    // The stack is the one thing that can give out here.
    report(path, "is nested too deeply");
  }
  return patterns;
}
