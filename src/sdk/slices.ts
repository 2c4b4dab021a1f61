/** Much work without keeping the page from its own: a little at a time, the rest when the page has had its turn. */
import type { Core } from "./core";
import { nextTask } from "./task";

const SLICE_MS = 8;

/** Takes the steps of some work; what is left of the work before is dropped, and all of it at the end. */
export type Work = (steps: Iterator<unknown>) => void;

export function createWork({ guard, clock, undo }: Pick<Core, "guard" | "clock" | "undo">): Work {
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
