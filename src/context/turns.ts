/**
 * One tab at a time: what several tabs read, change and write goes under one Web Lock.
 * Without locks, or when none comes in time, the work is done all the same.
 */

const PATIENCE_MS = 1000;
/**
 * Kept after the work: in Chromium another process reads what was written only some milliseconds
 * later, and a lock travels faster. https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
const SPREAD_MS = 30;

export type TakeTurn = (job: () => void) => void;

/** Jobs of one tab that wait together share one turn. A job must not throw. */
export function createTurns(
  locks: Pick<LockManager, "request"> | undefined,
  name: string,
): TakeTurn {
  const jobs: (() => void)[] = [];
  const work = () => {
    for (const job of jobs.splice(0)) job();
  };
  return (job) => {
    if (jobs.push(job) > 1) return;
    const timer = setTimeout(work, PATIENCE_MS);
    const turn = async () => {
      clearTimeout(timer);
      if (!jobs.length) return;
      work();
      await new Promise((resolve) => setTimeout(resolve, SPREAD_MS));
    };
    Promise.resolve()
      .then(() => (locks ? locks.request(name, turn) : turn()))
      .catch(turn);
  };
}
