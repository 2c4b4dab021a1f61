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
} from "./types";

/** The placements that a question is about, highest priority first. */
export function candidatesFor(
  playbook: CompiledPlaybook,
  { placement, slot, trigger }: PlacementQuery,
): readonly ReadyPlacement[] {
  if (placement !== undefined) return playbook.placements("handle", placement);
  if (slot !== undefined) return playbook.placements("slot", slot);
  if (trigger) {
    return playbook.placements("type", trigger.type).filter((one) =>
      ["entitlement", "name", "stage"].every((key) => {
        const wanted = own(trigger, key);
        return wanted === undefined || wanted === own(one.trigger, key);
      }),
    );
  }
  // Nobody asked for a refusal or an event to be answered.
  return playbook.placements("slot").filter((one) => !/^e/.test(one.trigger?.type ?? ""));
}

/** After these no other payload of the placement is tried. */
const FINAL: readonly PlacementReason[] = ["reminded_later", "cooling_down", "cap_reached"];

/** The output of a payload, or the reason why there is none. */
function verdictOn(question: PayloadQuestion): PlacementReason | PlacementOutput {
  const reason = askPayload(question);
  if (reason) return reason;
  const isAsked = question.trace || hasPast(question);
  return (isAsked && askFrequency(question)) || outputOf(question);
}

/** What is found out while candidates are asked. */
interface Course {
  readonly reasons: PlacementReason[];
  readonly candidates: Candidate[] | undefined;
  output: PlacementOutput | undefined;
}

function tell(
  course: Course,
  verdict: PlacementReason | PlacementOutput,
  { handle: placement }: ReadyPlacement,
  gates: Trace = [],
  payload?: ReadyPayload,
): void {
  const { reasons, output, candidates } = course;
  const isReason = typeof verdict === "string";
  const reason = isReason ? verdict : output ? "lower_priority" : "shown";
  if (!isReason) course.output ??= verdict;
  if (!reasons.includes(reason)) reasons.push(reason);
  candidates?.push({
    placement,
    ...(payload && { payload: payload.payload.handle }),
    reason,
    gates,
  });
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
  const reasons: PlacementReason[] = [];
  const course: Course = { reasons, candidates, output: undefined };
  for (const placement of candidatesFor(playbook, query ?? {})) {
    try {
      const gates: Trace = candidates && [];
      const isAsked = placement.trigger || placement.holdout || query.inactive || gates;
      const unmet = isAsked && askPlacement({ subject, query, placement, trace: gates });
      if (unmet) tell(course, unmet, placement, gates);
      else {
        for (const payload of placement.payloads) {
          const trace = gates && [...gates];
          const verdict = verdictOn({ subject, query, placement, payload, trace });
          tell(course, verdict, placement, trace, payload);
          if (typeof verdict !== "string" || FINAL.includes(verdict)) break;
        }
      }
    } catch {
      // Values of wrong types or nested too deeply, in a question or in a Playbook: nothing to show.
    }
    if (course.output && !candidates) break;
  }
  const { output } = course;
  if (output) return { visible: true, reasons: ["shown"], output };
  if (!reasons.length) reasons.push(playbook.usable ? "no_placement" : "playbook_unavailable");
  return { visible: false, reasons };
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
