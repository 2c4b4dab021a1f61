/** What a person sees and does: counted in the history, told to the page, at most once each. */
import type { Session, StoredHistory } from "../context/index";
import { evaluate, type History, type PlacementOutput, subjectFor } from "../decision/index";
import { emit } from "../placements/index";
import { queryAt } from "./decisions";
import type { Displayed } from "./presenter";
import type { Stores } from "./stores";
import type { Interaction, InteractionType } from "./types";

export interface EngagementOptions {
  readonly stores: Stores;
  readonly stored: StoredHistory;
  userKey(): string;
  session(): Session;
  newId(): string;
  now(): number;
  onInteraction(interaction: Interaction): void;
}

const historyKey = ({ placement, payload }: PlacementOutput) => `${placement}/${payload}`;
const shownKey = ({ slot, variant, ...output }: PlacementOutput) =>
  [slot, historyKey({ ...output }), variant].join();

export function createEngagement(options: EngagementOptions) {
  const { stores, stored, userKey, session, newId, now, onInteraction } = options;
  const { $history, $shown, $playbook } = stores;
  const claims = new Set<string>();
  const seen = new Set<string>();

  const withSession = (history: History): History => ({
    ...history,
    session_started_at: session().started_at,
  });
  const refresh = () => $history.set(withSession(stored.read(userKey())));

  const update = async (change: (fresh: History) => History | undefined) => {
    const user = userKey();
    const fresh = await stored.update(user, change);
    if (user === userKey()) $history.set(withSession(fresh));
  };

  function add(output: PlacementOutput): string {
    const decisionId = newId();
    const shown = { decisionId, historyKey: historyKey(output) };
    $shown.set(new Map([...$shown.get(), [shownKey(output), shown]]));
    return decisionId;
  }

  function hasLimits({ placement, payload }: PlacementOutput): boolean {
    const authored = $playbook
      .get()
      .compiled.part("placements", placement)
      ?.payloads.find(({ handle }) => handle === payload);
    return !!authored?.caps?.length || authored?.cooldown_hours !== undefined;
  }

  /** Counts a display under the lock that all tabs share, if by then it is still to be shown. */
  async function claimDisplay(output: PlacementOutput): Promise<void> {
    const key = shownKey(output);
    if (claims.has(key)) return;
    claims.add(key);
    await update((fresh) => {
      const moment = { ...stores.momentNow(), history: withSession(fresh) };
      const query = queryAt(moment, {
        placement: output.placement,
        requested: true,
        surfaces: [output.surface],
      });
      const subject = subjectFor(moment.playbook, query, moment);
      const { output: still } = evaluate(subject, query, { input: moment });
      if (still?.payload !== output.payload) return undefined;
      add(output);
      return { displays: [{ key: historyKey(output), at: now() }] };
    });
    claims.delete(key);
  }

  function interact(type: InteractionType, { output, target }: Displayed, cta?: string): boolean {
    const { placement, payload, variant, slot, surface, decision_id, playbook_version } = output;
    const interaction: Interaction = {
      event_id: newId(),
      type,
      placement,
      payload,
      ...(variant && { variant }),
      ...(slot && { slot }),
      surface,
      ...(cta && { cta }),
      occurred_at: new Date(now()).toISOString(),
      ...(decision_id && { decision_id }),
      playbook_version,
    };
    onInteraction(interaction);
    const name = type === "remind_later" ? "dismiss" : type.replace(/_.*/, "");
    return emit(target, `service:${name}`, interaction, type === "cta_click");
  }

  return {
    refresh,
    interact,
    /** The decision's id if the placement may be on display now; else it is being found out. */
    claim(output: PlacementOutput): string | undefined {
      const shown = $shown.get().get(shownKey(output));
      if (shown) return shown.decisionId;
      if (!hasLimits(output)) return add(output);
      void claimDisplay(output);
      return undefined;
    },
    /** On a new route everything is decided, and counted, anew. */
    forgetShown: () => $shown.set(new Map()),
    impression(displayed: Displayed): void {
      const { decision_id = "" } = displayed.output;
      if (seen.has(decision_id)) return;
      seen.add(decision_id);
      interact("impression", displayed);
    },
    /** It leaves at once, in every tab. */
    putOff(displayed: Displayed, kind: "dismissed" | "reminded"): void {
      const entry: History = { [kind]: { [historyKey(displayed.output)]: now() } };
      const known = $history.get();
      $history.set({ ...known, [kind]: { ...known[kind], ...entry[kind] } });
      interact(kind === "dismissed" ? "dismiss" : "remind_later", displayed);
      void update(() => entry);
    },
  };
}
