/**
 * How what is said of users and pages is merged: own keys only, later layers win, `undefined` is skipped.
 * `null` is not: a trait may be taken back by it. What a service says in JSON is merged by `mergeSaid`.
 */

/** `T` with every key optional, and `undefined` allowed. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Merges the layers into a new object. `fromEntries` defines keys, so even `__proto__` is an ordinary one. */
export function overlay<T extends object>(...layers: (Loose<T> | undefined)[]): T {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}
