/**
 * The words of the core: what is authored (Playbook), what is known (TargetingContext, History),
 * and what comes out (decisions, entitlement results, explanations). Data that travels or is
 * stored is snake_case. Everything is readonly: deciding never acts.
 */
import type { History, TargetingContext } from "./context-types.js";
import type { Content, Cta, Handle, Price, Surface, TriggerOccurrence } from "./playbook-types.js";
export * from "./context-types.js";
export * from "./playbook-types.js";
/** Why a placement is shown or not; a closed set (README, "Why don't I see it?"). */
export declare const PLACEMENT_REASONS: readonly ["shown", "no_placement", "trigger_not_met", "plan_mismatch", "segment_mismatch", "condition_mismatch", "outside_schedule", "rollout_excluded", "holdout", "entitled", "cap_reached", "cooling_down", "reminded_later", "surface_not_accepted", "surface_unknown", "lower_priority", "waiting_turn", "token_missing", "playbook_unavailable", "provider_failure", "by_resolver"];
export type PlacementReason = (typeof PLACEMENT_REASONS)[number];
/** Why an entitlement is allowed or not; a closed set (README, "Entitlements"). */
export declare const ENTITLEMENT_REASONS: readonly ["granted_by_plan", "granted_by_segment", "granted_by_trial", "granted_by_server", "denied_by_server", "usage_invalid", "over_soft_limit", "near_limit", "not_in_plan", "limit_reached", "plan_unknown", "entitlement_unknown", "playbook_unavailable", "provider_failure", "by_resolver"];
export type EntitlementReason = (typeof ENTITLEMENT_REASONS)[number];
/** What a user may do of one entitlement (README, "Entitlements"). */
export interface EntitlementResult {
    readonly handle: Handle;
    /** True for the status `granted` and `limited`. */
    readonly allowed: boolean;
    /** `limited` is allowed: the limit is near (`near_limit`), or passed and soft (`over_soft_limit`). */
    readonly status: "granted" | "limited" | "denied";
    readonly reason: EntitlementReason;
    /**
     * Units granted; `null`: unlimited. Like `used` and `remaining` only for usage limits, credits and
     * seats with a grant that applies: absent for a feature or tier, where the server's word or nobody's
     * grant decides, and with `usage_invalid`.
     */
    readonly limit?: number | null;
    /** Units used, as the context's `usage` says; 0 where it says nothing. */
    readonly used?: number;
    /** Units left, at least 0; `null`: unlimited. */
    readonly remaining?: number | null;
    /** The tier granted; for type `tier` only. */
    readonly tier?: string;
    /**
     * Who decided: the Playbook, the one stored by an earlier page, `localRuntime.resolvers`, any other
     * source of the application's, or nobody, since there is no Playbook.
     */
    readonly source: "playbook" | "cached_playbook" | "resolver" | "provider" | "none";
}
/** A placement ready to be shown, tokens expanded. */
export interface PlacementOutput {
    readonly placement: Handle;
    readonly payload: Handle;
    /** The variant drawn for this user; absent where the payload has none. */
    readonly variant?: Handle;
    /** The slot asked about, else the placement's own; absent for a page-level placement. */
    readonly slot?: Handle;
    readonly surface: Surface;
    /** The words in the user's language and variant. */
    readonly content: Content;
    /** In the order of the Playbook; empty if there are none. */
    readonly ctas: readonly Cta[];
    /** Added by the SDK (`service.js`); the core gives none. */
    readonly decision_id?: string;
    /** The Playbook's `version`. */
    readonly playbook_version: number;
}
/** What is decided about a slot, a placement or a trigger. */
export interface ServicePlacementDecision {
    readonly visible: boolean;
    /** `shown` alone if it is visible; else why not, each reason once. `by_resolver` where a source of the application's decided. */
    readonly reasons: readonly PlacementReason[];
    /** What to show; there whenever it is visible. */
    readonly output?: PlacementOutput;
}
/** One test of a candidate, with the value it saw and the value it wanted. */
export interface Gate {
    /**
     * Of a placement: `entitlement`, `trigger`, `holdout`. Of a payload: `plan`, `segment`, `condition`,
     * `schedule`, `rollout`, `surface_known`, `surface_accepted`, `remind_later`, `cooldown`, `caps`,
     * `tokens`. They are tested in this order up to the first that isn't passed; those that the author
     * left out may be missing. Among `children` it is a path or an operator of the condition.
     */
    readonly gate: string;
    readonly passed: boolean;
    /** What it saw: such as the user's plan, the draw's position (0 to 100), or times (epoch ms). */
    readonly actual?: unknown;
    /** What it wanted: mostly what the author wrote; `null` where `children` say it. */
    readonly expected?: unknown;
    /** Of `condition`, and of a `trigger` with a condition: each part of that condition. */
    readonly children?: readonly Gate[];
}
/** A placement that could answer the query, by one of its payloads. */
export interface Candidate {
    readonly placement: Handle;
    /** Absent where a gate of the placement itself wasn't passed. */
    readonly payload?: Handle;
    /** `shown`; `lower_priority`, if it passes and an earlier one is shown; the reason of the gate that wasn't passed; else, in a page, one of the page's, such as `waiting_turn`. */
    readonly reason: PlacementReason;
    /** The gates tested, the placement's first; the last is the one that wasn't passed, if any. */
    readonly gates: readonly Gate[];
}
/** A decision with every candidate, in the order in which they are tried. */
export interface PlacementExplanation {
    readonly visible: boolean;
    readonly reasons: readonly PlacementReason[];
    readonly candidates: readonly Candidate[];
}
/** What to decide: about a slot, one placement, or what a trigger opens; with none of the three, about page-level placements. */
export interface PlacementQuery {
    /** Only placements of this slot. */
    readonly slot?: Handle | undefined;
    /** Only this placement; goes before `slot`. */
    readonly placement?: Handle | undefined;
    /** What happened; without `slot` and `placement`, only placements that wait for it. An event is also part of the context. */
    readonly trigger?: TriggerOccurrence | undefined;
    /** Surfaces accepted. Default: in a slot every in-flow and every registered one, elsewhere, and where a refusal or an event is answered, every one. */
    readonly surfaces?: readonly string[] | undefined;
    /** Names given to `registerSurface`. */
    readonly registered?: readonly string[] | undefined;
    /** BCP 47. Default: the context's. */
    readonly locale?: string | undefined;
    /** The placement was asked for by its handle: its trigger needn't be met. */
    readonly requested?: boolean | undefined;
    /** Keys (`placement/payload`) on display now; a display doesn't count against itself. */
    readonly displaying?: readonly string[] | undefined;
    /** Trigger types and categories that are switched off: their placements' triggers are never met. */
    readonly inactive?: readonly string[] | undefined;
    /** Placements that are left out, since another source has decided to hide them. */
    readonly except?: readonly Handle[] | undefined;
    /** False: caps, and cooldowns after a display, don't count; dismissal and remind-later hold for the session. Default true. */
    readonly enforceCaps?: boolean | undefined;
}
/** Everything that a decision reads besides the Playbook and the query. */
export interface DecisionInput {
    readonly context: TargetingContext;
    /** Epoch ms. */
    readonly now: number;
    /** Default: nothing was shown before. */
    readonly history?: History;
    /** Where the Playbook was taken from; becomes the `source` of entitlement results. Default `playbook`. */
    readonly source?: "playbook" | "cached_playbook" | undefined;
    /** Another source's result for an entitlement, which replaces the Playbook's. */
    readonly entitled?: ((handle: Handle) => EntitlementResult | undefined) | undefined;
    /** Writes `{{price}}`. Without it the token stays as it is, so that answers are the same everywhere. */
    readonly formatPrice?: ((price: Price, locale: string | undefined) => string) | undefined;
}
/** Something wrong with a Playbook. */
export interface Problem {
    /** Where: such as `placements[3].payloads[0].surface`. */
    readonly path: string;
    /** What, as it goes on from the path: `is required`. */
    readonly message: string;
}
