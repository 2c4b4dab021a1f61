/**
 * Puts one placement into a root, keeps it up to date, and takes it away. Meanwhile the style sheet
 * hides the root's `<slot>`, so the page's own children come back by themselves afterwards.
 */
import { render } from "preact";
import { attempt, type PlacementOutput } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import { isAway, keepFromPage } from "./page-dialogs";
import { isDrawn, isInert, isShown, slotsNamed } from "./roots";
import {
  type Actions,
  drawSurface,
  type FocusBefore,
  isDialog,
  type SurfaceState,
  startDialog,
} from "./surface";
import { keepReadable } from "./theme";
import { startToast, TICK_MS, TOAST_MS } from "./toast-time";

interface MountOptions extends Actions, SurfaceState {
  /** The shadow root of a slot, or of the page host. */
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  /** The same object for all dialogs. */
  readonly before: FocusBefore;
  readonly output: PlacementOutput;
  /** It answers a click, so it is announced, wherever it appears. */
  readonly isAnswer?: boolean | undefined;
  /** The application's own way to draw this surface. */
  readonly renderer?: SurfaceRenderer | undefined;
  /** A toast's time is up: nobody dismissed it. */
  onExpire(): void;
  /** A renderer threw: nothing is shown any more. */
  onError(error: unknown): void;
  /** Reports what was corrected here, and the author should correct in the Playbook. */
  warn(message: string): void;
}
export interface MountedSurface {
  /** The element whose visibility makes an impression. */
  readonly element: Element;
  /** The slot that a tooltip points at. */
  readonly anchor: Element | undefined;
  /**
   * Draws the same surface with other words, or in another state. Equal ones change nothing in the DOM.
   * @param isAgain what it answers has happened again: a toast has its whole time again
   * @param isAnswer it answers a click: if again, it is announced anew
   */
  update(
    output: PlacementOutput,
    state: SurfaceState,
    isAgain: boolean,
    isAnswer: boolean | undefined,
  ): void;
  unmount(): void;
}

/** Of several slots of that name the first that can be seen, in the window if any is: a menu may be in a closed drawer, too. */
function anchorNamed(handle: string | undefined): HTMLElement | undefined {
  const anchors = slotsNamed(handle);
  const shown = anchors.filter(isShown);
  return shown.find((one) => !isAway(one)) ?? shown[0] ?? anchors[0];
}

/** The style sheet places a tooltip at its anchor where the browser can, else in the corner. */
function placeAt(anchor: HTMLElement, box: HTMLElement): void {
  if (!attempt(() => CSS.supports("position-area:end"))) return;
  const spot = document.createElement("i");
  // Firefox looks for it before the box alone.
  box.before(spot);
  spot.popover = "manual";
  let isRead = false;
  spot.showPopover?.({
    get source() {
      isRead = true;
      return anchor;
    },
  });
  // Chrome 129 to 132 know areas, but no source.
  if (!isRead) return;
  box.popover = "manual";
  box.showPopover();
}

/** An empty `lang` would say that nobody knows the language. */
function setLanguage(element: HTMLElement, lang: string | undefined): void {
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}

function createWrapper({ surface, content }: PlacementOutput): HTMLElement {
  const wrapper = document.createElement("div");
  wrapper.className = `root ${surface} ${content.position ?? ""}`;
  // html2canvas throws on colours such as those of `color-mix()`: it draws the page without us.
  wrapper.toggleAttribute("data-html2canvas-ignore");
  if (surface === "toast") wrapper.role = "status";
  return wrapper;
}

/** Has screen readers speak it, each time anew. Orca speaks what appears in a live region, not what becomes one. */
function speak(wrapper: HTMLElement): void {
  wrapper.role = null;
  wrapper.ariaHidden = "true";
  setTimeout(() => {
    wrapper.role = "alert";
    wrapper.ariaHidden = null;
  }, TICK_MS);
}

