/**
 * What a person sees and does with placements: emitted to the page and to listeners, and kept in
 * the history where decisions need it. A CTA does one of the SDK's own four actions, else what the
 * application's resolver does, else it leads to `params.url`.
 */
import { copyOf } from "../context/index";
import type { PlacementOutput } from "../decision/index";
import { dispatch, isDialog, safeUrl } from "../placements/index";
import type { Core } from "./core";
import { shownOf, type UserHistory } from "./history";
import { historyKey, type Occasion } from "./moment";
import type { Occasions } from "./occasions";
import type { Interaction, InteractionType } from "./types";
import type { User } from "./user";

/** A placement on display; an update may change its words. */
export interface Displayed {
  output: PlacementOutput & Required<Pick<PlacementOutput, "decision_id">>;
  /** Where its DOM events start: the slot element, or the page host. */
  readonly target: Element;
  /** The occasion that it answers. */
  occasion: Occasion | undefined;
  /** It was dismissed or put off, its time was up, or its button has led on. */
  isClosed?: boolean;
  /** It was dismissed, or put off. */
  isPutOff?: boolean;
}

/** The SDK's event for each type; the DOM event has `service:` before it. */
const EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta",
} as const;

/** The action whose CTA is a link. */
const LINK = "open_url";

/** Whether an address is that of a place in the document at `href`. */
const isInPage = (url: string, { href }: Location) =>
  url.includes("#") && url.split("#")[0] === href.split("#")[0];

/** Emits an interaction everywhere; false when the page cancelled the DOM event. */
const createEmitter =
  (core: Core, onInteraction: (interaction: Interaction) => void) =>
  (type: InteractionType, { output, target }: Displayed, cta?: string): boolean => {
    const { placement, payload, variant, slot, surface, playbook_version, decision_id } = output;
    const interaction: Interaction = core.toEvent({
      ...{ type, placement, payload, surface, decision_id, playbook_version },
      ...(variant && { variant }),
      ...(slot && { slot }),
      ...(cta && { cta }),
    });
    core.emit(EVENTS[type], interaction);
    onInteraction(interaction);
    return dispatch(target, `service:${EVENTS[type]}`, interaction, type === "cta_click");
  };

function reportFailure(
  { fail }: Core,
  { output: { placement }, target }: Displayed,
  message: string,
  error: unknown,
): void {
  dispatch(target, "service:error", { placement, message });
  fail(message, error);
}

/** What a CTA without a resolver does. */
interface Visit {
  readonly displayed: Displayed;
  readonly action: string;
  /** Its `params.url`, as it was authored. */
  readonly address: unknown;
  /** Takes a placement off the page. */
  leave(displayed: Displayed): void;
}

/** Without a resolver a CTA leads to its address. A link does so by itself. */
function goTo({ warn }: Core, window: Window, { displayed, action, address, leave }: Visit): void {
  const { placement, surface } = displayed.output;
  const url = safeUrl(address);
  const isLink = action === LINK;
  const resolver = isLink ? "" : `no uiPathResolvers.${action} and `;
  const lack = address ? "a params.url that is refused" : `${resolver}no params.url`;
  if (!url) return warn(`${action} of ${placement} has ${lack}`);
  // A dialog would lie over the place in this page that its reader goes to.
  if (isDialog(surface) && isInPage(url, window.location)) leave(displayed);
  if (!isLink) window.location.assign(url);
}

/** What a resolver is asked to do. */
interface Errand extends Pick<Visit, "displayed" | "action"> {
  /** The same while it is under way. */
  readonly key: string;
  ask(): unknown;
}

interface InteractionsOptions {
  readonly history: UserHistory;
  readonly occasions: Occasions;
  readonly user: User;
  onInteraction(interaction: Interaction): void;
}

