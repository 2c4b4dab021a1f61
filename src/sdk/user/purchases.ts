/** Finds out when the service knows of what was bought, so that nobody buys it twice meanwhile. */
import { type ContextParts, readMatches } from "../../context/index";
import { bucket } from "../../decision/index";
import type { Core } from "../core";
import type { ServerContext } from "./server-context";

/** How long a purchase is waited for after its checkout is completed, on this page and the next ones. */
const LONGEST_MS = 120_000;
/** The longest pause between two looks at what the service knows; the first is a second, each next one twice as long. */
const MAX_PAUSE_MS = 30_000;

/** The storage name of what is being confirmed, for the next page of the tab. */
export const CONFIRMING = "confirming";
/** In place of a hash, while the service hasn't answered. */
const UNKNOWN = "?";
/** With one of these as its `payment_state` a payment isn't settled yet. */
const OPEN_PAYMENTS = ["pending", "processing"];

const hashOf = (...parts: unknown[]) => bucket(CONFIRMING, JSON.stringify(parts));

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
  /** How often the service was asked since the last purchase. */
  let looks = 0;
  /** The device's time, in epoch ms, when there is no more waiting. */
  let until = 0;
  /** Ends the pause before the next look if there is nothing to wait for any more. */
  let wake = () => {};
  stores.listen(() => wake());
  /** What is waited for, and the user who bought it. */
  let waiting: { readonly id: string | undefined; readonly done: Promise<void> } | undefined;
  async function waitForPurchase(before: string, who: string): Promise<void> {
    const id = idNow();
    /** Who has bought it may be known before it is known who this is, or the other way round. */
    const isBuyer = (now: string | undefined) =>
      !id && [hashOf(undefined), hashOf(now)].some((hash) => who === `${hash}`);
    const isSame = () => idNow() === id || isBuyer(idNow());
    const isOpen = createWait(before, contextParts);
    while (options.clientSession && wire && isSame() && isOpen()) {
      const left = until - clock.device();
      // More is left only where the clock was set back.
      if (left <= 0 || left > LONGEST_MS) break;
      await new Promise<void>((resolve) => {
        const pause = Math.min(1000 * 2 ** looks++, MAX_PAUSE_MS, left);
        agenda.later(`confirm ${id}`, pause, resolve);
        // Another answer may say so first.
        wake = () => (isSame() && isOpen()) || resolve();
      });
      wake = () => {};
      if (isOpen()) await refreshClient();
    }
  }
  /**
   * Waits until the service knows of the purchase, at most two minutes from the last one; goes on on
   * the tab's next page. Several purchases are waited for together.
   * @param before what the service knew before the purchase, by `boughtBy`
   */
  async function confirm(
    confirming: readonly string[],
    before: string,
    end = clock.device() + LONGEST_MS,
    who = `${hashOf(idNow())}`,
  ): Promise<void> {
    looks = 0;
    until = end;
    stores.patch({ confirming });
    session.write(CONFIRMING, [before, until, who, ...confirming].join("\n"));
    const id = idNow();
    if (waiting?.id !== id) waiting = undefined;
    waiting ??= { id, done: waitForPurchase(before, who) };
    const mine = waiting;
    await mine.done;
    // Another user's purchase is waited for by now, or this is done with.
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
      const [before, end, who, ...actions] = readMatches(session, CONFIRMING, /.+/g);
      const id = idNow();
      const left = Number(end) - clock.device();
      // An end further off was written by a clock that was ahead.
      const isOpen =
        left > 0 && left <= LONGEST_MS && (id === undefined || who === `${hashOf(id)}`);
      if (before && isOpen) void confirm(actions, before, Number(end), who);
    },
  };
}
