/**
 * For what may be missing, or throw when merely touched: browser APIs, and what a page hands in. The
 * core itself touches neither; it lies here since every room may import from here.
 */

/** What `action` returns; `undefined` when it throws. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    // Every caller has a default for what isn't there.
    return undefined;
  }
}
