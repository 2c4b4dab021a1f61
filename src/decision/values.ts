/** How the condition language sees JSON values: what they equal and what is in them. */
import { kept } from "./kept";

type Primitive = string | number | boolean;
/** An object or a list. */
type Holder = Readonly<Record<string, unknown>>;

export const isPrimitive = (value: unknown): value is Primitive =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;

/** In a loop over the keys of an object this costs nothing, where `Object.hasOwn` is a call for each. */
export const { hasOwnProperty: has } = Object.prototype;

/** Deep equality of JSON values; the order of keys does not count. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (!isHolder(a) || !isHolder(b) || Array.isArray(a) !== Array.isArray(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

const stepsOf = kept((path) => path.split("."));

/** Missing and `null` are one: the value at a path, own properties only. */
export function valueAt(scope: unknown, path: string): unknown {
  let value = scope;
  for (const key of stepsOf(path)) {
    if (!isHolder(value) || !has.call(value, key)) return null;
    value = value[key];
  }
  return value ?? null;
}

/** The value is in the list, or one of the values is. */
export const isIn = (actual: unknown, list: readonly unknown[]): boolean =>
  Array.isArray(actual) ? actual.some((one) => list.includes(one)) : list.includes(actual);

/** Without regard to case. */
export const fold = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(fold) : value;
