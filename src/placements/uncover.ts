/** Keeps what has the focus from lying under what is over the page, where nobody could see it. */
import { attempt } from "../decision/index";
import { aroundFocus } from "./focus";
import { HOST } from "./roots";

/** The browser scrolls to what gets the focus first; smoothly, where a page wants that. */
const SETTLED_MS = 400;

function uncoverFocus(): void {
  const [focused] = aroundFocus();
  if (!focused) return;
  // A bar leaves the middle of the window free, high toasts its upper end alone.
  for (const block of ["center", "start"] as const) {
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const isUnder = (y: number) =>
      document.elementFromPoint((left + right) / 2, y)?.localName === HOST;
    if (isUnder(top + 1) && isUnder(bottom - 1)) {
      focused.scrollIntoView({ block, behavior: "instant" });
    }
  }
}

/**
 * Scrolls to what has got the focus, if neither its upper nor its lower end can be seen: WCAG 2.2, 2.4.11.
 * A `scroll-padding` of ours would take the place of the page's own.
 */
export const uncover = (): void => {
  // Some DOMs of unit tests have no places.
  setTimeout(() => attempt(uncoverFocus), SETTLED_MS);
};
