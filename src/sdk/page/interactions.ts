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
import { createEmitter, type Displayed, reportFailure } from "./displayed";
import { createEndings } from "./endings";

/** The action whose CTA is a link. */
const LINK = "open_url";

/** Whether an address is that of a place in the document at `href`. */
const isInPage = (url: string, { href }: Location) =>
  url.includes("#") && url.split("#")[0] === href.split("#")[0];

/** What a CTA without a resolver does. */
interface Visit {
  readonly displayed: Displayed;
  readonly action: string;
  /** Its `params.url`, as it was authored. */
  readonly address: unknown;
  /** Takes a placement off the page. */
  leave(displayed: Displayed): void;
}

/** Without a resolver a CTA leads to its address; false if that won't do. A link does so by itself. */
function goTo(
  { warn }: Core,
  window: Window,
  { displayed, action, address, leave }: Visit,
): boolean {
  const { placement, surface } = displayed.output;
  const url = safeUrl(address);
  const isLink = action === LINK;
  const resolver = isLink ? "" : `no uiPathResolvers.${action} and `;
  const lack = address ? "a params.url that is refused" : `${resolver}no params.url`;
  if (!url) {
    warn(`${action} of ${placement} has ${lack}`);
    return false;
  }
  // A dialog would lie over the place in this page that its reader goes to.
  if (isDialog(surface) && isInPage(url, window.location)) leave(displayed);
  if (!isLink) window.location.assign(url);
  return true;
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
  const { stores } = core;
  const { uiPathResolvers: resolvers = {} } = core.options;
  const emit = createEmitter(core, onInteraction);
  const { leave, leadOn, putOff } = createEndings(core, { history, occasions, emit });
  const seen = new Set<string>();
  /** What resolvers are still busy with, by user, placement and button: also after that was closed and opened again. */
  const pending = new Map<string, Promise<unknown>>();
  /** Its link was followed, and may lead to another route of this page. */
  let leading: Displayed | undefined;

  async function resolve({ displayed, action, key, ask }: Errand): Promise<void> {
    const { occasions: before } = stores.state();
    const purchase = user.beginPurchase();
    const { href } = window.location;
    try {
      const asking = (async () => ask())();
      const settled = asking.catch(() => {});
      pending.set(key, settled);
      const answer = await asking.finally(() => pending.delete(key));
      // It has asked for another placement by `show()`, as `open_placement` does, or gone elsewhere.
      const hasLed = occasions.hasNew(before) || window.location.href !== href;
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
    /** The page goes to another route, perhaps by a link of ours. */
    leaveRoute(page: readonly PageDecision[]): void {
      occasions.leaveRoute(page);
      if (leading) leadOn(leading);
      leading = undefined;
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
      if (!resolver) {
        // Before it does: a route in the same document begins at once.
        leading = displayed;
        const leads = goTo(core, window, { displayed, action, address: params.url, leave });
        if (!leads) leading = undefined;
        return;
      }
      const about = [{ action, params, placement }, context] as const;
      await resolve({ displayed, action, key, ask: () => resolver(...copyOf(about)) });
    },
  };
}
export type Interactions = ReturnType<typeof createInteractions>;
