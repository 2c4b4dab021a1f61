/**
 * The words of the core: what is authored (Playbook), what is known (TargetingContext, History),
 * and what comes out (decisions, entitlement results, explanations). Data that travels or is
 * stored is snake_case. Everything is readonly: deciding never acts.
 */

/** Any JSON value, as it enters from outside. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A lower-case identifier, `^[a-z][a-z0-9_]{0,63}$`. */
export type Handle = string;
/** ISO 8601, UTC. */
export type IsoTime = string;

export const ENTITLEMENT_TYPES = ["feature", "usage_limit", "credits", "seats", "tier"] as const;
export const CATEGORIES = ["fixed", "gated", "usage", "trials", "conversion", "retention"] as const;
export const CAP_PERIODS = ["session", "day", "week", "month", "lifetime"] as const;
export const TRIAL_STAGES = ["started", "midpoint", "ending", "ended"] as const;
export const TRIGGER_TYPES = [
  "slot_render",
  "entitlement_denied",
  "usage_threshold",
  "trial_stage",
  "event",
  "page_view",
] as const;
/** Surfaces that are part of a slot's flow. */
export const IN_FLOW_SURFACES = ["banner", "card", "button", "usage_meter", "gate"] as const;
/** Surfaces that belong to the page and live in its top layer. */
export const PAGE_LEVEL_SURFACES = ["modal", "toast", "full_page", "tooltip", "bar"] as const;

export type EntitlementType = (typeof ENTITLEMENT_TYPES)[number];
export type Category = (typeof CATEGORIES)[number];
export type CapPeriod = (typeof CAP_PERIODS)[number];
export type TrialStage = (typeof TRIAL_STAGES)[number];
export type BuiltInSurface =
  | (typeof IN_FLOW_SURFACES)[number]
  | (typeof PAGE_LEVEL_SURFACES)[number];
/** A built-in surface, or the name of one given to `registerSurface`. */
export type Surface = BuiltInSurface | (string & {});

/** MongoDB-style JSON over the targeting context. See the README's operator table. */
export type Condition = JsonObject;

