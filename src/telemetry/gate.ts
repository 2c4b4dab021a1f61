/** When nothing may be sent: backing off, told to wait, given up, offline, without consent. */
import type { TelemetryAnswer, TelemetryOptions } from "./types";

const MAX_BACKOFF_MS = 30_000;
const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;
/** In a row; then the page is silent. */
const MAX_FAILURES = 5;

/** The ms until a time that is stored for all tabs; none for one that is further off than it may be, as by another clock. */
export function restOf({ storage, now }: TelemetryOptions, name: string, most: number): number {
  const at = storage.read(name);
  const rest = typeof at === "number" ? at - now() : 0;
  return rest <= most ? rest : 0;
}

export function createGate(options: TelemetryOptions) {
  const { now, isOnline } = options;
  let failures = 0;
  let backoffUntil = 0;
  const retryWait = () => restOf(options, "retry_at", MAX_RETRY_AFTER_MS);
  return {
    /** Milliseconds until something may be sent; infinite when only another event can tell. */
    wait: () =>
      options.isGranted() && isOnline() && failures < MAX_FAILURES
        ? Math.max(0, backoffUntil - now(), retryWait())
        : Number.POSITIVE_INFINITY,
    fail(answer: TelemetryAnswer | undefined): void {
      // Seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
      const after = answer?.headers.get("Retry-After") ?? "";
      const told = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now();
      if (told > 0) {
        const ms = Math.max(retryWait(), Math.min(told, MAX_RETRY_AFTER_MS));
        options.storage.write("retry_at", now() + ms);
      }
      // To be offline is no failure, and what fails together is one.
      if ((answer || isOnline()) && now() >= backoffUntil) {
        failures++;
        const ms = Math.min(MAX_BACKOFF_MS, 1000 * 2 ** failures);
        backoffUntil = now() + ms * (1 - options.random() / 2);
      }
    },
    /** What failed before no longer counts. */
    reopen(): void {
      failures = 0;
      backoffUntil = 0;
    },
  };
}
