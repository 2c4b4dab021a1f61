/** What the application says of its user and its page (specification, "User and page context"). */
import type { FreeValues, Handle, IsoTime, TrialContext } from "../decision/index.js";
/**
 * What is said of a user. Every field is optional. Unknown keys and values of a wrong type are left
 * out and named in the console: free values go under `traits`. Later wins, in this order: what the
 * browser tells, what the application says, `userContext`, `clientContext` (README, "Contexts").
 */
export interface ServiceUserContext {
    /**
     * The user's id, not empty. Variants, rollouts and holdouts are drawn by it, and caps are kept for
     * it; without one the anonymous id stands in. Sent as `user_id` and never redacted: don't use an
     * e-mail address.
     */
    readonly id?: string | undefined;
    /** The plan's unique handle; plan-scoped rules match on it. One that the Playbook lacks matches none. */
    readonly plan_handle?: Handle | undefined;
    /** Shown by the token `{{user_name}}`. Never sent. */
    readonly name?: string | undefined;
    /** Only its domain is part of decisions, as `email_domain` in lower case. Never sent. */
    readonly email?: string | undefined;
    /** BCP 47, such as `de-AT`; chooses a payload's `locales`. Default: the browser's language, with `inferUser`. */
    readonly locale?: string | undefined;
    /** For conditions, which compare it as it is given; by ISO 3166-1 such as `AT`. Never inferred. */
    readonly country?: string | undefined;
    /** IANA name, such as `Europe/Vienna`; for conditions. Default: the browser's, with `inferUser`. */
    readonly timezone?: string | undefined;
    /** When the user signed up; for conditions, which compare it as text. */
    readonly created_at?: IsoTime | undefined;
    /** Free values for conditions (`traits.role`) and tokens (`{{traits.role}}`); merged by key. */
    readonly traits?: FreeValues | undefined;
    /** Units used, by entitlement handle; merged by key. What is not given is 0; a negative or not finite number denies. */
    readonly usage?: Readonly<Record<Handle, number>> | undefined;
    /** Segments that the user is in, whatever the Playbook's conditions say. */
    readonly segments?: readonly Handle[] | undefined;
    /** `true` grants, `false` denies. Counts only when it comes from `clientContext`. */
    readonly entitlements?: Readonly<Record<Handle, boolean>> | undefined;
}
/** The specification's name for a user's context in `initialData` and resolvers. */
export type UserTargetingContext = ServiceUserContext;
/** A user's trial; missing dates and counts are derived (README, "Contexts"). */
export type ServiceTrialContext = TrialContext;
/**
 * What is said of the page (specification, "ServicePageContext"; README, "Privacy"). Each field goes
 * over what is inferred. Addresses are stripped of user info, secret parameters and the hash before
 * a condition sees them; a `#/route` stays.
 */
export interface ServicePageContext {
    /** Absolute, or relative to the page's address. `page.path` and `page.query` follow from it. Default: the page's address. */
    readonly url?: string | undefined;
    /** Default: the document's title. */
    readonly title?: string | undefined;
    /** Default: the document's referrer. */
    readonly referrer?: string | undefined;
    /** Free words for conditions. Default: none. They outlive a change of route. */
    readonly tags?: readonly string[] | undefined;
}
/**
 * What the SDK finds out by itself (specification, "ServiceContextPolicy"). A flag that isn't given
 * is true.
 */
export interface ServiceContextPolicy {
    /** Take locale, timezone and device from browser APIs. Default true. */
    readonly inferUser?: boolean | undefined;
    /**
     * Take URL, title and referrer from the page. Default true. With false, what `page` and `setPage`
     * say is all that is known, and stays on another route.
     */
    readonly inferPage?: boolean | undefined;
    /**
     * Follow route changes of single-page applications. Default true. With false, the page stays as it
     * was at the start: no `route` event, no further page view, and conditions see the first address.
     */
    readonly routerAutoTrack?: boolean | undefined;
}
