/** The one rule by which objects are merged: own keys only, later layers win, `undefined` is skipped. */

/** `T` with every key optional, and `undefined` allowed. */
type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Merges the layers into a new object. `fromEntries` defines keys, so even `__proto__` is an ordinary one. */
export function overlay<T extends object>(...layers: (Loose<T> | undefined)[]): T {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}
