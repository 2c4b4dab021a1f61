/** How the condition language compares JSON values and looks into them. */
type Primitive = string | number | boolean;
/** An object or a list. */
export type Holder = Readonly<Record<string, unknown>>;

export const isPrimitive = (value: unknown): value is Primitive =>
  typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

export const isHolder = (value: unknown): value is Holder =>
  typeof value === "object" && value !== null;

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

/** Whether `wanted` is an object of operators; an object without any is a value to equal. */
export function hasOperators(wanted: unknown): wanted is Holder {
  if (typeof wanted !== "object") return false;
  for (const key in wanted) {
    if (key[0] === "$" && has.call(wanted, key)) return !Array.isArray(wanted);
  }
  return false;
}

const ownOf = (value: unknown, key: string): unknown =>
  isHolder(value) && has.call(value, key) ? value[key] : null;

/** The value at the end of a path of keys; a missing one is `null`. Own properties only. */
export function valueBehind(scope: unknown, steps: readonly string[]): unknown {
  let value = scope;
  for (let i = 0; i < steps.length; i++) value = ownOf(value, steps[i] ?? "");
  return value ?? null;
}

/** Whether the value is in the list; of a list of values, whether one is. */
export function isAmong(actual: unknown, list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  if (!Array.isArray(actual)) return list.includes(actual);
  for (let i = 0; i < actual.length; i++) if (list.includes(actual[i])) return true;
  return false;
}

/** In lower case, for comparisons that ignore case. */
export const fold = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : Array.isArray(value) ? value.map(fold) : value;
