import { expect, onTestFinished, test, vi } from "vitest";
import type { ServiceResolvers } from "../../options/index";
import { createService } from "../index";

/** A service that is ready, with a source of its own for entitlements. */
async function start(checkEntitlement: ServiceResolvers["checkEntitlement"]) {
  const playbook = { format_version: 1, playbook_id: "a", version: 1 };
  const service = createService(
    {
      read: () => ({
        runtimeMode: "local_only",
        user: { id: "ada", plan_handle: "free" },
        localRuntime: { playbook, resolvers: { checkEntitlement } },
      }),
    },
    {
      window: undefined,
      console: { debug: vi.fn(), error: vi.fn(), warn: vi.fn() },
      now: Date.now,
      fetch: async () => new Response("{}"),
    },
  );
  onTestFinished(() => service.destroy());
  service.start();
  await service.ready;
  return service;
}

test("an answer on its way when the plan changed is asked for anew", async () => {
  const asked: [unknown, (answer: { allowed: boolean }) => void][] = [];
  const service = await start(
    (_, context) => new Promise((resolve) => asked.push([context?.plan_handle, resolve])),
  );
  const result = service.checkEntitlement("export");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  service.setUser({ plan_handle: "pro" });
  asked[0]?.[1]({ allowed: false });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1));
  for (const [plan, answer] of asked.slice(1)) answer({ allowed: plan === "pro" });
  expect((await result).allowed).toBe(true);
});

test("a source slower than the context changes is heard all the same", async () => {
  const service = await start(
    () => new Promise((resolve) => setTimeout(resolve, 100, { allowed: true })),
  );
  let heard = false;
  for (let seconds = 0; seconds < 40 && !heard; seconds++) {
    service.setUser({ traits: { seconds } });
    heard = service.can("export");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(heard).toBe(true);
});
