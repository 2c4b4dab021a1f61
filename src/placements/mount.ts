/**
 * Puts one placement into a root, keeps it up to date, and takes it away. Meanwhile the style sheet
 * hides the root's `<slot>`, so the page's own children come back by themselves afterwards.
 */
import { render } from "preact";
import type { Branding, PlacementOutput } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import { isShown, slotsNamed } from "./roots";
import { type Actions, drawSurface, isDialog, type SurfaceState, startDialog } from "./surface";
import { keepReadable } from "./theme";
import { isTabHidden } from "./visibility";

const TOAST_MS = 8000;
/** How often a toast's time is counted. A live region announces only what appears in it later: one tick. */
const TICK_MS = 100;

interface MountOptions extends Actions, SurfaceState {
  /** The shadow root of a slot, or of the page host. */
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  readonly output: PlacementOutput;
  readonly branding?: Branding | null | undefined;
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
   */
  update(output: PlacementOutput, state: SurfaceState, isAgain: boolean): void;
  unmount(): void;
}

/** While a dialog of ours is open, nothing beside it can be used or is announced. */
const isInert = (root: ShadowRoot) => !!root.querySelector(":modal");

/** Of several slots of that name the first that can be seen. */
function anchorNamed(handle: string | undefined): HTMLElement | undefined {
  const anchors = slotsNamed(handle);
  return anchors.find(isShown) ?? anchors[0];
}

/** The style sheet places a tooltip at its anchor where the browser can, else in the corner. */
function placeAt(anchor: HTMLElement, box: HTMLElement): void {
  if (!CSS.supports("position-area:end")) return;
  const spot = document.createElement("i");
  // Firefox looks for it before the box alone.
  box.before(spot);
  spot.popover = box.popover = "manual";
  spot.showPopover({ source: anchor });
  box.showPopover();
}

/** An empty `lang` would say that nobody knows the language. */
function setLanguage(element: HTMLElement, lang: string | undefined): void {
  if (lang) element.lang = lang;
  else element.removeAttribute("lang");
}

function createWrapper({ output: { surface, content }, isAnswer }: MountOptions): HTMLElement {
  const wrapper = document.createElement("div");
  wrapper.className = `root ${surface} ${content.position ?? ""}`;
  if (surface === "toast") wrapper.role = "status";
  // A dialog is announced by its focus.
  else if (isAnswer && !isDialog(surface)) wrapper.role = "alert";
  return wrapper;
}

export function mountSurface(options: MountOptions): MountedSurface {
  const { root, sheet, output, branding, renderer, onCta, onDismiss, onError } = options;
  const { surface, content } = output;
  const wrapper = createWrapper(options);
  /** How long a toast still stays, in ms. */
  let left: number;
  let words: string;
  /** What the renderer or the surface has given to undo what it did. */
  let cleanUp: (() => void) | undefined;
  // Looked for first: it makes the browser compute styles, and a box in the page by then would move into place.
  const anchor = surface === "tooltip" && !renderer ? anchorNamed(content.anchor) : undefined;

  /** Cleans up, once. */
  const end = () => {
    const once = cleanUp;
    cleanUp = undefined;
    once?.();
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
  const update: MountedSurface["update"] = (output, state, isAgain) =>
    guard(() => {
      if (isAgain) left = content.duration_ms ?? TOAST_MS;
      setLanguage(wrapper, state.lang);
      if (!renderer) return render(drawSurface({ ...options, ...state, output }), wrapper);
      // The application's own renderer can't update: it draws anew, and only when the words differ.
      const before = words;
      words = JSON.stringify({ ...output, decision_id: "" });
      if (words === before) return;
      end();
      const own = document.createElement("div");
      wrapper.replaceChildren(own);
      const drawn = renderer(own, output, {
        cta: (index) => void onCta(index),
        dismiss: onDismiss,
      });
      cleanUp = typeof drawn === "function" ? drawn : undefined;
      // An asynchronous renderer draws later, perhaps when it has been asked anew, and can't return a function to clean up.
      Promise.resolve(drawn).catch((error) => own.parentNode && fail(error));
    });

  /**
   * A toast appears, and its time runs, only while it can be used, and is neither hovered nor focused.
   * It does not take the place of one that is.
   */
  const startToast = (box: HTMLElement) => {
    box.remove();
    const timer = setInterval(() => {
      const isUsable = !isInert(root) && !isTabHidden() && isShown(wrapper) !== false;
      if (!isUsable || box.matches(":hover,:focus-within")) return;
      if (!box.parentNode) {
        const held = root.querySelector(".toast:is(:hover,:focus-within)");
        wrapper.append(box);
        if (held && isShown(held) === false) return box.remove();
      }
      left -= TICK_MS;
      if (left < 0) {
        clearInterval(timer);
        options.onExpire();
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  };
  const start = (box: HTMLElement) => {
    if (surface === "toast") return startToast(box);
    if (anchor) placeAt(anchor, box);
    return startDialog(box);
  };

  // Assigning even the same sheets makes the browser compute all styles again.
  if (!root.adoptedStyleSheets?.includes(sheet)) root.adoptedStyleSheets = [sheet];
  const tray = root.querySelector<HTMLElement>(".tray");
  (tray ?? root).prepend(wrapper);
  // Shown again, to lie over what the page has opened since; but not over a dialog of ours.
  if (tray && !isInert(root)) {
    tray.hidePopover?.();
    tray.showPopover?.();
  }
  update(output, options, true);
  const box = !renderer && wrapper.querySelector<HTMLElement>(".box");
  guard(() => {
    if (box) cleanUp = start(box);
  });
  keepReadable(wrapper, branding?.theme?.colors, options.warn);
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
