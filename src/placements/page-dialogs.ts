/**
 * The page's own dialogs: whether one is open, and how one of ours is used over them. Some listen to
 * the whole document, to keep the focus inside them, and to close at Escape or at a click beside them;
 * to those a dialog of ours, though it lies over them, counts as beside them.
 */
import { attempt } from "../decision/index";
import { findIn, isMatch } from "./elements";
import { aroundFocus } from "./focus";
import { findAll, holdsDialog, isShown, someHost } from "./roots";
import { uncover } from "./uncover";

/**
 * Whether nothing of the element is in the window, where some pages keep a closed drawer: it lies beside
 * or below the window, or was folded to no size. What is fixed may lie above it too; anything else there
 * has been scrolled away. A wrapper may have no size, and a dialog in it.
 */
export function isAway(element: Element): boolean {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const { position, overflow } = getComputedStyle(element);
  if (width * height > 0) {
    const isAbove = bottom <= 0 && position === "fixed";
    return isAbove || right <= 0 || left >= innerWidth || top >= innerHeight;
  }
  const cuts = overflow !== "visible";
  return [...element.children].every(
    (one) => isAway(one) || (cuts && getComputedStyle(one).position !== "fixed"),
  );
}

/** A modal one by its tag's name, since what is in full screen is `:modal` too. */
const DIALOGS = "dialog:modal,[aria-modal=true]";

/** A modal dialog blocks the page even while it can't be seen, as when it fades in. */
const isOpen = (dialog: Element) =>
  dialog.matches(":modal") || ((isShown(dialog) ?? dialog.getClientRects()[0]) && !isAway(dialog));

const isAnyOpen = (selector: string) => findAll(selector).some(isOpen);

/** Whether a modal dialog of the page's is among the elements, or inside one of them. */
export const hasPageDialog = (elements: readonly Element[]) =>
  elements.some((one) => isMatch(one, DIALOGS) || findIn(one, DIALOGS)[0]);

/** Whether the page shows a dialog of its own, or the focus is in one, which may be in a shadow root. */
export const hasOpenDialog = () =>
  isAnyOpen(DIALOGS) || aroundFocus().some((one) => isMatch(one, DIALOGS));

/** A banner may be a `dialog` too, but it doesn't hold the focus. */
const TRAPS = "dialog:modal,[aria-modal=true],:is([role=dialog],[role=alertdialog]):focus-within";

/** Whether the page shows a dialog that may keep the focus by a script, as long as nothing of ours has taken it. */
const isTrapped = () => isAnyOpen(TRAPS);

/** Whether a dialog of ours is open. */
export const isOursOpen = () => someHost(holdsDialog);

/** Whether one of the page's own lies under a dialog of ours, for want of a place in the top layer. */
export const isObstructing = () => isOursOpen() && isAnyOpen("[aria-modal=true]:not(:modal)");

/**
 * Moves the focus into a dialog of the page's, where one is open without it: under ours it could not
 * take it.
 * @returns whether there was one
 */
export function focusPageDialog(): boolean {
  const open = findAll("[aria-modal=true]:not(:modal)").filter(isOpen);
  const dialog = open.at(-1);
  if (!dialog || dialog.matches(":focus-within")) return false;
  for (const one of [dialog, ...dialog.querySelectorAll<HTMLElement>("*")]) {
    // A form's field may be named like its method.
    attempt(() => Object(one).focus());
    if (dialog.matches(":focus-within")) break;
  }
  return true;
}

/** What touches and the wheel scroll, pages prevent outside their dialog. A keyboard on the screen may make the window lower. */
const EVENTS =
  "click keydown focusin pointerdown pointerup mousedown mouseup touchstart touchend touchmove wheel resize".split(
    " ",
  );

