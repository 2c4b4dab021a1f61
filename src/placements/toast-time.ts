/** How long a toast stays on the page. */
import { attempt } from "../decision/index";
import { isInert, isShown } from "./roots";
import { isBehindKeyboard, isTabHidden } from "./visibility";

export const TOAST_MS = 8000;
/** How often a toast's time is counted. A live region announces only what appears in it later: one tick. */
export const TICK_MS = 100;

interface ToastOptions {
  readonly root: ShadowRoot;
  /** Holds the box. */
  readonly wrapper: HTMLElement;
  /** How long it still stays, in ms; its whole time again when what it answers happens again. */
  readonly time: { left: number };
  onExpire(): void;
}

/**
 * A toast appears, and its time runs, only while it can be used, and is neither hovered nor focused.
 * It does not take the place of one that is. No timer runs in a hidden tab.
 * @returns ends it
 */
export function startToast(
  box: HTMLElement,
  { root, wrapper, time, onExpire }: ToastOptions,
): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    const isUsable = !isInert(root) && isShown(wrapper) !== false;
    // Some DOMs of unit tests can't tell of a shadow root what has the focus, and throw. A bare
    // `:hover` is for links only in a page without a doctype.
    const waits = () => isBehindKeyboard(box) || box.matches(".box:hover,:focus-within");
    if (!isUsable || attempt(waits)) return;
    if (!box.parentNode) {
      const held = attempt(() => root.querySelector(".toast:is(:hover,:focus-within)"));
      wrapper.append(box);
      if (held && isShown(held) === false) return box.remove();
    }
    time.left -= TICK_MS;
    if (time.left < 0) {
      stop();
      onExpire();
    }
  };
  const run = () => {
    clearInterval(timer);
    if (!isTabHidden()) timer = setInterval(tick, TICK_MS);
  };
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", run);
  };
  box.remove();
  document.addEventListener("visibilitychange", run);
  run();
  return stop;
}
