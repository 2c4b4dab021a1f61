/** Runs jobs when they are due, all of them with one timer. While the tab is hidden there is none. */
import { isTabHidden } from "../placements/index";

/** The longest timer: timers stand still while the computer sleeps, and don't follow a clock that is set. */
const LONGEST_MS = 60_000;

export interface Agenda {
  /**
   * Does the job once, when `ms` have passed and the tab is visible; never, if that is Infinity. The
   * last call for a name counts.
   */
  later(name: string, ms: number, job: () => void): void;
  /** The same, unless the job of that name is due sooner. */
  sooner(name: string, ms: number, job: () => void): void;
  /** Takes the job of that name off. */
  cancel(name: string): void;
}

interface Job {
  readonly at: number;
  /** The delay that was asked for. */
  readonly ms: number;
  readonly job: () => void;
}

interface AgendaOptions {
  /** None on a server. */
  readonly window: Window | undefined;
  /** Takes what has to be done when everything is over. */
  readonly undo: (() => void)[];
  /** Everything is over: nothing is due any more. */
  isOver(): boolean;
  listen(target: EventTarget, type: string, listener: () => void): void;
  /** Runs what may throw. */
  guard(act: () => void): void;
  /** The device's own clock, epoch ms: a server's time must not move what is due. */
  device(): number;
}

/** After `destroy()` nothing is due. */
export function createAgenda(options: AgendaOptions): Agenda {
  const { window, device, guard, isOver } = options;
  const jobs = new Map<string, Job>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** More than was asked for, rounding aside, is left where the clock was set back: then the job is due. */
  const leftOf = ({ at, ms }: Job) => (at - device() > ms + 1 ? 0 : at - device());
  function arm(): void {
    clearTimeout(timer);
    const wait = Math.min(...[...jobs.values()].map(leftOf));
    if (isOver() || isTabHidden() || wait === Infinity) return;
    timer = setTimeout(work, Math.max(0, Math.min(wait, LONGEST_MS)));
    // In Node a timer must not keep the process alive; in a browser it is a number without `unref`.
    Object(timer).unref?.();
  }
  function work(): void {
    for (const [name, one] of jobs) {
      if (leftOf(one) > 0) continue;
      jobs.delete(name);
      guard(one.job);
    }
    arm();
  }
  function later(name: string, ms: number, job: () => void): void {
    jobs.set(name, { at: device() + ms, ms, job });
    arm();
  }
  options.undo.push(arm);
  guard(() => window && options.listen(window.document, "visibilitychange", arm));
  return {
    later,
    sooner(name, ms, job) {
      const planned = jobs.get(name);
      if (!planned || ms < leftOf(planned)) later(name, ms, job);
    },
    cancel(name) {
      jobs.delete(name);
      arm();
    },
  };
}
