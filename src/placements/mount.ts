/**
 * Puts one placement into a root, keeps it up to date, and takes it away. The root's `<slot>` is
 * hidden meanwhile by the style sheet, so the page's own children come back by themselves.
 */
import { render } from "preact";
import type { Branding, PlacementOutput } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import { type Actions, drawSurface, isDialog, openDialog, type SurfaceState } from "./surface";
import { correctContrast } from "./theme";

const TOAST_MS = 8000;
/** A live region announces what appears in it, so it has to be there a moment earlier. */
const TICK_MS = 100;

export interface MountOptions extends Actions, SurfaceState {
  /** Of a slot, or of the page host. */
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  readonly output: PlacementOutput;
  readonly branding?: Branding | undefined;
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
  /** The same surface with other words, or in another state. Equal ones touch nothing. */
  update(output: PlacementOutput, state: SurfaceState): void;
  unmount(): void;
}

export function mountSurface(options: MountOptions): MountedSurface {
  const { root, sheet, branding, renderer, onCta, onDismiss, onExpire, onError, warn } = options;
  const { placement, surface, content } = options.output;
  const wrapper = document.createElement("div");
  let given: PlacementOutput | undefined;
  let leave: ReturnType<SurfaceRenderer>;

  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      leave = undefined;
      wrapper.remove();
      onError(error);
    }
  };

  /** Its time stands still while it is hovered, focused, or in a hidden tab. */
  const startToast = (box: HTMLElement) => {
    let { duration_ms: left = TOAST_MS } = content;
    box.remove();
    const timer = setInterval(() => {
      if (!box.parentNode) wrapper.append(box);
      if (document.hidden || box.matches(":hover,:focus-within")) return;
      left -= TICK_MS;
      if (left < 0) onExpire();
    }, TICK_MS);
    return () => clearInterval(timer);
  };
  const start = (box: HTMLElement) => {
    if (surface === "toast") return startToast(box);
    // At its anchor, by the style sheet, where browsers know anchors; in the corner elsewhere.
    const anchor = document.querySelector<HTMLElement>(`[data-service-slot="${content.anchor}"]`);
    if (surface === "tooltip" && anchor && CSS.supports("position-area:end")) {
      box.popover = "manual";
      box.showPopover({ source: anchor });
    }
    return openDialog(box);
  };
  /** An application's own surface is drawn anew, and only for other words. */
  const drawOwn = (output: PlacementOutput) => {
    if (!renderer || JSON.stringify(given) === JSON.stringify(output)) return;
    given = output;
    leave?.();
    const box = document.createElement("div");
    wrapper.replaceChildren(box);
    const cta = (index: number) => void onCta(index);
    leave = renderer(box, output, { cta, dismiss: onDismiss });
  };
  const update = (output: PlacementOutput, { meter, confirming }: SurfaceState) =>
    attempt(() => {
      if (renderer) drawOwn(output);
      else render(drawSurface({ output, branding, meter, confirming, onCta, onDismiss }), wrapper);
    });

  wrapper.className = `root ${surface} ${content.position ?? ""}`;
  if (!renderer && !isDialog(surface)) {
    const region = surface === "bar" || surface === "tooltip" ? "region" : "group";
    wrapper.role = surface === "toast" ? "status" : region;
    wrapper.setAttribute("aria-labelledby", placement);
  }
  root.adoptedStyleSheets = [sheet];
  const tray = root.querySelector<HTMLElement>(".tray");
  (tray ?? root).prepend(wrapper);
  // Over what was opened since the last time.
  tray?.togglePopover(false);
  tray?.togglePopover(true);
  update(options.output, options);
  const box = !renderer && wrapper.querySelector<HTMLElement>(".box");
  if (box)
    attempt(() => {
      leave = start(box);
    });
  const colors = branding?.theme?.colors;
  // Reading what colours came to makes the browser work it out: not while slots are being filled.
  if (colors) setTimeout(() => wrapper.isConnected && correctContrast(wrapper, colors, warn));
  return {
    element: box || wrapper,
    update,
    unmount: () =>
      attempt(() => {
        leave?.();
        wrapper.remove();
      }),
  };
}
