/**
 * One tab at a time: what several tabs read, change and write goes under one Web Lock. Storage may
 * tell another process late what was written, so what was said last is, for a moment, also the name
 * of a lock: of these the browser keeps one list for all tabs.
 * https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
import { withinTime } from "./within-time";

const PATIENCE_MS = 5000;
/** Far longer than storage takes to reach another process. */
const SPREAD_MS = 2000;

/** Gets all that was said in the last moments, by any tab; answers with what is to be said. It must not throw. */
export type Job = (said: string) => readonly string[];
export type TakeTurn = (job: Job) => void;
export type Locks = Pick<LockManager, "request" | "query"> | undefined;

export interface TurnOptions {
  /** Read when a turn is wanted: to touch them may throw. */
  readonly locks: Locks;
  /** To the window's events, for as long as there is one. */
  listen(type: "pagehide" | "storage", listener: (event: Event) => void): void;
}

/**
 * Jobs of one tab that wait together share one turn; when the page is left, none waits. Without
 * locks, or when none comes in time, they are done all the same.
 */
export function createTurns(options: TurnOptions, name: string): TakeTurn {
  const jobs: Job[] = [];
  const work = (said = "") => jobs.splice(0).flatMap((job) => job(said));
  /** Give back what is held: a page that holds a lock is not kept for "back". */
  const ends: (() => void)[] = [];
  options.listen("pagehide", () => {
    work();
    for (const end of ends.splice(0)) end();
  });

  const turn = async () => {
    const { locks } = options;
    const { held = [] } = (await locks?.query()) ?? {};
    const said = held.map((lock) => lock.name).filter((one) => one?.startsWith(name));
    const hold = () =>
      new Promise<void>((end) => {
        ends.push(end);
        setTimeout(end, SPREAD_MS);
      });
    // Requests are handled in their order: who has the next turn finds these held.
    for (const text of work(said.join()))
      locks?.request(`${name} ${text}`, { mode: "shared" }, hold).catch(() => {});
  };
  const take = async () => {
    // Never within the call: who asks for a turn is not done yet with what asked for it.
    await undefined;
    await withinTime(options.locks?.request(name, turn) ?? turn(), PATIENCE_MS);
  };
  return (job) => {
    if (jobs.push(job) === 1) take().catch(() => work());
  };
}
