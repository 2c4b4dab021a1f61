/** The rule for everything that is merged: own keys, later wins, `undefined` says nothing. */

/** With `undefined` allowed where a key may be missing. */
export type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `fromEntries` defines and never sets, so a key `__proto__` stays a key. */
export function overlay<T extends object>(...layers: (Loose<T> | undefined)[]): T {
  const entries = layers.flatMap((layer) => Object.entries(layer ?? {}));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T;
}
