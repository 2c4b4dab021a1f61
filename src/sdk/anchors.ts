/** Knows whether the slots that tooltips point at can be seen, and when that changes. */
import type { Handle } from "../decision/index";
import { isShown, slotNamed } from "../placements/index";
import type { Core } from "./core";

const isSeen = (element: Element) => isShown(element) !== false;

/** @param refresh called when an anchor that is watched has come into sight, or left it */
export function createAnchors({ guard, undo }: Core, refresh: () => void) {
  /** The anchors that were asked about, and whether each was seen then. */
  let asked = new Map<Element, boolean>();
  let observer: IntersectionObserver | undefined;
  undo.push(() => observer?.disconnect());
  return {
    /** Only looks, and notes at what. */
    isInSight(anchor: Handle): boolean {
      const element = slotNamed(anchor);
      if (element) asked.set(element, isSeen(element));
      return !!element && isSeen(element);
    },
    /** Watches what was asked about since the last call, and nothing else. */
    watch(): void {
      const watched = asked;
      asked = new Map();
      observer?.disconnect();
      if (!watched.size) return;
      guard(() => {
        // One that is hidden intersects nothing. Outside the window it may wait until it is scrolled to.
        observer = new IntersectionObserver((entries) => {
          if (entries.some(({ target }) => isSeen(target) !== watched.get(target))) refresh();
        });
        for (const element of watched.keys()) observer.observe(element);
      });
    },
  };
}
