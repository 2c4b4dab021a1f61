/**
 * Most questions are about a slot with one placement, whose one payload has a condition and nothing
 * else to pass. Their answers need no list of candidates and no walk from gate to gate.
 */
import type { CompiledPlaybook } from "./compile.js";
import { type ReadyPlacement } from "./ready.js";
import type { Subject } from "./subject.js";
import { type DecisionInput, type PlacementQuery, type ServicePlacementDecision } from "./types.js";
/** Prepares a placement that is certainly sound; of any other the schema decides. */
export declare function readyPlain(placement: unknown): ReadyPlacement | undefined;
/** What `evaluate` answers, sooner where the question is simple. */
export declare function decideFor(subject: Subject, query: PlacementQuery): ServicePlacementDecision;
/**
 * The placement for a slot, a trigger or a handle (README, "The pure core in Node"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export declare function decidePlacement(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): ServicePlacementDecision;
