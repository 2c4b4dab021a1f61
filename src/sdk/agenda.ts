/** Everything that waits for its time, under one timer; none while the tab is hidden. */
import type { Teller } from "./tell";

/** A timer stands still while the computer sleeps, and knows nothing of a clock that is set. */
const LONGEST_MS = 60_000;

export interface Agenda {
  /**
   * Does the job once, when `ms` have passed and the tab is visible. The last call for a name
   * counts; Infinity takes it off.
   */
  later(name: string, ms: number, job: () => void): void;
  stop(): void;
}

/** @param device the device's own clock, epoch ms: another time from a server moves nothing */
export function createAgenda(
  window: Window | undefined,
  device: () => number,
  guard: Teller["guard"],
): Agenda {
  const jobs = new Map<string, { readonly at: number; readonly job: () => void }>();
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function arm(): void {
    clearTimeout(timer);
    const wait = Math.min(...[...jobs.values()].map(({ at }) => at)) - device();
    if (isStopped || window?.document.hidden || wait === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(work, Math.max(0, Math.min(wait, LONGEST_MS)));
    // On a server it keeps no process alive; in a browser a timer is a number.
    Object(timer).unref?.();
  }
  function work(): void {
    for (const [name, { at, job }] of jobs) {
      if (at > device()) continue;
      jobs.delete(name);
      guard(job);
    }
    arm();
  }
  guard(() => window?.document.addEventListener("visibilitychange", arm));
  return {
    later(name, ms, job) {
      jobs.set(name, { at: device() + ms, job });
      arm();
    },
    stop() {
      isStopped = true;
      arm();
      guard(() => window?.document.removeEventListener("visibilitychange", arm));
    },
  };
}
