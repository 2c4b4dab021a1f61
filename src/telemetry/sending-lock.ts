/**
 * One tab sends at a time: under a Web Lock, or under a lease in storage where there are none. The
 * lock is released when the page is left: a page that holds or awaits one can't go into the
 * back/forward cache.
 * https://developer.mozilla.org/docs/Web/API/Web_Locks_API
 */
import type { TelemetryOptions } from "./types";

const PATIENCE_MS = 5000;
/** Longer than one request may take. */
const LEASE_MS = 60_000;
/**
 * How long the lock is held after the job: in Chromium a write to storage reaches another process
 * some milliseconds later than a released lock does. https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
const SPREAD_MS = 30;

/** Settles so many ms later; without a number as soon as possible, but in another task. */
export const sleep = (ms?: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

/** Read back, since several tabs may have taken it at once, and renewed as long as the job takes. */
async function holdLease(
  { storage, now, random }: TelemetryOptions,
  work: () => Promise<void>,
): Promise<void> {
  let until = 0;
  const renew = () => {
    until = now() + LEASE_MS - random();
    storage.write("lease", until);
  };
  renew();
  await sleep(SPREAD_MS);
  if (storage.read("lease") !== until) return;
  const timer = setInterval(renew, LEASE_MS / 4);
  await work().finally(() => clearInterval(timer));
  storage.remove("lease");
}

/**
 * Runs `job` under the lock. When the lock is not granted in time, the job is not run.
 * @param stop aborting it releases the lock, or gives up waiting for it
 */
export async function holdSendingLock(
  options: TelemetryOptions,
  stop: AbortController,
  job: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { storage, now } = options;
  const { signal } = stop;
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  const patience = setTimeout(() => stop.abort(), PATIENCE_MS);
  const work = async () => {
    clearTimeout(patience);
    if (!signal.aborted) await Promise.race([stopped, job(signal).then(() => sleep(SPREAD_MS))]);
  };
  /** False where there are no Web Locks; rejects where they are refused or broken. */
  const lock = async () => {
    const locks = options.locks();
    await Promise.race([stopped, locks?.request(storage.keyOf("queue"), { signal }, work)]);
    return !!locks;
  };
  if (!(await lock().catch(() => false))) {
    const until = storage.read("lease");
    const left = (typeof until === "number" ? until : 0) - now();
    // A lease further off was written by a clock that was wrong.
    if (!signal.aborted && !(left > 0 && left <= LEASE_MS)) await holdLease(options, work);
  }
  clearTimeout(patience);
}
