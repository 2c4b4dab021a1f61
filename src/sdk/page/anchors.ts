/** Knows whether the slots that tooltips point at can be seen, and when that changes. */
import { attempt, type Handle } from "../../decision/index";
import { isShown, slotsNamed } from "../../placements/index";
import type { Core } from "../core";

/** How often to look whether an anchor that has faded out is back. */
const LOOK_MS = 300;

/** Far above and below the window, where a page is scrolled to, but not beside it, where closed drawers lie. */
const SIGHT = { rootMargin: "9e5px 0px", threshold: 1e-4 };

/** @param refresh called when an anchor that is watched has come into sight, or left it */
export function createAnchors({ agenda, undo }: Core, refresh: () => void) {
  /** The anchors that were asked about, and whether each was seen then. */
  let asked = new Map<Element, boolean>();
  /** How much of each is left where it is: none in a closed accordion, which cuts it off. */
  const shares = new WeakMap<Element, number>();
  const isSeen = (element: Element) => isShown(element) !== false && shares.get(element) !== 0;
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
          else if (all.some(([element, was]) => !was && shares.get(element))) {
            agenda.later("anchor", LOOK_MS, look);
          }
        };
        observer = new IntersectionObserver((entries) => {
          for (const one of entries) shares.set(one.target, one.intersectionRatio);
          look();
        }, SIGHT);
        for (const element of watched.keys()) observer.observe(element);
      });
    },
  };
}
