/** What is authored: the Playbook, format 1. */
/** Any JSON value, as it enters from outside. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
    readonly [key: string]: Json;
}
/** A lower-case identifier, `^[a-z][a-z0-9_]{0,63}$`. */
export type Handle = string;
/** ISO 8601, UTC. */
export type IsoTime = string;
/** Surfaces that are part of a slot's flow. */
export declare const IN_FLOW_SURFACES: readonly ["banner", "card", "button", "usage_meter", "gate"];
/** Surfaces that belong to the page and live in its top layer. */
export declare const PAGE_LEVEL_SURFACES: readonly ["modal", "toast", "full_page", "tooltip", "bar"];
export type EntitlementType = "feature" | "usage_limit" | "credits" | "seats" | "tier";
export type Category = "fixed" | "gated" | "usage" | "trials" | "conversion" | "retention";
export type CapPeriod = "session" | "day" | "week" | "month" | "lifetime";
export type TrialStage = "started" | "midpoint" | "ending" | "ended";
export type BuiltInSurface = (typeof IN_FLOW_SURFACES)[number] | (typeof PAGE_LEVEL_SURFACES)[number];
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
export type Trigger = {
    readonly type: "slot_render";
} | {
    readonly type: "entitlement_denied";
    readonly entitlement: Handle;
} | {
    readonly type: "usage_threshold";
    readonly entitlement: Handle;
    readonly percent: number;
} | {
    readonly type: "trial_stage";
    readonly stage: TrialStage;
    /** Stage `ending` begins this many days before the end. Default 3. */
    readonly days_before_end?: number;
} | {
    readonly type: "event";
    readonly name: string;
    readonly condition?: Condition;
} | {
    readonly type: "page_view";
    readonly condition?: Condition;
};
/** A trigger with what happened: for an event its name and properties. */
export type TriggerOccurrence = Exclude<Trigger, {
    type: "event";
}> | {
    readonly type: "event";
    readonly name: string;
    readonly properties?: JsonObject;
};
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
    readonly meter?: {
        readonly entitlement: Handle;
    };
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
    readonly schedule?: {
        readonly from?: IsoTime;
        readonly until?: IsoTime;
    };
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
