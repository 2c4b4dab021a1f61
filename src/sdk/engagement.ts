/** What a person sees and does: told to the page and to who listens, and remembered where it matters. */
import { emit } from "../placements/index";
import type { Core } from "./core";
import { historyKey, type UserHistory } from "./history";
import type { Displayed } from "./presenter";
import type { Interaction, InteractionType } from "./types";

/** Their names among the SDK's events; with `service:` before them, among the DOM's. */
const EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta",
} as const;

export function createEngagement(core: Core, { update }: UserHistory) {
  const { now, stores } = core;
  const seen = new Set<string>();

  /** False when the page cancelled it. */
  function interact(type: InteractionType, { output, target }: Displayed, cta?: string): boolean {
    const { content: _content, ctas: _ctas, ...details } = output;
    const interaction: Interaction = core.happened({ type, ...details, ...(cta && { cta }) });
    core.emit(EVENTS[type], interaction);
    return emit(target, `service:${EVENTS[type]}`, interaction, type === "cta_click");
  }

  return {
    interact,
    failed({ output: { placement }, target }: Displayed, message: string, error: unknown): void {
      emit(target, "service:error", { placement, message });
      core.fail(message, error);
    },
    /** Once for each decision. */
    impression(displayed: Displayed): void {
      const { decision_id = "" } = displayed.output;
      if (seen.has(decision_id)) return;
      seen.add(decision_id);
      interact("impression", displayed);
    },
    /** It leaves at once, in every tab. */
    putOff(displayed: Displayed, kind: "dismissed" | "reminded"): void {
      const key = historyKey(displayed.output);
      const at = now();
      const { history } = stores.state();
      stores.patch({ history: { ...history, [kind]: { ...history[kind], [key]: at } } });
      interact(kind === "dismissed" ? "dismiss" : "remind_later", displayed);
      update(() => [kind, key, at]);
    },
  };
}
export type Engagement = ReturnType<typeof createEngagement>;
