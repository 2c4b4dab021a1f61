/**
 * One tab at a time: what several tabs read, change and write goes under one Web Lock.
 * Without locks, or when none comes in time, the work is done all the same.
 */
const PATIENCE_MS = 5000;
/**
 * Kept after the work: in Chromium another process reads what was written only some milliseconds
 * later, and a lock travels faster. https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
const SPREAD_MS = 150;

export type TakeTurn = (job: () => void) => void;
export type Locks = Pick<LockManager, "request"> | undefined;

export interface TurnOptions {
  /** Read when a turn is wanted: to touch them may throw. */
  readonly locks: Locks;
  /** To the window's events, for as long as there is one. */
  listen(type: "pagehide" | "storage", listener: (event: Event) => void): void;
}

/** Jobs of one tab that wait together share one turn; when the page is left, none waits. A job must not throw. */
export function createTurns(options: TurnOptions, name: string): TakeTurn {
  const jobs: (() => void)[] = [];
  const work = () => {
    for (const job of jobs.splice(0)) job();
  };
  options.listen("pagehide", work);
  const turn = async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve, SPREAD_MS));
  };
  const request = async () => {
    // Never within the call: who asks for a turn is not done yet with what asked for it.
    await undefined;
    const { locks } = options;
    if (!locks) return turn();
    // In this order: a request that throws leaves no patience behind to run out.
    return Promise.race([
      locks.request(name, turn),
      new Promise((_, refuse) => setTimeout(refuse, PATIENCE_MS)),
    ]);
  };
  return (job) => {
    if (jobs.push(job) === 1) request().catch(turn);
  };
}
