/**
 * The page's own dialogs listen to the whole document: to keep the focus inside them, and to close at
 * Escape or at a click beside them. To them a dialog of ours that lies over them is beside them.
 */
import { hasOpenDialog } from "./roots";

const EVENTS =
  "click keydown focusin pointerdown pointerup mousedown mouseup touchstart touchend".split(" ");
const DIALOGS = "[aria-modal=true],[role=dialog],[role=alertdialog]";

/** While the page shows such a dialog, keeps what happens inside `box` from its listeners. @returns ends it */
export function keepFromPage(box: HTMLElement): () => void {
  const stop = new AbortController();
  const keep = (event: Event) => {
    const path = event.composedPath();
    if (!path.includes(box) || !hasOpenDialog(DIALOGS)) return;
    event.stopImmediatePropagation();
    if (event.type !== "click") return;
    // Another click, which does not leave our root.
    event.preventDefault();
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    const keys = { ctrlKey, metaKey, shiftKey };
    path[0]?.dispatchEvent(new MouseEvent("click", { ...keys, bubbles: true, cancelable: true }));
  };
  for (const type of EVENTS) {
    window.addEventListener(type, keep, { capture: true, signal: stop.signal });
  }
  return () => stop.abort();
}
