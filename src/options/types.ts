/** The options of `initService`, as the specification names them ("Resources and their fields"). */
import type {
  Branding,
  Handle,
  JsonObject,
  Placement,
  PlacementOutput,
  ServicePlacementDecision,
  TargetingContext,
} from "../decision/index";
import type {
  ServiceContextPolicy,
  ServicePageContext,
  ServiceTrialContext,
  ServiceUserContext,
  UserTargetingContext,
} from "./context-types";
import type {
  AnalyticsProvider,
  Answer,
  AuthoredPlaybook,
  ServiceConfigProvider,
  ServiceResolvers,
  ServiceSdkProvider,
} from "./source-types";

export type * from "./context-types";
export type {
  AnalyticsProvider,
  AuthoredPlaybook,
  DecisionAnswer,
  EntitlementAnswer,
  PlacementAnswer,
  PlacementRequest,
  ServiceConfigProvider,
  ServiceResolvers,
  ServiceSdkProvider,
} from "./source-types";

/** Any of its fields; one that is `undefined` isn't given. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Where the Playbook and the user's context come from (specification, "What the service does"). */
export type RuntimeMode = "service_server" | "custom_endpoints" | "local_only";
/** How the SDK was put into the page; a label in telemetry, on which no decision depends. */
export type IntegrationMode = "react" | "snippet" | "iframe";
/** Unless `granted`, nothing is stored, nothing of what people do is told, and decisions work from memory (README, "Privacy"). */
export type Consent = "granted" | "pending" | "denied";

/**
 * Switches for what a Playbook may hold (specification, "ServicePlacementBehaviorFlags"). One that isn't
 * given is derived from the loaded Playbook, that is, on where the Playbook has such a part; where it
 * has none the flag changes nothing. What `show()` and `open_placement` ask for needs no trigger, so
 * it is shown either way.
 */
export interface ServicePlacementBehaviorFlags {
  /**
   * False: caps, and cooldowns after a display, don't count; a dismissal and remind-later hold for
   * the session, whatever their hours.
   */
  readonly enableClientCapsEnforcement: boolean;
  /**
   * False: placements of the category `gated` and those with the trigger `entitlement_denied` are
   * never triggered. A gate still stops the click.
   */
  readonly enableAutoGatedPlacement: boolean;
  /** False: placements with the trigger `trial_stage` are never triggered. */
  readonly enableTrialAutoTriggers: boolean;
}

/**
 * Storage of the application's own (specification, "ServiceStorage"). Synchronous, as Web Storage is:
 * a returned promise counts as a failure. A method may throw. What can't be stored is kept in memory
 * as long as the page lives. Keys begin with `storageKey` and a colon; values are JSON texts. One
 * value has at most 1 MiB: the Playbook has up to that, the history 32 KiB, the queue of events
 * 256 KiB in many values.
 */
export interface ServiceStorage {
  /** The text last set, or `null`. */
  getItem(key: string): string | null;
  /** Read back at once: a text that isn't there by then counts as not stored. */
  setItem(key: string, value: string): void;
  /** Removing a key that isn't there does nothing. */
  removeItem(key: string): void;
}

/**
 * Where calls that carry no decision go instead (specification, "Endpoints"). Counts in
 * `custom_endpoints` only. A path is appended to `endpoint`, an http or https URL replaces it.
 * Overrides get the page's cookies on its own origin. The Playbook is never rerouted.
 */
export interface ServiceEndpointOverrides {
  /** GET of the user as the server knows them, with a client-session token. Default `/api/sdk/client-context`. */
  readonly clientContext: string;
  /** GET of a user's context: `fetchUserContext`, and unasked with a client session or once rerouted. Default `/api/sdk/user-context`. */
  readonly userContext: string;
  /** GET of the user's trial: `getTrialStatus`, and unasked with a client session or once rerouted; not where a source has `getTrialStatus`. Default `/api/sdk/trial-status`. */
  readonly trialStatus: string;
  /** POST of tracked and captured events and page views. Default `/api/track`. */
  readonly ingestEvents: string;
  /** POST of impressions, dismissals and CTAs. Default `/api/events/interactions`. */
  readonly touchpointTransition: string;
  /** POST of the anonymous `sdk_init`. Default `/api/sdk/meta`. */
  readonly ingestSdkMeta: string;
  /** POST of the slots that the page declares, each once a session. Default `/api/placements`. */
  readonly surfaceSlots: string;
  /** POST of names given to `registerSurface`; made only if rerouted. Declared default `/api/sdk/placement-types`. */
  readonly placementTypes: string;
  /** @deprecated Retired, never read. */
  readonly decide: string;
  /** @deprecated Retired, never read. */
  readonly decideContext: string;
  /** @deprecated Retired, never read. */
  readonly bootstrapContext: string;
  /** @deprecated Retired, never read. */
  readonly getPlacement: string;
  /** @deprecated Retired, never read. */
  readonly checkEntitlement: string;
}

