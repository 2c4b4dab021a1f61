/** The tables of all options: the specification's "Resources and their fields", with `trustedKeys`, `consent` and `debug` (README, "Options"). */
import { readSchemas, type Schema } from "../decision/index";
import type { Fault } from "./faults";
import { PATHS } from "./paths";
import { ANSWERS } from "./sources";

export interface Field extends Schema {
  readonly properties?: Readonly<Record<string, Field>>;
  readonly additionalProperties?: Field;
  /** What it must be, as a noun phrase. */
  readonly description?: string;
  /** Refuses a value of the right type, and says why. */
  readonly refuse?: (value: string) => Fault | false;
}

/**
 * The notation is that of `readSchemas`. A kind with a required field (`!`) is an instance of the
 * application's: it is taken whole and passed by reference, or not at all. `usage` and a trial's
 * dates may hold anything, since the core denies what it can't count, and ends a trial that it can't read.
 */
const TABLES = `
options: tenantId publicKey apiKey runtimeMode='service_server|custom_endpoints|local_only endpoint mode='react|snippet|iframe endpointOverrides configProvider localRuntime provider providerFallbacks=provider[] domainProviders=domain[] providerFailureSlotBehavior='placeholder|invisible uiPathResolvers=function{} branding user page contextPolicy placementBehavior persistentStorage=storage sessionStorage=storage clientSession=function trustedKeys=object[] consent='granted|pending|denied debug=boolean
configProvider: getPlaybook!=function
localRuntime: playbook placements=object[] initialData resolvers storageKey getContext=function
initialData: placementDecisionsByPlacementId=object userContextByUserId=user{} trialStatus=trial
domain: domain!='playbook|placements|entitlements|context|trial|analytics provider!
branding: workspace_name logo_url theme=object
contextPolicy: inferUser=boolean inferPage=boolean routerAutoTrack=boolean
placementBehavior: enableClientCapsEnforcement=boolean enableAutoGatedPlacement=boolean enableTrialAutoTriggers=boolean
storage: getItem!=function setItem!=function removeItem!=function
user: id plan_handle name email locale country timezone created_at traits=any{} usage=object segments=string[] entitlements=boolean{}
page: url title referrer tags=string[]
trial: trial_handle plan_handle started_at=any ends_at=any day_number=number days_remaining=any in_trial=boolean converted=boolean kind='free|reverse
`;

/** Former options. Their values are never read: that they are given is the fault. */
export const GONE = new Map<string, Fault>([
  ["ingestPublicKey", ["was removed; use publicKey", "removed"]],
  ["localRuntime.exportedConfig", ["is now localRuntime.playbook", "earlier_shape"]],
  [
    "localRuntime.resolvers.resolveExportedConfig",
    ["is now resolvers.resolvePlaybook", "earlier_shape"],
  ],
  [
    "localRuntime.initialData.entitlementByHandle",
    ["is now the Playbook's grants or resolvers.checkEntitlement", "earlier_shape"],
  ],
  [
    "localRuntime.initialData.placementsByLookupKey",
    ["is ignored; use the Playbook or resolvers.getPlacement", "retired"],
  ],
  ...["decide", "decideContext", "bootstrapContext", "getPlacement", "checkEntitlement"].map(
    (name): [string, Fault] => [
      `endpointOverrides.${name}`,
      ["is never read: the SDK decides by itself", "retired"],
    ],
  ),
]);

const SERVER_KEY: Fault = ["is a server key, never for a browser; use publicKey", "refused"];
const TOKEN: Fault = ["is a client-session token; use clientSession", "refused"];
const EARLIER_KEY: Fault = [
  "is now publicKey in a browser, a new server key on a server, nothing in local_only",
  "earlier_shape",
];

const text = (pattern: RegExp, description: string): Field => ({
  type: "string",
  pattern,
  description,
});

const key = (type: string, refuse: Required<Field>["refuse"]): Field => ({
  ...text(/^svc_\S+$/, `a key of type ${type}, svc_…`),
  refuse: (value) => (value.startsWith("svc_client_") ? TOKEN : refuse(value)),
});

/** An object with fields of one kind. */
const each = (names: readonly string[], field: Field): Field => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, field])),
});

/** The table of a kind. A browser takes no server key, a server no relative URL. */
export function fieldsOf(kind: string, browser: boolean): Field {
  const call = { type: "function" };
  const answers = Object.keys(ANSWERS);
  const overrides = Object.keys(PATHS);
  /** A path, or a URL whose scheme is http or https. */
  const address = text(
    /^(https?:\/\/(?![^/]*@).|[^:/]*\/|[^:/]+$)/i,
    "a path or an http(s) URL without credentials",
  );
  return readSchemas<Field>(TABLES, {
    publicKey: key("public", (value) => /^svc_(server|secret|sk)_/.test(value) && SERVER_KEY),
    apiKey: key("server", (value) =>
      /^(svc_(live|test)_|local$)/.test(value) ? EARLIER_KEY : browser && SERVER_KEY,
    ),
    playbook: {
      type: "object",
      description: "a Playbook; data-playbook takes a URL, or the #id of an element with its JSON",
    },
    endpoint: browser
      ? address
      : text(/^https?:\/\/(?![^/]*@)./, "an http(s) URL without credentials"),
    endpointOverrides: {
      ...each(overrides, address),
      description: `one or more of ${overrides.join(" ")}`,
    },
    provider: {
      ...each([...answers, "getPlaybook", "identify", "onEvent"], call),
      type: ["object", "function"],
    },
    any: {},
    resolvers: each([...answers, "resolvePlaybook"], call),
  })(kind);
}
