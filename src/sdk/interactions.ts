/**
 * What a person sees and does with placements: emitted to the page and to listeners, and kept in
 * the history where decisions need it. A CTA does one of the SDK's own four actions, else what the
 * application's resolver does, else it leads to `params.url`.
 */
import { copyOf } from "../context/index";
import { dispatch, safeUrl } from "../placements/index";
import type { Core } from "./core";
import { historyKey } from "./decisions";
import { shownOf, type UserHistory } from "./history";
import type { Occasions } from "./occasions";
import type { Displayed } from "./presenter";
import type { Interaction, InteractionType } from "./types";
import type { User } from "./user";

/** The SDK's event for each type; the DOM event has `service:` before it. */
const EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta",
} as const;

export function createInteractions(
  core: Core,
  window: Window,
  {
    history,
    occasions,
    user,
    onInteraction,
  }: {
    readonly history: UserHistory;
    readonly occasions: Occasions;
    readonly user: User;
    onInteraction(interaction: Interaction): void;
  },
) {
  const { stores, clock, warn } = core;
  const { uiPathResolvers: resolvers = {} } = core.options;
  const seen = new Set<string>();
  /** What resolvers are still busy with, by user, placement and button: also after that was closed and opened again. */
  const pending = new Map<string, Promise<unknown>>();

  /** Emits it everywhere; false when the page cancelled the DOM event. */
  function emitInteraction(
    type: InteractionType,
    { output, target }: Displayed,
    cta?: string,
  ): boolean {
    const { content: _content, ctas: _ctas, ...details } = output;
    const interaction: Interaction = core.happened({ type, ...details, ...(cta && { cta }) });
    core.emit(EVENTS[type], interaction);
    onInteraction(interaction);
    return dispatch(target, `service:${EVENTS[type]}`, interaction, type === "cta_click");
  }
  function failed({ output: { placement }, target }: Displayed, message: string, error: unknown) {
    dispatch(target, "service:error", { placement, message });
    core.fail(message, error);
  }
  /** The occasion is answered; the next one makes a new display, even of the same placement. */
  function close(displayed: Displayed): void {
    const { occasion, output } = displayed;
    displayed.isClosed = true;
    if (occasion) shownOf(core, output).key = "";
    occasions.answer(occasion, output.placement);
  }
  /** Dismisses a placement, or reminds of it later: it leaves at once, in every tab. */
  function putOff(displayed: Displayed, type: "dismiss" | "remind_later"): void {
    const kind = type === "dismiss" ? "dismissed" : "reminded";
    const key = historyKey(displayed.output);
    const known = stores.state().history;
    close(displayed);
    stores.patch({ history: { ...known, [kind]: { ...known[kind], [key]: clock.now() } } });
    // Before listeners are told: one of them may say that this is somebody else now.
    history.update(() => [kind, key, clock.device()]);
    emitInteraction(type, displayed);
  }

  async function resolve(
    displayed: Displayed,
    action: string,
    key: string,
    ask: () => unknown,
  ): Promise<void> {
    try {
      const asking = (async () => ask())();
      const settled = asking.catch(() => {});
      pending.set(key, settled);
      const answer = await asking.finally(() => pending.delete(key));
      if (answer !== "completed") return;
      emitInteraction("cta_complete", displayed, action);
      // Until it is confirmed the button is disabled, so that nobody buys twice.
      await user.confirm([...stores.state().confirming, action]);
    } catch (error) {
      failed(displayed, `uiPathResolvers.${action} failed`, error);
    }
  }

  return {
    close,
    failed,
    dismiss: (displayed: Displayed) => putOff(displayed, "dismiss"),
    /** No resolver counts as busy any more: the page is back from where one has led. */
    release: () => pending.clear(),
    /** Once for each decision. */
    impression(displayed: Displayed): void {
      const { decision_id = "" } = displayed.output;
      if (seen.has(decision_id)) return;
      seen.add(decision_id);
      emitInteraction("impression", displayed);
    },
    /**
     * The promise keeps the button busy. For `open_url` the element is a link, which takes its reader
     * there by itself unless the event's default is prevented.
     */
    async press(displayed: Displayed, index: number, event: Event | undefined): Promise<void> {
      const { placement, ctas } = displayed.output;
      const { action = "", params = {} } = ctas[index] ?? {};
      const { context, confirming } = stores.state();
      const isConfirming = confirming.includes(action);
      const key = JSON.stringify([context.id, placement, ctas[index]]);
      const isLink = action === "open_url";
      if (pending.has(key)) return void (await pending.get(key));
      // Without an action: a renderer of the application's asks for one that there isn't.
      if (!action || isConfirming || !emitInteraction("cta_click", displayed, action)) {
        return event?.preventDefault();
      }
      if (action === "dismiss" || action === "remind_later") return putOff(displayed, action);
      if (action === "open_placement") {
        close(displayed);
        return occasions.show(params.placement);
      }
      const resolver = !isLink && Object.hasOwn(resolvers, action) && resolvers[action];
      if (!resolver) {
        const url = safeUrl(params.url);
        if (!params.url) warn(`${action} has no uiPathResolvers.${action} and no params.url`);
        else if (!url) warn(`${action} has a params.url that is refused`);
        else if (!isLink) window.location.assign(url);
        return;
      }
      const about = [{ action, params, placement }, context] as const;
      await resolve(displayed, action, key, () => resolver(...copyOf(about)));
    },
  };
}
export type Interactions = ReturnType<typeof createInteractions>;
