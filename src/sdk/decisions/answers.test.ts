/** What the methods of an SDK answer, where it is put together of what several rooms know. */
import { describe, expect, test, vi } from "vitest";
import type { EntitlementResult, Playbook, ServicePlacementDecision } from "../../decision/index";
import type { ServiceInitOptions, ServiceLocalRuntimeOptions } from "../../options/index";
import { createService } from "../index";

const DAY = 86_400_000;
const iso = (time: number) => new Date(time).toISOString();

const payload = { handle: "only", surface: "banner", content: { title: "Title" } };
const playbook: Playbook = {
  ...{ format_version: 1, playbook_id: "test", version: 1 },
  plans: [{ handle: "free" }, { handle: "pro" }],
  trials: [{ handle: "pro_trial", plan: "pro", days: 14 }],
  entitlements: [{ handle: "export", type: "feature", grants: [{ plans: ["pro"] }] }],
  placements: [{ handle: "hello", category: "fixed", slot: "top", payloads: [payload] }],
};

function create(localRuntime: ServiceLocalRuntimeOptions, more: ServiceInitOptions = {}) {
  return createService(
    {
      read: () => ({
        runtimeMode: "local_only",
        user: { id: "ada", plan_handle: "free" },
        localRuntime,
        ...more,
      }),
    },
    {
      window: undefined,
      console: { debug: vi.fn(), error: vi.fn(), warn: vi.fn() },
      now: Date.now,
      fetch: async () => new Response("{}"),
    },
  );
}

async function start(localRuntime: ServiceLocalRuntimeOptions, more?: ServiceInitOptions) {
  const service = create({ playbook, ...localRuntime }, more);
  service.start();
  await service.ready;
  return service;
}

describe("initialData.userContextByUserId", () => {
  const data = { initialData: { userContextByUserId: { ada: { plan_handle: "pro" } } } };

  test("counts for its user, over what was given, without being asked for", async () => {
    const service = await start(data);
    expect(service.can("export")).toBe(true);
    await service.identify("bob", { plan_handle: "free" });
    expect(service.can("export")).toBe(false);
    await service.identify("ada", { plan_handle: "free" });
    expect(service.can("export")).toBe(true);
    service.destroy();
  });

  test("yields to what is said later, and that to what a source answers", async () => {
    const resolvers = { fetchUserContext: async () => ({ plan_handle: "pro" }) };
    for (const more of [{}, { resolvers }]) {
      const service = await start({ ...data, ...more });
      service.setUser({ plan_handle: "free" });
      expect(service.can("export")).toBe(false);
      await service.fetchUserContext("ada");
      expect(service.can("export")).toBe("resolvers" in more);
      service.setUser({ plan_handle: "free" });
      expect(service.can("export")).toBe("resolvers" in more);
      service.destroy();
    }
  });

  test("counts once it is known who the user is", async () => {
    const service = await start(data, { user: { plan_handle: "free" } });
    expect(service.can("export")).toBe(false);
    service.setUser({ id: "ada" });
    expect(service.can("export")).toBe(true);
    service.destroy();
  });
});

test("getTrialStatus says what follows from the trial's dates, and nothing that nobody knows", async () => {
  const started_at = iso(Date.now() - 4.5 * DAY);
  const trialStatus = { in_trial: true, trial_handle: "pro_trial", started_at };
  const service = await start({ initialData: { trialStatus } });
  expect(await service.getTrialStatus()).toEqual({
    ...trialStatus,
    ends_at: iso(Date.parse(started_at) + 14 * DAY),
    day_number: 5,
    days_remaining: 10,
  });
  service.destroy();
  const short = await start({ initialData: { trialStatus: { in_trial: true } } });
  expect(await short.getTrialStatus()).toEqual({ in_trial: true });
  short.destroy();
  const none = await start({});
  expect(await none.getTrialStatus()).toEqual({ in_trial: false });
  none.destroy();
});

