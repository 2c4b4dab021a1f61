/** Finds out when the service knows of what was bought, so that nobody buys it twice meanwhile. */
import { type ContextParts, readMatches } from "../context/index";
import { bucket } from "../decision/index";
import type { Core } from "./core";
import type { ServerContext } from "./server-context";

/** Seconds between the attempts to find a completed checkout confirmed; two minutes in all. */
const CONFIRM_AFTER = [1, 2, 4, 8, 15, 30, 30, 30];

/** The storage name of what is being confirmed, for the next page of the tab. */
export const CONFIRMING = "confirming";
/** In place of a hash, while the service hasn't answered. */
const UNKNOWN = "?";

/** What a purchase changes; after it how the payment went, unless that is still open. As hashes, since they are stored. */
function boughtBy({ clientContext }: ContextParts): string {
  if (!clientContext) return UNKNOWN;
  const { plan_handle, entitlements, trial, traits } = clientContext;
  const hashOf = (...parts: unknown[]) => bucket(CONFIRMING, JSON.stringify(parts));
  const payment = `${traits?.payment_state}`;
  const settled = /^(pending|processing)$/.test(payment) ? "" : hashOf(payment);
  return `${hashOf(plan_handle, entitlements, trial?.in_trial)} ${settled}`;
}

/** Gives a test of whether the service doesn't know yet of what was bought. */
function createWait(before: string, contextParts: () => ContextParts): () => boolean {
  let known = before;
  return () => {
    const now = boughtBy(contextParts());
    if (now === UNKNOWN) return true;
    // The first answer is from before: with what was bought in it, the offer goes by itself.
    const isOpen = known === UNKNOWN || known.startsWith(now);
    // Of a payment that is seen to be open any end counts, also one like that of the payment before.
    if (isOpen) known = now;
    return isOpen;
  };
}

export function createPurchases(
  { options, stores, agenda, wire, session }: Core,
  { idNow, refreshClient }: Pick<ServerContext, "idNow" | "refreshClient">,
) {
  const { contextParts } = stores;
  /** How often the service was asked since the last purchase. */
  let looks = 0;
  /** Ends the pause before the next look if there is nothing to wait for any more. */
  let wake = () => {};
  stores.listen(() => wake());
  /** What is waited for, and the user who bought it. */
  let waiting: { readonly id: string | undefined; readonly done: Promise<void> } | undefined;
  async function waitForPurchase(before: string): Promise<void> {
    const id = idNow();
    const isSame = () => !id || id === idNow();
    const isOpen = createWait(before, contextParts);
    while (options.clientSession && wire && isSame() && isOpen()) {
      const seconds = CONFIRM_AFTER[looks++];
      if (!seconds) break;
      await new Promise<void>((resolve) => {
        agenda.later(`confirm ${id}`, seconds * 1000, resolve);
        // Another answer may say so first.
        wake = () => isOpen() || resolve();
      });
      wake = () => {};
      if (isOpen()) await refreshClient();
    }
  }
  /**
   * Waits until the service knows of the purchase, at most two minutes from the last one; goes on on
   * the tab's next page. Several purchases are waited for together.
   */
  async function confirm(
    confirming: readonly string[],
    before = boughtBy(contextParts()),
  ): Promise<void> {
    looks = 0;
    stores.patch({ confirming });
    session.write(CONFIRMING, [before, ...confirming].join("\n"));
    const id = idNow();
    if (waiting?.id !== id) waiting = undefined;
    waiting ??= { id, done: waitForPurchase(before) };
    const mine = waiting;
    await mine.done;
    // Another user's purchase is waited for by now, or this is done with.
    if (waiting !== mine) return;
    waiting = undefined;
    session.remove(CONFIRMING);
    stores.patch({ confirming: [] });
  }

  return {
    confirm,
    /** Goes on waiting for what an earlier page of this tab was waiting for. */
    resume(): void {
      const [before, ...actions] = readMatches(session, CONFIRMING, /.+/g);
      if (before) void confirm(actions, before);
    },
  };
}
