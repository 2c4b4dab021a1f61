/**
 * Most questions are about one placement, by its handle or its slot, whose one payload has a target
 * and nothing else to pass. Their answers need no list of candidates and no walk from gate to gate.
 */
import type { CompiledPlaybook } from "./compile.js";
import type { Subject } from "./subject.js";
import type { DecisionInput, PlacementQuery, ServicePlacementDecision } from "./types.js";
/** What `evaluate` answers, sooner where the question is simple. */
export declare function decideFor(subject: Subject, query: PlacementQuery): ServicePlacementDecision;
/**
 * The placement for a slot, a trigger or a handle (README, "The pure core in Node"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export declare function decidePlacement(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): ServicePlacementDecision;
