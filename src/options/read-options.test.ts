import { describe, expect, test, vi } from "vitest";
import { describeFaults, logFaults, ServiceConfigError } from "./faults";
import { readOptions } from "./read-options";

const account = { tenantId: "acme", publicKey: "svc_public_1" };
const playbook = { format_version: 1, playbook_id: "p", version: 1 };
const local = { runtimeMode: "local_only", localRuntime: { playbook } };
const custom = {
  ...account,
  runtimeMode: "custom_endpoints",
  endpointOverrides: { userContext: "/me" },
};

const read = (input: unknown) => readOptions(input, { browser: true });
const readOnServer = (input: unknown) => readOptions(input, { browser: false });
const fatal = ({ faults }: ReturnType<typeof read>) =>
  faults.filter((fault) => fault.fatal).map(({ option, code }) => `${option} ${code}`);

describe("what a mode requires", () => {
  test.each([
    ["service_server", account],
    ["custom_endpoints", custom],
    ["local_only", local],
    ["local_only with a resolver", withLocal({ resolvers: { resolvePlaybook: () => {} } })],
    ["local_only with a configProvider", { ...withLocal(), configProvider: { getPlaybook() {} } }],
    ["local_only with a provider of Playbooks", { ...withLocal(), provider: { getPlaybook() {} } }],
    ["local_only with a factory", { ...withLocal(), providerFallbacks: [() => ({})] }],
    [
      "local_only with a domain provider",
      { ...withLocal(), domainProviders: [{ domain: "playbook", provider: { getPlaybook() {} } }] },
    ],
  ])("%s: enough", (_, input) => {
    expect(read(input).faults).toEqual([]);
  });

  test.each<[string, unknown, string[]]>([
    ["nothing at all", undefined, ["tenantId required", "publicKey required"]],
    ["no object", "acme", ["tenantId required", "publicKey required"]],
    ["no tenant", { ...account, tenantId: "" }, ["tenantId required"]],
    ["a tenant of a wrong type", { ...account, tenantId: 7 }, ["tenantId type"]],
    ["no key", { tenantId: "acme" }, ["publicKey required"]],
    ["a key without its prefix", { ...account, publicKey: "pk_1" }, ["publicKey type"]],
    ["no overrides", { ...custom, endpointOverrides: {} }, ["endpointOverrides required"]],
    [
      "no valid override",
      { ...custom, endpointOverrides: { userContext: 7 } },
      ["endpointOverrides required"],
    ],
    ["overrides of a wrong type", { ...custom, endpointOverrides: [] }, ["endpointOverrides type"]],
    ["no Playbook", withLocal(), ["localRuntime.playbook required"]],
    ["a Playbook that is no object", withLocal({ playbook: "{}" }), ["localRuntime.playbook type"]],
    [
      "a provider without Playbooks",
      { ...withLocal(), provider: { checkEntitlement() {} } },
      ["localRuntime.playbook required"],
    ],
    [
      "a provider of Playbooks for another domain",
      {
        ...withLocal(),
        domainProviders: [{ domain: "analytics", provider: { getPlaybook() {} } }],
      },
      ["localRuntime.playbook required"],
    ],
    [
      "an unknown mode and no account",
      { runtimeMode: "local" },
      ["tenantId required", "publicKey required"],
    ],
  ])("%s: fatal", (_, input, expected) => {
    expect(fatal(read(input))).toEqual(expected);
  });

  test("is said to be of a mode, where a Playbook is given for another", () => {
    const [missing] = read({ localRuntime: { playbook } }).faults;
    expect(missing?.message).toMatch(/^is required in service_server, not in local_only/);
    expect(read({}).faults[0]?.message).not.toContain("local_only");
  });

  test("on a server is apiKey instead of publicKey", () => {
    expect(readOnServer({ tenantId: "acme", apiKey: "svc_server_1" }).faults).toEqual([]);
    expect(fatal(readOnServer(account))).toEqual(["apiKey required"]);
    expect(fatal(readOnServer({ tenantId: "acme", apiKey: "server_1" }))).toEqual(["apiKey type"]);
    // A line break of the file that it was read from may end it, but not stand in it.
    expect(fatal(readOnServer({ tenantId: "acme", apiKey: "svc_server_1\n" }))).toEqual([]);
    const { faults } = readOnServer({ tenantId: "acme", apiKey: "svc_server_1\nhush" });
    expect(faults).toMatchObject([{ option: "apiKey", fatal: true }]);
    expect(JSON.stringify(faults)).not.toContain("hush");
  });

  test("names the live overrides that would do", () => {
    const [fault] = read({ ...custom, endpointOverrides: undefined }).faults;
    expect(fault?.message).toContain("custom_endpoints");
    expect(fault?.message).toContain("ingestEvents");
    expect(fault?.message).not.toContain("decide");
  });
});

