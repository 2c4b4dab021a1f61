/** Finds out when the service knows of what was bought, so that nobody buys it twice meanwhile. */
import { type ContextParts, readMatches } from "../../context/index";
import { bucket } from "../../decision/index";
import type { Core } from "../core";
import type { ServerContext } from "./server-context";

/** How long a purchase is waited for after its checkout is completed, on this page and the next ones. */
const LONGEST_MS = 120_000;
/** The longest pause between two looks at what the service knows; the first is a second, each next one twice as long. */
const MAX_PAUSE_MS = 4000;

/** The storage name of what is being confirmed, for the next page of the tab. */
export const CONFIRMING = "confirming";
/** In place of a hash, while the service hasn't answered. */
const UNKNOWN = "?";
/** With one of these as its `payment_state` a payment isn't settled yet. */
const OPEN_PAYMENTS = ["pending", "processing"];

const hashOf = (...parts: unknown[]) => `${bucket(CONFIRMING, JSON.stringify(parts))}`;

/** What a purchase changes, then how the payment went, unless that is still open. Hashed, since it is stored. */
function boughtBy({ clientContext }: ContextParts): string {
  if (!clientContext) return UNKNOWN;
  const { plan_handle, entitlements, trial, traits } = clientContext;
  const payment = `${traits?.payment_state}`;
  const settled = OPEN_PAYMENTS.includes(payment) ? "" : hashOf(payment);
  return `${hashOf(plan_handle, entitlements, trial?.in_trial)} ${settled}`;
}

/** Gives a test of whether the service doesn't know yet of what was bought. */
function createWait(before: string, contextParts: () => ContextParts): () => boolean {
  let known = before;
  return () => {
    const now = boughtBy(contextParts());
    if (now === UNKNOWN) return true;
    // The first answer is taken for the state before the purchase: if it has the purchase already, the
    // offer is decided away by it.
    const isOpen = known === UNKNOWN || known.startsWith(now);
    // Once a payment was seen open, any outcome ends the wait, even the same as that of the last payment.
    if (isOpen) known = now;
    return isOpen;
  };
}

export function createPurchases(
  { options, stores, agenda, wire, session, clock }: Core,
  { idNow, refreshClient }: Pick<ServerContext, "idNow" | "refreshClient">,
) {
  const { contextParts } = stores;
  /** What is waited for: one purchase, or several together. */
  let waiting: object | undefined;
  /** Ends the pause before the next look if there is nothing to wait for any more. */
  let wake = () => {};
  stores.listen(() => wake());
  /**
   * Waits until the service knows of the purchase, at most two minutes; goes on on the tab's next page.
   * A later purchase goes on waiting for the earlier ones.
   * @param confirming the actions of all of them
   * @param before what the service knew before the purchase, by `boughtBy`
   */
  async function confirm(
    confirming: readonly string[],
    before: string,
    until = clock.device() + LONGEST_MS,
    who = hashOf(idNow()),
  ): Promise<void> {
    const id = idNow();
    /** Who has bought it may be known before it is known who this is, or the other way round. */
    const isBuyer = (now: string | undefined) =>
      now === id || (!id && [hashOf(undefined), hashOf(now)].includes(who));
    const isOpen = createWait(before, contextParts);
    const mine = {};
    const isWaiting = () => waiting === mine && isBuyer(idNow()) && isOpen();
    waiting = mine;
    stores.patch({ confirming });
    session.write(CONFIRMING, [before, until, who, ...confirming].join("\n"));
    for (let looks = 0; options.clientSession && wire && isWaiting(); looks++) {
      const left = until - clock.device();
      // More is left only where the clock was set back, or was ahead on an earlier page.
      const isInTime = left > 0 && left <= LONGEST_MS;
      if (!isInTime) break;
      await new Promise<void>((resolve) => {
        agenda.later(CONFIRMING, Math.min(1000 * 2 ** looks, MAX_PAUSE_MS, left), resolve);
        // Another answer may say so first.
        wake = () => isWaiting() || resolve();
      });
      if (isWaiting()) await refreshClient();
    }
    // A later purchase is waited for by now, or this is done with.
    if (waiting !== mine) return;
    waiting = undefined;
    session.remove(CONFIRMING);
    stores.patch({ confirming: [] });
  }

  return {
    /** Somebody is about to buy. */
    beginPurchase() {
      const id = idNow();
      const before = boughtBy(contextParts());
      return {
        /** Nobody else has come meanwhile. */
        isTheirs: () => id === undefined || id === idNow(),
        /** It is completed. Settles when the service knows of it, or it has taken too long. */
        confirm: (action: string) => confirm([...stores.state().confirming, action], before),
      };
    },
    /** Goes on waiting for what an earlier page of this tab was waiting for, unless it names somebody else. */
    resume(): void {
      const [before, until, who, ...actions] = readMatches(session, CONFIRMING, /.+/g);
      const id = idNow();
      const isTheirs = id === undefined || who === hashOf(id);
      if (before && isTheirs) void confirm(actions, before, Number(until), who);
    },
  };
}
