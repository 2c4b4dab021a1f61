/** The public types of the SDK: what `initService` returns, and its events. */
import type { EntitlementResult, Handle, PlacementExplanation, PlacementOutput, ServicePlacementDecision, TargetingContext } from "../decision/index.js";
import type { Consent, PlacementRequest, ServiceInitOptions, ServicePageContext, ServiceTrialContext, ServiceUserContext, SurfaceRenderer } from "../options/index.js";
/** What a person did; `impression` is that enough of a placement was seen for a second. */
export type InteractionType = "impression" | "dismiss" | "remind_later" | "cta_click" | "cta_complete";
/** Something a person saw or did; the `detail` of the DOM events (README, "DOM events"). */
export interface Interaction {
    /** UUIDv7; the service counts an event once by it. */
    readonly event_id: string;
    readonly type: InteractionType;
    readonly placement: Handle;
    readonly payload: Handle;
    /** Absent where the payload has no variants. */
    readonly variant?: Handle;
    /** Absent for a page-level placement. */
    readonly slot?: Handle;
    readonly surface: string;
    /** Action of the CTA; with `cta_click` and `cta_complete` only. */
    readonly cta?: string;
    /** ISO 8601, UTC; by the server's time where that is known. */
    readonly occurred_at: string;
    /** The same for all interactions with one decision, which is one display on one route. */
    readonly decision_id?: string;
    /** Version of the Playbook that decided; 0 where a source of the application's did and named none. */
    readonly playbook_version: number;
}
/** The events of `on`, with what a listener gets (README, "Methods"). */
export interface ServiceEvents {
    /** The first decisions can be made, or have failed. A late listener is called all the same. */
    readonly ready: undefined;
    /** The Playbook now in use; with `none` there is none, and nothing is granted or shown. */
    readonly playbook: {
        readonly version: number;
        /** `cached_playbook`: the one stored by an earlier page, until the service confirms it. */
        readonly source: "playbook" | "cached_playbook" | "none";
    };
    /** The targeting context, when it has changed. */
    readonly context: TargetingContext;
    /**
     * For each slot or page-level placement whose decision has changed; either `slot` or `placement`
     * names it. What goes on being shown on another route, or to another user, is another decision.
     */
    readonly decision: {
        readonly slot?: Handle;
        readonly placement?: Handle;
        readonly decision: ServicePlacementDecision;
    };
    /** Half of it (30 % if large) was in view for one second in a visible tab; once per decision. */
    readonly impression: Interaction;
    /** Closed, or put off: `type` is `dismiss` or `remind_later`. */
    readonly dismiss: Interaction;
    /** A CTA was clicked (`cta_click`), or its resolver answered `"completed"` (`cta_complete`). */
    readonly cta: Interaction;
    /** The page as it is on the new route. */
    readonly route: ServicePageContext;
    /** Something failed; each message is told once. `error` is what was thrown, if anything was. */
    readonly error: {
        readonly message: string;
        readonly error?: unknown;
    };
}
/** What `gate` did. */
export type GateResult<T> = {
    /** The result by which that was decided. */
    readonly entitlement: EntitlementResult;
} & ({
    /** `fn` ran, since the entitlement is allowed. */
    readonly ran: true;
    /** What `fn` returned or resolved to. */
    readonly result: Awaited<T>;
} | {
    readonly ran: false;
    readonly result?: undefined;
});
/**
 * The SDK (README, "Methods"). No method throws, and no promise rejects, with one exception: the
 * promise of `gate` rejects with what `fn` throws. What goes wrong is reported to `on("error")`, and
 * once in the console.
 */