export interface Price {
  /** Minor units, e.g. cents. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly interval?: string;
}
export interface Plan {
  readonly handle: Handle;
  readonly name?: string;
  readonly rank?: number;
  readonly price?: Price;
}
export interface Segment {
  readonly handle: Handle;
  readonly condition: Condition;
}
/** Who gets an entitlement. Plans and segments given together must both match. */
export interface Grant {
  readonly plans?: readonly Handle[];
  readonly segments?: readonly Handle[];
  /** Metered types: how much; `null` is unlimited. */
  readonly limit?: number | null;
  /** Default `hard`: at the limit the entitlement is denied. */
  readonly enforcement?: "hard" | "soft";
  /** Type `tier`: one of the entitlement's `tiers`. */
  readonly tier?: string;
}
export interface Entitlement {
  readonly handle: Handle;
  readonly name?: string;
  readonly type: EntitlementType;
  readonly unit?: string;
  readonly period?: string;
  /** 0 to 100: from here on an allowed use is `limited`. */
  readonly warn_at_percent?: number;
  /** Type `tier`: lowest first. */
  readonly tiers?: readonly string[];
  readonly grants: readonly Grant[];
}
export interface Trial {
  readonly handle: Handle;
  readonly plan: Handle;
  readonly days: number;
  readonly kind?: "free" | "reverse";
}

export type Trigger =
  | { readonly type: "slot_render" }
  | { readonly type: "entitlement_denied"; readonly entitlement: Handle }
  | { readonly type: "usage_threshold"; readonly entitlement: Handle; readonly percent: number }
  | {
      readonly type: "trial_stage";
      readonly stage: TrialStage;
      /** Stage `ending` begins this many days before the end. Default 3. */
      readonly days_before_end?: number;
    }
  | { readonly type: "event"; readonly name: string; readonly condition?: Condition }
  | { readonly type: "page_view"; readonly condition?: Condition };

/** A trigger with what happened: for an event its name and properties. */
export type TriggerOccurrence =
  | Exclude<Trigger, { type: "event" }>
  | { readonly type: "event"; readonly name: string; readonly properties?: JsonObject };

export interface Image {
  readonly url: string;
  readonly alt?: string;
}
/** What a surface says. Strings may hold `{{tokens}}`. */
export interface Content {
  readonly title: string;
  readonly body?: string;
  readonly image?: Image;
  /** Default true. */
  readonly dismissible?: boolean;
  readonly meter?: { readonly entitlement: Handle };
  readonly position?: "top" | "bottom";
  /** Toast: how long it stays; it waits while hovered or focused. */
  readonly duration_ms?: number;
  /** Tooltip: the slot it points at. */
  readonly anchor?: Handle;
  /** A registered surface may have fields of its own. */
  readonly [extra: string]: unknown;
}
export interface Cta {
  readonly label: string;
  readonly action: string;
  readonly params?: JsonObject;
}
/** Words of another language, merged over the payload's; CTAs by position. */
export interface Localisation {
  readonly content?: Partial<Content>;
  readonly ctas?: readonly Partial<Cta>[];
}
export interface Variant extends Localisation {
  readonly handle: Handle;
  /** Relative to the weights of the other variants. */
  readonly weight: number;
  readonly locales?: Readonly<Record<string, Localisation>>;
}
export interface Target {
  readonly plans?: readonly Handle[];
  readonly segments?: readonly Handle[];
  readonly condition?: Condition;
}
export interface Cap {
  readonly count: number;
  readonly period: CapPeriod;
}
export interface Payload {
  readonly handle: Handle;
  readonly target?: Target;
  readonly schedule?: { readonly from?: IsoTime; readonly until?: IsoTime };
  readonly rollout_percent?: number;
  readonly surface: Surface;
  readonly content: Content;
  readonly ctas?: readonly Cta[];
  readonly variants?: readonly Variant[];
  readonly caps?: readonly Cap[];
  readonly cooldown_hours?: number;
  /** Default 24. */
  readonly remind_later_hours?: number;
  readonly locales?: Readonly<Record<string, Localisation>>;
}
export interface Placement {
  readonly handle: Handle;
  readonly name?: string;
  readonly category: Category;
  /** None: page-level. */
  readonly slot?: Handle;
  /** Higher first, then order in the list. Default 0. */
  readonly priority?: number;
  readonly holdout_percent?: number;
  /** Default `slot_render`. */
  readonly trigger?: Trigger;
  /** The first whose target matches is shown. */
  readonly payloads: readonly Payload[];
}
export interface Theme {
  readonly colors?: Readonly<Record<string, string>>;
  readonly [part: string]: unknown;
}
export interface Branding {
  readonly workspace_name?: string;
  readonly logo_url?: string;
  readonly theme?: Theme;
}
/** The authored artifact, format 1. */
export interface Playbook {
  readonly format_version: 1;
  readonly playbook_id: string;
  readonly version: number;
  readonly plans?: readonly Plan[];
  readonly segments?: readonly Segment[];
  readonly entitlements?: readonly Entitlement[];
  readonly trials?: readonly Trial[];
  readonly placements?: readonly Placement[];
  readonly branding?: Branding;
}

export interface TrialContext {
  readonly in_trial: boolean;
  readonly trial_handle?: Handle;
  readonly plan_handle?: Handle;
  readonly kind?: "free" | "reverse";
  readonly started_at?: IsoTime;
  readonly ends_at?: IsoTime;
  /** 1 on the first day. */
  readonly day_number?: number;
  readonly days_remaining?: number;
  readonly converted?: boolean;
}
export interface TargetingPage {
  readonly url?: string;
  readonly path?: string;
  readonly title?: string;
  readonly referrer?: string;
  readonly tags?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}
/** Everything a decision may know of the user and the page. */
export interface TargetingContext {
  readonly id?: string;
  readonly anonymous_id?: string;
  readonly plan_handle?: Handle;
  /** For the token `user_name` only. */
  readonly name?: string;
  readonly email_domain?: string;
  readonly locale?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly device?: string;
  readonly created_at?: IsoTime;
  readonly segments?: readonly Handle[];
  readonly traits?: Readonly<Record<string, unknown>>;
  /** Units used, by entitlement handle. */
  readonly usage?: Readonly<Record<Handle, number>>;
  readonly trial?: TrialContext;
  /** Only what the server itself said; `true` grants, `false` denies. */
  readonly entitlements?: Readonly<Record<Handle, boolean>>;
  readonly page?: TargetingPage;
  readonly event?: { readonly name: string; readonly properties?: JsonObject };
}

/** What this person has been shown, dismissed and put off; `key` is `placement/payload`, times are epoch ms. */
export interface History {
  readonly displays?: readonly { readonly key: string; readonly at: number }[];
  readonly dismissed?: Readonly<Record<string, number>>;
  readonly reminded?: Readonly<Record<string, number>>;
  /** Start of the session. Without it every entry counts as this session's. */
  readonly session_started_at?: number;
}

export const PLACEMENT_REASONS = [
  "shown",
  "no_placement",
  "trigger_not_met",
  "plan_mismatch",
  "segment_mismatch",
  "condition_mismatch",
  "outside_schedule",
  "rollout_excluded",
  "holdout",
  "entitled",
  "cap_reached",
  "cooling_down",
  "reminded_later",
  "surface_not_accepted",
  "surface_unknown",
  "lower_priority",
  "waiting_turn",
  "token_missing",
  "playbook_unavailable",
  "provider_failure",
  "by_resolver",
] as const;
export type PlacementReason = (typeof PLACEMENT_REASONS)[number];

export const ENTITLEMENT_REASONS = [
  "granted_by_plan",
  "granted_by_segment",
  "granted_by_trial",
  "granted_by_server",
  "denied_by_server",
  "usage_invalid",
  "over_soft_limit",
  "near_limit",
  "not_in_plan",
  "limit_reached",
  "plan_unknown",
  "entitlement_unknown",
  "playbook_unavailable",
  "provider_failure",
  "by_resolver",
] as const;
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

/** One question put to a candidate, with the value seen and the value wanted. */
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

/** What is asked: a slot, one placement, or what a trigger opens. None of the three: the page-level surfaces. */
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
  /** Somebody asked for this very placement: its trigger needn't be met. */
  readonly requested?: boolean;
  /** Keys (`placement/payload`) on display now; a display doesn't count against itself. */
  readonly displaying?: readonly string[];
  /** Trigger types and categories that are switched off: their placements wait for nothing. */
  readonly inactive?: readonly string[];
  /** False: caps, cooldown and remind-later hold for the session only. Default true. */
  readonly enforceCaps?: boolean;
}
export interface DecisionInput {
  readonly context: TargetingContext;
  /** Epoch ms. */
  readonly now: number;
  readonly history?: History;
  /** Writes `{{price}}`. Without it the token stays as it is, so that answers are the same everywhere. */
  readonly formatPrice?: ((price: Price, locale: string | undefined) => string) | undefined;
}

export interface Problem {
  /** Such as `placements[3].payloads[0].surface`. */
  readonly path: string;
  readonly message: string;
}
