/** Telemetry that loses nothing: queued in storage at once, sent in batches when it is time. */
import { createQueue } from "./queue";
import { createSender } from "./sender";
import { holdSendingLock, sleep } from "./sending-lock";
import { KINDS, type Telemetry, type TelemetryKind, type TelemetryOptions } from "./types";

/** Plus up to as much again at random, so that tabs don't all send at once. */
const DELAY_MS = 1000;

export function createTelemetry(options: TelemetryOptions): Telemetry {
  const queue = createQueue(options);
  const sender = createSender(options, queue);
  let stopping = new AbortController();
  let last = Promise.resolve();
  /** The attempt that waits for the last one to settle. */
  let next: Promise<void> | undefined;

  /** Plans the next attempt to send one of these kinds, or any; unless an earlier attempt is planned. */
  function plan(kinds?: readonly TelemetryKind[]): void {
    options.sooner(Math.max(DELAY_MS * (1 + options.random()), sender.wait(kinds)), flush);
  }
  /** Attempts run one after the other; at most one waits. */
  function flush(): Promise<void> {
    next ??= last = last
      .then(async () => {
        next = undefined;
        if (!sender.wait()) {
          // In a task of its own: a page that is left in this one is hidden by then, and one that holds
          // or awaits a lock can't go into the back/forward cache.
          await sleep();
          stopping = new AbortController();
          if (options.isHidden()) await sender.leave();
          else await holdSendingLock(options, stopping, sender.drain);
        }
        plan();
      })
      // Capabilities given by the page may throw; the next attempt must run all the same.
      .catch(() => {});
    return next;
  }

  plan();
  return {
    add(kind, item) {
      if (!options.isGranted()) return;
      queue.add(kind, item);
      plan([kind]);
    },
    isOpen: () => !sender.wait(KINDS),
    flush,
    leave() {
      stopping.abort();
      sender.leave();
    },
    reopen() {
      sender.reopen();
      plan();
    },
    forget: queue.clear,
  };
}
