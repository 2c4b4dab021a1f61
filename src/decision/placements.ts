/**
 * Which placement is shown, and why. One evaluation answers both: with a list of candidates to
 * fill it keeps every gate, without one it stops at the first that fails.
 */
import type { CompiledPlaybook } from "./compile";
import { record, type Trace } from "./conditions";
import { type Asked, payloadGates, placementGates } from "./gates";
import { own } from "./schema";
import { createSubject, type Subject } from "./subject";
import type {
  Candidate,
  DecisionInput,
  Payload,
  Placement,
  PlacementExplanation,
  PlacementOutput,
  PlacementQuery,
  PlacementReason,
  ServicePlacementDecision,
} from "./types";

/** Asks until a gate isn't passed: its reason, else what the gates lead to. */
function verdictOf<T>(gates: Generator<Asked, T>, trace: Trace): PlacementReason | T {
  for (;;) {
    const { done, value } = gates.next();
    if (done) return value;
    const [gate, reason, passed, actual, expected, children] = value;
    if (!record(trace, { gate, passed, actual, expected }, children)) return reason;
  }
}

/** The placements that a question is about, highest priority first. */
export function candidatesFor(
  playbook: CompiledPlaybook,
  { placement, slot, trigger }: PlacementQuery,
): readonly Placement[] {
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
const isFinal = (reason: PlacementReason) => /^(cap_|cooling|reminded)/.test(reason);

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
  const reasons = new Set<PlacementReason>();
  const traced = !!candidates;
  let output: PlacementOutput | undefined;

  /** Whether the verdict is the last on its placement. */
  const tell = (
    verdict: PlacementReason | PlacementOutput,
    placement: Placement,
    gates: Trace = [],
    payload?: Payload,
  ) => {
    const isReason = typeof verdict === "string";
    const reason = isReason ? verdict : output ? "lower_priority" : "shown";
    if (!isReason) output ??= verdict;
    reasons.add(reason);
    candidates?.push({
      placement: placement.handle,
      ...(payload && { payload: payload.handle }),
      reason,
      gates,
    });
    return !isReason || isFinal(verdict);
  };
  /** Asks the placement, then each payload in turn. */
  const ask = (placement: Placement) => {
    const gates: Trace = traced ? [] : undefined;
    const unmet = verdictOf(placementGates({ subject, query, placement, traced }), gates);
    if (unmet) return tell(unmet, placement, gates);
    return placement.payloads.some((payload) => {
      const key = `${placement.handle}/${payload.handle}`;
      const trace = gates && [...gates];
      const asked = payloadGates({ subject, query, placement, traced, payload, key });
      return tell(verdictOf(asked, trace), placement, trace, payload);
    });
  };
  for (const placement of candidatesFor(playbook, query ?? {})) {
    try {
      ask(placement);
    } catch {
      // Values of wrong types or nested too deeply, in a question or in a Playbook: nothing to show.
    }
    if (output && !traced) break;
  }
  if (output) return { visible: true, reasons: ["shown"], output };
  if (!reasons.size) reasons.add(playbook.usable ? "no_placement" : "playbook_unavailable");
  return { visible: false, reasons: [...reasons] };
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
