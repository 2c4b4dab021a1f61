/** What may be on display now: the same placement on one route is one decision, and one with a limit is counted first. */
import {
  evaluate,
  type PlacementOutput,
  type ServicePlacementDecision,
  subjectFor,
} from "../decision/index";
import type { Core } from "./core";
import { queryAt, type Shown } from "./decisions";
import { historyKey, type UserHistory } from "./history";

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

/** Answers with the decision's id if the placement may be on display now; else it is being found out. */
export function createClaim(
  core: Core,
  { update }: UserHistory,
): (decision: ServicePlacementDecision) => string | undefined {
  const { stores, now } = core;
  const underWay = new Set<string>();

  const add = (output: PlacementOutput) =>
    Object.assign(shownOf(core, output), { key: historyKey(output) }).decisionId;

  /** Counts a display under the lock that all tabs share, if by then it is still to be shown. */
  function count(output: PlacementOutput): void {
    const key = shownKey(output);
    if (underWay.has(key)) return;
    underWay.add(key);
    update((history) => {
      underWay.delete(key);
      const moment = { ...stores.momentNow(), history };
      const { placement, payload, surface } = output;
      const query = queryAt(moment, { placement, requested: true, surfaces: [surface] });
      const subject = subjectFor(moment.playbook, query, moment);
      if (evaluate(subject, query).output?.payload !== payload) return undefined;
      add(output);
      return ["displays", historyKey(output), now()];
    });
  }

  return ({ output, reasons }) => {
    if (!output) return undefined;
    const shown = shownOf(core, output);
    if (shown.key) return shown.decisionId;
    // Who decides in place of the Playbook counts as they please.
    if (reasons.includes("by_resolver")) return add(output);
    const { playbook } = stores.state();
    const { payloads = [] } = playbook.part("placements", output.placement) ?? {};
    const authored = payloads.find(({ handle }) => handle === output.payload);
    if (!authored?.caps && authored?.cooldown_hours === undefined) return add(output);
    count(output);
    return undefined;
  };
}
