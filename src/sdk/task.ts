/** Splits long work into tasks, so that the page can handle input and paint in between. */

import { attempt } from "../decision/index";

type Priority = "user-blocking" | "user-visible";
interface Scope {
  readonly scheduler?: {
    postTask?(job: () => void, options: { readonly priority: Priority }): unknown;
  };
}

/**
 * Resolves in a new task, as soon as the browser runs one.
 * @param priority `user-blocking` for what should be done before the next paint
 */
export const nextTask = (priority: Priority = "user-visible"): Promise<void> =>
  new Promise((resolve) => {
    // No prototype: a page may have given all objects a `signal`, which would be read here.
    const options = Object.assign(Object.create(null), { priority });
    // Preferred to timers: browsers delay nested ones. Where it is made to throw, a timer will do.
    if (!attempt(() => (globalThis as Scope).scheduler?.postTask?.(resolve, options)))
      setTimeout(resolve);
  });
