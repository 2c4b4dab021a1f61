/**
 * Which placement is shown, and why. One evaluation answers both: with a list of candidates to
 * fill it keeps every gate, without one it stops at the first that fails.
 */
import type { CompiledPlaybook } from "./compile";
import { testFrequency } from "./frequency";
import { isOccasion, type PayloadQuestion, testPlacement, testReach, testTarget } from "./gates";
import { outputOf } from "./outputs";
import type { ReadyPayload, ReadyPlacement } from "./ready";
import { own } from "./schema";
import { createSubject, type Subject } from "./subject";
import type { Trace } from "./trace";
import type {
  Candidate,
  DecisionInput,
  PlacementExplanation,
  PlacementOutput,
  PlacementQuery,
  PlacementReason,
  ServicePlacementDecision,
  TriggerOccurrence,
} from "./types";

/** Whether what happened (`this`) is what a placement waits for. */
function isTriggeredBy(this: TriggerOccurrence, { trigger }: ReadyPlacement): boolean {
  return ["entitlement", "name", "stage"].every((key) => {
    const wanted = own(this, key);
    return wanted === undefined || wanted === own(trigger, key);
  });
}

/** The placements that a question is about, highest priority first. */
export function candidatesFor(
  playbook: CompiledPlaybook,
  { placement, slot, trigger }: PlacementQuery,
): readonly ReadyPlacement[] {
  if (placement !== undefined) return playbook.placements("handle", placement);
  if (slot !== undefined) return slot ? playbook.placements("slot", slot) : [];
  if (trigger) return playbook.placements("type", trigger.type).filter(isTriggeredBy, trigger);
  return playbook.placements("slot").filter(({ trigger }) => !isOccasion(trigger));
}

/** After one of these reasons no other payload of the placement is tried. */
const FINAL: readonly PlacementReason[] = ["reminded_later", "cooling_down", "cap_reached"];

/** A decision that shows nothing. */
export const hidden = (reason: PlacementReason): ServicePlacementDecision => ({
  visible: false,
  reasons: [reason],
});

/** One question on its way through the candidates. */
interface Evaluation {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly candidates: Candidate[] | undefined;
  readonly reasons: PlacementReason[];
  output: PlacementOutput | undefined;
}

/** Keeps the verdict on a candidate; returns whether it settles its placement. */
function keepVerdict(
  evaluation: Evaluation,
  verdict: PlacementReason | PlacementOutput,
  { handle: placement }: ReadyPlacement,
  gates: Trace = [],
  payload?: ReadyPayload,
): boolean {
  const { reasons, output, candidates } = evaluation;
  const isReason = typeof verdict === "string";
  const reason = isReason ? verdict : output ? "lower_priority" : "shown";
  if (!isReason) evaluation.output ??= verdict;
  if (!reasons.includes(reason)) reasons.push(reason);
  candidates?.push({
    placement,
    ...(payload && { payload: payload.payload.handle }),
    reason,
    gates,
  });
  return !isReason || FINAL.includes(verdict);
}

/** Tests a placement and its payloads in order. */
function consider(evaluation: Evaluation, placement: ReadyPlacement): void {
  const { subject, query, candidates } = evaluation;
  const gates: Trace = candidates && [];
  const unmet = testPlacement({ subject, query, placement, trace: gates });
  if (unmet) return void keepVerdict(evaluation, unmet, placement, gates);
  for (const payload of placement.payloads) {
    const trace = gates && [...gates];
    const question: PayloadQuestion = { subject, query, placement, payload, trace };
    const verdict =
      testTarget(question) || testReach(question) || testFrequency(question) || outputOf(question);
    if (keepVerdict(evaluation, verdict, placement, trace, payload)) break;
  }
}

/**
 * Decides for a subject: the one evaluation behind every decision and explanation.
 * @param candidates filled with every candidate and its gates, when given
 */
export function evaluate(
  subject: Subject,
  query: PlacementQuery,
  candidates?: Candidate[],
): ServicePlacementDecision {
  const { playbook } = subject;
  const evaluation: Evaluation = { subject, query, candidates, reasons: [], output: undefined };
  for (const one of candidatesFor(playbook, query ?? {})) {
    if (evaluation.output && !candidates) break;
    try {
      if (!query?.except?.includes(one.handle)) consider(evaluation, one);
    } catch {
      // A question or a Playbook holds values of wrong types, or nested too deeply: not shown.
    }
  }
  const { output, reasons } = evaluation;
  if (output) return { visible: true, reasons: ["shown"], output };
  const none = playbook.usable ? "no_placement" : "playbook_unavailable";
  return { visible: false, reasons: reasons[0] ? reasons : [none] };
}

/** The subject of a query; if the query asks about an event, its context has that event. */
export function subjectFor(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): Subject {
  const trigger = query?.trigger;
  if (trigger?.type !== "event") return createSubject(playbook, input);
  const { name, properties = {} } = trigger;
  const context = { ...input?.context, event: { name, properties } };
  return createSubject(playbook, { ...input, context });
}

/** Every candidate with every gate it met, by the same evaluation as every decision. */
export function explainPlacement(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): PlacementExplanation {
  const candidates: Candidate[] = [];
  const { visible, reasons } = evaluate(subjectFor(playbook, query, input), query, candidates);
  return { visible, reasons, candidates };
}
