/**
 * Most questions are about one placement, by its handle or its slot, whose one payload has a target
 * and nothing else to pass. Their answers need no list of candidates and no walk from gate to gate.
 */
import type { CompiledPlaybook } from "./compile";
import { matches } from "./conditions";
import { hasPast } from "./frequency";
import { testTarget } from "./gates";
import { outputOf } from "./outputs";
import { evaluate, hidden, subjectFor } from "./placements";
import type { Subject } from "./subject";
import type { DecisionInput, PlacementQuery, ServicePlacementDecision } from "./types";

/** The answer to a simple question, the same as `evaluate` gives; nothing if there is more to it. */
function decideSimple(
  subject: Subject,
  query: PlacementQuery,
): ServicePlacementDecision | undefined {
  const { slot, placement: named, surfaces, inactive, except } = query;
  const limits = surfaces ?? inactive ?? except;
  // An empty slot is nowhere. Limits of a wrong type are still there.
  if ((!slot && named === undefined) || limits !== undefined) return undefined;
  const { playbook } = subject;
  const isBySlot = named === undefined;
  const asked = isBySlot ? playbook.placements("slot", slot) : playbook.placements("handle", named);
  const placement = asked.length === 1 ? asked[0] : undefined;
  if (placement?.simple === undefined) return undefined;
  const { simple: payload, bare } = placement;
  if (bare !== undefined && !matches(subject, bare)) return hidden("condition_mismatch");
  const question = { subject, query, placement, payload, trace: undefined };
  const unmet = bare === undefined ? testTarget(question) : undefined;
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
    if (decision !== undefined) return decision;
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
