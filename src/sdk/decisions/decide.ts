/** One question at one moment: what the application's sources say, what is stated, and what the Playbook decides. */
import {
  evaluate,
  type Handle,
  hidden,
  IN_FLOW_SURFACES,
  own,
  type PlacementQuery,
  type ServicePlacementDecision,
  subjectFor,
} from "../../decision/index";
import { historyKey, type Moment } from "../moment";
import { queryAt, surfacesOver } from "./queries";

/**
 * A decision of another source, under the Playbook in use if it names no version; hidden if its surface
 * isn't registered or accepted, or this user put it off in this session.
 */
export function admit(
  { history, playbook, registered }: Moment,
  { slot, surfaces, requested }: PlacementQuery,
  decision: ServicePlacementDecision,
): ServicePlacementDecision {
  const { output } = decision;
  if (!output) return decision;
  const { session_started_at: start = 0, dismissed, reminded } = history;
  const key = historyKey(output);
  const isPutOff = (times: unknown) => !requested && Number(own(times, key)) >= Number(start);
  const known: string[] = [...surfacesOver({ registered }), ...IN_FLOW_SURFACES];
  const reason =
    (surfaces && !known.includes(output.surface) && "surface_unknown") ||
    (surfaces && !surfaces.includes(output.surface) && "surface_not_accepted") ||
    (isPutOff(dismissed) && "cooling_down") ||
    (isPutOff(reminded) && "reminded_later");
  if (reason) return hidden(reason);
  const playbook_version = output.playbook_version ?? playbook.version;
  return { ...decision, output: { ...output, playbook_version, ...(slot && { slot }) } };
}

/** The decision of the application's own sources about a slot, or about a page-level placement. */
export function sourcedFor(moment: Moment, query: PlacementQuery, placement = query.placement) {
  const { slot, surfaces } = query;
  const question = JSON.stringify({ slot, placement, surfaces });
  const decision = (slot ?? placement) && surfaces ? moment.decisionFor?.(question) : undefined;
  return decision && admit(moment, query, decision);
}

/**
 * Decides by the Playbook. A decision stated for a placement replaces the Playbook's; if it hides
 * the placement, the next candidate is tried.
 */
export function decide(
  moment: Moment,
  query: PlacementQuery,
  subject = subjectFor(moment.playbook, query, moment),
): ServicePlacementDecision {
  const { playbook, stated } = moment;
  const { placement, slot, except = [] } = query ?? {};
  const isOfSlot = ([handle, { output }]: [Handle, ServicePlacementDecision]) =>
    output &&
    !except.includes(handle) &&
    slot === (output.slot ?? playbook.part("placements", handle)?.placement.slot);
  const [handle = ""] = placement ? [placement] : (slot && [...stated].find(isOfSlot)) || [];
  const asked = stated.get(handle);
  const decision = asked ?? evaluate(subject, queryAt(moment, query));
  const candidate = asked ? handle : (decision.output?.placement ?? "");
  const instead = stated.get(candidate);
  if (!instead) return decision;
  const admitted = admit(moment, query, instead);
  if (placement || admitted.visible) return admitted;
  const next = decide(moment, { ...query, except: [...except, candidate] }, subject);
  return next.visible ? next : admitted;
}
