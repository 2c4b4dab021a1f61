/** Every option, as tables: the specification's "Resources and their fields" and the contract's extras. */
import type { Fault, Field, Fields } from "./take";
import type {
  ServiceConfigProvider,
  ServiceContextPolicy,
  ServiceEndpointOverrides,
  ServiceInitOptions,
  ServiceLocalRuntimeOptions,
  ServicePageContext,
  ServicePlacementBehaviorFlags,
  ServiceResolvers,
  ServiceStorage,
  ServiceTrialContext,
  ServiceUserContext,
} from "./types";

const text: Field = { type: "string" };
const number: Field = { type: "number" };
const flag: Field = { type: "boolean" };
const callback: Field = { type: "function" };
const object: Field = { type: "object" };
/** A path, or a URL whose scheme is http or https. */
const address: Field = {
  type: "string",
  pattern: "^(https?://.|[^:/]*/|[^:/]+$)",
  description: "a path or an http(s) URL",
};

type Words<T> = T extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : T;
/** The same field under several names. */
function each<T extends string>(names: T, field: Field): Record<Words<T>, Field>;
function each(names: string, field: Field): Fields {
  return Object.fromEntries(names.split(" ").map((name) => [name, field]));
}
const choice = (values: string): Field => ({ enum: values.split(" ") });
const list = (items: Field): Field => ({ type: "array", items });
const record = (additionalProperties: Field): Field => ({ type: "object", additionalProperties });
/** `T` keeps the table complete. */
const table = <T>(properties: Record<keyof T, Field> & Fields) => ({ type: "object", properties });
/** An instance of the application's: whole or not at all, and passed as it is. */
const instance = <T>(properties: Record<keyof T, Field> & Fields): Field => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const gone = (...fault: Fault): Field => ({ gone: fault });

export const userFields = table<ServiceUserContext>({
  ...each("id plan_handle name email locale country timezone created_at", text),
  // Usage may be any: the core denies what it cannot count.
  ...each("traits usage", object),
  segments: list(text),
  entitlements: record(flag),
});

export const pageFields = table<ServicePageContext>({
  ...each("url title referrer", text),
  tags: list(text),
});

export const trialFields = table<ServiceTrialContext>({
  ...each("trial_handle plan_handle started_at ends_at", text),
  ...each("day_number days_remaining", number),
  ...each("in_trial converted", flag),
  kind: choice("free reverse"),
});

const answers = each(
  "getPlacementDecision getPlacement checkEntitlement fetchUserContext getTrialStatus",
  callback,
);

const localRuntime = table<ServiceLocalRuntimeOptions>({
  playbook: object,
  exportedConfig: gone("is now localRuntime.playbook", "earlier_shape"),
  placements: list(object),
  initialData: table<NonNullable<ServiceLocalRuntimeOptions["initialData"]>>({
    placementDecisionsByPlacementId: object,
    userContextByUserId: record(userFields),
    trialStatus: trialFields,
    placementsByLookupKey: gone(
      "is ignored; use the Playbook or resolvers.getPlacement",
      "retired",
    ),
    entitlementByHandle: gone(
      "is now the Playbook's grants or resolvers.checkEntitlement",
      "earlier_shape",
    ),
  }),
  resolvers: table<ServiceResolvers>({
    ...answers,
    resolvePlaybook: callback,
    resolveExportedConfig: gone("is now resolvers.resolvePlaybook", "earlier_shape"),
  }),
  storageKey: text,
  getContext: callback,
});

const provider: Field = {
  type: ["object", "function"],
  properties: { ...answers, ...each("getPlaybook identify onEvent", callback) },
};
const storage = instance<ServiceStorage>(each("getItem setItem removeItem", callback));

const LIVE =
  "clientContext userContext trialStatus ingestEvents touchpointTransition ingestSdkMeta surfaceSlots placementTypes";
const endpointOverrides = {
  ...table<ServiceEndpointOverrides>({
    ...each(LIVE, address),
    ...each(
      "decide decideContext bootstrapContext getPlacement checkEntitlement",
      gone("is never read: the SDK decides by itself", "retired"),
    ),
  }),
  description: `one or more of ${LIVE}`,
};

const SERVER_KEY: Fault = ["is a server key, never for a browser; use publicKey", "refused"];
const TOKEN: Fault = ["is a client-session token; use clientSession", "refused"];
const EARLIER_KEY: Fault = [
  "is now publicKey in a browser, a new server key on a server, nothing in local_only",
  "earlier_shape",
];

/** What may be given depends on where: a browser takes no server key, a server no relative URL. */
export const optionFields = (browser: boolean) =>
  table<ServiceInitOptions>({
    ...each("tenantId", text),
    publicKey: {
      type: "string",
      pattern: "^svc_.",
      description: "a key of type public, svc_…",
      refused: [
        [/^svc_client_/, TOKEN],
        [/^svc_(server|secret|sk)_/, SERVER_KEY],
      ],
    },
    apiKey: {
      type: "string",
      pattern: "^svc_.",
      description: "a key of type server, svc_…",
      refused: [
        [/^(svc_(live|test)_|local$)/, EARLIER_KEY],
        // Every value has a beginning.
        browser ? [/^/, SERVER_KEY] : [/^svc_client_/, TOKEN],
      ],
    },
    ingestPublicKey: gone("was removed; use publicKey", "removed"),
    runtimeMode: choice("service_server custom_endpoints local_only"),
    endpoint: browser ? address : { type: "string", pattern: "^https?://." },
    mode: choice("react snippet iframe"),
    endpointOverrides,
    configProvider: instance<ServiceConfigProvider>(each("getPlaybook", callback)),
    localRuntime,
    provider,
    providerFallbacks: list(provider),
    domainProviders: list(
      instance({
        domain: choice("playbook placements entitlements context trial analytics"),
        provider,
      }),
    ),
    providerFailureSlotBehavior: choice("placeholder invisible"),
    uiPathResolvers: record(callback),
    branding: table({ ...each("workspace_name logo_url", text), theme: object }),
    user: userFields,
    page: pageFields,
    contextPolicy: table<ServiceContextPolicy>(each("inferUser inferPage routerAutoTrack", flag)),
    placementBehavior: table<ServicePlacementBehaviorFlags>(
      each("enableClientCapsEnforcement enableAutoGatedPlacement enableTrialAutoTriggers", flag),
    ),
    ...each("persistentStorage sessionStorage", storage),
    clientSession: callback,
    trustedKeys: list(object),
    consent: choice("granted pending denied"),
    debug: flag,
  });