export function mountSurface(options: MountOptions): MountedSurface {
  const { root, sheet, output, renderer, onCta, onDismiss, onError } = options;
  const { surface, content } = output;
  const wrapper = createWrapper(output);
  const time = { left: 0 };
  let words: string;
  /** What the renderer or the surface has given to undo what it did. */
  let cleanUp: (() => void) | undefined;
  // Looked for first: it makes the browser compute styles, and a box in the page by then would move into place.
  const anchor = surface === "tooltip" && !renderer ? anchorNamed(content.anchor) : undefined;

  /** Cleans up, once. */
  const end = () => {
    const once = cleanUp;
    cleanUp = undefined;
    Promise.resolve(once?.()).catch(onError);
  };
  const fail = (error: unknown) => {
    wrapper.remove();
    onError(error);
    guard(end);
  };
  const guard = (act: () => void) => {
    try {
      act();
    } catch (error) {
      fail(error);
    }
  };
  /** The application's own renderer can't update: it draws anew, and only when the words differ. */
  const drawOwn = (draw: SurfaceRenderer, output: PlacementOutput) => {
    const before = words;
    words = JSON.stringify({ ...output, decision_id: "" });
    if (words === before) return;
    end();
    const own = document.createElement("div");
    wrapper.replaceChildren(own);
    const drawn = draw(own, output, { cta: (index) => void onCta(index), dismiss: onDismiss });
    cleanUp = typeof drawn === "function" ? drawn : undefined;
    // An asynchronous one draws later, perhaps when it has been asked anew, and can't return a function to clean up.
    Promise.resolve(drawn).catch((error) => own.parentNode && fail(error));
  };
  const update: MountedSurface["update"] = (output, state, isAgain, isAnswer) =>
    guard(() => {
      if (isAgain) time.left = content.duration_ms ?? TOAST_MS;
      // A toast is announced when it appears, a dialog by its focus.
      if (isAgain && isAnswer && surface !== "toast" && !isDialog(surface)) {
        speak(wrapper);
      }
      setLanguage(wrapper, state.lang);
      if (renderer) drawOwn(renderer, output);
      else render(drawSurface({ ...options, ...state, output }), wrapper);
      keepReadable(wrapper, state.branding?.theme?.colors, options.warn);
    });

  const start = (box: HTMLElement) => {
    // In the flow of the page it is the page's.
    const release = tray && keepFromPage(box);
    if (anchor) placeAt(anchor, box);
    const { onExpire } = options;
    const stop =
      surface === "toast"
        ? startToast(box, { root, wrapper, time, onExpire })
        : startDialog(box, options.before);
    return () => {
      release?.();
      stop?.();
    };
  };

  // Assigning even the same sheets makes the browser compute all styles again.
  if (!root.adoptedStyleSheets?.includes(sheet)) root.adoptedStyleSheets = [sheet];
  const tray = root.querySelector<HTMLElement>(".tray");
  // Left by an instance that has gone without `destroy()`, or saved with the page.
  if (!tray) root.querySelector(".root")?.remove();
  (tray ?? root).prepend(wrapper);
  // Shown again, to lie over what the page has opened since; but not over a dialog of ours.
  if (tray && !isInert(root)) {
    // Chrome 114 throws where it isn't showing.
    attempt(() => tray.hidePopover());
    tray.showPopover?.();
  }
  update(output, options, true, options.isAnswer);
  const box = !renderer && wrapper.querySelector<HTMLElement>(".box");
  guard(() => {
    if (!box) return;
    cleanUp = start(box);
    // The page would be inert for what nobody sees. One that still hides all of itself shows both later.
    // Asked only of a dialog: it makes the browser compute styles.
    if (isDialog(surface) && isShown(document.body) && isDrawn(box) === false) {
      throw new Error("hidden by a blocker");
    }
  });
  return {
    element: box || wrapper,
    anchor,
    update,
    unmount: () =>
      guard(() => {
        end();
        wrapper.remove();
      }),
  };
}
