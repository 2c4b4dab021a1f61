/** What this user was shown and did, as decisions read it: kept in step with storage, other tabs and who the user is. */
import { createHistory, type Entry, touchSession } from "../context/index";
import {
  evaluate,
  type History,
  type PlacementOutput,
  type PlacementQuery,
  type ServicePlacementDecision,
  subjectFor,
} from "../decision/index";
import type { Core } from "./core";
import { historyKey, type Occasion, queryAt, type Shown } from "./decisions";
import { ANONYMOUS, type User } from "./user";

const shownKey = (output: PlacementOutput) =>
  `${output.slot} ${historyKey(output)} ${output.variant}`;

/** What is kept of a decision; made when there is nothing yet. */
export function shownOf({ stores, newId }: Core, output: PlacementOutput): Shown {
  const { shown } = stores.displaying;
  const key = shownKey(output);
  const known = shown.get(key) ?? { decisionId: newId(), key: "" };
  shown.set(key, known);
  return known;
}

export function createUserHistory(core: Core, userKey: User["key"]) {
  const { stores, window, session, persistent, newId, clock, undo } = core;
  const { shown } = stores.displaying;
  const withSession = (history: History): History => ({
    ...history,
    session_started_at: touchSession(session, clock.device(), newId).started_at + clock.offset,
  });
  const refresh = () => stores.patch({ history: withSession(stored.read(userKey())) });
  const stored = createHistory({
    storage: persistent,
    clock,
    get locks() {
      return window?.navigator.locks;
    },
    listen(type, listener) {
      if (window) core.listen(window, type, listener);
    },
    onChange: refresh,
  });
  let user = userKey();
  undo.push(
    stores.listen(() => {
      const before = user;
      user = userKey();
      if (before === user) return;
      // What the last one was shown is nothing to this one, nor what happened to somebody known.
      shown.clear();
      refresh();
      if (before !== ANONYMOUS) stores.patch({ occasions: [], confirming: [] });
    }),
  );

  /** Under the lock that all tabs share, `change` gets what is known by then and returns what to add. */
  const update = (change: (fresh: History) => Entry | undefined) =>
    stored.update(userKey(), (fresh) => change(withSession(fresh)));
  const add = (output: PlacementOutput) =>
    Object.assign(shownOf(core, output), { key: historyKey(output) }).decisionId;

  /** What is being counted. */
  const underWay = new Set<string>();
  /**
   * Counts a display, if under the lock it is still to be shown.
   * @param asked what it answers, of which a payload may be particular
   */
  function count(output: PlacementOutput, asked: PlacementQuery | undefined): void {
    const key = shownKey(output);
    if (underWay.has(key)) return;
    underWay.add(key);
    update((history) => {
      underWay.delete(key);
      const moment = { ...stores.momentNow(), history };
      const { placement, payload, surface } = output;
      const query = queryAt(moment, { ...asked, placement, requested: true, surfaces: [surface] });
      const subject = subjectFor(moment.playbook, query, moment);
      if (evaluate(subject, query).output?.payload !== payload) return undefined;
      add(output);
      return ["displays", historyKey(output), clock.device()];
    });
  }

  return {
    refresh,
    update,
    /** The user's entries are gone, here and for the other tabs. */
    forget() {
      for (const key of [userKey(), ANONYMOUS]) stored.forget(key);
      shown.clear();
    },
    /**
     * Answers with the decision's id if the placement may be on display now; else it is being found
     * out. The same placement on one route is one decision, and one with a limit is counted first.
     */
    claim(
      { output, reasons }: ServicePlacementDecision,
      occasion: Occasion | undefined,
    ): string | undefined {
      if (!output) return undefined;
      const { decisionId, key } = shownOf(core, output);
      if (key) return decisionId;
      const { payloads = [] } = stores.state().playbook.part("placements", output.placement) ?? {};
      const authored = payloads.find(({ handle }) => handle === output.payload);
      const isLimited = authored?.caps || authored?.cooldown_hours !== undefined;
      // Who decides in place of the Playbook counts as they please.
      if (!isLimited || reasons.includes("by_resolver")) return add(output);
      count(output, occasion?.query);
      return undefined;
    },
  };
}
export type UserHistory = ReturnType<typeof createUserHistory>;
