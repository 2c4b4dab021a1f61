/** Web Locks of one name: one page after the other, given back when the page dies. */

export function fakeLocks() {
  let waiting: { page: number; grant: () => void }[] = [];
  let holder: number | undefined;
  const next = () => {
    holder = undefined;
    const first = waiting.shift();
    if (!first) return;
    holder = first.page;
    first.grant();
  };
  return {
    holder: () => holder,
    isAwaited: () => waiting.length > 0,
    of: (page: number): Pick<LockManager, "request"> => ({
      // The platform's own overloads promise whatever the callback returns.
      request: (_name: string, ...rest: unknown[]) =>
        new Promise<never>((resolve, reject) => {
          const [{ signal } = { signal: undefined }, work] = rest as [
            { signal?: AbortSignal },
            () => Promise<never>,
          ];
          const one = { page, grant: () => work().then(resolve, reject).finally(next) };
          signal?.addEventListener("abort", () => {
            waiting = waiting.filter((other) => other !== one);
            reject(new DOMException("", "AbortError"));
          });
          waiting.push(one);
          if (holder === undefined) next();
        }),
    }),
    release(page: number) {
      waiting = waiting.filter((one) => one.page !== page);
      if (holder === page) next();
    },
  };
}
