/** What lies over the page: dialogs that keep the focus, popovers that never take it. */

/** A live region announces what appears in it, so it has to be there a moment earlier. */
const ANNOUNCE_MS = 100;
const TICK_MS = 250;

/**
 * The focus goes to the dialog itself: a key pressed just then presses nothing. `onClosed` comes
 * after the browser closed it; should it be false, the dialog opens again, for Escape closes in
 * some browsers whatever `closedby` says.
 */
export function openDialog(dialog: HTMLDialogElement, onClosed: () => boolean): void {
  const show = () => {
    dialog.showModal();
    dialog.focus();
  };
  dialog.addEventListener("close", () => {
    // Our own `close()` comes with removal.
    if (dialog.isConnected && !onClosed()) show();
  });
  show();
}

/** At its anchor, by the style sheet, where browsers know anchors; in the corner elsewhere. */
export function openPopover(box: HTMLElement, anchor: Element | undefined): void {
  setTimeout(() => {
    if (box.isConnected) box.showPopover(anchor instanceof HTMLElement ? { source: anchor } : {});
  }, ANNOUNCE_MS);
}

/** Calls `onExpire` once the time is up; it stands still while hovered, focused, or in a hidden tab. */
export function expire(box: Element, durationMs: number, onExpire: () => void): void {
  let left = durationMs;
  const timer = setInterval(() => {
    if (!box.isConnected) return clearInterval(timer);
    if (document.hidden || box.matches(":hover,:focus-within")) return;
    left -= TICK_MS;
    if (left > 0) return;
    clearInterval(timer);
    onExpire();
  }, TICK_MS);
}
