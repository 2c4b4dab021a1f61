/** Hides elements, also those that something else shows again or puts others in the place of: a framework that renders them anew, or a script. */
import { readAttribute, writeAttribute } from "./elements";

/** The value of a `hidden` that isn't the page's. One that a framework sets has another, also where it sets it over ours. */
export const OURS = "service";

/** More often in one task than any framework renders. */
const MOST = 50;
const PERIOD_MS = 100;

/**
 * Not for ever: an editor or script that undoes it each time, before anything else can run, would
 * keep the page from all of it. What is left shown is hidden a period later.
 * @param rescan looks at all elements again
 */
export function createHideAnew(rescan: () => void) {
  /** How often something was undone in this task; all that is found at once counts as one. */
  let rounds = 0;
  /** 1 where something has been undone since they were counted. */
  let undone = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (element: Element, hidden: string | null) => {
    if (hidden !== OURS || rounds <= MOST) writeAttribute(element, "hidden", hidden);
  };
  const end = () => {
    rounds = 0;
    timer = undefined;
  };
  return {
    /** Gives an element this `hidden`; ours not for ever. */
    write,
    hide(element: Element): void {
      if (readAttribute(element, "hidden") !== null) return;
      undone = 1;
      write(element, OURS);
    },
    /** One has left the page, perhaps for another in its place. */
    note(): void {
      undone = 1;
    },
    /** What is undone from now on counts anew. */
    count(): void {
      rounds += undone;
      undone = 0;
      if (!rounds) return;
      timer ??= setTimeout(() => {
        if (rounds <= MOST) return end();
        timer = setTimeout(() => {
          end();
          rescan();
        }, PERIOD_MS);
      });
    },
    stop: () => clearTimeout(timer),
  };
}
