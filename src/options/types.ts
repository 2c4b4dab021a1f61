/** The options of `initService`, as the specification names them ("Resources and their fields"). */
import type {
  Branding,
  EntitlementResult,
  Handle,
  IsoTime,
  JsonObject,
  Placement,
  PlacementOutput,
  PlacementQuery,
  Playbook,
  ServicePlacementDecision,
  TargetingContext,
  TrialContext,
} from "../decision/index";

export type RuntimeMode = "service_server" | "custom_endpoints" | "local_only";
export type IntegrationMode = "react" | "snippet" | "iframe";
export type Consent = "granted" | "pending" | "denied";

/** A Playbook, or what a JSON file holds: it is validated either way. */
export type AuthoredPlaybook = Playbook | Readonly<Record<string, unknown>>;

/** What the application says of its user. Free values go under `traits`. */
export interface ServiceUserContext {
  readonly id?: string;
  /** The plan's unique handle; plan-scoped rules match on it. */
  readonly plan_handle?: Handle;
  readonly name?: string;
  readonly email?: string;
  readonly locale?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly created_at?: IsoTime;
  readonly traits?: Readonly<Record<string, unknown>>;
  readonly usage?: Readonly<Record<Handle, number>>;
  readonly segments?: readonly Handle[];
  /** Counts only when it comes from `clientContext`. */
  readonly entitlements?: Readonly<Record<Handle, boolean>>;
}
export type UserTargetingContext = ServiceUserContext;
export type ServiceTrialContext = TrialContext;

export interface ServicePageContext {
  readonly url?: string;
  readonly title?: string;
  readonly referrer?: string;
  readonly tags?: readonly string[];
}

export interface ServiceContextPolicy {
  /** Take locale, timezone and device from browser APIs. Default true. */
  readonly inferUser?: boolean;
  /** Take URL, title and referrer from the page. Default true. */
  readonly inferPage?: boolean;
  /** Follow route changes of single-page applications. Default true. */
  readonly routerAutoTrack?: boolean;
}

/** Each flag is derived from the Playbook unless given. */
export interface ServicePlacementBehaviorFlags {
  readonly enableClientCapsEnforcement: boolean;
  readonly enableAutoGatedPlacement: boolean;
  readonly enableTrialAutoTriggers: boolean;
}

