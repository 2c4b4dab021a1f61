/**
 * Puts one placement into a root, keeps it up to date, and takes it away. The root's `<slot>` is
 * hidden meanwhile by the style sheet, so the page's own children come back by themselves.
 */
import { render } from "preact";
import type { Branding, PlacementOutput } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import { expire, openDialog, openPopover } from "./layer";
import { type Actions, type MeterValue, SURFACES, Surface } from "./surface";

const TOAST_MS = 8000;

export interface MountOptions extends Actions {
  /** Of a slot, or of the page host. */
  readonly root: ShadowRoot;
  readonly sheet: CSSStyleSheet;
  readonly output: PlacementOutput;
  readonly meter?: MeterValue | undefined;
  readonly branding?: Branding | undefined;
  /** For a surface that isn't built in. */
  readonly renderer?: SurfaceRenderer | undefined;
  /** What a tooltip points at. */
  readonly anchor?: Element | undefined;
  /** A toast's time is up: nobody dismissed it. */
  onExpire(): void;
  /** A renderer threw: nothing is shown any more. */
  onError(error: unknown): void;
}
export interface MountedSurface {
  /** What is seen, for the impression. */
  readonly element: Element;
  /** The same surface with other words, or another meter. Equal ones touch nothing. */
  update(output: PlacementOutput, meter?: MeterValue): void;
  unmount(): void;
}

export function mountSurface(options: MountOptions): MountedSurface {
  const { root, sheet, branding, renderer, anchor } = options;
  const { onCta, onDismiss, onExpire, onError } = options;
  const wrapper = document.createElement("div");
  const row = SURFACES.get(options.output.surface);
  let current = options.output;
  let shown = "";
  let clean: (() => void) | undefined;

  const attempt = (act: () => void) => {
    try {
      act();
    } catch (error) {
      clean = undefined;
      wrapper.remove();
      onError(error);
    }
  };
  const fill = () => {
    const text = JSON.stringify(current);
    if (!renderer || text === shown) return;
    shown = text;
    clean?.();
    const place = document.createElement("div");
    wrapper.replaceChildren(place);
    const cta = (index: number) => void onCta(index);
    clean = renderer(place, current, { cta, dismiss: onDismiss }) || undefined;
  };
  const update = (output: PlacementOutput, meter?: MeterValue) =>
    attempt(() => {
      current = output;
      const base = document.baseURI;
      if (!row) return fill();
      render(<Surface {...{ output, row, base, branding, meter, onCta, onDismiss }} />, wrapper);
    });
  const enter = () => {
    const { duration_ms = TOAST_MS } = current.content;
    const box = wrapper.firstElementChild;
    if (box instanceof HTMLDialogElement) {
      clean = () => box.close();
      openDialog(box, () => {
        const { dismissible = true } = current.content;
        if (dismissible) onDismiss();
        return dismissible;
      });
    } else if (box instanceof HTMLElement && row?.layer) {
      openPopover(box, anchor);
      if (row.role === "status") expire(box, duration_ms, onExpire);
    }
  };

  wrapper.className = `root ${current.surface} ${current.content.position ?? ""}`;
  if (row?.role) {
    wrapper.setAttribute("role", row.role);
    wrapper.setAttribute("aria-labelledby", current.placement);
  }
  root.adoptedStyleSheets = [sheet];
  root.prepend(wrapper);
  update(current, options.meter);
  attempt(enter);
  return {
    element: wrapper.firstElementChild ?? wrapper,
    update,
    unmount: () =>
      attempt(() => {
        clean?.();
        wrapper.remove();
      }),
  };
}
