import { describe, expect, test } from "vitest";
import { describeFaults } from "./faults";
import { readOptions } from "./read-options";

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
    ["localRuntime.placements[1]", { localRuntime: { placements: [{}, 1] } }],
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
    ["trustedKeys[0]", { trustedKeys: ["key"] }],
    ["consent", { consent: true }],
    ["debug", { debug: "yes" }],
  ])("%s", (option, input) => {
    const { options, faults } = read({ ...account, ...input });
    expect(faults).toEqual([{ option, message: expect.any(String), code: "type", fatal: false }]);
    expect(options).toEqual(account);
    expect(describeFaults(faults)).not.toContain("hush");
  });

  test("and leaves its neighbours alone", () => {
    const open = () => {};
    const { options } = read({
      ...account,
      contextPolicy: { inferUser: "no", inferPage: false },
      uiPathResolvers: { open, close: 1 },
    });
    expect(options.contextPolicy).toEqual({ inferPage: false });
    expect(options.uiPathResolvers).toEqual({ open });
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