export interface ServiceStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface ServiceEndpointOverrides {
  readonly clientContext: string;
  readonly userContext: string;
  readonly trialStatus: string;
  readonly ingestEvents: string;
  readonly touchpointTransition: string;
  readonly ingestSdkMeta: string;
  readonly surfaceSlots: string;
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

/** What the application answers, now or later; `undefined` passes the question on to the next source. */
type Answer<T> = T | undefined | Promise<T | undefined>;
/** What has to be said, and what may. */
type Needs<T, K extends keyof T> = Pick<T, K> & Partial<T>;

/**
 * An entitlement as the application's own sources answer it; what is not said follows from
 * `allowed`. `handle`, `reason` and `source` are the SDK's to say.
 */
export type EntitlementAnswer = Needs<EntitlementResult, "allowed">;
/** A placement as the application's own sources answer it. */
export type PlacementAnswer = Needs<
  PlacementOutput,
  "placement" | "payload" | "surface" | "content"
>;
/** A decision as the application's own sources answer it; one that is visible needs its output. */
export interface DecisionAnswer extends Pick<ServicePlacementDecision, "visible"> {
  /** Not read: the reason is `by_resolver`. */
  readonly reasons?: readonly string[];
  readonly output?: PlacementAnswer | null | undefined;
}

export interface ServiceConfigProvider {
  getPlaybook(): Answer<AuthoredPlaybook>;
}

/** What is asked of `getPlacement` and `getPlacementDecision`. */
export type PlacementRequest = Pick<
  PlacementQuery,
  "slot" | "placement" | "trigger" | "surfaces" | "locale"
>;

export interface ServiceResolvers {
  getPlacementDecision(
    input: PlacementRequest,
    placement?: Placement,
    context?: TargetingContext,
  ): Answer<DecisionAnswer>;
  /** `null`: nothing is shown. */
  getPlacement(config: PlacementRequest): Answer<PlacementAnswer | null>;
  checkEntitlement(handle: Handle, context?: TargetingContext): Answer<EntitlementAnswer>;
  fetchUserContext(userId: string): Answer<UserTargetingContext>;
  getTrialStatus(): Answer<ServiceTrialContext>;
  resolvePlaybook(): Answer<AuthoredPlaybook>;
}

/** Static placements, in the Playbook's own form, added to it. */
export type LocalPlacementDataset = readonly Placement[];

export interface ServiceLocalRuntimeOptions {
  /** Required in `local_only`. */
  readonly playbook?: AuthoredPlaybook;
  readonly placements?: LocalPlacementDataset;
  readonly initialData?: {
    readonly placementDecisionsByPlacementId?: Readonly<Record<string, ServicePlacementDecision>>;
    /** @deprecated Ignored since 0.11.21, removed in 0.12.0. */
    readonly placementsByLookupKey?: Readonly<Record<string, PlacementOutput | null>>;
    readonly userContextByUserId?: Readonly<Record<string, UserTargetingContext>>;
    readonly trialStatus?: ServiceTrialContext;
  };
  readonly resolvers?: Partial<ServiceResolvers>;
  /** Prefix of every key in storage. Default `service`. */
  readonly storageKey?: string;
  readonly getContext?: () => Answer<ServiceUserContext | JsonObject>;
}

export interface ServiceSdkProvider {
  readonly name?: string;
  getPlaybook?(): Answer<AuthoredPlaybook>;
  getPlacementDecision?: ServiceResolvers["getPlacementDecision"];
  getPlacement?: ServiceResolvers["getPlacement"];
  checkEntitlement?: ServiceResolvers["checkEntitlement"];
  fetchUserContext?: ServiceResolvers["fetchUserContext"];
  getTrialStatus?: ServiceResolvers["getTrialStatus"];
  identify?(userId: string, context?: ServiceUserContext): Promise<void> | void;
}
export type ServiceProviderFactory = (
  options: ServiceInitOptions,
) => ServiceSdkProvider | Promise<ServiceSdkProvider>;
export type AnyDomainProvider =
  | {
      readonly domain: "playbook" | "placements" | "entitlements" | "context" | "trial";
      readonly provider: ServiceSdkProvider;
    }
  | {
      readonly domain: "analytics";
      readonly provider: { readonly name?: string; onEvent(event: JsonObject): void };
    };

/** What a CTA asks of the application. */
export interface ServiceUiPath {
  readonly action: string;
  readonly params: JsonObject;
  readonly placement: Handle;
}
/** A returned promise keeps the button busy; a rejection leaves the placement; `'completed'` counts as completed. */
export type ServiceUiPathResolver = (
  uiPath: ServiceUiPath,
  context: TargetingContext,
) => unknown | Promise<unknown>;
export type ServiceUiPathResolverMap = Readonly<Record<string, ServiceUiPathResolver>>;

export type BrandingConfig = Branding;

/**
 * Everything `initService` and `window.ServiceConfig` take (specification, "Resources and their
 * fields"). A missing or refused required option stops the SDK; a wrong optional one takes its
 * default.
 */
export interface ServiceInitOptions {
  /** Required but in `local_only`. */
  readonly tenantId?: string;
  /** Browser credential: prefix `svc_`, type public. Required there but in `local_only`. */
  readonly publicKey?: string;
  /** Server-only credential: prefix `svc_`, type server. Refused in a browser. */
  readonly apiKey?: string;
  /** Where the Playbook comes from. Default `service_server`. */
  readonly runtimeMode?: RuntimeMode;
  /** Control-plane URL; in a browser also a path. Default: the hosted service. */
  readonly endpoint?: string;
  /** Integration label in telemetry; no decision depends on it. Default `snippet`. */
  readonly mode?: IntegrationMode;
  /** Reroutes calls that carry no decision; `custom_endpoints` needs at least one. */
  readonly endpointOverrides?: Partial<ServiceEndpointOverrides>;
  /** Gives the Playbook in place of the service, in every mode, unsigned. */
  readonly configProvider?: ServiceConfigProvider;
  readonly localRuntime?: ServiceLocalRuntimeOptions;
  /** Asked first; then `providerFallbacks` in order, three seconds each. */
  readonly provider?: ServiceSdkProvider | ServiceProviderFactory;
  readonly providerFallbacks?: readonly (ServiceSdkProvider | ServiceProviderFactory)[];
  readonly domainProviders?: readonly AnyDomainProvider[];
  /** Default `invisible`. */
  readonly providerFailureSlotBehavior?: "placeholder" | "invisible";
  /** What CTAs do that the SDK does not do itself, by action. */
  readonly uiPathResolvers?: ServiceUiPathResolverMap;
  /** Over the branding of the service and of the Playbook. */
  readonly branding?: BrandingConfig;
  readonly user?: ServiceUserContext;
  /** Gives a client-session token; held in memory only. None: no client context is read. */
  readonly clientSession?: () => string | Promise<string>;
  readonly page?: ServicePageContext;
  readonly contextPolicy?: ServiceContextPolicy;
  readonly placementBehavior?: Partial<ServicePlacementBehaviorFlags>;
  /** Default `localStorage`. */
  readonly persistentStorage?: ServiceStorage;
  /** Default `sessionStorage`. */
  readonly sessionStorage?: ServiceStorage;
  /** JWKs pinned in the page, which then alone verify the Playbook. */
  readonly trustedKeys?: readonly (JsonWebKey & { readonly kid?: string })[];
  /** Default `granted`; `denied` with Global Privacy Control on and nothing said. */
  readonly consent?: Consent;
  /** Tell every decision in the console. Default false. */
  readonly debug?: boolean;
}

/**
 * Given to `registerSurface`: fills `root` with plain DOM. What it returns is called before the
 * next time and at the end.
 */
export type SurfaceRenderer = (
  root: HTMLElement,
  output: PlacementOutput,
  actions: { cta(index: number): void; dismiss(): void },
  // biome-ignore lint/suspicious/noConfusingVoidType: a renderer may return nothing at all.
) => void | (() => void);
