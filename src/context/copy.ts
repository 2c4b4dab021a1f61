/** Data of the page's and of ours are never the same object: neither changes by a change to the other. */
import { attempt, isObject } from "../decision/index";

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  // A plain object's prototype, also that of another window, has none itself.
  if (Object.getPrototypeOf(Object.getPrototypeOf(value) ?? Object.prototype)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

/** A copy of plain data. What is neither a list nor a plain object stays what it is, and so does what can't be read. */
export const copyOf = <T>(value: T): T => attempt(() => copy(value) as T) ?? value;
