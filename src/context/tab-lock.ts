/**
 * One tab at a time: what several tabs read, change and write happens under one Web Lock. Storage
 * may show a write to another process late, but the browser keeps a single list of locks for all
 * tabs. So what was just written is held for a moment as the name of a lock, where the next tab
 * finds it.
 * https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
import type { JsonStorage } from "./storage";
import { withinTime } from "./within-time";

const PATIENCE_MS = 5000;
/** Without locks: the name of the note that stands for one. */
const NOTE = "lock";
/** A write to storage has reached the other tabs by then. */
const SETTLE_MS = 100;
/** After so many looks at another tab's note that tab counts as gone, and ours takes its place. */
const LOOKS = 20;
/** Far longer than a write takes to reach another process. */
const SPREAD_MS = 2000;

/** Gets what any tab has announced in the last moments; returns what to announce. It must not throw. */
type Job = (announced: string) => readonly string[];
/** Runs a job under the lock, some time later. */
type RunLocked = (job: Job) => void;
type Locks = Pick<LockManager, "request" | "query">;

export interface TabLockOptions {
  /** Asked when the lock is wanted: merely touching `navigator.locks` may throw. */
  locks(): Locks | undefined;
  readonly storage: JsonStorage;
  /** Listens to the window's events, where there is a window. */
  listen(type: "pagehide" | "storage", listener: (event: Event) => void): void;
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, SETTLE_MS));

/**
 * Runs `work` while a note of ours is in storage. It is read back, since several tabs may leave one at once.
 * @param ends takes what removes the note when the page is left
 */
async function holdNote(
  storage: JsonStorage,
  work: () => unknown,
  ends: Set<() => void>,
): Promise<void> {
  const mine = Math.random();
  const isOurs = () => storage.read(NOTE) === mine;
  const end = () => {
    ends.delete(end);
    if (isOurs()) storage.remove(NOTE);
  };
  ends.add(end);
  for (let looks = LOOKS; looks >= 0 && !isOurs(); looks--) {
    if (!looks || !storage.read(NOTE)) storage.write(NOTE, mine);
    await settle();
  }
  work();
  await settle();
  end();
}

/**
 * Jobs of one tab that wait together run under the lock together; when the page is left they run at
 * once. Where there are no locks, as on plain http, a note in storage stands for one. Where none is
 * granted in time, they run all the same.
 */
export function createTabLock(options: TabLockOptions, name: string): RunLocked {
  const { storage } = options;
  const jobs: Job[] = [];
  /** Runs the jobs that wait, in order. Each is told what those before it announced. */
  const work = (announced = "") => {
    const all: string[] = [];
    for (const job of jobs.splice(0)) all.push(...job([announced, ...all].join()));
    return all;
  };
  /** Release what is held: a page that holds a lock can't go into the back/forward cache, and a note outlives its page. */
  const ends = new Set<() => void>();
  options.listen("pagehide", () => {
    work();
    for (const end of [...ends]) end();
  });

  const underLock = async (locks: Locks) => {
    const { held = [] } = await locks.query();
    const announced = held.map((lock) => lock.name).filter((one) => one?.startsWith(name));
    const hold = () =>
      new Promise<void>((resolve) => {
        const end = () => {
          ends.delete(end);
          resolve();
        };
        ends.add(end);
        setTimeout(end, SPREAD_MS);
      });
    // Requests are handled in order: whoever gets the lock next finds these held.
    for (const text of work(announced.join()))
      locks.request(`${name} ${text}`, { mode: "shared" }, hold).catch(() => {});
  };
  const lock = async () => {
    // Never within the call: the caller has not finished what it wants the lock for.
    await undefined;
    const locks = options.locks();
    if (!locks) return void (storage.isShared() ? await holdNote(storage, work, ends) : work());
    const granted = locks.request(name, () => underLock(locks));
    await withinTime(granted, PATIENCE_MS);
  };
  return (job) => {
    if (jobs.push(job) === 1) lock().catch(() => work());
  };
}
