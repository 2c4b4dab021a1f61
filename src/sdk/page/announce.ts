/** Emits a `decision` event for each decision that has changed, and warns of a plan that may be misspelt, and of a trial that can't be read. */
import { hidden, isEqual } from "../../decision/index";
import type { Core } from "../core";
import type { Decisions } from "../decisions/decisions";
import { withDecisionId } from "../decisions/history";
import type { PageDecision } from "../moment";
import type { ServiceEvents } from "../types";

type DecisionEvent = ServiceEvents["decision"];

/** The decision about what is no longer in question, such as a slot that has left the page. */
const OVER = hidden("trigger_not_met");

export function createAnnouncer(core: Core) {
  let known: ReadonlyMap<string, DecisionEvent> = new Map();
  return ({ slots, subject }: Decisions, page: readonly PageDecision[]): void => {
    const before = known;
    const all = new Map<string, DecisionEvent>();
    for (const [key, { decision }] of slots) {
      // Of several slots of one name that which shows something, whatever they accept. By the blank a slot isn't
      // taken for a placement of its name.
      const slot = key.replace(/ .*/, "");
      if (all.get(`${slot} `)?.decision.visible) continue;
      all.set(`${slot} `, { slot, decision: withDecisionId(core, decision) });
    }
    for (const { placement, decision } of page) {
      all.set(placement, { placement, decision: withDecisionId(core, decision) });
    }
    known = all;
    const { context, playbook, trial } = subject;
    const plan = context.plan_handle;
    const isMissed = ({ decision }: DecisionEvent) => decision.reasons.includes("plan_mismatch");
    if (plan && !playbook.part("plans", plan) && [...all.values()].some(isMissed)) {
      core.warn(`the Playbook has no plan "${plan}"`);
    }
    if (trial?.isClear === false && context.trial?.in_trial) {
      core.warn("a date or count of the trial can't be read, so it grants nothing");
    }
    for (const [key, event] of before) {
      if (!all.has(key)) core.emit("decision", { ...event, decision: OVER });
    }
    for (const [key, event] of all) {
      if (!isEqual(event, before.get(key))) core.emit("decision", event);
    }
  };
}
