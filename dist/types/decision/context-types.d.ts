/** What is known of the user, the page and what was shown before. */
import type { Handle, IsoTime, JsonObject } from "./playbook-types.js";
/**
 * A user's trial (README, "Contexts"). Dates and counts that are missing follow from the others, the
 * length of the Playbook's trial and the time.
 */
export interface TrialContext {
    /** With true, the user also has the grants of the trial's plan, until it has ended or is converted. */
    readonly in_trial: boolean;
    /** Which of the Playbook's `trials`; its plan and length count where nothing else is said. */
    readonly trial_handle?: Handle | undefined;
    /** The plan on trial. Default: that of `trial_handle`. */
    readonly plan_handle?: Handle | undefined;
    /** For conditions only. */
    readonly kind?: "free" | "reverse" | undefined;
    /** When it began. Default: by `day_number`, else by the end and the length of the Playbook's trial. */
    readonly started_at?: IsoTime | undefined;
    /** When it ends, and grants nothing any more. Default: by `days_remaining`, else by the start and that length. */
    readonly ends_at?: IsoTime | undefined;
    /** 1 on the first day. Default: counted from the start. */
    readonly day_number?: number | undefined;
    /** Days left, a begun one counted: 1 on the last day, 0 once it is over. Default: counted to the end. */
    readonly days_remaining?: number | undefined;
    /** The user has bought: the trial grants nothing any more, and is in no stage. Default false. */
    readonly converted?: boolean | undefined;
}
/** Values by names of the application's own; an interface fits as well, though it has no index signature. */
export type FreeValues = Readonly<Record<string, any>>;
/** The page for conditions, its addresses without secrets (README, "Privacy"). */
export interface TargetingPage {
    /** Absolute; with a `#/route`, without any other hash. */
    readonly url?: string | undefined;
    /** The path of `url`, such as `/editor/12`. */
    readonly path?: string | undefined;
    readonly title?: string | undefined;
    readonly referrer?: string | undefined;
    /** As the application gave them. */
    readonly tags?: readonly string[] | undefined;
    /** The parameters of `url`; of a repeated one the first counts. */
    readonly query?: Readonly<Record<string, string>> | undefined;
}
/** Everything a decision may know of the user and the page. */
export interface TargetingContext {
    /** The user's id; draws and variants hash it. */
    readonly id?: string | undefined;
    /** The browser's id, which stands in for `id` where there is none. */
    readonly anonymous_id?: string | undefined;
    /** The user's plan; one that the Playbook lacks, or none, matches no plan. */
    readonly plan_handle?: Handle | undefined;
    /** For the token `{{user_name}}`. */
    readonly name?: string | undefined;
    /** What follows the `@`, in lower case. */
    readonly email_domain?: string | undefined;
    /** BCP 47; `de_AT` is read as `de-AT`. */
    readonly locale?: string | undefined;
    /** As the application gave it; the browser doesn't tell. */
    readonly country?: string | undefined;
    /** IANA name, such as `Europe/Vienna`. */
    readonly timezone?: string | undefined;
    /** In a page `mobile`, `tablet` or `desktop`, always inferred: by the main pointer and the screen's shorter side (600 px). */
    readonly device?: string | undefined;
    /** When the user signed up. */
    readonly created_at?: IsoTime | undefined;
    /** Segments that the user is in, besides those whose condition is met. */
    readonly segments?: readonly Handle[] | undefined;
    /** Free values of the application's. */
    readonly traits?: FreeValues | undefined;
    /** Units used, by entitlement handle. */
    readonly usage?: Readonly<Record<Handle, number>> | undefined;
    /** Conditions and tokens also see what is derived of it. */
    readonly trial?: TrialContext | undefined;
    /** Only what the server itself said; `true` grants, `false` denies. */
    readonly entitlements?: Readonly<Record<Handle, boolean>> | undefined;
    readonly page?: TargetingPage | undefined;
    /** What has just happened; in the context of a query with an event trigger only. */
    readonly event?: {
        readonly name: string;
        readonly properties?: JsonObject;
    };
}
/** Epoch ms, or ISO 8601. */
type Time = number | string;
/** What this person has been shown, dismissed and put off; `key` is `placement/payload`. */
export interface History {
    /** Every display, in any order. */
    readonly displays?: readonly {
        readonly key: string;
        readonly at: Time;
    }[];
    /** The last time each was dismissed, by key. */
    readonly dismissed?: Readonly<Record<string, Time>>;
    /** The last time each was put off with `remind_later`, by key. */
    readonly reminded?: Readonly<Record<string, Time>>;
    /** Start of the session. Without it every entry counts as this session's. */
    readonly session_started_at?: Time;
}
export {};
