import { describe, expect, test } from "vitest";
import { describeFaults, logFaults } from "./faults";
import { cleanPage, cleanTrial, cleanUser, readOptions } from "./read-options";
import type {
  ServiceContextPolicy,
  ServiceEndpointOverrides,
  ServiceInitOptions,
  ServiceLocalRuntimeOptions,
  ServicePageContext,
  ServicePlacementBehaviorFlags,
  ServiceResolvers,
  ServiceTrialContext,
  ServiceUserContext,
} from "./types";

const account = { tenantId: "acme", publicKey: "svc_public_1" };
const read = (input: unknown) => readOptions(input, { browser: true });

describe("a wrong optional value takes its default and is listed", () => {
  test.each<[string, Record<string, unknown>]>([
    ["endpoint", { endpoint: "javascript:alert(1)" }],
    ["mode", { mode: "vue" }],
    ["endpointOverrides.userContext", { endpointOverrides: { userContext: "ftp://x" } }],
    ["configProvider.getPlaybook", { configProvider: {} }],
    ["localRuntime", { localRuntime: [] }],
    ["localRuntime.placements", { localRuntime: { placements: {} } }],
    ["localRuntime.placements[0]", { localRuntime: { placements: [1] } }],
    ["localRuntime.initialData", { localRuntime: { initialData: "x" } }],
    ["localRuntime.resolvers.getPlacement", { localRuntime: { resolvers: { getPlacement: 1 } } }],
    ["localRuntime.storageKey", { localRuntime: { storageKey: 1 } }],
    ["localRuntime.getContext", { localRuntime: { getContext: {} } }],
    ["provider", { provider: "acme" }],
    ["provider.getPlacement", { provider: { getPlacement: "x" } }],
    ["providerFallbacks", { providerFallbacks: {} }],
    ["domainProviders[0].domain", { domainProviders: [{ domain: "billing", provider: {} }] }],
    ["domainProviders[0].provider", { domainProviders: [{ domain: "trial" }] }],
    ["providerFailureSlotBehavior", { providerFailureSlotBehavior: "hidden" }],
    ["uiPathResolvers.open", { uiPathResolvers: { open: "x" } }],
    ["branding.theme", { branding: { theme: "dark" } }],
    ["user", { user: "u1" }],
    ["user.id", { user: { id: 42 } }],
    ["page.tags[0]", { page: { tags: [1] } }],
    ["clientSession", { clientSession: "svc_client_hush" }],
    ["contextPolicy.inferUser", { contextPolicy: { inferUser: "no" } }],
    [
      "placementBehavior.enableAutoGatedPlacement",
      { placementBehavior: { enableAutoGatedPlacement: 1 } },
    ],
    ["persistentStorage.removeItem", { persistentStorage: { getItem() {}, setItem() {} } }],
    ["sessionStorage", { sessionStorage: null }],
    ["debug", { debug: "yes" }],
  ])("%s", (option, input) => {
    const { options, faults } = read({ ...account, ...input });
    expect(faults).toEqual([{ option, message: expect.any(String), code: "type", fatal: false }]);
    expect(options).toEqual(account);
    expect(describeFaults(faults)).not.toContain("hush");
  });

  test.each<[string, unknown, readonly unknown[]]>([
    ["trustedKeys", "key", []],
    ["trustedKeys", null, []],
    ["trustedKeys", { kty: "EC" }, []],
    ["trustedKeys[0]", ["key"], []],
    ["trustedKeys[0]", ["key", { kty: "EC", kid: "1" }], [{ kty: "EC", kid: "1" }]],
    // No manifest could name it.
    ["trustedKeys[1].kid", [{ kty: "EC", kid: "1" }, { kty: "EC" }], [{ kty: "EC", kid: "1" }]],
    ["trustedKeys[0].kid", [{ kty: "EC", kid: 1 }], []],
  ])("but %s of %j: who meant to pin keys doesn't trust others", (option, trustedKeys, kept) => {
    const { options, faults } = read({ ...account, trustedKeys });
    expect(faults).toMatchObject([{ option, code: "type", fatal: false }]);
    expect(options).toEqual({ ...account, trustedKeys: kept });
  });

  test.each(["consentMode", "consent.mode", "trustedKeysUrl"])(
    "and an unknown one, %s, changes none whose name is alike",
    (option) => {
      const { options, faults } = read({ ...account, [option]: "x" });
      expect(faults).toMatchObject([{ option, code: "unknown", fatal: false }]);
      expect(options).toEqual(account);
    },
  );

  test("but consent: whoever meant to limit it has not granted it", () => {
    const { options, faults } = read({ ...account, consent: "deny" });
    expect(faults).toMatchObject([{ option: "consent", code: "type", fatal: false }]);
    expect(options).toEqual({ ...account, consent: "denied" });
  });

  test("and so is a wrong entry of a list, which keeps the others", () => {
    const placements = [{ handle: "a" }, null, { handle: "b" }];
    const { options, faults } = read({ ...account, localRuntime: { placements } });
    expect(faults).toMatchObject([{ option: "localRuntime.placements[1]", fatal: false }]);
    expect(options.localRuntime?.placements).toEqual([{ handle: "a" }, { handle: "b" }]);
  });

  test("and leaves its neighbours alone", () => {
    const open = () => "opened";
    const { options } = read({
      ...account,
      contextPolicy: { inferUser: "no", inferPage: false },
      uiPathResolvers: { open, close: 1 },
    });
    expect(options.contextPolicy).toEqual({ inferPage: false });
    expect(options.uiPathResolvers).toEqual({ open: expect.any(Function) });
    expect(Object(options.uiPathResolvers).open()).toBe("opened");
  });

  test("and an unknown name in static data about users and trials is a warning", () => {
    const levels: string[] = [];
    const console = { error: () => levels.push("error"), warn: () => levels.push("warn") };
    const trialStatus = { in_trial: true, phase: "late" };
    const userContextByUserId = { ada: { shoe: 42 } };
    for (const initialData of [{ trialStatus }, { userContextByUserId }]) {
      const { faults } = read({ ...account, localRuntime: { initialData } });
      expect(faults).toHaveLength(1);
      logFaults(faults, console);
    }
    expect(levels).toEqual(["warn", "warn"]);
  });

  test("told with the type that was seen", () => {
    const { faults } = read({ ...account, debug: "yes", mode: null });
    expect(faults.map((fault) => fault.message)).toEqual([
      "must be one of react, snippet, iframe (got null)",
      "must be boolean (got string)",
    ]);
  });

  test.each(["/base", "https://x.example/base", "http://localhost:8080"])(
    "an endpoint may be %s in a browser",
    (endpoint) => {
      expect(read({ ...account, endpoint }).options.endpoint).toBe(endpoint);
    },
  );

  test("an endpoint may not be relative on a server", () => {
    const { options, faults } = readOptions(
      { tenantId: "a", apiKey: "svc_1", endpoint: "/base" },
      { browser: false },
    );
    expect(options.endpoint).toBeUndefined();
    expect(faults).toMatchObject([{ option: "endpoint", fatal: false }]);
  });

  test.each(["/a:b", "a/b", "track", "https://x.example/y"])("an override may be %s", (value) => {
    const { options, faults } = read({ ...account, endpointOverrides: { ingestEvents: value } });
    expect(options.endpointOverrides).toEqual({ ingestEvents: value });
    expect(faults).toEqual([]);
  });
});

