import { describe, expect, test, vi } from "vitest";
import { validatePlaybook } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";
import { createService } from "./index";

/** An SDK as on a server: no window, and a console and a network that are listened to. */
async function start(options: Partial<ServiceInitOptions>) {
  const told = { debug: vi.fn(), error: vi.fn(), warn: vi.fn() };
  const fetch = vi.fn(async () => new Response("{}"));
  const playbook = { format_version: 1, playbook_id: "test", version: 1 } as const;
  const service = createService(
    { read: () => ({ runtimeMode: "local_only", localRuntime: { playbook }, ...options }) },
    { window: undefined, console: told, now: Date.now, fetch },
  );
  service.start();
  await service.ready;
  return { service, told, fetch };
}

describe("in local_only", () => {
  test("nobody is asked for a client session, nor the network for anything", async () => {
    const clientSession = vi.fn(() => "svc_client_1");
    const { service, fetch } = await start({ clientSession, user: { id: "ada" } });
    await service.identify("bob");
    await Promise.all([
      service.getTrialStatus(),
      service.refreshContext(),
      service.fetchUserContext("bob"),
    ]);
    service.destroy();
    expect(clientSession).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
  });
});

test("what the service knew earlier and says later undoes nothing", async () => {
  const said = (plan_handle: string, as_of: string) => ({ user_id: "ada", plan_handle, as_of });
  const answers = [
    [said("free", "2026-11-01T10:00:00Z"), 50],
    [said("pro", "2026-11-01T10:00:01Z"), 0],
  ] as const;
  let asked = 0;
  const told = { debug: vi.fn(), error: vi.fn(), warn: vi.fn() };
  const service = createService(
    {
      read: () => ({
        ...{ tenantId: "acme", publicKey: "svc_public", user: { id: "ada" } },
        ...{ endpoint: "https://cp.example", clientSession: () => "svc_client_1" },
      }),
    },
    {
      ...{ window: undefined, console: told, now: Date.now },
      fetch: async (url) => {
        if (!`${url}`.includes("client-context")) return new Response("{}", { status: 404 });
        const [answer, delay] = answers[asked++] ?? [said("pro", "2026-11-01T10:00:02Z"), 0];
        await new Promise((resolve) => setTimeout(resolve, delay));
        return Response.json(answer);
      },
    },
  );
  service.start();
  await service.ready;
  await Promise.all([service.refreshContext(), service.refreshContext()]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toBeGreaterThan(1);
  expect(await service.getUserContext()).toMatchObject({ plan_handle: "pro" });
  service.destroy();
});

describe("endpointOverrides outside custom_endpoints", () => {
  const endpointOverrides = { ingestEvents: "/mine" };

  test("are named in one warning", async () => {
    const { service, told } = await start({ endpointOverrides });
    service.destroy();
    expect(told.warn.mock.calls).toEqual([
      ["[Service] endpointOverrides counts in custom_endpoints only"],
    ]);
    const custom = await start({
      ...{ tenantId: "acme", apiKey: "svc_server", endpointOverrides },
      ...{ runtimeMode: "custom_endpoints", configProvider: { getPlaybook: async () => ({}) } },
    } as ServiceInitOptions);
    custom.service.destroy();
    expect(custom.told.warn).not.toHaveBeenCalled();
  });
});

test("what is wrong with a Playbook is told once, as its validation would", async () => {
  const payloads = [{ handle: "only", surface: "card", content: { title: "Title" } }];
  const placement = { handle: "top", category: "fixed", payloads };
  const playbook = {
    ...{ format_version: 1, playbook_id: "test", version: 1, plans: [{ handle: "Free" }] },
    placements: [
      placement,
      null,
      placement,
      { ...placement, handle: "side", trigger: { type: "entitlement_denied", entitlement: "x" } },
      { handle: "empty", category: "fixed" },
    ],
  };
  const { service, told } = await start({
    localRuntime: { playbook },
  } as unknown as Partial<ServiceInitOptions>);
  await vi.waitFor(() => expect(told.error).toHaveBeenCalled(), { timeout: 5000 });
  service.destroy();
  const checked = validatePlaybook(playbook);
  const problems = checked.ok ? [] : checked.problems;
  expect(problems.length).toBeGreaterThan(4);
  const lines = problems.map(({ path, message }) => `- ${path} ${message}`);
  const [[message] = []] = told.error.mock.calls;
  expect(`${message}`.split("\n").sort()).toEqual(
    ["[Service] the Playbook has problems:", ...lines].sort(),
  );
  expect(told.error).toHaveBeenCalledTimes(1);
});

test("of more problems than twenty the rest is counted", async () => {
  const placements = Array.from({ length: 25 }, (_, i) => ({ handle: `p${i}`, category: "zzz" }));
  const playbook = { format_version: 1, playbook_id: "test", version: 1, placements };
  const { service, told } = await start({
    localRuntime: { playbook },
  } as unknown as Partial<ServiceInitOptions>);
  await vi.waitFor(() => expect(told.error).toHaveBeenCalled(), { timeout: 5000 });
  service.destroy();
  const checked = validatePlaybook(playbook);
  const count = checked.ok ? 0 : checked.problems.length;
  const lines = `${told.error.mock.calls[0]?.[0]}`.split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([22, `- and ${count - 20} more`]);
});

test("a start that fails leaves an SDK that denies everything, and says so once", async () => {
  const told = { debug: vi.fn(), error: vi.fn(), warn: vi.fn() };
  const service = createService(
    {
      read: () => {
        throw new Error("mine");
      },
    },
    { window: undefined, console: told, now: Date.now, fetch },
  );
  service.start();
  await service.ready;
  expect(service.can("export")).toBe(false);
  expect(await service.getPlacement({ placement: "top" })).toBeNull();
  const stack = expect.stringMatching(/^Error: mine\s+at /);
  expect(told.error.mock.calls).toEqual([["[Service] start failed", stack]]);
});
