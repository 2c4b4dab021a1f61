/** Browser APIs may be missing, or throw when merely touched, and so may what a page hands in. */

/** What `action` returns; `undefined` when it throws. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    // Every caller has a default for what isn't there.
    return undefined;
  }
}