describe("names that are unknown, removed or retired", () => {
  test("an unknown one is left out and named", () => {
    const { options, faults } = read({ ...account, tenant: "x", user: { id: "u", plan: "pro" } });
    expect(options).toEqual({ ...account, user: { id: "u" } });
    expect(faults).toMatchObject([
      { option: "user.plan", code: "unknown", message: expect.stringContaining("traits") },
      { option: "tenant", code: "unknown", fatal: false },
    ]);
  });

  test("ingestPublicKey was removed", () => {
    const { faults } = read({ ...account, ingestPublicKey: "svc_1" });
    expect(faults).toMatchObject([{ option: "ingestPublicKey", code: "removed", fatal: false }]);
    expect(faults[0]?.message).toContain("publicKey");
  });

  test("retired ones alone are a warning, and beside a fault one line of its error", () => {
    const console = { warn: vi.fn(), error: vi.fn() };
    const retired = withLocal({ playbook, initialData: { placementsByLookupKey: {} } });
    logFaults(read(local).faults, console);
    logFaults(read(retired).faults, console);
    expect(console.warn.mock.calls.join()).toContain("placementsByLookupKey is ignored");
    expect(console.error).not.toHaveBeenCalled();
    logFaults(read({ ...retired, debug: 1 }).faults, console);
    expect(console.error.mock.calls.join()).toMatch(/placementsByLookupKey.*\n.*debug/);
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  test("unknown ones alone are a warning too, as a context's are later", () => {
    const console = { warn: vi.fn(), error: vi.fn() };
    logFaults(
      read({ ...local, user: { id: "ada", colour: 1 }, page: { colour: 1 } }).faults,
      console,
    );
    expect(console.warn.mock.calls.join()).toMatch(/user.colour is unknown.*\n.*page.colour is/);
    expect(console.error).not.toHaveBeenCalled();
  });

  test("a name in another spelling is told which one was meant", () => {
    const user = { planHandle: "pro", plan: "pro" };
    const { faults } = read({ ...local, user, placement_behavior: {} });
    expect(faults.map(({ option, message }) => `${option} ${message}`)).toEqual([
      "user.planHandle is unknown; did you mean plan_handle?",
      "user.plan is unknown; free values go under traits",
      "placement_behavior is unknown; did you mean placementBehavior?",
    ]);
  });

  test("retired overrides are named, never read, and do not count", () => {
    const trap = vi.fn();
    const retired: object = Object.defineProperties(
      {},
      Object.fromEntries(
        ["decide", "decideContext", "bootstrapContext", "getPlacement", "checkEntitlement"].map(
          (name) => [name, { get: trap, enumerable: true }],
        ),
      ),
    );
    const alone = read({ ...custom, endpointOverrides: retired });
    expect(fatal(alone)).toEqual(["endpointOverrides earlier_shape"]);
    expect(alone.faults.filter((fault) => fault.code === "retired")).toHaveLength(5);

    const endpointOverrides = Object.defineProperty(retired, "userContext", { value: "/me" });
    const together = read({ ...custom, endpointOverrides });
    expect(fatal(together)).toEqual([]);
    expect(together.options.endpointOverrides).toEqual({ userContext: "/me" });
    expect(trap).not.toHaveBeenCalled();
  });

  test("placementsByLookupKey is ignored with one warning", () => {
    const initialData = { placementsByLookupKey: { a: null }, trialStatus: { in_trial: true } };
    const { options, faults } = read(withLocal({ playbook, initialData }));
    expect(options.localRuntime?.initialData).toEqual({ trialStatus: { in_trial: true } });
    expect(faults).toMatchObject([
      { option: "localRuntime.initialData.placementsByLookupKey", code: "retired", fatal: false },
    ]);
  });
});

describe("a former option", () => {
  test("that is undefined isn't given", () => {
    const absent = {
      ...withLocal({
        playbook,
        exportedConfig: undefined,
        resolvers: { resolveExportedConfig: undefined },
        initialData: { entitlementByHandle: undefined, placementsByLookupKey: undefined },
      }),
      ingestPublicKey: undefined,
      wrong: undefined,
    };
    expect(read(absent).faults).toEqual([]);
    const endpointOverrides = { decide: undefined, userContext: "/me" };
    expect(read({ ...custom, endpointOverrides }).faults).toEqual([]);
  });

  test("is unknown elsewhere, and stops nothing in a context", () => {
    const { faults } = read({
      ...local,
      user: { id: "ada", entitlementByHandle: {} },
      page: { exportedConfig: 1, decide: 1 },
      branding: { resolveExportedConfig: 1 },
    });
    expect(faults.map(({ option, code, fatal }) => [option, code, fatal])).toEqual([
      ["branding.resolveExportedConfig", "unknown", false],
      ["user.entitlementByHandle", "unknown", false],
      ["page.exportedConfig", "unknown", false],
      ["page.decide", "unknown", false],
    ]);
  });
});

describe("the earlier option shape", () => {
  test("is refused with one message that maps each of its fields", () => {
    const { faults } = read({
      tenantId: "demo",
      apiKey: "svc_live_hush",
      endpoint: "http://localhost:3000",
      mode: "react",
      localRuntime: {
        exportedConfig: {},
        initialData: { entitlementByHandle: {}, placementsByLookupKey: {} },
        resolvers: { resolveExportedConfig() {} },
      },
      endpointOverrides: { decide: "/decide" },
    });
    const message = describeFaults(faults);
    expect(faults[0]).toMatchObject({ code: "earlier_shape", fatal: true });
    expect(message).not.toContain("hush");
    for (const [earlier, now] of [
      ["apiKey", "publicKey"],
      ["localRuntime.exportedConfig", "localRuntime.playbook"],
      ["localRuntime.resolvers.resolveExportedConfig", "resolvers.resolvePlaybook"],
      ["localRuntime.initialData.entitlementByHandle", "resolvers.checkEntitlement"],
      ["localRuntime.initialData.placementsByLookupKey", "resolvers.getPlacement"],
      ["endpointOverrides.decide", "never read"],
    ] as const) {
      const line = message.split("\n").find((one) => one.startsWith(`- ${earlier} `));
      expect(line).toContain(now);
    }
  });

  test.each(["svc_live_1", "svc_test_1", "local"])("is known by the apiKey %s", (apiKey) => {
    for (const { faults } of [read({ ...local, apiKey }), readOnServer({ ...local, apiKey })]) {
      expect(faults[0]).toMatchObject({ option: "apiKey", code: "earlier_shape", fatal: true });
    }
  });
});

test("the error lists every fault and carries the worst", () => {
  const { faults } = read({ publicKey: "svc_server_1", debug: 1 });
  const [worst] = faults;
  if (!worst) throw new Error("a fault is due");
  const error = new ServiceConfigError(worst, describeFaults(faults));
  expect(error).toMatchObject({ name: "ServiceConfigError", code: "refused", option: "publicKey" });
  for (const option of ["publicKey", "tenantId", "debug"]) expect(error.message).toContain(option);
});

test("what all objects have been given is nobody's option", () => {
  const everything = { endpoint: "https://elsewhere.example", consent: "granted", id: "somebody" };
  const given = { ...account, user: { plan_handle: "pro" } };
  Object.assign(Object.prototype, everything);
  try {
    const { options, faults } = read(given);
    expect(faults).toEqual([]);
    expect(Object.entries(options)).toEqual(Object.entries(given));
  } finally {
    for (const name of Object.keys(everything)) Reflect.deleteProperty(Object.prototype, name);
  }
});

function withLocal(localRuntime: object = {}) {
  return { runtimeMode: "local_only", localRuntime };
}