test("entitlements in a context that is handed in grant nothing", async () => {
  const service = await start({});
  const context = { id: "bob", entitlements: { export: true } };
  for (const id of ["ada", "bob"]) {
    expect(await service.checkEntitlement("export", { ...context, id })).toMatchObject({
      allowed: false,
    });
  }
  service.destroy();
});

test("getUserContext tells the usage that updateUsage told", async () => {
  const service = await start({}, { user: { usage: { seats: 1, exports: 1 } } });
  service.updateUsage({ exports: 9 });
  expect((await service.getUserContext()).usage).toEqual({ seats: 1, exports: 9 });
  service.destroy();
});

test("an undefined usage takes no earlier update back", async () => {
  const service = await start({}, { user: { usage: { exports: 1 } } });
  service.updateUsage({ exports: 9 });
  service.updateUsage({ exports: undefined, seats: 2 } as never);
  expect((await service.getUserContext()).usage).toEqual({ exports: 9, seats: 2 });
  service.destroy();
});

test("what is asked before there is a Playbook is answered when there is one", async () => {
  const resolvers = {
    resolvePlaybook: () =>
      new Promise<Playbook>((resolve) => setTimeout(() => resolve(playbook), 50)),
  };
  const service = create({ resolvers }, { user: { plan_handle: "pro" } });
  service.start();
  const answers = Promise.all([
    service.checkEntitlement("export"),
    service.gate("export", () => "exported"),
    service.getPlacement({ slot: "top" }),
    service.getPlacementDecision({ placement: "hello" }),
  ]);
  expect(service.can("export")).toBe(false);
  expect(await answers).toMatchObject([
    { allowed: true },
    { ran: true, result: "exported" },
    { placement: "hello" },
    { visible: true },
  ]);
  let hasRun = false;
  void service.gate("export", () => {
    hasRun = true;
  });
  expect(hasRun).toBe(true);
  service.destroy();
});

test("a gate that has nothing to do says whether it is open all the same", async () => {
  const service = await start({}, { user: { plan_handle: "pro" } });
  const nothing: unknown = undefined;
  const answer = await service.gate("export", nothing as () => void);
  expect(answer).toMatchObject({ ran: true, entitlement: { allowed: true } });
  service.destroy();
});

test("what is no Playbook or no answer at all is told in one clear sentence", async () => {
  const told: string[] = [];
  const none: unknown = 5;
  const resolvers = {
    resolvePlaybook: async () => none as Playbook,
    checkEntitlement: async () => none as EntitlementResult,
  };
  const service = create({ resolvers });
  service.on("error", ({ message, error }) => told.push(`${message}: ${Object(error).message}`));
  service.start();
  await service.checkEntitlement("export");
  expect(told).toEqual([
    "resolvers.resolvePlaybook failed: the Playbook's format_version must be 1",
    "resolvers.checkEntitlement failed: the answer's value must be object",
  ]);
  service.destroy();
});

const card = { placement: "top", payload: "p", surface: "card", content: {} };
test.each([
  [{ visible: true, placement: "top" }, "output is required"],
  [{ visible: true, output: card }, "output.content.title is required"],
  [{ visible: 1 }, "visible must be boolean"],
])(
  "what is wrong with the decision %j is told with its place in the answer",
  async (given, fault) => {
    const getPlacementDecision = async () => given as unknown as ServicePlacementDecision;
    const service = await start({ resolvers: { getPlacementDecision } });
    const told: string[] = [];
    service.on("error", ({ error }) => told.push(Object(error).message));
    expect((await service.getPlacementDecision({ slot: "top" })).reasons).toEqual(["shown"]);
    expect(told).toEqual([`the answer's ${fault}`]);
    service.destroy();
  },
);

