/**
 * Which placement is shown, and why. One evaluation answers both: with a list of candidates to
 * fill it keeps every gate, without one it stops at the first that fails.
 */
import type { CompiledPlaybook } from "./compile";
import { askFrequency, hasPast } from "./frequency";
import { askPayload, askPlacement, type PayloadQuestion } from "./gates";
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

/** Whether a placement waits for that to happen. */
function answers(this: TriggerOccurrence, { trigger }: ReadyPlacement): boolean {
  return ["entitlement", "name", "stage"].every((key) => {
    const wanted = own(this, key);
    return wanted === undefined || wanted === own(trigger, key);
  });
}

/** Nobody asked for a refusal or an event to be answered. */
const isUnasked = ({ trigger }: ReadyPlacement) => !/^e/.test(trigger?.type ?? "");

/** The placements that a question is about, highest priority first. */
export function candidatesFor(
  playbook: CompiledPlaybook,
  { placement, slot, trigger }: PlacementQuery,
): readonly ReadyPlacement[] {
  if (placement !== undefined) return playbook.placements("handle", placement);
  if (slot !== undefined) return playbook.placements("slot", slot);
  if (trigger) return playbook.placements("type", trigger.type).filter(answers, trigger);
  return playbook.placements("slot").filter(isUnasked);
}

const NONE: readonly never[] = [];

/** After these no other payload of the placement is tried. */
const FINAL: readonly PlacementReason[] = ["reminded_later", "cooling_down", "cap_reached"];

/** What is asked, and what is found out while candidates are. */
interface Course {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly candidates: Candidate[] | undefined;
  reasons: readonly PlacementReason[];
  output: PlacementOutput | undefined;
}

/** Keeps what is said of a candidate; whether it is the last word on its placement. */
function tell(
  course: Course,
  verdict: PlacementReason | PlacementOutput,
  { handle: placement }: ReadyPlacement,
  gates: Trace = [],
  payload?: ReadyPayload,
): boolean {
  const { reasons, output, candidates } = course;
  const isReason = typeof verdict === "string";
  const reason = isReason ? verdict : output ? "lower_priority" : "shown";
  if (!isReason) course.output ??= verdict;
  if (!reasons[0]) course.reasons = [reason];
  else if (!reasons.includes(reason)) course.reasons = [...reasons, reason];
  candidates?.push({
    placement,
    ...(payload && { payload: payload.payload.handle }),
    reason,
    gates,
  });
  return !isReason || FINAL.includes(verdict);
}

// Lists are gone through by place: an iterator costs more than what is asked here.
function ask(course: Course, placement: ReadyPlacement): void {
  const { subject, query, candidates } = course;
  const gates: Trace = candidates && [];
  const isAsked = placement.trigger || placement.holdout || query.inactive || gates;
  const unmet = isAsked && askPlacement({ subject, query, placement, trace: gates });
  if (unmet) return void tell(course, unmet, placement, gates);
  const { payloads } = placement;
  for (let i = 0, payload = payloads[0]; payload; payload = payloads[++i]) {
    const trace = gates && [...gates];
    const question: PayloadQuestion = { subject, query, placement, payload, trace };
    const verdict =
      askPayload(question) ||
      ((trace || hasPast(question)) && askFrequency(question)) ||
      outputOf(question);
    if (tell(course, verdict, placement, trace, payload)) break;
  }
}

/**
 * Decides for a subject. The one evaluation behind every answer.
 * @param candidates filled with every candidate and its gates, when given
 */
export function evaluate(
  subject: Subject,
  query: PlacementQuery,
  candidates?: Candidate[],
): ServicePlacementDecision {
  const { playbook } = subject;
  const course: Course = { subject, query, candidates, reasons: NONE, output: undefined };
  const list = candidatesFor(playbook, query ?? {});
  for (let i = 0, one = list[0]; one && (candidates || !course.output); one = list[++i]) {
    try {
      if (!query?.except?.includes(one.handle)) ask(course, one);
    } catch {
      // Values of wrong types or nested too deeply, in a question or in a Playbook: nothing to show.
    }
  }
  const { output, reasons } = course;
  if (output) return { visible: true, reasons: ["shown"], output };
  const none = playbook.usable ? "no_placement" : "playbook_unavailable";
  return { visible: false, reasons: reasons[0] ? reasons : [none] };
}

/** A subject for whom the event asked about has happened. */
export function subjectFor(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): Subject {
  const { trigger } = query ?? {};
  if (trigger?.type !== "event") return createSubject(playbook, input);
  const { name, properties = {} } = trigger;
  const context = { ...input.context, event: { name, properties } };
  return createSubject(playbook, { ...input, context });
}

/**
 * The placement for a slot, a trigger or a name (contract, "Results"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export function decidePlacement(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): ServicePlacementDecision {
  return evaluate(subjectFor(playbook, query, input), query);
}

/** Every candidate with every gate it met, by the same evaluation as `decidePlacement`. */
export function explainPlacement(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): PlacementExplanation {
  const candidates: Candidate[] = [];
  const { visible, reasons } = evaluate(subjectFor(playbook, query, input), query, candidates);
  return { visible, reasons, candidates };
}
