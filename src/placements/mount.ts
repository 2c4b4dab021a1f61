/**
 * Puts one placement into a root, keeps it up to date, and takes it away. The root's `<slot>` is
 * hidden meanwhile by the style sheet, so the page's own children come back by themselves.
 */
import { render } from "preact";
import type { Branding, PlacementOutput } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import { type Actions, drawSurface, openDialog, type SurfaceState } from "./surface";
import { correctContrast } from "./theme";

const TOAST_MS = 8000;
/** A live region announces what appears in it, so it has to be there a moment earlier. */
const TICK_MS = 100;

export interface MountOptions extends Actions, SurfaceState {
  /** Of a slot, or of the page host. */
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  readonly output: PlacementOutput;
  readonly branding?: Branding | null | undefined;
  /** The application's own way to draw this surface. */
  readonly renderer?: SurfaceRenderer | undefined;
  /** A toast's time is up: nobody dismissed it. */
  onExpire(): void;
  /** A renderer threw: nothing is shown any more. */
  onError(error: unknown): void;
  /** Something was put right that its author should put right. */
  warn(message: string): void;
}
export interface MountedSurface {
  /** What is seen, for the impression. */
  readonly element: Element;
  /** What a tooltip points to. */
  readonly anchor: Element | undefined;
  /** The same surface with other words, or in another state. Equal ones touch nothing. */
  update(output: PlacementOutput, state: SurfaceState): void;
  unmount(): void;
}

export function mountSurface(options: MountOptions): MountedSurface {
  const { root, sheet, output, branding, renderer, onCta, onDismiss, onError } = options;
  const { surface, content } = output;
  const wrapper = document.createElement("div");
  let words: string;
  let leave: ReturnType<SurfaceRenderer>;
  let anchor: HTMLElement | undefined;

  const fail = (error: unknown) => {
    leave = undefined;
    wrapper.remove();
    onError(error);
  };
  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      fail(error);
    }
  };
  const update = (output: PlacementOutput, state: SurfaceState) =>
    attempt(() => {
      if (!renderer) return render(drawSurface({ ...options, ...state, output }), wrapper);
      // An application's own is drawn anew, and only for other words.
      const before = words;
      words = JSON.stringify(output);
      if (words === before) return;
      leave?.();
      const own = document.createElement("div");
      wrapper.replaceChildren(own);
      const drawn: unknown = renderer(own, output, {
        cta: (index) => void onCta(index),
        dismiss: onDismiss,
      });
      leave = typeof drawn === "function" ? () => void drawn() : undefined;
      // One that is asynchronous draws when it likes, and cannot tell how to leave.
      Promise.resolve(drawn).catch(fail);
    });

  /** By a dialog of ours: nothing beside it can be used, or is announced. */
  const isCovered = () => root.querySelector(":modal");

  /** It comes, and its time runs, while it can be used; and not while it is hovered or focused. */
  const startToast = (box: HTMLElement) => {
    let { duration_ms: left = TOAST_MS } = content;
    box.remove();
    const timer = setInterval(() => {
      if (isCovered() || document.hidden || box.matches(":hover,:focus-within")) return;
      if (!box.parentNode) wrapper.append(box);
      left -= TICK_MS;
      if (left < 0) {
        // Here as well: what waits for nothing is still decided to be shown.
        clearInterval(timer);
        box.remove();
        options.onExpire();
      }
    }, TICK_MS);
    return () => clearInterval(timer);
  };
  const start = (box: HTMLElement) => {
    if (surface === "toast") return startToast(box);
    // At its anchor, by the style sheet, where browsers know anchors; in the corner elsewhere.
    const slot = `[data-service-slot="${content.anchor}"]`;
    if (surface === "tooltip") anchor = document.querySelector<HTMLElement>(slot) ?? undefined;
    if (anchor && CSS.supports("position-area:end")) {
      const spot = document.createElement("i");
      wrapper.append(spot);
      spot.popover = box.popover = "manual";
      spot.showPopover({ source: anchor });
      box.showPopover();
    }
    return openDialog(box);
  };

  wrapper.className = `root ${surface} ${content.position ?? ""}`;
  if (surface === "toast") wrapper.role = "status";
  // Setting even the same makes the browser work out every style again.
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [sheet];
  const tray = root.querySelector<HTMLElement>(".tray");
  (tray ?? root).prepend(wrapper);
  // Over what was opened since the last time, but for a dialog of ours.
  if (tray && !isCovered()) {
    tray.hidePopover();
    tray.showPopover();
  }
  update(output, options);
  const box = !renderer && wrapper.querySelector<HTMLElement>(".box");
  attempt(() => {
    if (box) leave = start(box);
  });
  const colors = branding?.theme?.colors;
  // Reading what colours came to makes the browser work it out: not while slots are being filled.
  if (colors)
    setTimeout(() => wrapper.isConnected && correctContrast(wrapper, colors, options.warn));
  return {
    element: box || wrapper,
    anchor,
    update,
    unmount: () =>
      attempt(() => {
        leave?.();
        wrapper.remove();
      }),
  };
}
