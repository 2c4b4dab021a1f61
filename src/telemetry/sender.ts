/** Sends batches, and makes of each answer what it means for what was sent. */
import { createGate } from "./gate";
import { type Batch, bytesOf, type Queue } from "./queue";
import { CALLS, type TelemetryAnswer, type TelemetryCall, type TelemetryOptions } from "./types";

/** What browsers allow all keepalive requests of a page together, less what others may send. */
const KEEPALIVE_BYTES = 63 * 1024;
const BODY_BYTES = 60_000;
/** In a row; then a batch is no longer searched for what spoils it. */
const MAX_REFUSALS = 20;

const TAKEN = /^2/;
/** Taken, or refused for good. */
const SETTLED = /^(2|4(?!08|25|29))/;
/** It is what was sent, perhaps one thing of several, that the receiver does not like. */
const SPOILT = /^4(00|13|22)/;

export function createSender(options: TelemetryOptions, queue: Queue) {
  const { wait, fail, reopen } = createGate(options);
  let refusals = 0;
  /** Things of a batch: fewer while what spoils one is searched for. */
  let most = Number.POSITIVE_INFINITY;
  let keepaliveBytes = 0;
  /** Settles with everything that is on its way. */
  let pending: Promise<unknown> = Promise.resolve();

  const opening = () => JSON.stringify(options.envelope()).slice(0, -1);

  async function request(call: TelemetryCall, body: string): Promise<TelemetryAnswer | undefined> {
    const bytes = bytesOf(body);
    const keepalive = keepaliveBytes + bytes <= KEEPALIVE_BYTES;
    const spent = keepalive ? bytes : 0;
    keepaliveBytes += spent;
    try {
      return await options.post(call, body, keepalive);
    } catch {
      // No answer, whatever the reason.
      return undefined;
    } finally {
      keepaliveBytes -= spent;
    }
  }

  /** False when it is to be tried again, later. */
  async function deliver(batch: Batch): Promise<boolean> {
    const { kind, things } = batch;
    const body = `${opening()},"${kind}":[${things.map(({ text }) => text)}]}`;
    const answer = await request(CALLS[kind], body);
    const status = `${answer?.status}`;
    // A page instead of an answer, as of a network that wants a log-in first.
    const isStrange = status === "200" && /html/.test(`${answer?.headers.get("Content-Type")}`);
    const isSettled = SETTLED.test(status) && !isStrange;
    const isSpoilt = SPOILT.test(status) && things.length > 1 && refusals++ < MAX_REFUSALS;
    if (TAKEN.test(status)) refusals = 0;
    else most = isSpoilt ? things.length >> 1 : Number.POSITIVE_INFINITY;
    if (isSettled && !isSpoilt) queue.remove(batch);
    else queue.putBack(batch);
    if (isSettled) reopen();
    else fail(answer);
    return isSettled;
  }

  function send(batch: Batch): Promise<boolean> {
    const sent = deliver(batch).catch(() => false);
    pending = Promise.all([pending, sent]).then(() => {});
    return sent;
  }

  const next = (room: number, onlyOwn?: boolean) =>
    wait() ? undefined : queue.take({ room: room - bytesOf(opening()), most, onlyOwn });

  return {
    wait,
    /** Batch after batch, until nothing is left, something fails or the turn ends. */
    async drain(signal: AbortSignal): Promise<void> {
      // What was sent when the page was left may still fill what the browser allows.
      await pending;
      while (!signal.aborted) {
        const batch = next(BODY_BYTES);
        if (!batch || !(await send(batch))) return;
      }
    },
    /** All at once, as far as it fits; only what is this page's, for all tabs may be closing. */
    leave(): void {
      for (;;) {
        const batch = next(Math.min(BODY_BYTES, KEEPALIVE_BYTES - keepaliveBytes), true);
        if (!batch) break;
        send(batch);
      }
    },
    reopen,
  };
}
