/** Mounts, updates and unmounts placements, so that the page shows what was decided. Decides nothing. */
import {
  type Branding,
  entitlementOf,
  type Handle,
  languageOf,
  localeOf,
  type PlacementOutput,
  type Subject,
} from "../../decision/index";
import {
  isOnPage,
  isShown,
  isStripped,
  type Mark,
  type MountedSurface,
  mountSurface,
  openRoot,
  type SurfaceState,
  setBranding,
  watchImpression,
} from "../../placements/index";
import type { Core } from "../core";
import type { Decisions } from "../decisions/decisions";
import type { UserHistory } from "../decisions/history";
import { takesTurn } from "../decisions/turns";
import type { Decided, Occasion, PageDecision } from "../moment";
import { formatUsage } from "../numbers";
import type { State } from "../stores";
import type { Displayed } from "./displayed";
import type { Interactions } from "./interactions";
import { createPageHost } from "./page-host";
import { rendererOf, withPlaceholder } from "./placeholder";

/** A slot's element, or a page-level placement by its handle. */
type Place = Element | Handle;
interface Display extends Displayed {
  readonly mounted: MountedSurface;
  /** What is drawn, as JSON; redrawn only when it differs. */
  drawn: string;
  onSeen(): void;
  /** Stops watching for its impression. */
  stop(): void;
}

interface PresenterOptions {
  readonly history: Pick<UserHistory, "claim">;
  readonly interactions: Interactions;
}

/** Differs where an update is not enough and the surface has to be mounted anew. */
const identity = ({ placement, payload, variant, surface, content }: PlacementOutput) =>
  [placement, payload, variant, surface, content.position, content.anchor].join();

/** What a surface shows besides its words. Without a limit there is no meter. */
function stateOf(output: PlacementOutput, subject: Subject, { confirming }: State): SurfaceState {
  const { meter } = output.content;
  const { limit, used } = meter ? entitlementOf(subject, meter.entitlement) : {};
  const isMetered = typeof limit === "number" && used !== undefined;
  return {
    lang: languageOf(subject, output),
    branding: subject.playbook.branding(),
    meter: isMetered
      ? { used, limit, text: formatUsage(used, limit, localeOf(subject, {})) }
      : undefined,
    confirming: output.ctas.find(({ action }) => confirming.includes(action))?.action,
  };
}

/** It was closed, and this is another occasion or decision: it is mounted anew. */
const isReplaced = (before: Display, occasion: Occasion | undefined, id: string) =>
  before.isClosed && (before.occasion !== occasion || before.output.decision_id !== id);

/** Draws it anew if it says something else, or if what it answers has happened again. */
function bringUpToDate(
  { mounted, drawn, occasion }: Display,
  now: Pick<Display, "output" | "drawn" | "occasion">,
  state: SurfaceState,
): void {
  const isAgain = occasion !== now.occasion;
  if (isAgain || drawn !== now.drawn) {
    mounted.update(now.output, state, isAgain, now.occasion?.answersClick);
  }
}

/** It has gone with its slot or host, or has lost its looks with that. */
const isLost = ({ target }: Display) => !isOnPage(target) || isStripped(target);
/** The same, or the anchor of its tooltip has gone, or can't be seen any more. */
const isGone = (display: Display) => {
  const { anchor } = display.mounted;
  return isLost(display) || (anchor && !isOnPage(anchor)) || isShown(anchor) === false;
};

const placesOf = (slots: readonly Mark[], page: readonly PageDecision[]) =>
  new Set<Place>([
    ...slots.map(({ element }) => element),
    ...page.map(({ placement }) => placement),
  ]);

export function createPresenter(core: Core, { history, interactions }: PresenterOptions) {
  const { options, stores, warn, guard } = core;
  const reserves = options.providerFailureSlotBehavior === "placeholder";
  const sheet = new CSSStyleSheet();
  const before = {};
  const displays = new Map<Place, Display>();
  /** The branding in the style sheet; `null` while the sheet is still empty. */
  let branding: Branding | undefined | null = null;
  const pageHost = createPageHost(core);

  function hide(place: Place): void {
    const display = displays.get(place);
    displays.delete(place);
    display?.stop();
    display?.mounted.unmount();
  }

  function mount(
    place: Place,
    { output, occasion }: Pick<Displayed, "output" | "occasion">,
    state: SurfaceState,
  ): Display | undefined {
    const target = typeof place === "string" ? pageHost.open() : place;
    const root = openRoot(target);
    if (!root) return undefined;
    const displayed: Displayed = { output, occasion, target };
    const actions = interactions.actionsOf(displayed);
    const mounted = mountSurface({
      ...{ root, sheet, before, output, warn, ...state },
      isAnswer: occasion?.answersClick,
      renderer: rendererOf(output, stores.state()),
      ...actions,
    });
    const { onSeen } = actions;
    const display = Object.assign(displayed, { mounted, onSeen, drawn: "", stop() {} });
    displays.set(place, display);
    return core.isOver() ? void hide(place) : display; // Its renderer may have called `destroy()`.
  }

  function show(place: Place, { decision, occasion }: Decided, subject: Subject): void {
    const decided = decision.output;
    const last = displays.get(place);
    if (!decided || (last && identity(last.output) !== identity(decided))) hide(place);
    const isThere = () => !!last && !last.isClosed && last === displays.get(place);
    const decision_id = history.claim(decision, occasion, isThere);
    if (!decided || !decision_id) return;
    if (last && isReplaced(last, occasion, decision_id)) hide(place);
    const output = { ...decided, decision_id };
    const state = stateOf(output, subject, stores.state());
    const drawn = JSON.stringify([decided, state]);
    const current = displays.get(place);
    const display = current ?? mount(place, { output, occasion }, state);
    if (!display) return;
    if (current) bringUpToDate(current, { output, drawn, occasion }, state);
    // A new decision with the same words has its own impression, but is not drawn anew.
    if (current?.output.decision_id !== decision_id && output.placement) {
      display.stop();
      display.stop = watchImpression(display.mounted.element, () => guard(display.onSeen));
    }
    Object.assign(display, { output, occasion, drawn });
  }

  return {
    /** Brings the page up to date, one placement for each step. */
    *present(
      { slot: decisionFor, subject }: Decisions,
      page: readonly PageDecision[],
    ): Generator<undefined, void> {
      const { slots } = stores.state();
      const given = subject.playbook.branding();
      if (branding !== given) {
        branding = given;
        setBranding(sheet, branding, warn);
        yield;
      }
      // While the head is being parsed there is no body yet to hold the host.
      const hasPlace = pageHost.permit(page) && document.body;
      const visible = page.filter(({ decision }) => decision.visible && hasPlace);
      // First unmount what leaves, so that there is room for what comes.
      const wanted = placesOf(slots, visible);
      for (const place of displays.keys()) if (!wanted.has(place)) hide(place);
      pageHost.makeWay();
      for (const [place, display] of displays) if (isGone(display)) hide(place);
      for (const one of visible) {
        yield;
        guard(() => show(one.placement, one, subject));
      }
      // Also one that is still being counted.
      const open = visible.find(takesTurn);
      stores.onDisplay.open = open?.placement;
      for (const slot of slots) {
        yield;
        const answer = decisionFor(slot);
        yield;
        const decision = reserves ? withPlaceholder(answer.decision) : answer.decision;
        guard(() => show(slot.element, { ...answer, decision }, subject));
      }
    },
    isLost: () => [...displays.values()].some(isLost),
    stop() {
      for (const place of displays.keys()) hide(place);
      pageHost.remove();
    },
  };
}
export type Presenter = ReturnType<typeof createPresenter>;
