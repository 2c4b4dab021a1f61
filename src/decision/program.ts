/**
 * A condition that was true before is likely to be asked again: its tests in a row, each with the
 * one to go on with, so that nothing is looked up but the values. For who decides often.
 */
import type { Compiler, Path, Program, Run } from "./asked";
import { holds, isLogical } from "./operators";
import { itemsOf } from "./schema";
import { hasOperators, valueBehind } from "./values";

/** The paths of several conditions, by what is authored. */
type Paths = Map<string, Path>;

/** The first step of a condition, made from its last to it, and where they lead. */
function stepsOf(condition: unknown, paths: Paths, yes: Program, no: Program): Program {
  let next = yes;
  for (const [key, wanted] of entriesOf(condition)) {
    if (isLogical(key)) next = stepsOfList(key, wanted, paths, next, no);
    else {
      const path = paths.get(key) ?? { keys: key.split("."), place: paths.size };
      paths.set(key, path);
      if (!hasOperators(wanted)) next = { path, operator: "", wanted, yes: next, no };
      else {
        for (const [operator, operand] of entriesOf(wanted)) {
          next = { path, operator, wanted: operand, yes: next, no };
        }
      }
    }
  }
  return next;
}

/** The last one first. */
const entriesOf = (object: unknown): [string, unknown][] =>
  Object.entries(Object(object)).reverse();

function stepsOfList(
  key: string,
  wanted: unknown,
  paths: Paths,
  yes: Program,
  no: Program,
): Program {
  const list = key === "$not" ? [wanted] : itemsOf(wanted);
  const isAny = key === "$or";
  // An empty list asks for nothing.
  let next = isAny && list[0] ? no : yes;
  for (const one of list.toReversed()) {
    next =
      key === "$and" ? stepsOf(one, paths, next, no) : stepsOf(one, paths, isAny ? yes : no, next);
  }
  return next;
}

/** Whether the tests lead to a yes. */
function passes(first: Program, run: Run): boolean {
  const { context, values } = run.scope;
  let next = first;
  while (typeof next === "object") {
    const { path, operator, wanted, yes, no } = next;
    let actual = values?.[path.place];
    if (actual === undefined) {
      actual = valueBehind(context, path.keys);
      if (values) values[path.place] = actual;
    }
    next = holds(operator, actual, wanted, run) ? yes : no;
  }
  return next;
}

export function createCompiler(): Compiler {
  const paths: Paths = new Map();
  return { compile: (condition) => stepsOf(condition, paths, true, false), passes };
}
