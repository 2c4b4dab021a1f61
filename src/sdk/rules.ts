/** What is the same for every decision of this SDK: what its options say of them. */
import type { DecisionInput, Handle, ServicePlacementDecision } from "../decision/index";
import type { ServiceInitOptions, ServicePlacementBehaviorFlags } from "../options/index";
import { formatPrice } from "./numbers";
import { readDecision } from "./read-answers";

export interface Rules extends Pick<DecisionInput, "formatPrice"> {
  readonly flags: Partial<ServicePlacementBehaviorFlags> | undefined;
  /** Decisions from `placementDecisionsByPlacementId`, which stand for the Playbook's. */
  readonly stated: ReadonlyMap<Handle, ServicePlacementDecision>;
}

/** @param fail told of a stated decision that is left out, since it is wrong */
export function readRules(
  { localRuntime, placementBehavior: flags }: ServiceInitOptions,
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
  return { formatPrice, flags, stated };
}