describe("the tables name every field that the types name", () => {
  type Names<T> = Record<keyof Required<T>, 0>;
  type InitialData = NonNullable<ServiceLocalRuntimeOptions["initialData"]>;
  const options: Names<ServiceInitOptions> = {
    ...{ tenantId: 0, publicKey: 0, apiKey: 0, runtimeMode: 0, endpoint: 0, mode: 0 },
    ...{ endpointOverrides: 0, configProvider: 0, localRuntime: 0, provider: 0 },
    ...{ providerFallbacks: 0, domainProviders: 0, providerFailureSlotBehavior: 0 },
    ...{ uiPathResolvers: 0, branding: 0, user: 0, clientSession: 0, page: 0, contextPolicy: 0 },
    ...{ placementBehavior: 0, persistentStorage: 0, sessionStorage: 0, trustedKeys: 0 },
    ...{ consent: 0, debug: 0 },
  };
  const endpointOverrides: Names<ServiceEndpointOverrides> = {
    ...{ clientContext: 0, userContext: 0, trialStatus: 0, ingestEvents: 0 },
    ...{ touchpointTransition: 0, ingestSdkMeta: 0, surfaceSlots: 0, placementTypes: 0 },
    ...{ decide: 0, decideContext: 0, bootstrapContext: 0, getPlacement: 0, checkEntitlement: 0 },
  };
  const initialData: Names<InitialData> = {
    ...{ placementDecisionsByPlacementId: 0, placementsByLookupKey: 0 },
    ...{ userContextByUserId: 0, trialStatus: 0 },
  };
  const resolvers: Names<ServiceResolvers> = {
    ...{ getPlacementDecision: 0, getPlacement: 0, checkEntitlement: 0 },
    ...{ fetchUserContext: 0, getTrialStatus: 0, resolvePlaybook: 0 },
  };
  const local: Names<ServiceLocalRuntimeOptions> = {
    ...{ playbook: 0, placements: 0, initialData: 0, resolvers: 0, storageKey: 0, getContext: 0 },
  };
  const contextPolicy: Names<ServiceContextPolicy> = {
    ...{ inferUser: 0, inferPage: 0, routerAutoTrack: 0 },
  };
  const placementBehavior: Names<ServicePlacementBehaviorFlags> = {
    ...{ enableClientCapsEnforcement: 0, enableAutoGatedPlacement: 0, enableTrialAutoTriggers: 0 },
  };
  const user: Names<ServiceUserContext> = {
    ...{ id: 0, plan_handle: 0, name: 0, email: 0, locale: 0, country: 0, timezone: 0 },
    ...{ created_at: 0, traits: 0, usage: 0, segments: 0, entitlements: 0 },
  };
  const page: Names<ServicePageContext> = { url: 0, title: 0, referrer: 0, tags: 0 };
  const trial: Names<ServiceTrialContext> = {
    ...{ in_trial: 0, trial_handle: 0, plan_handle: 0, kind: 0, started_at: 0, ends_at: 0 },
    ...{ day_number: 0, days_remaining: 0, converted: 0 },
  };

  const unknown = (read: (warn: (message: string) => void) => void) => {
    const names: string[] = [];
    read((message) => names.push(...message.split(" is unknown").slice(0, -1)));
    return names;
  };

  test.each<[string, unknown]>([
    ["options", options],
    ["endpointOverrides", { endpointOverrides }],
    ["localRuntime", { localRuntime: local }],
    ["initialData", { localRuntime: { initialData } }],
    ["resolvers", { localRuntime: { resolvers } }],
    ["contextPolicy", { contextPolicy }],
    ["placementBehavior", { placementBehavior }],
  ])("%s", (_, input) => {
    const codes = read(input).faults.map(({ code }) => code);
    expect(codes).not.toContain("unknown");
  });

  test("users, pages and trials", () => {
    expect(unknown((warn) => cleanUser(user, warn))).toEqual([]);
    expect(unknown((warn) => cleanPage(page, warn))).toEqual([]);
    expect(unknown((warn) => cleanTrial(trial, warn))).toEqual([]);
    expect(unknown((warn) => cleanUser({ ...user, x: 0 }, warn))).toEqual(["user.x"]);
  });
});
