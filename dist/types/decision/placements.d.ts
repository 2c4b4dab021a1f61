/**
 * Which placement is shown, and why. One evaluation answers both: with a list of candidates to
 * fill it keeps every gate, without one it stops at the first that fails.
 */
import type { CompiledPlaybook } from "./compile.js";
import type { ReadyPlacement } from "./ready.js";
import { type Subject } from "./subject.js";
import type { Candidate, DecisionInput, PlacementExplanation, PlacementQuery, PlacementReason, ServicePlacementDecision } from "./types.js";
/** The placements that a question is about, highest priority first. */
export declare function candidatesFor(playbook: CompiledPlaybook, { placement, slot, trigger }: PlacementQuery): readonly ReadyPlacement[];
/** A decision that shows nothing. */
export declare const hidden: (reason: PlacementReason) => ServicePlacementDecision;
/**
 * Decides for a subject: the one evaluation behind every decision and explanation.
 * @param candidates filled with every candidate and its gates, when given
 */
export declare function evaluate(subject: Subject, query: PlacementQuery, candidates?: Candidate[]): ServicePlacementDecision;
/** The subject of a query; if the query asks about an event, its context has that event. */
export declare function subjectFor(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): Subject;
/** Every candidate with every gate it met, by the same evaluation as every decision. */
export declare function explainPlacement(playbook: CompiledPlaybook, query: PlacementQuery, input: DecisionInput): PlacementExplanation;