/** Static placements, in the Playbook's own form, added to it; also as an imported JSON file has them. */
export type LocalPlacementDataset = readonly (Placement | Readonly<Record<string, unknown>>)[];

/**
 * What the page itself gives (specification, "ServiceLocalRuntimeOptions"). Made for `local_only`; in
 * the other modes `playbook` counts only beside a `configProvider` that gives none.
 */
export interface ServiceLocalRuntimeOptions {
  /** Required in `local_only`, unless a source may give one: a resolver, provider, factory or `configProvider`. */
  readonly playbook?: AuthoredPlaybook | undefined;
  /** More placements, added after the Playbook's own, wherever that comes from. Default: none. */
  readonly placements?: LocalPlacementDataset | undefined;
  /** Static data, by the ids that it is about. */
  readonly initialData?:
    | {
        /** Decisions in place of the Playbook's, by placement handle. Sources go before them. Their reason is `by_resolver`. */
        readonly placementDecisionsByPlacementId?:
          | Readonly<Record<string, ServicePlacementDecision>>
          | undefined;
        /** @deprecated Ignored since 0.11.21, removed in 0.12.0. */
        readonly placementsByLookupKey?:
          | Readonly<Record<string, PlacementOutput | null>>
          | undefined;
        /** What is known of these users, by id; goes over what `user` says. */
        readonly userContextByUserId?: Readonly<Record<string, UserTargetingContext>> | undefined;
        /** The trial of the user at the start; forgotten when another user comes. */
        readonly trialStatus?: ServiceTrialContext | undefined;
      }
    | undefined;
  /** Asked before every provider. */
  readonly resolvers?: Given<ServiceResolvers> | undefined;
  /** Prefix of every key in storage. Default `service`. */
  readonly storageKey?: string | undefined;
  /**
   * The user's context, merged as `setUser` does. Asked at the start, on a route change and by
   * `refreshContext()`. `ready` waits for the first answer, so it can't wait for `ready` itself. Three seconds; `undefined` adds nothing; a rejection is reported once.
   */
  readonly getContext?: (() => Answer<ServiceUserContext | JsonObject>) | undefined;
}

/**
 * Makes a provider; called with the validated options when its provider is first needed, and again
 * after it has failed. The three seconds of the first answer include it.
 */
export type ServiceProviderFactory = (
  options: ServiceInitOptions,
) => ServiceSdkProvider | Promise<ServiceSdkProvider>;

/** A provider that is asked about its domain alone, or a factory of one (README, "Sources"). */
export type AnyDomainProvider =
  | {
      /** What it is asked about; one for `context` is also told of `identify`. */
      readonly domain: "playbook" | "placements" | "entitlements" | "context" | "trial";
      readonly provider: ServiceSdkProvider | ServiceProviderFactory;
    }
  | {
      readonly domain: "analytics";
      readonly provider:
        | AnalyticsProvider
        | ((options: ServiceInitOptions) => AnalyticsProvider | Promise<AnalyticsProvider>);
    };

/** What a CTA asks of the application. */
export interface ServiceUiPath {
  /** The CTA's `action`. */
  readonly action: string;
  /** The CTA's `params`; empty if it has none. */
  readonly params: JsonObject;
  /** Handle of the placement that the CTA belongs to. */
  readonly placement: Handle;
}
/** A returned promise keeps the button busy; a rejection leaves the placement; `'completed'` counts as completed. */
export type ServiceUiPathResolver = (
  uiPath: ServiceUiPath,
  context: TargetingContext,
) => unknown | Promise<unknown>;
/** Resolvers by action. `dismiss`, `remind_later`, `open_url` and `open_placement` are the SDK's own and never looked up. */
export type ServiceUiPathResolverMap = Readonly<Record<string, ServiceUiPathResolver>>;

/** The workspace's name, logo and theme. */
export type BrandingConfig = Branding;

/**
 * Everything `initService` and `window.ServiceConfig` take (specification, "Resources and their
 * fields"). A missing or refused required option stops the SDK; a wrong optional one takes its
 * default.
 */
