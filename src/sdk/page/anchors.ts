/** Knows whether the slots that tooltips point at can be seen, and when that changes. */
import { attempt, type Handle } from "../../decision/index";
import { isShown, slotsNamed } from "../../placements/index";
import type { Core } from "../core";

/** How often to look whether an anchor that has faded out is back. */
const LOOK_MS = 300;

const isSeen = (element: Element) => isShown(element) !== false;

/** @param refresh called when an anchor that is watched has come into sight, or left it */
export function createAnchors({ agenda, undo }: Core, refresh: () => void) {
  /** The anchors that were asked about, and whether each was seen then. */
  let asked = new Map<Element, boolean>();
  let observer: IntersectionObserver | undefined;
  undo.push(() => observer?.disconnect());
  return {
    /** Only looks, and notes at what. */
    isInSight(anchor: Handle): boolean {
      const elements = slotsNamed(anchor);
      for (const element of elements) asked.set(element, isSeen(element));
      return elements.some(isSeen);
    },
    /** Watches what was asked about since the last call, and nothing else. */
    watch(): void {
      const watched = asked;
      asked = new Map();
      observer?.disconnect();
      agenda.cancel("anchor");
      if (!watched.size) return;
      // Missing or made to throw: then only what else happens on the page shows what has become of them.
      attempt(() => {
        const look = () => {
          const all = [...watched];
          if (all.some(([element, was]) => isSeen(element) !== was)) refresh();
          // Has a place, but can't be seen there: nothing tells when it has faded in.
          else if (all.some(([element, was]) => !was && element.getClientRects()[0])) {
            agenda.later("anchor", LOOK_MS, look);
          }
        };
        // One without a place intersects nothing. Outside the window it may wait until it is scrolled to.
        observer = new IntersectionObserver(look);
        for (const element of watched.keys()) observer.observe(element);
      });
    },
  };
}
