/**
 * The page's own dialogs listen to the whole document: to keep the focus inside them, and to close at
 * Escape or at a click beside them. To them a dialog of ours that lies over them is beside them.
 */
const EVENTS =
  "click keydown focusin pointerdown pointerup mousedown mouseup touchstart touchend".split(" ");

/** Keeps what happens inside `box` from the page's listeners. @returns ends it */
export function keepFromPage(box: HTMLElement): () => void {
  const stop = new AbortController();
  const keep = (event: Event) => {
    const path = event.composedPath();
    if (!path.includes(box)) return;
    event.stopImmediatePropagation();
    if (event.type !== "click") return;
    // Another click, which does not leave our root.
    event.preventDefault();
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
    const init = { ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true };
    path[0]?.dispatchEvent(new MouseEvent("click", init));
  };
  for (const type of EVENTS) {
    window.addEventListener(type, keep, { capture: true, signal: stop.signal });
  }
  return () => stop.abort();
}
