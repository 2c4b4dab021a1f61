/** The tables of all options: the specification's "Resources and their fields", with `trustedKeys`, `consent` and `debug` (README, "Options"). */
import {
  boolean,
  each,
  list,
  map,
  number,
  object,
  type Schema,
  string,
  word,
} from "../decision/index";
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

const any: Field = {};
const plain: Field = { type: "object" };
const call: Field = { type: "function" };

/**
 * `usage` and a trial's dates may hold anything, since the core denies what it can't count, and ends a
 * trial that it can't read.
 */
export const userFields = (): Field =>
  object({
    ...each("id plan_handle name email locale country timezone created_at", string),
    traits: map(any),
    usage: plain,
    segments: list(string),
    entitlements: map(boolean),
  });
export const pageFields = (): Field =>
  object({ ...each("url title referrer", string), tags: list(string) });
export const trialFields = (): Field =>
  object({
    ...each("trial_handle plan_handle", string),
    ...each("started_at ends_at", any),
    day_number: number,
    days_remaining: any,
    ...each("in_trial converted", boolean),
    kind: word("free reverse"),
  });

/** An instance of the application's: it is taken whole and passed by reference, or not at all. */
const instance = (methods: string) => object(each(methods, call), methods);

/** The table of all options. A browser takes no server key, a server no relative URL. */
export function optionFields(browser: boolean): Field {
  const answers = Object.keys(ANSWERS).join(" ");
  const overrides = Object.keys(PATHS).join(" ");
  /** A path, or a URL whose scheme is http or https. */
  const address = text(
    /^(https?:\/\/(?![^/]*@).|[^:/]*\/|[^:/]+$)/i,
    "a path or an http(s) URL without credentials",
  );
  const playbook: Field = {
    type: "object",
    description: "a Playbook; data-playbook takes a URL, or the #id of an element with its JSON",
  };
  const provider: Field = {
    ...object(each(`${answers} getPlaybook identify onEvent`, call)),
    type: ["object", "function"],
  };
  const endpointOverrides: Field = {
    ...object(each(overrides, address)),
    description: `one or more of ${overrides}`,
  };
  const storage = instance("getItem setItem removeItem");
  return object({
    tenantId: string,
    publicKey: key("public", (value) => /^svc_(server|secret|sk)_/.test(value) && SERVER_KEY),
    apiKey: key("server", (value) =>
      /^(svc_(live|test)_|local$)/.test(value) ? EARLIER_KEY : browser && SERVER_KEY,
    ),
    runtimeMode: word("service_server custom_endpoints local_only"),
    endpoint: browser
      ? address
      : text(/^https?:\/\/(?![^/]*@)./, "an http(s) URL without credentials"),
    mode: word("react snippet iframe"),
    endpointOverrides,
    configProvider: instance("getPlaybook"),
    localRuntime: object({
      playbook,
      placements: list(plain),
      initialData: object({
        placementDecisionsByPlacementId: plain,
        userContextByUserId: map(userFields()),
        trialStatus: trialFields(),
      }),
      resolvers: object(each(`${answers} resolvePlaybook`, call)),
      storageKey: string,
      getContext: call,
    }),
    provider,
    providerFallbacks: list(provider),
    domainProviders: list(
      object(
        { domain: word("playbook placements entitlements context trial analytics"), provider },
        "domain provider",
      ),
    ),
    providerFailureSlotBehavior: word("placeholder invisible"),
    uiPathResolvers: map(call),
    branding: object({ ...each("workspace_name logo_url", string), theme: plain }),
    user: userFields(),
    page: pageFields(),
    contextPolicy: object(each("inferUser inferPage routerAutoTrack", boolean)),
    placementBehavior: object(
      each("enableClientCapsEnforcement enableAutoGatedPlacement enableTrialAutoTriggers", boolean),
    ),
    ...each("persistentStorage sessionStorage", storage),
    clientSession: call,
    trustedKeys: list(object({ kid: string }, "kid")),
    consent: word("granted pending denied"),
    debug: boolean,
  });
}
