/** Keeps what is on the page equal to what was decided. Mounts, updates and unmounts; decides nothing. */

import { entitlementOf, type Handle, type PlacementOutput, type Subject } from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import {
  createTheme,
  emit,
  type MountedSurface,
  mountSurface,
  openPageHost,
  openRoot,
  type PlacementTheme,
  type Slot,
  watchImpression,
} from "../placements/index";
import { type Decided, type Decisions, slotKey, takesTurns } from "./decisions";
import type { Occasion } from "./occasions";

/** A placement on display, as the rest of the SDK knows it. */
export interface Displayed {
  readonly output: PlacementOutput;
  /** Where its DOM events start: the slot element, or the page host. */
  readonly target: Element;
  /** What it answers. */
  readonly occasion: Occasion | undefined;
}
/** A slot, or a page-level placement by its handle. */
type Place = Slot | Handle;
interface OnDisplay extends Displayed {
  readonly mounted: MountedSurface;
  /** Ends the watch for its impression. */
  readonly stop: () => void;
}

export interface PresenterOptions {
  readonly window: Window & typeof globalThis;
  readonly renderers: ReadonlyMap<string, SurfaceRenderer>;
  /** The decision's id when the placement may be mounted; asks for it otherwise and is called again. */
  claim(output: PlacementOutput): string | undefined;
  onCta(
    displayed: Displayed,
    index: number,
    event: Event | undefined,
  ): Promise<unknown> | undefined;
  onDismiss(displayed: Displayed): void;
  onExpire(displayed: Displayed): void;
  onImpression(displayed: Displayed): void;
  onOpen(placement: Handle | undefined): void;
  onError(message: string, target: Element | undefined, error: unknown): void;
}

/** The same place, words and look apart: what an update can change. */
const identity = ({ placement, payload, variant, surface, content }: PlacementOutput) =>
  [placement, payload, variant, surface, content.position].join();

export interface Presenter {
  present(decisions: Decisions, slots: Iterable<Slot>): void;
  remove(slot: Slot): void;
  readonly theme: PlacementTheme;
  stop(): void;
}

export function createPresenter(options: PresenterOptions): Presenter {
  const { window, renderers, claim, onOpen, onError } = options;
  const { document } = window;
  const theme = createTheme();
  const displays = new Map<Place, OnDisplay>();
  let host: HTMLElement | undefined;

  const watch = (place: Place, { element }: MountedSurface) =>
    watchImpression(element, {
      window,
      onImpression() {
        const display = displays.get(place);
        if (display) options.onImpression(display);
      },
    });

  function hide(place: Place): void {
    const display = displays.get(place);
    displays.delete(place);
    display?.stop();
    display?.mounted.unmount();
  }

  function mount(place: Place, displayed: Omit<Displayed, "target">, subject: Subject): void {
    const { output } = displayed;
    const isSlot = typeof place !== "string";
    if (!isSlot) host = openPageHost(document);
    const target = isSlot ? place.element : host;
    const root = isSlot ? place.root : target && openRoot(target);
    if (!root || !target) return;
    /** What is shown by then: an update may have changed the words. */
    const shown = (): Displayed => displays.get(place) ?? { ...displayed, target };
    const { anchor } = output.content;
    const mounted = mountSurface({
      root,
      sheet: theme.sheet,
      output,
      meter: meterOf(output, subject),
      branding: subject.playbook.branding,
      renderer: renderers.get(output.surface),
      anchor: anchor
        ? (document.querySelector(`[data-service-slot="${anchor}"]`) ?? undefined)
        : undefined,
      onCta: (index, event) => options.onCta(shown(), index, event),
      onDismiss: () => options.onDismiss(shown()),
      onExpire: () => options.onExpire(shown()),
      onError(error) {
        emit(target, "service:error", { placement: output.placement });
        onError(`surface "${output.surface}" failed`, target, error);
      },
    });
    displays.set(place, { ...displayed, target, mounted, stop: watch(place, mounted) });
  }

  function show(place: Place, { decision, occasion }: Decided, subject: Subject): void {
    const decided = decision.output;
    const display = displays.get(place);
    if (!decided || (display && identity(display.output) !== identity(decided))) hide(place);
    const decisionId = decided && claim(decided);
    if (!decisionId) return;
    const output = { ...decided, decision_id: decisionId };
    const current = displays.get(place);
    if (!current) return mount(place, { output, occasion }, subject);
    const { mounted } = current;
    mounted.update(output, meterOf(output, subject));
    let { stop } = current;
    if (current.output.decision_id !== decisionId) {
      // A new decision of the same words is seen anew, and not drawn anew.
      stop();
      stop = watch(place, mounted);
    }
    displays.set(place, { ...current, output, occasion, stop });
  }

  return {
    theme,
    remove: hide,
    present({ slots: decided, page, subject }, slots) {
      const places = new Set<Place>();
      for (const slot of slots) {
        places.add(slot);
        const { handle, surfaces } = slot;
        const answer = decided.get(slotKey({ handle, surfaces }));
        // One that was found since then is decided next.
        if (answer) show(slot, answer, subject);
      }
      // What leaves makes room before what takes its turn.
      const visible = page.filter(({ decision }) => decision.visible);
      for (const { placement } of visible) places.add(placement);
      for (const place of [...displays.keys()]) if (!places.has(place)) hide(place);
      for (const one of visible) show(one.placement, one, subject);
      const open = visible.find(({ decision }) => takesTurns(decision.output?.surface));
      onOpen(open && displays.has(open.placement) ? open.placement : undefined);
    },
    stop() {
      for (const place of [...displays.keys()]) hide(place);
      host?.remove();
    },
  };
}

/** What the meter of a placement shows; nothing for what has no limit. */
function meterOf({ content: { meter } }: PlacementOutput, subject: Subject) {
  const { limit, used } = meter ? entitlementOf(subject, meter.entitlement) : {};
  return typeof limit === "number" && used !== undefined ? { used, limit } : undefined;
}
