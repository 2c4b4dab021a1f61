/** Somebody else's promise may never settle; after some time that counts as a failure. */

/** Settles as `answer` does; rejects when that takes more than `ms`. */
export function withinTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms, new Error(`no answer in ${ms / 1000} seconds`));
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