export function createInteractions(
  core: Core,
  window: Window,
  { history, occasions, user, onInteraction }: InteractionsOptions,
) {
  const { stores, clock } = core;
  const { uiPathResolvers: resolvers = {} } = core.options;
  const emit = createEmitter(core, onInteraction);
  const seen = new Set<string>();
  /** What resolvers are still busy with, by user, placement and button: also after that was closed and opened again. */
  const pending = new Map<string, Promise<unknown>>();

  /** The occasion is answered; the next one makes a new display, even of the same placement. */
  function close(displayed: Displayed): void {
    const { occasion, output } = displayed;
    displayed.isClosed = true;
    if (occasion) shownOf(core, output).key = "";
    occasions.answer(occasion, output.placement);
  }
  /** Its time is up, or it mustn't stand before what comes next. */
  function leave(displayed: Displayed): void {
    close(displayed);
    if (!displayed.occasion) occasions.leave(displayed.output.placement);
  }
  /** A button of its own leads on to another placement: what lies over the page makes way. */
  function leadOn(displayed: Displayed): void {
    const { surface } = displayed.output;
    if (isDialog(surface) || surface === "tooltip" || surface === "toast") leave(displayed);
  }
  /** Dismisses a placement, or reminds of it later: it leaves at once, in every tab. */
  function putOff(displayed: Displayed, type: "dismiss" | "remind_later"): void {
    // A second click, before it has left.
    if (displayed.isPutOff) return;
    displayed.isPutOff = true;
    history.touch();
    const kind = type === "dismiss" ? "dismissed" : "reminded";
    const key = historyKey(displayed.output);
    const known = stores.state().history;
    close(displayed);
    stores.patch({ history: { ...known, [kind]: { ...known[kind], [key]: clock.now() } } });
    // Before listeners are told: one of them may say that this is somebody else now.
    history.update(() => [kind, key, clock.device()]);
    emit(type, displayed);
  }

  async function resolve({ displayed, action, key, ask }: Errand): Promise<void> {
    const { occasions: before } = stores.state();
    const purchase = user.beginPurchase();
    const { pathname } = window.location;
    try {
      const asking = (async () => ask())();
      const settled = asking.catch(() => {});
      pending.set(key, settled);
      const answer = await asking.finally(() => pending.delete(key));
      // It has asked for another placement by `show()`, as `open_placement` does, or gone elsewhere.
      const hasLed = occasions.hasNew(before) || window.location.pathname !== pathname;
      if (!displayed.isClosed && hasLed) leadOn(displayed);
      if (core.isOver() || answer !== "completed" || !purchase.isTheirs()) return;
      emit("cta_complete", displayed, action);
      // Until it is confirmed the button is disabled, so that nobody buys twice.
      await purchase.confirm(action);
    } catch (error) {
      reportFailure(core, displayed, `uiPathResolvers.${action} failed`, error);
    }
  }

  return {
    leave,
    /** It can't be drawn. */
    failed(displayed: Displayed, error: unknown): void {
      reportFailure(core, displayed, `surface "${displayed.output.surface}" failed`, error);
      // Or nothing else would have its turn.
      leave(displayed);
    },
    dismiss: (displayed: Displayed) => putOff(displayed, "dismiss"),
    /** No resolver counts as busy any more: the page is back from where one has led. */
    release: () => pending.clear(),
    /** Once for each decision. */
    impression(displayed: Displayed): void {
      const { decision_id } = displayed.output;
      if (seen.has(decision_id)) return;
      seen.add(decision_id);
      shownOf(core, displayed.output).isSeen = true;
      emit("impression", displayed);
    },
    /**
     * The promise keeps the button busy. For `open_url` the element is a link, which takes its reader
     * there by itself unless the event's default is prevented.
     */
    async press(displayed: Displayed, index: number, event: Event | undefined): Promise<void> {
      const { placement, ctas } = displayed.output;
      const { action = "", params = {} } = ctas[index] ?? {};
      if (displayed.isPutOff) return event?.preventDefault();
      const { context, confirming } = stores.state();
      const key = JSON.stringify([context.id, placement, ctas[index]]);
      if (pending.has(key)) return void (await pending.get(key));
      // Without an action: a renderer of the application's asks for one that there isn't.
      if (!action || confirming.includes(action) || !emit("cta_click", displayed, action)) {
        return event?.preventDefault();
      }
      if (action === "dismiss" || action === "remind_later") return putOff(displayed, action);
      if (action === "open_placement") {
        leadOn(displayed);
        return occasions.show(params.placement);
      }
      const resolver = action !== LINK && Object.hasOwn(resolvers, action) && resolvers[action];
      if (!resolver) return goTo(core, window, { displayed, action, address: params.url, leave });
      const about = [{ action, params, placement }, context] as const;
      await resolve({ displayed, action, key, ask: () => resolver(...copyOf(about)) });
    },
  };
}
export type Interactions = ReturnType<typeof createInteractions>;
