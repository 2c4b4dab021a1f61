/**
 * One tab sends at a time: under a Web Lock, else under a lease in storage. Who leaves the page
 * gives the turn back, since a page that holds or awaits a lock is not kept for "back".
 * https://developer.mozilla.org/docs/Web/API/Web_Locks_API
 */
import { restOf } from "./gate";
import type { TelemetryOptions } from "./types";

const PATIENCE_MS = 5000;
/** Longer than one request may take. */
const LEASE_MS = 60_000;
/**
 * Kept after the work: in Chromium another process reads what was written only some milliseconds
 * later, and a lock travels faster. https://html.spec.whatwg.org/multipage/webstorage.html#dom-localstorage
 */
const SPREAD_MS = 30;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs `job`, or not, when the turn does not come in time.
 * @param stop aborted, the turn ends, or is no longer awaited
 */
export async function takeTurn(
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
    if (!signal.aborted) await Promise.race([stopped, job(signal).then(() => wait(SPREAD_MS))]);
  };
  const lease = async () => {
    if (signal.aborted || restOf(options, "lease", LEASE_MS) > 0) return;
    storage.write("lease", now() + LEASE_MS);
    await work();
    storage.remove("lease");
  };
  try {
    const { locks } = options;
    if (!locks) throw locks;
    await Promise.race([stopped, locks.request(storage.keyOf("queue"), { signal }, work)]);
  } catch {
    // Locks that are missing, refused or broken.
    await lease();
  }
  clearTimeout(patience);
}
