/** What is authored: the Playbook, format 1 (README, "The Playbook by example"). */
/** Any JSON value, as it enters from outside. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** A JSON object. */
export interface JsonObject {
    readonly [key: string]: Json;
}
/** A lower-case identifier, `^[a-z][a-z0-9_]{0,63}$`. */
export type Handle = string;
/** ISO 8601, UTC: `2026-11-01T00:00:00Z`, or a day alone, which begins at midnight. */
export type IsoTime = string;
/** Surfaces that are part of a slot's flow. */
export declare const IN_FLOW_SURFACES: readonly ["banner", "card", "button", "usage_meter", "gate"];
/** Surfaces that belong to the page and live in its top layer. */
export declare const PAGE_LEVEL_SURFACES: readonly ["modal", "toast", "full_page", "tooltip", "bar"];
/** `usage_limit`, `credits` and `seats` count `usage` against a limit, all in the same way. */
export type EntitlementType = "feature" | "usage_limit" | "credits" | "seats" | "tier";
/** What a placement is for; only `gated` is read, by the flag `enableAutoGatedPlacement`. */
export type Category = "fixed" | "gated" | "usage" | "trials" | "conversion" | "retention";
/** Rolling windows: a day is 24 hours, a week 7 days, a month 30 days. A session ends after 30 minutes without use. */
export type CapPeriod = "session" | "day" | "week" | "month" | "lifetime";
/** One at a time: `midpoint` from half of the trial on, `ending` some days before its end, `ended` after it. */
export type TrialStage = "started" | "midpoint" | "ending" | "ended";
/** A surface that the SDK draws (README, "Surfaces"). */
export type BuiltInSurface = (typeof IN_FLOW_SURFACES)[number] | (typeof PAGE_LEVEL_SURFACES)[number];
/** A built-in surface, or the name of one given to `registerSurface`. */
export type Surface = BuiltInSurface | (string & {});
/** MongoDB-style JSON over the targeting context. See the README's operator table. */
export type Condition = JsonObject;
/** What a plan costs, for the token `{{price}}`. */
export interface Price {
    /** Minor units, e.g. cents. */
    readonly amount: number;
    /** ISO 4217, such as `EUR`. */
    readonly currency: string;
    /** Such as `month`. Not read: the author writes it beside the price. */
    readonly interval?: string;
}
/** What a user has bought. */
export interface Plan {
    readonly handle: Handle;
    /** Shown by `{{plan_name}}` and `{{trial_plan_name}}`. Default: the handle. */
    readonly name?: string;
    /** Not read. */
    readonly rank?: number;
    /** Shown by `{{price}}`. */
    readonly price?: Price;
}
/** Users who meet a condition. */
export interface Segment {
    readonly handle: Handle;
    /** May ask for other segments with `$inSegment`; one that leads back to itself is met by nobody. */
    readonly condition: Condition;
}
/** Who gets an entitlement. Plans and segments given together must both match; with neither it applies to nobody. */
export interface Grant {
    /** The user's plan, or that of their trial, must be one of these. */
    readonly plans?: readonly Handle[];
    /** The user must be in one of these. */
    readonly segments?: readonly Handle[];
    /** Usage limits, credits and seats: how many units; `null` is unlimited. Required there. */
    readonly limit?: number | null;
    /** Default `hard`: at the limit the entitlement is denied. `soft`: it is `limited`, and allowed. */
    readonly enforcement?: "hard" | "soft";
    /** Type `tier`: one of the entitlement's `tiers`. Required there. */
    readonly tier?: string;
}
/** Something a user may do, or how much of it (README, "Entitlements"). */
export interface Entitlement {
    /** Also the key of its usage. */
    readonly handle: Handle;
    /** Not read. */
    readonly name?: string;
    readonly type: EntitlementType;
    /** What is counted, such as `exports`. Not read. */
    readonly unit?: string;
    /** Such as `month`. Not read: usage is what the application or the service says, and starts anew when they say so. */
    readonly period?: string;
    /** 0 to 100: from here on an allowed use is `limited` (`near_limit`). Default: never. */
    readonly warn_at_percent?: number;
    /** Type `tier`: lowest first. */
    readonly tiers?: readonly string[];
    /** Of those that apply the most generous counts: unlimited, then soft, then hard, then the higher limit or tier. */
    readonly grants: readonly Grant[];
}
/** A trial that users may be on. */
export interface Trial {
    readonly handle: Handle;
    /** Whose grants the user has while on trial. */
    readonly plan: Handle;
    /** Its length, from which missing dates follow. */
    readonly days: number;
    /** Not read. */
    readonly kind?: "free" | "reverse";
}
/** What a placement waits for (README, "Triggers"). */
export type Trigger = 
/** Always met. */
{
    readonly type: "slot_render";
}
/** A gate was denied; in a slot: while it is denied. */
 | {
    readonly type: "entitlement_denied";
    readonly entitlement: Handle;
}
/** From this percentage of the limit on; never where there is no limit. */
 | {
    readonly type: "usage_threshold";
    readonly entitlement: Handle;
    readonly percent: number;
}
/** While the trial is in this stage. */
 | {
    readonly type: "trial_stage";
    readonly stage: TrialStage;
    /** Stage `ending` begins this many days before the end. Default 3. */
    readonly days_before_end?: number;
}
/** `track`, `trigger`, or a click on `data-service-event`; the condition may read `event.properties`. */
 | {
    readonly type: "event";
    readonly name: string;
    readonly condition?: Condition;
}
/** While the page meets the condition, such as on `page.path`. */
 | {
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
/** A picture beside the words. */
export interface Image {
    /** http, https or relative; any other is left out. Values of tokens are percent-encoded. */
    readonly url: string;
    /** Default: empty, for a picture that only decorates. */
    readonly alt?: string;
}
/** What a surface says. Strings may hold `{{tokens}}` (README, "Tokens"). */
export interface Content {
    /** Also names the surface for assistive technology. */
    readonly title: string;
    readonly body?: string;
    readonly image?: Image;
    /** False: there is no close button, and Escape closes nothing. Default true. */
    readonly dismissible?: boolean;
    /** Shows the usage of an entitlement that has a limit; tokens of usage read it too. */
    readonly meter?: {
        readonly entitlement: Handle;
    };
    /** Bar: the edge of the window that it sticks to. Default `top`. */
    readonly position?: "top" | "bottom";
    /** Toast: how long it stays, in ms; the time stands still while it is hovered or focused. Default 8000. */
    readonly duration_ms?: number;
    /** Tooltip: the slot it points at, and without which it waits. Default: it stands in the corner. */
    readonly anchor?: Handle;
    /** A registered surface may have fields of its own. */
    readonly [extra: string]: unknown;
}
/** A button (README, "CTAs"). */
export interface Cta {
    readonly label: string;
    /**
     * The SDK does `dismiss`, `remind_later`, `open_url` and `open_placement`. Any other goes to
     * `uiPathResolvers`; without a resolver to `params.url`; else the console warns.
     */
    readonly action: string;
    /** `url` for `open_url`, `placement` for `open_placement`; `plan` names the plan of `{{price}}`. */
    readonly params?: JsonObject;
}
/** Words of another language or variant, merged over the payload's; CTAs by position. */
export interface Localisation {
    readonly content?: Partial<Content>;
    readonly ctas?: readonly Partial<Cta>[];
}
/** Other words for a share of the users, drawn by a hash of `placement/payload:variant` and the user's id. */
export interface Variant extends Localisation {
    readonly handle: Handle;
    /** Relative to the weights of the other variants; at least 0. If all are 0 there is no variant. */
    readonly weight: number;
    /** By BCP 47 tag, over the variant's own words. */
    readonly locales?: Readonly<Record<string, Localisation>>;
}
/** Whom a payload is for: all that is given must match (README, "Targeting"). */
export interface Target {
    /** The user's own plan must be one of these; that of a trial doesn't count. */
    readonly plans?: readonly Handle[];
    /** The user must be in one of these. */
    readonly segments?: readonly Handle[];
    readonly condition?: Condition;
}
/** At most so many displays in a period (README, "Caps, cooldown, remind later"). */
export interface Cap {
    readonly count: number;
    readonly period: CapPeriod;
}
/** One form of a placement. */
export interface Payload {
    readonly handle: Handle;
    /** Default: everybody. */
    readonly target?: Target;
    /** From `from` on, before `until`; without one of them, open on that side. */
    readonly schedule?: {
        readonly from?: IsoTime;
        readonly until?: IsoTime;
    };
    /**
     * 0 to 100: the share of users who may see it, by a hash of `placement/payload:rollout` and the user
     * id, else the anonymous id. Who has neither is in at 100 only. Default: everybody.
     */
    readonly rollout_percent?: number;
    readonly surface: Surface;
    readonly content: Content;
    readonly ctas?: readonly Cta[];
    readonly variants?: readonly Variant[];
    /** All must have room. Counted per payload and user, in all tabs. Default: none. */
    readonly caps?: readonly Cap[];
    /**
     * Hours until it may be shown again after a display, and again after a dismissal. Default: a
     * dismissal holds for the session, except for what answers a click (a gate, `show()`), and a display
     * for no time.
     */
    readonly cooldown_hours?: number;
    /** Hours that `remind_later` puts it off. Default 24; 0 where it answers a gate or `show()`. */
    readonly remind_later_hours?: number;
    /** By BCP 47 tag: `de-AT` takes its own words over those of `de`; case doesn't count. */
    readonly locales?: Readonly<Record<string, Localisation>>;
}
/** Something to show: when, where, to whom. */
export interface Placement {
    readonly handle: Handle;
    /** For the author; not read. */
    readonly name?: string;
    readonly category: Category;
    /** None: page-level. */
    readonly slot?: Handle;
    /** Higher first, then order in the list. Default 0. */
    readonly priority?: number;
    /**
     * 0 to 100: the share of users who never see it, by a hash of `placement:holdout` and the user id,
     * else the anonymous id. Who has neither is held out at 100 only. Default 0.
     */
    readonly holdout_percent?: number;
    /** Default `slot_render`. */
    readonly trigger?: Trigger;
    /** The first that passes is shown; once one is capped, cooling down or put off, the next placement is tried. */
    readonly payloads: readonly Payload[];
}
/** How surfaces look. A value that isn't what it should be is left out. */
export interface Theme {
    /**
     * CSS colours: `background`, `surface`, `text`, `muted`, `border`, `primary`, `on_primary`, `danger`.
     * Those not given follow from the others.
     */
    readonly colors?: Readonly<Record<string, string>>;
    /** `radius` (a number of px, or CSS) and `font_family` (CSS); nothing else is read. */
    readonly [part: string]: unknown;
}
/** The workspace's name, logo and theme (specification, "UI path handling and branding"). */
export interface Branding {
    /** Shown by `{{workspace_name}}`; also describes the logo. */
    readonly workspace_name?: string;
    /** Shown in modals and full pages. http, https or relative; any other is left out. */
    readonly logo_url?: string;
    readonly theme?: Theme;
}
/** The authored artifact, format 1 (README, "The Playbook by example"). A bad part is left out, the rest works. */
export interface Playbook {
    /** Any other is refused: nothing is granted or shown by it. */
    readonly format_version: 1;
    /** Its name among the Playbooks of the tenant. */
    readonly playbook_id: string;
    /** For the author and for events; no decision compares it. */
    readonly version: number;
    readonly plans?: readonly Plan[];
    readonly segments?: readonly Segment[];
    readonly entitlements?: readonly Entitlement[];
    readonly trials?: readonly Trial[];
    readonly placements?: readonly Placement[];
    readonly branding?: Branding;
}
