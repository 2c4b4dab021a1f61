/** The room's one fence: any browser API may be missing, or throw at the mere touch. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    // The answer is that there is none; every caller has a default.
    return undefined;
  }
}
