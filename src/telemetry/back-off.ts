/**
 * How long to wait before sending: after failures, as long as `Retry-After` says, or for ever once
 * too many attempts have failed, while offline and without consent.
 */
import type { TelemetryAnswer, TelemetryOptions } from "./types";

const MAX_BACKOFF_MS = 30_000;
/** In a row; after that the page sends nothing more until it is back online. */
const MAX_FAILURES = 5;

export function createBackOff(options: TelemetryOptions) {
  const { now, isOnline, pause } = options;
  let failures = 0;
  let backoffUntil = 0;
  /** Further off than any back-off goes, it was set by a clock that was ahead, and is over. */
  const left = () => {
    const ms = backoffUntil - now();
    return ms > MAX_BACKOFF_MS ? 0 : ms;
  };
  return {
    /** Milliseconds until something may be sent; Infinity while only an event can change that. */
    wait: () =>
      options.isGranted() && isOnline() && failures < MAX_FAILURES
        ? Math.max(0, left(), pause.left())
        : Infinity,
    fail(answer: TelemetryAnswer | undefined): void {
      if (answer) pause.obey(answer);
      // Being offline is no failure, and requests that fail together count as one.
      if ((answer || isOnline()) && left() <= 0) {
        failures++;
        const ms = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** failures);
        backoffUntil = now() + ms * (1 - options.random() / 2);
      }
    },
    /** In a row. */
    failures: () => failures,
    /** Forgets earlier failures. */
    reopen(): void {
      failures = 0;
      backoffUntil = 0;
    },
  };
}