describe("placements follow what a source says of entitlements", () => {
  const gate = { type: "entitlement_denied", entitlement: "export" } as const;
  const meter = { title: "{{usage_used}} of {{usage_limit}}", meter: { entitlement: "exports" } };
  const book: Playbook = {
    ...playbook,
    entitlements: [
      ...(playbook.entitlements ?? []),
      { handle: "exports", type: "usage_limit", grants: [{ plans: ["free", "pro"], limit: 10 }] },
    ],
    placements: [
      {
        ...{ handle: "refused", category: "gated", slot: "gate", trigger: gate },
        payloads: [payload],
      },
      {
        ...{ handle: "used", category: "usage", slot: "meter" },
        trigger: { type: "usage_threshold", entitlement: "exports", percent: 80 },
        payloads: [{ ...payload, content: meter }],
      },
    ],
  };
  // The other way round than the Playbook's own grants.
  const checkEntitlement = async (handle: string, context?: { plan_handle?: string }) => ({
    ...{ handle, status: "granted", reason: "granted_by_server", source: "resolver" },
    allowed: context?.plan_handle === "free",
    ...(handle === "exports" && { limit: 100, used: 90 }),
  });
  const resolvers = { checkEntitlement } as NonNullable<ServiceLocalRuntimeOptions["resolvers"]>;

  test("about a context that was handed in", async () => {
    const service = await start({ playbook: book, resolvers });
    const decide = async (slot: string, plan_handle: string, id = "bob") =>
      (await service.getPlacementDecision({ slot }, undefined, { id, plan_handle })).reasons[0];
    expect(await decide("gate", "free")).toBe("entitled");
    expect(await decide("gate", "pro")).toBe("shown");
    expect(await decide("gate", "pro", "ada")).toBe("shown");
    const context = { id: "bob", plan_handle: "free", usage: { exports: 1 } };
    const { output } = await service.getPlacementDecision({ slot: "meter" }, undefined, context);
    expect(output?.content.title).toBe("90 of 100");
    service.destroy();
  });

  test("at the first question, and after the plan has changed", async () => {
    const service = await start(
      { playbook: book, resolvers },
      { user: { id: "ada", plan_handle: "pro" } },
    );
    expect((await service.getPlacementDecision({ slot: "gate" })).reasons).toEqual(["shown"]);
    service.setUser({ plan_handle: "free" });
    expect((await service.getPlacementDecision({ slot: "gate" })).reasons).toEqual(["entitled"]);
    expect((await service.getPlacement({ slot: "meter" }))?.content.title).toBe("90 of 100");
    service.destroy();
  });

  test("of whoever the user is by then", async () => {
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: typeof checkEntitlement = async (handle, context) => {
      asked.push(`${Object(context).id} ${handle}`);
      await held;
      return checkEntitlement(handle, context);
    };
    const service = await start(
      { playbook: book, resolvers: { checkEntitlement: slow } as typeof resolvers },
      { user: { id: "ada", plan_handle: "pro" } },
    );
    const decision = service.getPlacementDecision({ slot: "gate" });
    await vi.waitFor(() => expect(asked).toEqual(["ada export"]));
    const identified = service.identify("bob", { plan_handle: "free" });
    release();
    await identified;
    expect((await decision).reasons).toEqual(["entitled"]);
    expect(asked).toContain("bob export");
    service.destroy();
  });
});

test("a decision about somebody else has an id of its own, one about the present user keeps its id", async () => {
  const service = await start({});
  const idOf = async (context?: object) =>
    (await service.getPlacementDecision({ slot: "top" }, undefined, context)).output?.decision_id;
  const own = await idOf();
  expect(own).toBeTypeOf("string");
  expect(await idOf({ id: "ada", plan_handle: "pro" })).toBe(own);
  const others = [{ id: "bob" }, { id: "eve" }, { anonymous_id: "a1" }, { anonymous_id: "a2" }];
  const ids = [own];
  for (const context of others) ids.push(await idOf(context));
  expect(new Set(ids).size).toBe(5);
  service.destroy();
});
