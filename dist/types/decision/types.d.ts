/**
 * The words of the core: what is authored (Playbook), what is known (TargetingContext, History),
 * and what comes out (decisions, entitlement results, explanations). Data that travels or is
 * stored is snake_case. Everything is readonly: deciding never acts.
 */
import type { History, TargetingContext } from "./context-types.js";
import type { Content, Cta, Handle, Price, Surface, TriggerOccurrence } from "./playbook-types.js";
export * from "./context-types.js";
export * from "./playbook-types.js";
export declare const PLACEMENT_REASONS: readonly ["shown", "no_placement", "trigger_not_met", "plan_mismatch", "segment_mismatch", "condition_mismatch", "outside_schedule", "rollout_excluded", "holdout", "entitled", "cap_reached", "cooling_down", "reminded_later", "surface_not_accepted", "surface_unknown", "lower_priority", "waiting_turn", "token_missing", "playbook_unavailable", "provider_failure", "by_resolver"];
export type PlacementReason = (typeof PLACEMENT_REASONS)[number];
export declare const ENTITLEMENT_REASONS: readonly ["granted_by_plan", "granted_by_segment", "granted_by_trial", "granted_by_server", "denied_by_server", "usage_invalid", "over_soft_limit", "near_limit", "not_in_plan", "limit_reached", "plan_unknown", "entitlement_unknown", "playbook_unavailable", "provider_failure", "by_resolver"];
export type EntitlementReason = (typeof ENTITLEMENT_REASONS)[number];
export interface EntitlementResult {
    readonly handle: Handle;
    readonly allowed: boolean;
    readonly status: "granted" | "limited" | "denied";
    readonly reason: EntitlementReason;
    /** `null`: unlimited. */
    readonly limit?: number | null;
    readonly used?: number;
    readonly remaining?: number | null;
    readonly tier?: string;
    readonly source: "playbook" | "cached_playbook" | "resolver" | "provider" | "none";
}
/** A placement ready to be shown, tokens expanded. */
export interface PlacementOutput {
    readonly placement: Handle;
    readonly payload: Handle;
    readonly variant?: Handle;
    readonly slot?: Handle;
    readonly surface: Surface;
    readonly content: Content;
    readonly ctas: readonly Cta[];
    /** Added by the shell; the core gives none. */
    readonly decision_id?: string;
    readonly playbook_version: number;
}
export interface ServicePlacementDecision {
    readonly visible: boolean;
    readonly reasons: readonly PlacementReason[];
    readonly output?: PlacementOutput;
}
/** One test of a candidate, with the value it saw and the value it wanted. */
export interface Gate {
    readonly gate: string;
    readonly passed: boolean;
    readonly actual?: unknown;
    readonly expected?: unknown;
    readonly children?: readonly Gate[];
}
export interface Candidate {
    readonly placement: Handle;
    readonly payload?: Handle;
    readonly reason: PlacementReason;
    readonly gates: readonly Gate[];
}
export interface PlacementExplanation {
    readonly visible: boolean;
    readonly reasons: readonly PlacementReason[];
    readonly candidates: readonly Candidate[];
}
/** What to decide: about a slot, one placement, or what a trigger opens; with none of the three, about page-level placements. */
export interface PlacementQuery {
    readonly slot?: Handle;
    readonly placement?: Handle;
    readonly trigger?: TriggerOccurrence;
    /** Surfaces accepted. Default: in a slot every in-flow one, elsewhere every one. */
    readonly surfaces?: readonly string[];
    /** Names given to `registerSurface`. */
    readonly registered?: readonly string[];
    /** BCP 47. Default: the context's. */
    readonly locale?: string;
    /** The placement was asked for by its handle: its trigger needn't be met. */
    readonly requested?: boolean;
    /** Keys (`placement/payload`) on display now; a display doesn't count against itself. */
    readonly displaying?: readonly string[];
    /** Trigger types and categories that are switched off: their placements' triggers are never met. */
    readonly inactive?: readonly string[];
    /** Placements that are left out, since another source has decided to hide them. */
    readonly except?: readonly Handle[];
    /** False: caps, cooldown and remind-later hold for the session only. Default true. */
    readonly enforceCaps?: boolean;
}
export interface DecisionInput {
    readonly context: TargetingContext;
    /** Epoch ms. */
    readonly now: number;
    readonly history?: History;
    /** Where the Playbook was taken from; becomes the `source` of entitlement results. Default `playbook`. */
    readonly source?: "playbook" | "cached_playbook" | undefined;
    /** Another source's result for an entitlement, which replaces the Playbook's. */
    readonly entitled?: ((handle: Handle) => EntitlementResult | undefined) | undefined;
    /** Writes `{{price}}`. Without it the token stays as it is, so that answers are the same everywhere. */
    readonly formatPrice?: ((price: Price, locale: string | undefined) => string) | undefined;
}
export interface Problem {
    /** Such as `placements[3].payloads[0].surface`. */
    readonly path: string;
    readonly message: string;
}
