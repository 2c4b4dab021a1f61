/**
 * Watches the page's title: an application sets it whenever it knows it, such as when a route's data
 * is there, and no event tells.
 */
import { attempt } from "../decision/index";

/** Changes that are told of each route: a title that goes on and on, such as a count of messages, is no news. */
const MOST_CHANGES = 5;

/** @returns `renew` begins to count anew, on another route. */
export function watchTitle(document: Document, onTitle: () => void) {
  let title: string | undefined;
  let left = MOST_CHANGES;
  const isNew = () => {
    const before = title;
    title = attempt(() => document.title);
    return title !== before;
  };
  // Missing or made to throw: the title is read on each route all the same.
  const observer = attempt(() => {
    const watching = new MutationObserver(() => {
      if (isNew() && left-- > 0) attempt(onTitle);
    });
    watching.observe(document.head, { childList: true, characterData: true, subtree: true });
    return watching;
  });
  isNew();
  return {
    renew() {
      left = MOST_CHANGES;
    },
    stop: () => observer?.disconnect(),
  };
}
