/**
 * The one host of page-level placements: where it is, and that it isn't made again for ever where
 * something on the page, such as a content blocker, removes it each time.
 */
import { isMisplaced, openPageHost } from "../../placements/index";
import type { Core } from "../core";
import type { Occasion, PageDecision } from "../moment";

/** A host that is removed before this has passed was not wanted. */
const AT_ONCE_MS = 250;
/** After so many of them in a row there is none for a while, or until the next click is answered. */
const MAX_REMOVED = 5;
const PAUSE_MS = 60_000;

export function createPageHost({ agenda, stores, clock }: Core) {
  const { device: now } = clock;
  let host: Element | undefined;
  /** When it was made. */
  let madeAt = 0;
  let removed = 0;
  /** The clicks that were answered. */
  const clicks = new WeakSet<Occasion>();
  return {
    open(): Element {
      const found = openPageHost();
      if (found !== host) {
        // What is gone with the page's body was not meant.
        removed = !host?.parentNode && now() - madeAt < AT_ONCE_MS ? removed + 1 : 0;
        madeAt = now();
      }
      host = found;
      return found;
    },
    /** Returns whether it may be made again for these decisions. If not, has everything decided anew as soon as it may. */
    permit(page: readonly PageDecision[]): boolean {
      const { occasion } = page.find((one) => one.occasion?.answersClick) ?? {};
      if (occasion && !clicks.has(occasion)) {
        clicks.add(occasion);
        removed = 0;
      }
      const left = removed < MAX_REMOVED ? 0 : madeAt + PAUSE_MS - now();
      if (left > 0) agenda.later("host", left, () => stores.patch({}));
      return left <= 0;
    },
    /** Removes it where it should be elsewhere by now. */
    makeWay() {
      // One that was removed already is no move of ours.
      if (!host?.isConnected || !isMisplaced(host)) return;
      host.remove();
      madeAt = 0;
    },
    remove: () => host?.remove(),
  };
}
