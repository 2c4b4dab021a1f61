/** Who never answers has failed. */

/** The answer, or a rejection when `ms` have passed. */
export function withinTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms, new Error(`no answer in ${ms / 1000} seconds`));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
