/** Many decisions about one person at one moment, for servers that render a whole page. */
import type { CompiledPlaybook } from "./compile.js";
import type { DecisionInput, EntitlementResult, Handle, PlacementQuery, ServicePlacementDecision } from "./types.js";
/** The answers of `decidePlacement` and `decideEntitlement`. Never throw. */
export interface PersonDecisions {
    placement(query: PlacementQuery): ServicePlacementDecision;
    entitlement(handle: Handle): EntitlementResult;
}
/**
 * Answers any number of questions with the same input. The context is read once, when first asked
 * for, so it mustn't be changed while these are in use.
 */
export declare function decisionsFor(playbook: CompiledPlaybook, input: DecisionInput): PersonDecisions;
