/** The public types of the SDK: what `initService` returns, and its events. */
import type { EntitlementResult, Handle, PlacementExplanation, PlacementOutput, ServicePlacementDecision, TargetingContext } from "../decision/index.js";
import type { Consent, PlacementRequest, ServiceInitOptions, ServicePageContext, ServiceTrialContext, ServiceUserContext, SurfaceRenderer } from "../options/index.js";
export type InteractionType = "impression" | "dismiss" | "remind_later" | "cta_click" | "cta_complete";
/** Something a person saw or did; the `detail` of the DOM events. */
export interface Interaction {
    /** UUIDv7. */
    readonly event_id: string;
    readonly type: InteractionType;
    readonly placement: Handle;
    readonly payload: Handle;
    readonly variant?: Handle;
    readonly slot?: Handle;
    readonly surface: string;
    /** Action of the CTA. */
    readonly cta?: string;
    readonly occurred_at: string;
    readonly decision_id?: string;
    readonly playbook_version: number;
}
export interface ServiceEvents {
    readonly ready: undefined;
    /** The version now in use. */
    readonly playbook: {
        readonly version: number;
        readonly source: "playbook" | "cached_playbook" | "none";
    };
    readonly context: TargetingContext;
    /** For each slot or page-level placement whose decision has changed. */
    readonly decision: {
        readonly slot?: Handle;
        readonly placement?: Handle;
        readonly decision: ServicePlacementDecision;
    };
    readonly impression: Interaction;
    readonly dismiss: Interaction;
    readonly cta: Interaction;
    readonly route: ServicePageContext;
    readonly error: {
        readonly message: string;
        readonly error?: unknown;
    };
}
/** What `gate` did. */
export interface GateResult<T> {
    readonly ran: boolean;
    readonly result?: T;
    readonly entitlement: EntitlementResult;
}
/**
 * The SDK (contract, "`Service`"). No method throws, and no promise rejects but that of `gate`. What
 * goes wrong is reported to `on("error")`, and once in the console.
 */
export interface Service {
    readonly version: string;
    /** Settles when the first decisions can be made, or have failed. Never rejects. */
    readonly ready: Promise<void>;
    /** Runs `fn` with the SDK; before load `window.Service` is a list that takes the same. */
    push(fn: (sdk: Service) => void): void;
    /** Says who the user is. With another id, what was said of the last user is forgotten. */
    identify(userId: string, context?: ServiceUserContext): Promise<void>;
    /** Merges into what is known; `traits` and `usage` by key. */
    setUser(patch: ServiceUserContext): void;
    /** Forgets the user and their data; a new anonymous id. */
    reset(): void;
    /** Merges into the page. On another route only `tags` stays, unless `inferPage` is off. */
    setPage(patch: ServicePageContext): void;
    /** Units used by entitlement handle, e.g. `{ exports: 12 }`. */
    updateUsage(usage: Readonly<Record<Handle, number>>): void;
    getUserContext(): Promise<ServiceUserContext>;
    fetchUserContext(userId: string): Promise<ServiceUserContext | undefined>;
    getTrialStatus(): Promise<ServiceTrialContext>;
    refreshContext(): Promise<void>;
    /** False when denied or unknown. */
    can(entitlement: Handle): boolean;
    checkEntitlement(entitlement: Handle, context?: TargetingContext): Promise<EntitlementResult>;
    /** Runs `fn` when the entitlement is allowed; otherwise opens its gated placement. Rejects only with what `fn` throws. */
    gate<T>(entitlement: Handle, fn: () => T | Promise<T>): Promise<GateResult<T>>;
    getPlacement(config: PlacementRequest): Promise<PlacementOutput | null>;
    getPlacementDecision(input: PlacementRequest, placement?: unknown, context?: TargetingContext): Promise<ServicePlacementDecision>;
    /** Every candidate for a slot, or one placement, with every gate and value. */
    explain(slotOrPlacement: Handle): PlacementExplanation;
    /** Triggers the placements that wait for an event of this name; nothing is sent. `properties` are plain data. */
    trigger(name: string, properties?: object): void;
    /** Shows a placement whatever its trigger; its other gates hold. */
    show(placement: Handle): void;
    /** Reports an event, and triggers what waits for it. */
    track(name: string, properties?: object): void;
    /** The same as `track`; the specification's name for clicks captured by an attribute. */
    capture(name: string, properties?: object): void;
    /** One attempt to send what is queued. */
    flush(): Promise<void>;
    /** Listens to an event; returns a function that stops it. A late listener to `ready` is called all the same. */
    on<K extends keyof ServiceEvents>(event: K, listener: (detail: ServiceEvents[K]) => void): () => void;
    /** Registers a surface of the application's own, drawn in plain DOM. */
    registerSurface(name: string, renderer: SurfaceRenderer): void;
    setConsent(consent: Consent): void;
    /** For `data-manual`: begins, with options if given. */
    start(options?: ServiceInitOptions): void;
    /** Puts the page back as it was. */
    destroy(): void;
}
/** Detail of `service:error`. */
export interface ServiceErrorDetail {
    readonly message: string;
    readonly placement?: Handle;
    readonly entitlement?: Handle;
}
declare global {
    interface Window {
        /** Before load a list of functions that want the SDK. */
        Service?: Service | ((sdk: Service) => unknown)[];
        ServiceConfig?: ServiceInitOptions;
    }
    /** What bubbles from slots and from the host of page-level surfaces. */
    interface GlobalEventHandlersEventMap {
        "service:impression": CustomEvent<Interaction>;
        "service:dismiss": CustomEvent<Interaction>;
        "service:cta": CustomEvent<Interaction>;
        "service:error": CustomEvent<ServiceErrorDetail>;
    }
}
