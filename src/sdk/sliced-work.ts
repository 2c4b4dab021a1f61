/** Does long work in slices of a few milliseconds, so that the page stays responsive in between. */
import type { Core } from "./core";
import { nextTask } from "./task";

const SLICE_MS = 8;

/** Starts some work, one step of the iterator after another. Unfinished earlier work is dropped, as all is when the SDK is destroyed. */
type SlicedWork = (steps: Iterator<unknown>) => void;

export function createSlicedWork({
  guard,
  clock,
  isOver,
}: Pick<Core, "guard" | "clock" | "isOver">): SlicedWork {
  let current: Iterator<unknown> | undefined;
  return async (steps) => {
    current = steps;
    let end = clock.device() + SLICE_MS;
    while (steps === current && !isOver() && guard(() => !steps.next().done)) {
      if (clock.device() < end) continue;
      await nextTask();
      end = clock.device() + SLICE_MS;
    }
  };
}
