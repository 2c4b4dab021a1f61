/** When nothing may be sent: backing off, told to wait, given up, offline, without consent. */
import type { TelemetryAnswer, TelemetryOptions } from "./types";

const MAX_BACKOFF_MS = 30_000;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
/** In a row; then the page is silent. */
const MAX_FAILURES = 5;

/** Seconds or a date; 0 for anything else. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function readRetryAfter({ headers }: TelemetryAnswer, now: number): number {
  const text = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  return (/GMT$/.test(text) && Date.parse(text) - now) || 0;
}

export function createGate({ storage, now, random, isOnline, isGranted }: TelemetryOptions) {
  let failures = 0;
  let backoffUntil = 0;
  /** For all tabs. What is too far off is another clock's. */
  const retryWait = () => {
    const at = storage.read("retry_at");
    const wait = typeof at === "number" ? at - now() : 0;
    return wait <= MAX_RETRY_AFTER_MS ? wait : 0;
  };
  function reopen(): void {
    failures = 0;
    backoffUntil = 0;
  }
  return {
    /** Milliseconds until something may be sent; infinite when only another event can tell. */
    wait: () =>
      isGranted() && isOnline() && failures < MAX_FAILURES
        ? Math.max(0, backoffUntil - now(), retryWait())
        : Number.POSITIVE_INFINITY,
    fail(answer: TelemetryAnswer | undefined): void {
      const retryAfter = answer ? readRetryAfter(answer, now()) : 0;
      if (retryAfter > 0) {
        const ms = Math.max(retryWait(), Math.min(retryAfter, MAX_RETRY_AFTER_MS));
        storage.write("retry_at", now() + ms);
      }
      // To be offline is no failure, and what fails together is one.
      if ((answer || isOnline()) && now() >= backoffUntil) {
        failures++;
        backoffUntil = now() + Math.min(MAX_BACKOFF_MS, 1000 * 2 ** failures) * (1 - random() / 2);
      }
    },
    /** What failed before no longer counts. */
    reopen,
  };
}
