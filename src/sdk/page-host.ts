/**
 * The one host of page-level placements: where it is, and that it isn't made again for ever where
 * something on the page, such as a content blocker, removes it each time.
 */
import { isMisplaced, openPageHost } from "../placements/index";
import type { Clock } from "./core";

/** A host that is removed before this has passed was not wanted. */
const AT_ONCE_MS = 1000;
/** After so many of them in a row there is none for a while. */
const MAX_REMOVED = 5;
const PAUSE_MS = 60_000;

export function createPageHost({ device: now }: Pick<Clock, "device">) {
  let host: Element | undefined;
  /** When it was made. */
  let madeAt = 0;
  let removed = 0;
  return {
    open(): Element {
      const found = openPageHost();
      if (found !== host) {
        removed = now() - madeAt < AT_ONCE_MS ? removed + 1 : 0;
        madeAt = now();
      }
      host = found;
      return found;
    },
    isWanted: () => removed < MAX_REMOVED || now() - madeAt > PAUSE_MS,
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
