/** What is the same for every decision of this SDK: what its options say of them. */
import type {
  DecisionInput,
  Handle,
  PlacementQuery,
  ServicePlacementDecision,
} from "../decision/index";
import type { ServiceInitOptions } from "../options/index";
import { formatPrice } from "./numbers";
import { readDecision } from "./read-answers";

export interface Rules
  extends Pick<DecisionInput, "formatPrice">,
    Pick<PlacementQuery, "inactive" | "enforceCaps"> {
  /** Decisions from `placementDecisionsByPlacementId`, which stand for the Playbook's. */
  readonly stated: ReadonlyMap<Handle, ServicePlacementDecision>;
}

/**
 * A behaviour flag that isn't given is derived from the Playbook (specification,
 * "ServicePlacementBehaviorFlags"): it may simply be on, since without a cap, a gated placement or a trial
 * it changes nothing.
 * @param fail told of a stated decision that is left out, since it is wrong
 */
export function readRules(
  { localRuntime, placementBehavior = {} }: ServiceInitOptions,
  fail: (message: string, error: unknown) => void,
): Rules {
  const { placementDecisionsByPlacementId: given = {} } = localRuntime?.initialData ?? {};
  const stated = new Map<Handle, ServicePlacementDecision>();
  for (const [placement, decision] of Object.entries(given)) {
    try {
      stated.set(placement, readDecision(decision));
    } catch (error) {
      fail(`placementDecisionsByPlacementId.${placement} is left out`, error);
    }
  }
  const inactive = [
    ...(placementBehavior.enableAutoGatedPlacement === false
      ? ["gated", "entitlement_denied"]
      : []),
    ...(placementBehavior.enableTrialAutoTriggers === false ? ["trial_stage"] : []),
  ];
  const enforceCaps = placementBehavior.enableClientCapsEnforcement;
  return { formatPrice, inactive, enforceCaps, stated };
}
