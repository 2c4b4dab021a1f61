/**
 * How long to wait before sending: after failures, as long as `Retry-After` says, or for ever once
 * too many attempts have failed, while offline and without consent.
 */
import type { TelemetryAnswer, TelemetryOptions } from "./types";

const MAX_BACKOFF_MS = 30_000;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
/** In a row; after that the page sends nothing more until it is back online. */
const MAX_FAILURES = 5;

/**
 * The ms left until a time that is stored for all tabs. A time further off than `most` was written
 * by a clock that was wrong, and counts as past.
 */
export function restOf({ storage, now }: TelemetryOptions, name: string, most: number): number {
  const at = storage.read(name);
  const rest = typeof at === "number" ? at - now() : 0;
  return rest <= most ? rest : 0;
}

export function createBackOff(options: TelemetryOptions) {
  const { now, isOnline } = options;
  let failures = 0;
  let backoffUntil = 0;
  const retryWait = () => restOf(options, "retry_at", MAX_RETRY_AFTER_MS);
  return {
    /** Milliseconds until something may be sent; Infinity while only an event can change that. */
    wait: () =>
      options.isGranted() && isOnline() && failures < MAX_FAILURES
        ? Math.max(0, backoffUntil - now(), retryWait())
        : Number.POSITIVE_INFINITY,
    fail(answer: TelemetryAnswer | undefined): void {
      // Seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
      const after = answer?.headers.get("Retry-After") ?? "";
      const retryAfter = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now();
      if (retryAfter > 0) {
        const ms = Math.max(retryWait(), Math.min(retryAfter, MAX_RETRY_AFTER_MS));
        options.storage.write("retry_at", now() + ms);
      }
      // Being offline is no failure, and requests that fail together count as one.
      if ((answer || isOnline()) && now() >= backoffUntil) {
        failures++;
        const ms = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** failures);
        backoffUntil = now() + ms * (1 - options.random() / 2);
      }
    },
    /** Forgets earlier failures. */
    reopen(): void {
      failures = 0;
      backoffUntil = 0;
    },
  };
}
