/** Emits a `decision` event for each decision that has changed. */
import { isEqual } from "../decision/index";
import type { Decisions, PageDecision } from "./decisions";
import type { Notifier } from "./notifier";
import { hidden } from "./read-answers";
import type { ServiceEvents } from "./types";

type DecisionEvent = ServiceEvents["decision"];

/** The decision about what is no longer in question, such as a slot that has left the page. */
const OVER = hidden("trigger_not_met");

export function createAnnouncer(emit: Notifier["emit"]) {
  const known = new Map<string, DecisionEvent>();
  return ({ slots }: Decisions, page: readonly PageDecision[]): void => {
    const all = new Map<string, DecisionEvent>();
    for (const [key, { decision }] of slots) {
      all.set(key, { slot: key.replace(/ .*/, ""), decision });
    }
    for (const { placement, decision } of page) all.set(placement, { placement, decision });
    for (const [key, event] of known) if (!all.has(key)) all.set(key, { ...event, decision: OVER });
    for (const [key, event] of all) {
      if (isEqual(event, known.get(key))) continue;
      known.set(key, event);
      emit("decision", event);
    }
  };
}
