import { describe, expect, test, vi } from "vitest";
import type { ServiceInitOptions } from "../options/index";
import { createService } from "./index";

/** An SDK as on a server: no window, and a console and a network that are listened to. */
async function start(options: Partial<ServiceInitOptions>) {
  const told = { debug: vi.fn(), error: vi.fn(), warn: vi.fn() };
  const fetch = vi.fn(async () => new Response("{}"));
  const playbook = { format_version: 1, playbook_id: "test", version: 1 } as const;
  const service = createService(
    { runtimeMode: "local_only", localRuntime: { playbook }, ...options },
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
