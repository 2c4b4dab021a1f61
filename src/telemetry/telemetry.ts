/** Telemetry that loses nothing: queued in storage at once, sent in batches when it is time. */
import { createQueue } from "./queue";
import { createSender } from "./sender";
import { takeTurn } from "./turn";
import type { Telemetry, TelemetryOptions } from "./types";

/** And up to as much again by chance, so that tabs don't wake together. */
const DELAY_MS = 1000;

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const { now } = options;
  const queue = createQueue(options);
  const sender = createSender(options, queue);
  let due = Number.POSITIVE_INFINITY;
  let turn = new AbortController();
  let last = Promise.resolve();
  /** Waits for its turn behind the last attempt. */
  let next: Promise<void> | undefined;

  /** The next attempt, unless an earlier one is planned. */
  function plan(): void {
    const at = now() + Math.max(DELAY_MS * (1 + options.random()), sender.wait());
    if (at >= due) return;
    due = at;
    options.later(at - now(), () => {
      due = Number.POSITIVE_INFINITY;
      flush();
    });
  }
  function planRest(): void {
    if (!queue.isEmpty()) plan();
  }
  async function attemptOnce(): Promise<void> {
    if (!sender.wait() && !queue.isEmpty()) {
      turn = new AbortController();
      await takeTurn(options, turn, sender.drain);
    }
    planRest();
  }
  /** One after the other, and one that waits is enough. */
  function flush(): Promise<void> {
    next ??= last = last
      .then(() => {
        next = undefined;
        return attemptOnce();
      })
      // What the page gave us may throw; the next attempt may not suffer from it.
      .catch(() => {});
    return next;
  }

  planRest();
  return {
    add(kind, item) {
      if (!options.isGranted()) return;
      queue.add(kind, item);
      plan();
    },
    isOpen: () => !sender.wait(),
    flush,
    leave() {
      turn.abort();
      sender.leave();
    },
    reopen() {
      sender.reopen();
      planRest();
    },
    forget: queue.clear,
  };
}
