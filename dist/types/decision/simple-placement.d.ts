/**
 * Most questions are about a slot with one placement, whose one payload has a target and nothing
 * else to pass. Their answers need no list of candidates and no walk from gate to gate.
 */
import type { CompiledPlaybook } from "./compile.js";
import type { ReadyPayload, ReadyPlacement } from "./ready.js";
import type { Subject } from "./subject.js";
import { type DecisionInput, type PlacementQuery, type ServicePlacementDecision } from "./types.js";
/** The payload of a placement that has but one, in the flow of its slot, and shows it to all of the payload's target. */
export declare function simpleOf({ trigger, holdout, payloads }: ReadyPlacement): ReadyPayload | null;
/** What `evaluate` answers, sooner where the question is simple. */
export declare function decideFor(subject: Subject, query: PlacementQuery): ServicePlacementDecision;
/**
 * The placement for a slot, a trigger or a handle (README, "The pure core in Node"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export declare function decidePlacement(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): ServicePlacementDecision;
