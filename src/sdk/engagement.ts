/** What a person sees and does: counted in the history, told to the page, at most once each. */
import { createHistory, touchSession } from "../context/index";
import { evaluate, type History, type PlacementOutput, subjectFor } from "../decision/index";
import { emit } from "../placements/index";
import type { Core } from "./core";
import { queryAt } from "./decisions";
import type { Displayed } from "./presenter";
import type { Interaction, InteractionType } from "./types";
import type { User } from "./user";

/** Their names among the SDK's events; with `service:` before them, among the DOM's. */
const EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta",
} as const;

const historyKey = ({ placement, payload }: PlacementOutput) => `${placement}/${payload}`;
const shownKey = (output: PlacementOutput) =>
  `${output.slot} ${historyKey(output)} ${output.variant}`;

export function createEngagement(core: Core, userKey: User["key"]) {
  const { stores, window, session, persistent, newId, now, undo } = core;
  const { $history, $page, $playbook, $parts } = stores;
  const claimed = new Set<string>();
  const seen = new Set<string>();

  const withSession = (history: History): History => ({
    ...history,
    session_started_at: touchSession(session, now(), newId).started_at,
  });
  const refresh = () => $history.set(withSession(stored.read(userKey())));
  const stored = createHistory({
    storage: persistent,
    locks: core.guard(() => window?.navigator.locks, undefined),
    window: window ?? new EventTarget(),
    onChange: refresh,
  });
  let user = userKey();
  undo.push(
    stored.stop,
    $parts.listen(() => {
      if (user === userKey()) return;
      user = userKey();
      // What the last one was shown is nothing to this one.
      stores.patchPage({ shown: new Map() });
      refresh();
    }),
  );

  const update = async (change: (fresh: History) => History | undefined) => {
    await stored.update(userKey(), change);
    refresh();
  };

  /** On display from now on, as a decision of its own. */
  function add(output: PlacementOutput): string {
    const decisionId = newId();
    const shown = new Map($page.get().shown);
    shown.set(shownKey(output), { decisionId, key: historyKey(output) });
    stores.patchPage({ shown });
    return decisionId;
  }

  /** Counts a display under the lock that all tabs share, if by then it is still to be shown. */
  async function claimDisplay(output: PlacementOutput): Promise<void> {
    const key = shownKey(output);
    if (claimed.has(key)) return;
    claimed.add(key);
    await update((fresh) => {
      const moment = { ...stores.momentNow(), history: withSession(fresh) };
      const { placement, surface } = output;
      const query = queryAt(moment, { placement, requested: true, surfaces: [surface] });
      const subject = subjectFor(moment.playbook, query, moment);
      const { output: still } = evaluate(subject, query, { input: moment });
      if (still?.payload !== output.payload) return undefined;
      add(output);
      return { displays: [{ key: historyKey(output), at: now() }] };
    });
    claimed.delete(key);
  }

  /** False when the page cancelled it. */
  function interact(type: InteractionType, { output, target }: Displayed, cta?: string): boolean {
    const { content: _content, ctas: _ctas, ...details } = output;
    const interaction: Interaction = {
      event_id: newId(),
      type,
      ...details,
      ...(cta && { cta }),
      occurred_at: new Date(now()).toISOString(),
    };
    core.emit(EVENTS[type], interaction);
    return emit(target, `service:${EVENTS[type]}`, interaction, type === "cta_click");
  }

  return {
    refresh,
    interact,
    /** The decision's id if the placement may be on display now; else it is being found out. */
    claim(output: PlacementOutput): string | undefined {
      const shown = $page.get().shown.get(shownKey(output));
      if (shown) return shown.decisionId;
      const { payloads = [] } = $playbook.get().compiled.part("placements", output.placement) ?? {};
      const authored = payloads.find(({ handle }) => handle === output.payload);
      if (!authored?.caps && authored?.cooldown_hours === undefined) return add(output);
      void claimDisplay(output);
      return undefined;
    },
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
    /** The user's entries are gone, here and for the other tabs. */
    forget: () => stored.forget(userKey()),
  };
}
export type Engagement = ReturnType<typeof createEngagement>;
