/** Much work without keeping the page from its own: a little at a time, the rest when the page has had its turn. */
import type { Core } from "./core";

const SLICE_MS = 8;

/** Runs `act` on each item; what is left of the call before is dropped. */
export function createSlices({ guard, now }: Pick<Core, "guard" | "now">) {
  let rest: ReturnType<typeof setTimeout> | undefined;

  return function run<T>(items: readonly T[], act: (item: T) => void): void {
    clearTimeout(rest);
    const start = now();
    for (const [index, item] of items.entries()) {
      if (now() - start > SLICE_MS) {
        rest = setTimeout(() => guard(() => run(items.slice(index), act), undefined));
        return;
      }
      act(item);
    }
  };
}
