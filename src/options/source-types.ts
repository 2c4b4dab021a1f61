/**
 * The application's own sources of answers (specification, "Provider configuration" and
 * "ServiceLocalRuntimeOptions"; README, "Sources"). In this order they are asked:
 * `localRuntime.getContext` (the user's context only), `localRuntime.resolvers`, `provider`,
 * `providerFallbacks`, `domainProviders`, and for the Playbook `configProvider` last.
 *
 * Each has three seconds for an answer. `undefined` passes the question on. A source that throws,
 * rejects, is late or answers nonsense is reported once, to `on("error")` and the console, and the
 * next one is asked. About placements and entitlements it is asked again when the context
 * changes and by `refreshContext()`.
 */
import type {
  EntitlementResult,
  Handle,
  JsonObject,
  Placement,
  PlacementOutput,
  PlacementQuery,
  Playbook,
  ServicePlacementDecision,
  TargetingContext,
} from "../decision/index";
import type {
  ServiceTrialContext,
  ServiceUserContext,
  UserTargetingContext,
} from "./context-types";

/** A Playbook, or what a JSON file holds: it is validated either way. */
export type AuthoredPlaybook = Playbook | Readonly<Record<string, unknown>>;

/** What the application answers, now or later; `undefined` passes the question on to the next source. */
export type Answer<T> = T | undefined | Promise<T | undefined>;
/** What has to be said, and what may. */
type Needs<T, K extends keyof T> = Pick<T, K> & Partial<T>;

/**
 * An entitlement as the application's own sources answer it; what is not said follows from
 * `allowed`. Of `status` only `limited` is read, and only if it is allowed. `handle`, `reason` and
 * `source` are the SDK's to say.
 */
export type EntitlementAnswer = Needs<EntitlementResult, "allowed">;

/** A placement as the application's own sources answer it. `content` needs a `title`. Tokens are not replaced. */
export type PlacementAnswer = Needs<
  PlacementOutput,
  "placement" | "payload" | "surface" | "content"
>;

/** A decision as the application's own sources answer it; one that is visible needs its output. */
export interface DecisionAnswer extends Pick<ServicePlacementDecision, "visible"> {
  /** Not read: the reason is `by_resolver`. */
  readonly reasons?: readonly string[];
  /** What is shown. Required if `visible` is true, else not read. */
  readonly output?: PlacementAnswer | null | undefined;
}

/** Gives the Playbook (specification, "Runtime configuration"; README, "Options"). */
export interface ServiceConfigProvider {
  /** Asked once at the start, and by `refreshContext()` where sources have failed. Three seconds. */
  getPlaybook(): Answer<AuthoredPlaybook>;
}

/** What is asked of `getPlacement` and `getPlacementDecision`. */
export type PlacementRequest = Pick<
  PlacementQuery,
  "slot" | "placement" | "trigger" | "surfaces" | "locale"
>;

/**
 * Functions that answer in place of the Playbook (specification, "ServiceLocalRuntimeOptions",
 * `resolvers`). Each has three seconds; `undefined` passes the question on to the providers and then
 * to the Playbook; a rejection is reported once and does the same.
 */
export interface ServiceResolvers {
  /**
   * Decides about a slot or a placement. Asked for each slot on the page, and for each page-level
   * placement. Caps are the source's own to keep; what the user dismissed stays away for the session.
   * @param placement what `Service.getPlacementDecision` was given, else the Playbook's placement of that handle
   * @param context the targeting context to decide in
   */
  getPlacementDecision(
    input: PlacementRequest,
    placement?: Placement,
    context?: TargetingContext,
  ): Answer<DecisionAnswer>;
  /** The same in short: the output, or `null` for nothing. The page asks it after `getPlacementDecision`. */
  getPlacement(config: PlacementRequest): Answer<PlacementAnswer | null>;
  /**
   * Whether the user has an entitlement. Gates, show-if, hide-if, placements and `can` follow it;
   * until the first answer nothing that needs it is let through.
   */
  checkEntitlement(handle: Handle, context?: TargetingContext): Answer<EntitlementAnswer>;
  /** What is known of a user. Asked by `Service.fetchUserContext` only. */
  fetchUserContext(userId: string): Answer<UserTargetingContext>;
  /** The user's trial. Asked at the start, on a route change, when another user comes, by `getTrialStatus()` and `refreshContext()`. */
  getTrialStatus(): Answer<ServiceTrialContext>;
  /**
   * The Playbook. Asked before any provider's `getPlaybook`, at the start, and by `refreshContext()`
   * where sources have failed. An answer that comes late counts if there is no Playbook by then, or
   * one is in use for want of it.
   */
  resolvePlaybook(): Answer<AuthoredPlaybook>;
}

/**
 * A source with any of these methods (specification, "Provider configuration"; README, "Sources").
 * They answer as the resolvers of the same names do.
 */
export interface ServiceSdkProvider {
  /** For the application's own use; not read. */
  readonly name?: string | undefined;
  /** The Playbook, in every mode. It needs no signature. */
  getPlaybook?(): Answer<AuthoredPlaybook>;
  getPlacementDecision?: ServiceResolvers["getPlacementDecision"];
  getPlacement?: ServiceResolvers["getPlacement"];
  checkEntitlement?: ServiceResolvers["checkEntitlement"];
  fetchUserContext?: ServiceResolvers["fetchUserContext"];
  getTrialStatus?: ServiceResolvers["getTrialStatus"];
  /** Told of each `Service.identify`, whatever other providers do with it. */
  identify?(userId: string, context?: ServiceUserContext): Promise<void> | void;
}

/** Is told what happens, and answers nothing (README, "Sources"). */
export interface AnalyticsProvider {
  /** For the application's own use; not read. */
  readonly name?: string | undefined;
  /**
   * Gets each interaction, tracked event (`type: "track"`) and route (`type: "route"`), with
   * consent only and redacted. What it returns is not read.
   */
  onEvent(event: JsonObject): void;
}
