/** The history of the present user, as decisions read it; kept in step with storage and the other tabs. */
import { createHistory, type Entry, touchSession } from "../../context/index";
import {
  type History,
  isEqual,
  type PlacementOutput,
  type PlacementQuery,
  payloadOf,
  SESSION_MS,
  type ServicePlacementDecision,
} from "../../decision/index";
import type { Clock } from "../clock";
import type { Core } from "../core";
import { historyKey, type Occasion, type Shown } from "../moment";
import { CONFIRMING } from "../user/purchases";
import { ANONYMOUS, type User } from "../user/user";
import { decide } from "./decide";

/** Some routers change the address first. What they take away has left the page by then, its transition included. */
const LEAVING_MS = 1000;

const shownKey = (output: PlacementOutput) =>
  `${output.slot} ${historyKey(output)} ${output.variant}`;

/** What this route keeps about an output, from the first question on: its decision's id, and whether it is on display. */
export function shownOf({ stores, newId }: Core, output: PlacementOutput): Shown {
  const { shown } = stores.onDisplay;
  const key = shownKey(output);
  const known = shown.get(key) ?? { decisionId: newId(), key: "", at: 0 };
  shown.set(key, known);
  return known;
}

/**
 * A decision as the page is told of it: its output has the id that its interactions will have.
 * @param isForeign it is about somebody else than the present user, to whom nothing of it is shown
 */
export function withDecisionId(
  core: Core,
  decision: ServicePlacementDecision,
  isForeign?: boolean,
): ServicePlacementDecision {
  const { output } = decision;
  if (!output) return decision;
  const decision_id = isForeign ? core.newId() : shownOf(core, output).decisionId;
  return { ...decision, output: { ...output, decision_id } };
}

/**
 * What was put off since it was mounted, here or in another tab, is on display no more: the next time
 * counts anew. Not by a time far ahead, of a clock that was set back since: it would never be past.
 * @param clock its offset is the one at which the history was read
 */
function takeOff(
  shown: ReadonlyMap<string, Shown>,
  { dismissed, reminded }: History,
  { offset, device }: Clock,
): void {
  const latest = device() + SESSION_MS;
  for (const one of shown.values()) {
    const isPutOff = [dismissed, reminded].some((times) => {
      const at = Number(times?.[one.key]) - offset;
      return at > one.at && at <= latest;
    });
    if (isPutOff) one.key = "";
  }
}

interface CounterOptions {
  readonly userKey: User["key"];
  /** Under the lock that all tabs share, `change` gets what is stored by then and returns what to add. */
  update(change: (fresh: History) => Entry | undefined): void;
  /** Notes that it is on display. */
  add(output: PlacementOutput): void;
  withSession(history: History): History;
}

/** Counts displays, for caps and cooldowns. */
function createCounter(core: Core, { userKey, update, add, withSession }: CounterOptions) {
  const { stores, window, clock, agenda } = core;
  /** Outputs that are being counted, by `shownKey`. */
  const underWay = new Set<string>();
  // Before what waits for the lock is done: a page that is left shows nothing any more.
  if (window) core.listen(window, "pagehide", () => underWay.clear());
  /**
   * Counts a display, if under the lock the placement may still be shown.
   * @param asked the query of the occasion it answers, since payloads may depend on that
   * @param isThere whether it is on display still since the last route, and so may be about to leave
   */
  return function count(
    output: PlacementOutput,
    asked: PlacementQuery | undefined,
    isThere: () => boolean,
  ): void {
    const stays = isThere();
    // One that is mounted anew meanwhile counts at once.
    const key = shownKey(output) + stays;
    if (underWay.has(key)) return;
    underWay.add(key);
    const user = userKey();
    const change = (fresh: History): Entry | undefined => {
      // It is somebody else now, who is decided about anew; or there is no page to show it on.
      if (!underWay.delete(key) || core.isOver() || user !== userKey()) return undefined;
      if (stays !== isThere() || shownOf(core, output).key) return undefined;
      const moment = { ...stores.momentNow(), history: withSession(fresh) };
      const { placement, payload, surface } = output;
      const query = { ...asked, placement, requested: true, surfaces: [surface] };
      if (decide(moment, query).output?.payload !== payload) return undefined;
      add(output);
      return ["displays", historyKey(output), clock.device()];
    };
    if (stays) agenda.later(key, LEAVING_MS, () => update(change));
    else update(change);
  };
}

