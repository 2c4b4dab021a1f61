/** Knows whether the slots that tooltips point at can be seen, and when that changes. */
import type { Handle } from "../decision/index";
import { isShown, slotNamed } from "../placements/index";
import type { Core } from "./core";

/**
 * Returns what begins a new look at the anchors, and gives a test of whether one can be seen.
 * @param refresh called when an anchor of the last look has come into sight, or left it
 */
export function createAnchors({ guard, undo }: Core, refresh: () => void) {
  const known = new Map<Element, boolean>();
  const isSeen = (element: Element) => isShown(element) !== false;
  let observer: IntersectionObserver | undefined;
  /** One that is hidden intersects nothing. Outside the window it may wait until it is scrolled to. */
  function watch(element: Element): void {
    observer ??= new IntersectionObserver(() => {
      if ([...known].some(([element, wasSeen]) => isSeen(element) !== wasSeen)) refresh();
    });
    observer.observe(element);
  }
  undo.push(() => observer?.disconnect());
  return () => {
    known.clear();
    observer?.disconnect();
    return (anchor: Handle): boolean => {
      const element = slotNamed(anchor);
      if (!element) return false;
      known.set(element, isSeen(element));
      guard(() => watch(element));
      return isSeen(element);
    };
  };
}
