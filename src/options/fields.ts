/** Every option, as tables: the specification's "Resources and their fields" and the contract's extras. */
import type { Fault } from "./faults";
import { type Field, record, table } from "./notation";

/** A path, or a URL whose scheme is http or https. */
const address: Field = {
  type: "string",
  pattern: /^(https?:\/\/.|[^:/]*\/|[^:/]+$)/,
  description: "a path or an http(s) URL",
};

/** An instance of the application's: whole or not at all, and passed as it is. */
const instance = (field: Field): Field => ({
  ...field,
  required: Object.keys(field.properties ?? {}),
});

export const userFields = table({
  "id plan_handle name email locale country timezone created_at": "string",
  // Usage may be any: the core denies what it cannot count.
  "traits usage": "object",
  segments: ["string"],
  entitlements: record("boolean"),
});

export const pageFields = table({ "url title referrer": "string", tags: ["string"] });

export const trialFields = table({
  "trial_handle plan_handle started_at ends_at": "string",
  "day_number days_remaining": "number",
  "in_trial converted": "boolean",
  kind: "free|reverse",
});

const ANSWERS =
  "getPlacementDecision getPlacement checkEntitlement fetchUserContext getTrialStatus ";

const provider: Field = {
  ...table({ [`${ANSWERS}getPlaybook identify onEvent`]: "function" }),
  type: ["object", "function"],
};

const OVERRIDES =
  "clientContext userContext trialStatus ingestEvents touchpointTransition ingestSdkMeta surfaceSlots placementTypes";

/** Names that were options once. They are never read: the name alone is the fault. */
export const GONE = new Map<string, Fault>([
  ["ingestPublicKey", ["was removed; use publicKey", "removed"]],
  ["exportedConfig", ["is now localRuntime.playbook", "earlier_shape"]],
  ["resolveExportedConfig", ["is now resolvers.resolvePlaybook", "earlier_shape"]],
  [
    "entitlementByHandle",
    ["is now the Playbook's grants or resolvers.checkEntitlement", "earlier_shape"],
  ],
  ["placementsByLookupKey", ["is ignored; use the Playbook or resolvers.getPlacement", "retired"]],
  ...["decide", "decideContext", "bootstrapContext", "getPlacement", "checkEntitlement"].map(
    (name): [string, Fault] => [name, ["is never read: the SDK decides by itself", "retired"]],
  ),
]);

const SERVER_KEY: Fault = ["is a server key, never for a browser; use publicKey", "refused"];
const EARLIER_KEY: Fault = [
  "is now publicKey in a browser, a new server key on a server, nothing in local_only",
  "earlier_shape",
];

const key = (type: string, ...refused: [RegExp, Fault][]): Field => ({
  type: "string",
  pattern: /^svc_./,
  description: `a key of type ${type}, svc_…`,
  refused: [
    [/^svc_client_/, ["is a client-session token; use clientSession", "refused"]],
    ...refused,
  ],
});

/** What may be given depends on where: a browser takes no server key, a server no relative URL. */
export const optionFields = (browser: boolean): Field =>
  table({
    tenantId: "string",
    publicKey: key("public", [/^svc_(server|secret|sk)_/, SERVER_KEY]),
    apiKey: key(
      "server",
      [/^(svc_(live|test)_|local$)/, EARLIER_KEY],
      // In a browser any value; on a server none.
      [browser ? /^/ : /$^/, SERVER_KEY],
    ),
    runtimeMode: "service_server|custom_endpoints|local_only",
    endpoint: browser
      ? address
      : { type: "string", pattern: /^https?:\/\/./, description: "an http(s) URL" },
    mode: "react|snippet|iframe",
    endpointOverrides: {
      ...table({ [OVERRIDES]: address }),
      description: `one or more of ${OVERRIDES}`,
    },
    configProvider: instance(table({ getPlaybook: "function" })),
    localRuntime: table({
      playbook: "object",
      placements: ["object"],
      initialData: table({
        placementDecisionsByPlacementId: "object",
        userContextByUserId: record(userFields),
        trialStatus: trialFields,
      }),
      resolvers: table({ [`${ANSWERS}resolvePlaybook`]: "function" }),
      storageKey: "string",
      getContext: "function",
    }),
    provider,
    providerFallbacks: [provider],
    domainProviders: [
      instance(
        table({ domain: "playbook|placements|entitlements|context|trial|analytics", provider }),
      ),
    ],
    providerFailureSlotBehavior: "placeholder|invisible",
    uiPathResolvers: record("function"),
    branding: table({ "workspace_name logo_url": "string", theme: "object" }),
    user: userFields,
    page: pageFields,
    contextPolicy: table({ "inferUser inferPage routerAutoTrack": "boolean" }),
    placementBehavior: table({
      "enableClientCapsEnforcement enableAutoGatedPlacement enableTrialAutoTriggers": "boolean",
    }),
    "persistentStorage sessionStorage": instance(
      table({ "getItem setItem removeItem": "function" }),
    ),
    clientSession: "function",
    trustedKeys: ["object"],
    consent: "granted|pending|denied",
    debug: "boolean",
  });