export function createUserHistory(core: Core, userKey: User["key"]) {
  const { stores, window, session, persistent, newId, clock, locks } = core;
  const { shown } = stores.onDisplay;
  const sessionStart = (isUsed: boolean) =>
    touchSession(session, clock.device(), newId, isUsed).started_at + clock.offset;
  const withSession = (history: History): History => ({
    ...history,
    session_started_at: sessionStart(false),
  });
  const read = () => withSession(stored.read(userKey()));
  const renew = () => stores.patch({ history: read() });
  // Before the history's storage, for its listener must hear of a page's end first.
  const count = createCounter(core, {
    ...{ userKey, withSession },
    update: (change) => stored.update(userKey(), change),
    add: (output) => add(output),
  });
  const stored = createHistory({
    storage: persistent,
    clock,
    locks,
    listen: (type, listener) => window && core.listen(window, type, listener),
    onChange: renew,
  });
  let user = userKey();
  stores.listen(({ context, history }, was) => {
    if (history !== was?.history) takeOff(shown, history, clock);
    if (user !== userKey()) {
      user = userKey();
      // Displays were another user's.
      shown.clear();
      renew();
    }
    // So were occasions, but for those of an anonymous user, who has just been identified.
    if (was?.context.id && was.context.id !== context.id) clear();
  });
  /** Forgets what somebody has asked for, left and bought. */
  function clear(): void {
    session.remove(CONFIRMING);
    stores.patch({ occasions: [], finished: [], confirming: [] });
  }

  const add = (output: PlacementOutput) =>
    Object.assign(shownOf(core, output), { key: historyKey(output), at: clock.device() })
      .decisionId;

  return {
    /** Reads it again, as another tab may have changed it; the page is in use. */
    refresh() {
      sessionStart(true);
      if (!isEqual(read(), stores.state().history)) renew();
    },
    /**
     * The page is in use, which prolongs the session. Before what is kept for the session, so that a
     * new one doesn't begin after it. Called often: the history is read only if there is a new one.
     */
    touch() {
      if (sessionStart(true) !== stores.state().history.session_started_at) renew();
    },
    /** Notes that something was dismissed or put off: from now on, though the lock may be granted later. */
    putOff(...entry: Entry) {
      stored.add(userKey(), entry);
      renew();
    },
    enable: stored.enable,
    /** What is on display counts as a new decision: what was seen of the last one was told to nobody. */
    renewDecisions() {
      for (const one of shown.values()) Object.assign(one, { decisionId: newId(), isSeen: false });
    },
    /** Drops the user's entries, for all tabs, and ends this tab's session. */
    forget() {
      session.remove("session");
      for (const key of [userKey(), ANONYMOUS]) stored.forget(key);
      shown.clear();
      // The next one may have the same key, as everybody without an id has.
      renew();
      clear();
    },
    /**
     * The decision's id, if the placement may be on display now. One with caps or a cooldown is
     * counted under the lock first: until that is done the answer is `undefined`, unless it stays from
     * the last route. The same placement on one route is one decision.
     * @param isThere as for `count`
     */
    claim(
      { output, reasons }: ServicePlacementDecision,
      occasion: Occasion | undefined,
      isThere: () => boolean,
    ): string | undefined {
      if (!output) return undefined;
      const known = shownOf(core, output);
      const { decisionId, key } = known;
      // A click is answered where it was, or not at all.
      known.outlivesRoute = occasion?.answersClick === false;
      if (key) return decisionId;
      const authored = payloadOf(stores.state().playbook, output);
      const isLimited = authored?.caps || authored?.cooldown_hours !== undefined;
      // A source that decides in place of the Playbook keeps its own caps.
      if (!isLimited || reasons.includes("by_resolver")) return add(output);
      count(output, occasion?.query, isThere);
      return isThere() ? decisionId : undefined;
    },
  };
}
export type UserHistory = ReturnType<typeof createUserHistory>;
