/** Hides elements that something else has shown again: a framework that renders them anew, or a script. */
import { readAttribute, writeAttribute } from "./elements";

/** The value of a `hidden` that isn't the page's. One that a framework sets has another, also where it sets it over ours. */
export const OURS = "service";

/** More often than any framework renders. */
const MOST = 50;
const PERIOD_MS = 100;

/**
 * Not for ever: a script that shows the element again each time, before anything else can run, would
 * keep the page from all of it. What is left shown is hidden in the next period.
 * @param rescan looks at all elements again
 */
export function createHideAnew(rescan: () => void) {
  /** How often each was hidden in this period. */
  let counts = new Map<Element, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    hide(element: Element): void {
      if (readAttribute(element, "hidden") !== null) return;
      if (!counts.size) {
        timer = setTimeout(() => {
          counts = new Map();
          rescan();
        }, PERIOD_MS);
      }
      const count = (counts.get(element) ?? 0) + 1;
      counts.set(element, count);
      if (count <= MOST) writeAttribute(element, "hidden", OURS);
    },
    stop: () => clearTimeout(timer),
  };
}