export interface Service {
    /** The release, such as `0.11.21`. */
    readonly version: string;
    /** Settles when the first decisions can be made, or have failed. Never rejects. */
    readonly ready: Promise<void>;
    /** Runs each of them with the SDK; before load `window.Service` is a list that takes the same. */
    push(...fns: ((sdk: Service) => void)[]): void;
    /**
     * Says who the user is. With another id, what was said of the last user is forgotten. Settles when
     * every provider was told and the service was asked about the user.
     * @param userId a text that is not empty; with anything else there is a warning, and nothing changes
     * @param context merged as `setUser` does
     */
    identify(userId: string, context?: ServiceUserContext): Promise<void>;
    /**
     * Merges into what is known; `traits` and `usage` by key. Another `id` forgets the last user, as
     * `identify` does. With an `id` that is no text there is a warning, and nothing changes.
     */
    setUser(patch: ServiceUserContext): void;
    /** Forgets the user, their data and what they were shown; a new anonymous id, a new session. */
    reset(): void;
    /** Merges into the page. On another route only `tags` stays, unless `inferPage` is off. */
    setPage(patch: ServicePageContext): void;
    /** Units used by entitlement handle, e.g. `{ exports: 12 }`. They hold until a client context comes whose `as_of` is later. */
    updateUsage(usage: Readonly<Record<Handle, number>>): void;
    /** All that is known of the user now: inferred, given and the server's, later over earlier. Asks nobody. */
    getUserContext(): Promise<ServiceUserContext>;
    /**
     * Asks the sources about a user, then `initialData.userContextByUserId`, then in the service modes
     * the service. The answer counts in decisions when it is about the present user; `undefined` when
     * nobody knows.
     */
    fetchUserContext(userId: string): Promise<ServiceUserContext | undefined>;
    /**
     * Asks the sources, or in the service modes the service where no source has `getTrialStatus`; then
     * gives the trial with missing dates and counts derived; `{ in_trial: false }` when nobody knows of one.
     */
    getTrialStatus(): Promise<ServiceTrialContext>;
    /**
     * Asks `getContext`, the sources and the service again, and for the Playbook where sources have
     * failed to give it. What sources answered about entitlements and placements is asked anew.
     */
    refreshContext(): Promise<void>;
    /** Whether the entitlement is allowed, at once. False when denied or unknown, as it may be before `ready`; with sources, by their last answer for this user. */
    can(entitlement: Handle): boolean;
    /**
     * What the user may do, and why (README, "Entitlements"). Waits until the SDK is ready, and for the
     * sources.
     * @param context decides for this targeting context in place of the present one
     */
    checkEntitlement(entitlement: Handle, context?: TargetingContext): Promise<EntitlementResult>;
    /** Runs `fn` when the entitlement is allowed; otherwise opens its gated placement. Rejects only with what `fn` throws. */
    gate<T>(entitlement: Handle, fn: () => T | Promise<T>): Promise<GateResult<T>>;
    /** The output of `getPlacementDecision`, or null when nothing is visible; sources are asked `getPlacement` first. */
    getPlacement(config: PlacementRequest): Promise<PlacementOutput | null>;
    /**
     * What is decided about a slot, a placement or a trigger, and why. Waits until the SDK is ready, and
     * for the sources. Asking shows nothing and counts for no cap. Like a server it doesn't know what else
     * is on the page: that a placement waits for its turn, `explain` tells.
     * @param placement passed on to the sources' `getPlacementDecision`, in place of the Playbook's; the
     * Playbook's own decision doesn't read it
     * @param context decides for this targeting context in place of the present one
     */
    getPlacementDecision(input: PlacementRequest, placement?: unknown, context?: TargetingContext): Promise<ServicePlacementDecision>;
    /** Why a slot, or a placement, shows what it does: every candidate with the gates that were tested, and their values. */
    explain(slotOrPlacement: Handle): PlacementExplanation;
    /** Triggers the placements that wait for an event of this name; nothing is sent. `properties` are plain data. */
    trigger(name: string, properties?: object): void;
    /** Shows a placement whatever its trigger; its other gates hold. */
    show(placement: Handle): void;
    /** Reports an event, and triggers what waits for it. In `local_only` nothing is sent. */
    track(name: string, properties?: object): void;
    /** The same as `track`; the specification's name for clicks captured by an attribute. */
    capture(name: string, properties?: object): void;
    /** One attempt to send what is queued. Always settles: at once while backing off, offline or without consent. */
    flush(): Promise<void>;
    /** Listens to an event; returns a function that stops it. A late listener to `ready` is called all the same. */
    on<K extends keyof ServiceEvents>(event: K, listener: (detail: ServiceEvents[K]) => void): () => void;
    /** Registers a surface of the application's own, drawn in plain DOM. */
    registerSurface(name: string, renderer: SurfaceRenderer): void;
    /** With `granted`, storing and sending begin. Otherwise both end, and what was stored and queued is erased. */
    setConsent(consent: Consent): void;
    /** For `data-manual`: begins, with options if given, laid over `window.ServiceConfig` and under the tag's attributes. A second call does nothing. */
    start(options?: ServiceInitOptions): void;
    /** Puts the page back as it was. A slot keeps an empty shadow root, since a root can't be removed. */
    destroy(): void;
}
/** Detail of `service:error`: a surface or resolver that failed, with its placement as interactions have it, or a gate that isn't known yet, with the entitlement. */
export interface ServiceErrorDetail extends Partial<Omit<Interaction, "type" | "event_id" | "occurred_at" | "cta">> {
    readonly message: string;
    readonly entitlement?: Handle;
}
/** The DOM events that bubble from slots and from the host of page-level surfaces. */
export interface ServiceDomEvents {
    "service:impression": CustomEvent<Interaction>;
    "service:dismiss": CustomEvent<Interaction>;
    "service:cta": CustomEvent<Interaction>;
    "service:error": CustomEvent<ServiceErrorDetail>;
}
declare global {
    interface Window {
        /** Before load a list of functions that want the SDK. */
        Service?: Service | ((sdk: Service) => unknown)[];
        /** The options of the script tag; its attributes win over them. */
        ServiceConfig?: ServiceInitOptions;
    }
    interface GlobalEventHandlersEventMap extends ServiceDomEvents {
    }
    interface ElementEventMap extends ServiceDomEvents {
    }
}
