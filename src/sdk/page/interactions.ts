/**
 * What a person sees and does with placements: emitted to the page and to listeners, and kept in
 * the history where decisions need it. A CTA does one of the SDK's own four actions, else what the
 * application's resolver does, else it leads to `params.url`.
 */
import { copyOf } from "../../context/index";
import { isDialog, safeUrl } from "../../placements/index";
import type { Core } from "../core";
import { shownOf, type UserHistory } from "../decisions/history";
import type { Occasions } from "../decisions/occasions";
import type { PageDecision } from "../moment";
import type { Interaction } from "../types";
import type { User } from "../user/user";
import { createEmitter, type Displayed } from "./displayed";
import { createEndings } from "./endings";

/** The action whose CTA is a link. */
const LINK = "open_url";

/** A route may have to be loaded first. One that is later was led to by something else. */
const ROUTE_MS = 10_000;

/** Whether an address is that of a place in the document at `href`. */
const isInPage = (url: string, { href }: Location) =>
  url.includes("#") && url.split("#")[0] === href.split("#")[0];

/** What a CTA leads to without a resolver; nothing, with a warning, if that won't do. */
function addressOf(
  { warn }: Core,
  { output: { placement } }: Displayed,
  { action, address }: { readonly action: string; readonly address: unknown },
): string | undefined {
  const url = safeUrl(address);
  const resolver = action === LINK ? "" : `no uiPathResolvers.${action} and `;
  const lack = address ? "a params.url that is refused" : `${resolver}no params.url`;
  if (!url) warn(`${action} of ${placement} has ${lack}`);
  return url;
}

/** From the use of a button that may lead to another route of this page, to that route. */
function createDeparture({ clock }: Core) {
  let since = 0;
  let makeWay = () => {};
  return {
    /** @param leadOn what lies over the page makes way by this */
    begin(leadOn: () => void): void {
      since = clock.device();
      makeWay = leadOn;
    },
    end(): void {
      if (clock.device() - since < ROUTE_MS) makeWay();
      makeWay = () => {};
    },
  };
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
  const { stores } = core;
  const { uiPathResolvers: resolvers = {} } = core.options;
  const seen = new Set<string>();
  /** What resolvers are still busy with, by user, placement and button: also after that was closed and opened again. */
  const pending = new Map<string, Promise<unknown>>();
  const departure = createDeparture(core);

  /** What may happen to a placement on display. */
  function actionsOf(displayed: Displayed) {
    const { emit, fail } = createEmitter(core, displayed, onInteraction);
    const { leave, leadOn, putOff } = createEndings(core, { history, occasions, emit }, displayed);

    /** @param key the same while the resolver is busy */
    async function resolve(key: string, action: string, ask: () => unknown): Promise<void> {
      const { occasions: before } = stores.state();
      const purchase = user.beginPurchase();
      const { href } = window.location;
      const { output } = displayed;
      try {
        const asking = (async () => ask())();
        const settled = asking.catch(() => {});
        pending.set(key, settled);
        const answer = await asking.finally(() => pending.delete(key));
        // It has asked for another placement by `show()`, as `open_placement` does, or gone elsewhere.
        const hasLed = occasions.hasNew(before) || window.location.href !== href;
        if (!displayed.isClosed) {
          if (hasLed) leadOn();
          else departure.begin(leadOn);
        }
        if (core.isOver() || answer !== "completed" || !purchase.isTheirs()) return;
        // Of the decision that was clicked: by now it may be another, as on another route.
        emit("cta_complete", action, output);
        // Until it is confirmed the button is disabled, so that nobody buys twice.
        await purchase.confirm(action);
      } catch (error) {
        fail(`uiPathResolvers.${action} failed`, error);
      }
    }
    function visit(action: string, address: unknown): void {
      const url = addressOf(core, displayed, { action, address });
      if (!url) return;
      // Before it does: a route in the same document begins at once.
      departure.begin(leadOn);
      // A dialog would lie over the place in this page that its reader goes to.
      if (isDialog(displayed.output.surface) && isInPage(url, window.location)) leave();
      // A link goes there by itself.
      if (action !== LINK) window.location.assign(url);
    }

    return {
      onExpire: leave,
      onDismiss: () => putOff("dismiss"),
      /** It can't be drawn. */
      onError(error: unknown): void {
        fail(`surface "${displayed.output.surface}" failed`, error);
        // Or nothing else would have its turn.
        leave();
      },
      /** Once for each decision. */
      onSeen(): void {
        const { decision_id } = displayed.output;
        if (seen.has(decision_id)) return;
        seen.add(decision_id);
        shownOf(core, displayed.output).isSeen = true;
        emit("impression");
      },
      /**
       * The promise keeps the button busy. For `open_url` the element is a link, which takes its reader
       * there by itself unless the event's default is prevented.
       */
      async onCta(index: number, event: Event | undefined): Promise<void> {
        const { placement, ctas } = displayed.output;
        const { action = "", params = {} } = ctas[index] ?? {};
        if (displayed.isPutOff) return event?.preventDefault();
        const { context, confirming } = stores.state();
        const key = JSON.stringify([context.id, placement, ctas[index]]);
        if (pending.has(key)) return void (await pending.get(key));
        // Without an action: a renderer of the application's asks for one that there isn't.
        if (!action || confirming.includes(action) || !emit("cta_click", action)) {
          return event?.preventDefault();
        }
        if (action === "dismiss" || action === "remind_later") return putOff(action);
        if (action === "open_placement") {
          leadOn();
          return occasions.show(params.placement);
        }
        const resolver = action !== LINK && Object.hasOwn(resolvers, action) && resolvers[action];
        if (!resolver) return visit(action, params.url);
        const about = [{ action, params, placement }, context] as const;
        await resolve(key, action, () => resolver(...copyOf(about)));
      },
    };
  }

  return {
    actionsOf,
    /** The page goes to another route, perhaps by a link of ours. */
    leaveRoute(page: readonly PageDecision[]): void {
      occasions.leaveRoute(page);
      departure.end();
    },
    /** No resolver counts as busy any more: the page is back from where one has led. */
    release: () => pending.clear(),
  };
}
export type Interactions = ReturnType<typeof createInteractions>;
