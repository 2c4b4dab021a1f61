/**
 * Most questions are about a slot with one placement, whose one payload has a target and nothing
 * else to pass. Their answers need no list of candidates and no walk from gate to gate.
 */
import type { CompiledPlaybook } from "./compile";
import { matches } from "./conditions";
import { hasPast } from "./frequency";
import { testTarget } from "./gates";
import { outputOf } from "./outputs";
import { evaluate, subjectFor } from "./placements";
import type { ReadyPayload, ReadyPlacement } from "./ready";
import type { Subject } from "./subject";
import {
  type DecisionInput,
  IN_FLOW_SURFACES,
  type PlacementQuery,
  type PlacementReason,
  type ServicePlacementDecision,
} from "./types";

const IN_FLOW: readonly string[] = IN_FLOW_SURFACES;

/** The payload of a placement that has but one, in the flow of its slot, and shows it to all of the payload's target. */
export function simpleOf({ trigger, holdout, payloads }: ReadyPlacement): ReadyPayload | null {
  const payload = payloads[0];
  if (!payload || payloads[1] || holdout || (trigger && trigger.type !== "slot_render"))
    return null;
  const { rollout_percent, surface, schedule } = payload.payload;
  payload.isBare = !payload.plans && !payload.segments && !schedule;
  return rollout_percent === undefined && IN_FLOW.includes(surface) ? payload : null;
}

const hidden = (reason: PlacementReason): ServicePlacementDecision => ({
  visible: false,
  reasons: [reason],
});

/** The answer to a simple question, the same as `evaluate` gives; nothing if there is more to it. */
function decideSimple(
  subject: Subject,
  query: PlacementQuery,
): ServicePlacementDecision | undefined {
  const { slot, placement: named, surfaces, inactive, except } = query;
  if (slot === undefined || named !== undefined || surfaces || inactive || except) return undefined;
  const list = subject.playbook.placements("slot", slot);
  const placement = list[0];
  if (!placement || list.length > 1) return undefined;
  if (placement.simple === undefined) placement.simple = simpleOf(placement);
  const payload = placement.simple;
  if (!payload) return undefined;
  const { isBare, condition } = payload;
  if (isBare && !matches(subject, condition)) return hidden("condition_mismatch");
  const question = { subject, query, placement, payload, trace: undefined };
  const unmet = isBare ? undefined : testTarget(question);
  if (unmet) return hidden(unmet);
  if (hasPast(question)) return undefined;
  const output = outputOf(question);
  if (typeof output === "string") return hidden(output);
  return { visible: true, reasons: ["shown"], output };
}

/** What `evaluate` answers, sooner where the question is simple. */
export function decideFor(subject: Subject, query: PlacementQuery): ServicePlacementDecision {
  try {
    const decision = decideSimple(subject, query);
    if (decision) return decision;
  } catch {
    // The question is of a wrong type, or the Playbook nested too deeply: `evaluate` says what then.
  }
  return evaluate(subject, query);
}

/**
 * The placement for a slot, a trigger or a handle (README, "The pure core in Node"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export function decidePlacement(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): ServicePlacementDecision {
  return decideFor(subjectFor(playbook, query, input), query);
}
