/** Keeps what is on the page equal to what was decided. Mounts, updates and unmounts; decides nothing. */
import {
  entitlementOf,
  type Handle,
  type PlacementOutput,
  type ServicePlacementDecision,
  type Subject,
} from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import {
  createSheet,
  emit,
  type Mark,
  type MountedSurface,
  mountSurface,
  openPageHost,
  openRoot,
  type SurfaceState,
  setBranding,
  watchImpression,
} from "../placements/index";
import type { Core } from "./core";
import {
  type Decided,
  type Decisions,
  type Occasion,
  type PageState,
  slotKey,
  takesTurn,
} from "./decisions";
import { isPlaceholder, reserve } from "./placeholder";
import { createSlices } from "./slices";

/** A placement on display, as the rest of the SDK knows it. */
export interface Displayed {
  readonly output: PlacementOutput;
  /** Where its DOM events start: the slot element, or the page host. */
  readonly target: Element;
  /** What it answers. */
  readonly occasion: Occasion | undefined;
}
/** A slot, or a page-level placement by its handle. */
type Place = Mark | Handle;
interface Display extends Displayed {
  readonly mounted: MountedSurface;
  /** What is drawn, as text. */
  readonly drawn: string;
  /** Ends the watch for its impression. */
  readonly stop: () => void;
}

export interface PresenterOptions {
  readonly renderers: ReadonlyMap<string, SurfaceRenderer>;
  /** The decision's id when the placement may be mounted; asks for it otherwise and is called again. */
  claim(decision: ServicePlacementDecision): string | undefined;
  onCta(
    displayed: Displayed,
    index: number,
    event: Event | undefined,
  ): Promise<unknown> | undefined;
  onDismiss(displayed: Displayed): void;
  onExpire(displayed: Displayed): void;
  onImpression(displayed: Displayed): void;
}

/** What no update can change. */
const identity = ({ placement, payload, variant, surface, content }: PlacementOutput) =>
  [placement, payload, variant, surface, content.position].join();

/** What a surface shows besides its words. What has no limit has no meter. */
function stateOf(
  { content: { meter }, ctas }: PlacementOutput,
  subject: Subject,
  { confirming }: PageState,
): SurfaceState {
  const { limit, used } = meter ? entitlementOf(subject, meter.entitlement) : {};
  const isMetered = typeof limit === "number" && used !== undefined;
  return {
    meter: isMetered ? { used, limit } : undefined,
    confirming: ctas.find(({ action }) => confirming.includes(action))?.action,
  };
}

export function createPresenter(core: Core, on: PresenterOptions) {
  const { options, stores, fail, warn } = core;
  const reserves = options.providerFailureSlotBehavior === "placeholder";
  const sheet = createSheet();
  const displays = new Map<Place, Display>();
  const eachOf = createSlices(core);
  let host: HTMLElement | undefined;

  function hide(place: Place): void {
    const display = displays.get(place);
    displays.delete(place);
    display?.stop();
    display?.mounted.unmount();
  }

  const watch = (place: Place, { element }: MountedSurface) =>
    watchImpression(element, () => {
      const display = displays.get(place);
      if (display && !isPlaceholder(display.output)) on.onImpression(display);
    });

  function mount(
    place: Place,
    { output, occasion }: Pick<Displayed, "output" | "occasion">,
    subject: Subject,
  ): void {
    if (typeof place === "string") host = openPageHost();
    const target = typeof place === "string" ? host : place.element;
    const root = target && openRoot(target);
    if (!root || !target) return;
    /** What is on display by then: an update may have changed the words. */
    const current = (): Displayed => displays.get(place) ?? { output, occasion, target };
    const state = stateOf(output, subject, stores.$page.get());
    const mounted = mountSurface({
      root,
      sheet,
      output,
      ...state,
      branding: subject.playbook.branding,
      renderer: on.renderers.get(output.surface),
      onCta: (index, event) => on.onCta(current(), index, event),
      onDismiss: () => on.onDismiss(current()),
      onExpire: () => on.onExpire(current()),
      onError(error) {
        const message = `surface "${output.surface}" failed`;
        emit(target, "service:error", { placement: output.placement, message });
        fail(message, error);
      },
      warn,
    });
    const drawn = JSON.stringify([output, state]);
    displays.set(place, { output, occasion, target, mounted, drawn, stop: watch(place, mounted) });
  }

  function show(place: Place, { decision, occasion }: Decided, subject: Subject): void {
    const decided = decision.output;
    const display = displays.get(place);
    if (!decided || (display && identity(display.output) !== identity(decided))) hide(place);
    const isReserved = decided && isPlaceholder(decided);
    const decisionId = isReserved ? decided.decision_id : on.claim(decision);
    if (!decided || !decisionId) return;
    const output = { ...decided, decision_id: decisionId };
    const current = displays.get(place);
    if (!current) return mount(place, { output, occasion }, subject);
    const state = stateOf(output, subject, stores.$page.get());
    const drawn = JSON.stringify([output, state]);
    if (drawn !== current.drawn) current.mounted.update(output, state);
    let { stop } = current;
    if (current.output.decision_id !== decisionId) {
      // A new decision of the same words is seen anew, and not drawn anew.
      stop();
      stop = watch(place, current.mounted);
    }
    displays.set(place, { ...current, output, occasion, drawn, stop });
  }

  return {
    present({ slots: decided, page, subject }: Decisions, slots: readonly Mark[]): void {
      setBranding(sheet, subject.playbook.branding);
      // While the head is being read there is no body yet to hold the host.
      const visible = page.filter(({ decision }) => decision.visible && document.body);
      // What leaves makes room before what takes its turn.
      const wanted = new Set<Place>([...slots, ...visible.map(({ placement }) => placement)]);
      for (const [place, { target }] of displays) {
        // A host that went with the page's body took with it what it held.
        if (!wanted.has(place) || !target.isConnected) hide(place);
      }
      eachOf(slots, (slot) => {
        const answer = decided.get(slotKey(slot));
        // One that was found since then is decided next.
        if (!answer) return;
        const decision = reserves ? reserve(answer.decision) : answer.decision;
        show(slot, { ...answer, decision }, subject);
      });
      for (const one of visible) show(one.placement, one, subject);
      const open = visible.find((one) => takesTurn(one) && displays.has(one.placement))?.placement;
      if (open !== stores.$page.get().open) stores.patchPage({ open });
    },
    stop() {
      eachOf([], () => {});
      for (const place of displays.keys()) hide(place);
      host?.remove();
    },
  };
}
