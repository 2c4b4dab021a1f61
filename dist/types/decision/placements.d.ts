/**
 * Which placement is shown, and why. One evaluation answers both: with a list of candidates to
 * fill it keeps every gate, without one it stops at the first that fails.
 */
import type { CompiledPlaybook } from "./compile.js";
import type { ReadyPlacement } from "./ready.js";
import { type Subject } from "./subject.js";
import type { Candidate, DecisionInput, PlacementExplanation, PlacementQuery, ServicePlacementDecision } from "./types.js";
/** The placements that a question is about, highest priority first. */
export declare function candidatesFor(playbook: CompiledPlaybook, { placement, slot, trigger }: PlacementQuery): readonly ReadyPlacement[];
/**
 * Decides for a subject. The one evaluation behind every answer.
 * @param candidates filled with every candidate and its gates, when given
 */
export declare function evaluate(subject: Subject, query: PlacementQuery, candidates?: Candidate[]): ServicePlacementDecision;
/** A subject for whom the event asked about has happened. */
export declare function subjectFor(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): Subject;
/**
 * The placement for a slot, a trigger or a name (contract, "Results"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export declare function decidePlacement(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): ServicePlacementDecision;
/** Every candidate with every gate it met, by the same evaluation as `decidePlacement`. */
export declare function explainPlacement(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): PlacementExplanation;