/** Keeps what a person does in a root of ours from the page. A click is made anew, as one that does not leave the root. */
export function keepWithin(event: Event): void {
  event.stopImmediatePropagation();
  if (event.type !== "click") return;
  event.preventDefault();
  const { ctrlKey, metaKey, shiftKey, detail } = event as MouseEvent;
  const init = { ctrlKey, metaKey, shiftKey, detail, bubbles: true, cancelable: true };
  event.composedPath()[0]?.dispatchEvent(new MouseEvent("click", init));
}

/** What scrolls: the type of an event, and its key. */
const SCROLLS = /^(wheel|touchmove|keydown( |Page|Arrow|Home|End))/;

/**
 * Whether the page behind `dialog` would scroll. Its `overscroll-behavior` keeps the page from that in
 * Chrome, in other engines only where the dialog itself scrolls. To zoom, or go back, is no scrolling.
 */
function scrollsPage(event: Event, dialog: HTMLElement): boolean {
  const { type, key = "", ctrlKey, altKey, metaKey, touches } = Object(event);
  const isOther = ctrlKey || altKey || metaKey || touches?.[1];
  const isElsewhere = key && event.composedPath()[0] !== dialog;
  if (isOther || isElsewhere || dialog.scrollHeight > dialog.clientHeight) return false;
  return SCROLLS.test(type + key);
}

/**
 * Keeps what happens inside `box`, which is about to open, from the page's listeners: over a dialog of
 * the page's all of it, else Escape, which closes only what lies on top, and what scrolls, which a page
 * prevents that scrolls smoothly, or not under its menu. What is no dialog is over one that opens later,
 * too, and takes neither. What has the focus in the page isn't left under it.
 * @returns ends it, before `box` goes: the focus is then where it was before
 */
export function keepFromPage(box: HTMLElement): () => void {
  const isDialog = box instanceof HTMLDialogElement;
  const wasTrapped = isTrapped();
  const stop = new AbortController();
  /** What had the focus in the page, before something in `box` got it. */
  let before: unknown;
  /** One listener, however often a key that is held repeats; by no `once`, beside which a page's own `Object.prototype.signal` would be read. */
  const keepEnd = (event: Event) => {
    event.stopImmediatePropagation();
    window.removeEventListener("keyup", keepEnd, true);
  };
  const keep = (event: Event) => {
    const path = event.composedPath();
    const { type, key, relatedTarget } = Object(event);
    const isFocus = type === "focusin";
    // Within one shadow root the focus moves without a word to those outside.
    if (!path.includes(box)) return /focusin|resize|Tab/.test(type + key) ? uncover() : undefined;
    // Nothing had it where the reader comes back from another window.
    if (isFocus) before = relatedTarget ?? before;
    // A page that two fingers have enlarged, or that is wider than its phone, is moved by what would else
    // scroll it. What a scroll bar takes of the width is less.
    const { scale, width } = Object(window.visualViewport);
    const isEnlarged = scale > 1 || width * 1.06 < innerWidth;
    box.style.overscrollBehavior = isEnlarged ? "auto" : "";
    if (isDialog && !isEnlarged && scrollsPage(event, box)) event.preventDefault();
    const isEscape = key === "Escape";
    const isKept = isDialog
      ? wasTrapped || isEscape || /wheel|touchmove/.test(type)
      : !isEscape && isTrapped();
    if (!isKept) return;
    // Its end comes after the box has gone, and the focus is back in the page.
    if (isEscape) window.addEventListener("keyup", keepEnd, true);
    keepWithin(event);
  };
  // Under what is no dialog the page scrolls without waiting for us.
  const options = { capture: true, signal: stop.signal, ...(isDialog && { passive: false }) };
  for (const type of EVENTS) window.addEventListener(type, keep, options);
  return () => {
    stop.abort();
    // Else the next Tab goes on from the end of the page, where the box was. A dialog does so as it closes:
    // before that, the page behind it is inert and takes no focus.
    const { activeElement } = Object(box.getRootNode());
    if (box.contains(activeElement)) Object(before).focus?.({ preventScroll: true });
  };
}
