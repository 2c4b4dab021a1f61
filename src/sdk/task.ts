/** The page's next task: what is done there keeps nobody from what comes before it. */

type Priority = "user-blocking" | "user-visible";
interface Scope {
  readonly scheduler?: {
    postTask?(job: () => void, options: { readonly priority: Priority }): unknown;
  };
}

/**
 * Begins a task of its own, as soon as the page lets it.
 * @param priority `user-blocking`: what must be so before the page is painted again
 */
export const nextTask = (priority: Priority = "user-visible"): Promise<void> =>
  new Promise((resolve) => {
    const { scheduler }: Scope = globalThis;
    try {
      // The page may have given all objects a `signal`.
      const options = Object.assign(Object.create(null), { priority });
      // Timers that follow one another are held up.
      if (scheduler?.postTask?.(resolve, options)) return;
    } catch {
      // Made to throw: a timer will do.
    }
    setTimeout(resolve);
  });