export interface ServiceInitOptions {
  /** The tenant. Required but in `local_only`. */
  readonly tenantId?: string | undefined;
  /** Browser credential: prefix `svc_`, type public. Required in a browser, except in `local_only`. */
  readonly publicKey?: string | undefined;
  /** Server-only credential: prefix `svc_`, type server. Required on a server, except in `local_only`; refused in a browser. */
  readonly apiKey?: string | undefined;
  /** Where the Playbook comes from. Default `service_server`. */
  readonly runtimeMode?: RuntimeMode | undefined;
  /** Control-plane URL; in a browser also a path. Default: a placeholder, `https://api.service.example`. */
  readonly endpoint?: string | undefined;
  /** Integration label in telemetry; no decision depends on it. Default `snippet`. */
  readonly mode?: IntegrationMode | undefined;
  /** Reroutes calls that carry no decision; `custom_endpoints` needs at least one. Elsewhere ignored, with a warning. */
  readonly endpointOverrides?: Given<ServiceEndpointOverrides> | undefined;
  /**
   * Gives the Playbook in every mode. It is asked after every other source, and needs no signature.
   * With it no Playbook is fetched from the service; if nobody gives one, `localRuntime.playbook`
   * counts.
   */
  readonly configProvider?: ServiceConfigProvider | undefined;
  /** The Playbook and the data of `local_only`, resolvers, and the prefix of storage keys. */
  readonly localRuntime?: ServiceLocalRuntimeOptions | undefined;
  /** Asked after `localRuntime.resolvers`, before `providerFallbacks`; three seconds. `undefined` passes the question on. */
  readonly provider?: ServiceSdkProvider | ServiceProviderFactory | undefined;
  /** Asked in turn after `provider`, before `domainProviders`; three seconds each. Default: none. */
  readonly providerFallbacks?: readonly (ServiceSdkProvider | ServiceProviderFactory)[] | undefined;
  /** Asked in turn after `providerFallbacks`, each about its domain only; three seconds each. Default: none. */
  readonly domainProviders?: readonly AnyDomainProvider[] | undefined;
  /**
   * What a slot shows when sources have failed and there is no Playbook: `invisible`, the default,
   * leaves the slot's own children; `placeholder` shows an empty box, which is hidden from assistive
   * technology and never reported.
   */
  readonly providerFailureSlotBehavior?: "placeholder" | "invisible" | undefined;
  /** What CTAs do that the SDK does not do itself, by action. Default: they follow `params.url`. */
  readonly uiPathResolvers?: ServiceUiPathResolverMap | undefined;
  /** Over the branding of the service and of the Playbook, part by part. */
  readonly branding?: BrandingConfig | undefined;
  /** Who the user is at the start; `identify` and `setUser` say it later. Default: an anonymous user. */
  readonly user?: ServiceUserContext | undefined;
  /**
   * Gives a client-session token (`svc_client_…`) for the present user, minted by the application's
   * backend; ten seconds (specification, "Authentication"). Asked when a token is first needed, after
   * `identify()`, and when the service reports the last one expired; not after `reset()`, until a user
   * is known again. The token is held in memory only. A failure is a warning, and what the application
   * said of the user counts. Without this option no client context is read.
   */
  readonly clientSession?: (() => string | Promise<string>) | undefined;
  /** What is known of the page; each field goes over what is inferred. */
  readonly page?: ServicePageContext | undefined;
  /** What the SDK finds out by itself. Default: everything. */
  readonly contextPolicy?: ServiceContextPolicy | undefined;
  /** Over what is derived from the Playbook. */
  readonly placementBehavior?: Given<ServicePlacementBehaviorFlags> | undefined;
  /** Where the anonymous id, history, queue and Playbook live. Default `localStorage`. */
  readonly persistentStorage?: ServiceStorage | undefined;
  /** Where the session lives. Default `sessionStorage`. */
  readonly sessionStorage?: ServiceStorage | undefined;
  /** Public JWKs (P-256), each with its `kid`, pinned in the page, which then alone verify the Playbook (README, "The signed Playbook"). Default: those of the service's bootstrap. */
  readonly trustedKeys?: readonly (JsonWebKey & { readonly kid: string })[] | undefined;
  /** Default `granted`; `denied` with Global Privacy Control on and nothing said. A wrong value counts as `denied` (README, "Options"). */
  readonly consent?: Consent | undefined;
  /** Write each decision that has changed to the console, at the verbose level (README, "Options"). Default false. */
  readonly debug?: boolean | undefined;
}

/**
 * Given to `registerSurface`: fills `root` with plain DOM. A function that it returns is called before
 * the next time and at the end; what draws asynchronously can return none. If it throws or rejects,
 * nothing is shown, and `service:error` and `on("error")` say so (README, "Surfaces of your own").
 */
export type SurfaceRenderer = (
  root: HTMLElement,
  output: PlacementOutput,
  actions: { cta(index: number): void; dismiss(): void },
) => void | (() => void) | Promise<void>;
