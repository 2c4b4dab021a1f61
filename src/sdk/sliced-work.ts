/** Does long work in slices of a few milliseconds, so that the page stays responsive in between. */
import type { Core } from "./core";
import { nextTask } from "./task";

const SLICE_MS = 8;

/** Starts some work, one step of the iterator after another. Unfinished earlier work is dropped, as all is when the SDK is destroyed. */
export type SlicedWork = (steps: Iterator<unknown>) => void;

export function createSlicedWork({
  guard,
  clock,
  undo,
}: Pick<Core, "guard" | "clock" | "undo">): SlicedWork {
  let current: Iterator<unknown> | undefined;
  undo.push(() => {
    current = undefined;
  });

  async function proceed(steps: Iterator<unknown>): Promise<void> {
    while (steps === current) {
      const end = clock.device() + SLICE_MS;
      do {
        if (guard(() => steps.next().done) ?? true) return;
      } while (steps === current && clock.device() < end);
      await nextTask();
    }
  }
  return (steps) => {
    current = steps;
    void proceed(steps);
  };
}
