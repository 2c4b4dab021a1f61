/** Sends batches, and decides by each answer whether a batch is done, split up or tried again. */
import { createBackOff } from "./back-off";
import { type Batch, bytesOf, type Queue } from "./queue";
import { sleep } from "./sending-lock";
import { CALLS, KINDS, type TelemetryKind, type TelemetryOptions } from "./types";

/** What browsers allow all keepalive requests of a page together, less what others may send. */
const KEEPALIVE_BYTES = 63 * 1024;
const BODY_BYTES = 60_000;
/** Refusals in a row after which batches are no longer split to find the items that spoil them. */
const MAX_REFUSALS = 20;

/** The body was refused, perhaps because of a single item in it. */
const SPOILT = [400, 413, 422];
/** Refusals that may end: a key, a path or a firewall may be put right. Any other 4xx is for good. */
const FOR_NOW = [401, 403, 404, 405, 408, 425, 429];

const isAccepted = (status: number) => status >= 200 && status < 300;
/** Accepted, or refused for good: either way it is not sent again. */
const isFinal = (status: number) =>
  isAccepted(status) || (status >= 400 && status < 500 && !FOR_NOW.includes(status));

export function createSender(options: TelemetryOptions, queue: Queue) {
  /** Of all calls together, until one was answered: the service may be out of reach, or blocked. */
  const common = createBackOff(options);
  /** Of each call from then on: one that keeps failing keeps no other waiting. */
  const separate = new Map(KINDS.map((kind) => [kind, createBackOff(options)]));
  let isAnswered = false;
  let refusals = 0;
  /** Items in a batch: fewer while those that spoil it are being searched for, which often lie next to each other. */
  let most: number | undefined;
  let keepaliveBytes = 0;
  /** Settles when every request under way has settled. */
  let pending: Promise<unknown> = Promise.resolve();

  const failuresOf = (kind: TelemetryKind) => separate.get(kind)?.failures() ?? 0;
  /** Milliseconds until one of these kinds may be sent; Infinity while only an event can change that. */
  const wait = (kinds: readonly TelemetryKind[] = queue.kinds()) =>
    Math.min(...kinds.map((kind) => ((isAnswered && separate.get(kind)) || common).wait()));

  /**
   * Whether a request is to outlive the page. Its own scripts may hold the allowance: what has failed
   * goes without, while there is time.
   */
  const mayOutlive = (kind: TelemetryKind, bytes: number, isLeaving: boolean) =>
    (isLeaving || !failuresOf(kind)) && keepaliveBytes + bytes <= KEEPALIVE_BYTES;

  const opening = () => JSON.stringify(options.envelope()).slice(0, -1);

  async function deliver(batch: Batch, isLeaving: boolean): Promise<void> {
    const { kind, items } = batch;
    const body = `${opening()},"${kind}":[${items.map(({ text }) => text)}]}`;
    const bytes = bytesOf(body);
    const keepalive = mayOutlive(kind, bytes, isLeaving);
    const spent = keepalive ? bytes : 0;
    keepaliveBytes += spent;
    // No answer, whatever the reason, is not looked at in this task: in a page that is being left, what
    // is under way fails before `pagehide` is heard of, and no back-off may hold up the rest by then.
    const answer = await options.post(CALLS[kind], body, keepalive).catch(() => sleep());
    keepaliveBytes -= spent;
    const { status = 0 } = answer ?? {};
    const isSettled = isFinal(status);
    const isSpoilt = SPOILT.includes(status) && refusals++ < MAX_REFUSALS && items.length > 1;
    if (isAccepted(status)) {
      // The rest of a batch that was refused is still to be searched; after that, steps get longer.
      most &&= refusals ? most : most * 2;
      refusals = 0;
    } else if (isSpoilt) most = items.length >> 1;
    else if (refusals > MAX_REFUSALS) most &&= most * 2;
    if (isSettled && !isSpoilt) queue.remove(batch);
    else queue.putBack(batch);
    isAnswered ||= isSettled;
    for (const backOff of [common, separate.get(kind)]) {
      if (isSettled) backOff?.reopen();
      else backOff?.fail(answer);
    }
  }

  /** Resolves to false if delivery itself failed, as where a page has tampered with what it uses: then no back-off may be set, and to go on would be an endless loop. */
  function send(batch: Batch, isLeaving = false): Promise<boolean> {
    const sent = deliver(batch, isLeaving).then(
      () => true,
      () => false,
    );
    pending = pending.then(() => sent);
    return sent;
  }

  /** Of the kind that has failed least often; of several, the one whose turn comes first. */
  function next(room: number, onlyOwn?: boolean): Batch | undefined {
    for (const kind of queue.kinds().sort((a, b) => failuresOf(a) - failuresOf(b))) {
      if (wait([kind])) continue;
      const batch = queue.take({ kind, room: room - bytesOf(opening()), most, onlyOwn });
      if (batch) return batch;
    }
    return undefined;
  }

  return {
    wait,
    /**
     * Batch after batch, until nothing is left that may be sent, or `signal` is aborted. What comes
     * meanwhile has its own turn: else each answer would have the little that came since sent by itself.
     */
    async drain(signal: AbortSignal): Promise<void> {
      // Requests from when the page was last left may still use up the keepalive allowance.
      await pending;
      queue.beginTurn();
      while (!signal.aborted) {
        const batch = next(BODY_BYTES);
        if (!batch || !(await send(batch))) return;
      }
    },
    /**
     * As many batches as fit, at once. Only this page's own: all tabs may be closing together.
     * Settles when every request under way has settled.
     */
    leave(): Promise<unknown> {
      for (;;) {
        const batch = next(Math.min(BODY_BYTES, KEEPALIVE_BYTES - keepaliveBytes), true);
        if (!batch) return pending;
        send(batch, true);
      }
    },
    reopen() {
      for (const backOff of [common, ...separate.values()]) backOff.reopen();
    },
  };
}
