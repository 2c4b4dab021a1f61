/** Many decisions about one person at one moment, for servers that render a whole page. */
import type { CompiledPlaybook } from "./compile";
import { entitlementOf } from "./entitlements";
import { decideFor, decidePlacement } from "./simple-placement";
import { createSubject } from "./subject";
import type {
  DecisionInput,
  EntitlementResult,
  Handle,
  PlacementQuery,
  ServicePlacementDecision,
} from "./types";

/** The answers of `decidePlacement` and `decideEntitlement`. Never throw. */
export interface PersonDecisions {
  placement(query: PlacementQuery): ServicePlacementDecision;
  entitlement(handle: Handle): EntitlementResult;
}

/**
 * Answers any number of questions with the same input. The context is read once, when first asked
 * for, so it mustn't be changed while these are in use.
 */
export function decisionsFor(playbook: CompiledPlaybook, input: DecisionInput): PersonDecisions {
  const subject = createSubject(playbook, input);
  return {
    placement: (query) =>
      // An event is part of the context of its own query only.
      query?.trigger ? decidePlacement(playbook, query, input) : decideFor(subject, query),
    entitlement: (handle) => entitlementOf(subject, handle),
  };
}
