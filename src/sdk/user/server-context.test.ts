/** What the service is asked about the user: how often, and which of several answers counts. */
import { describe, expect, test, vi } from "vitest";
import type { ServiceInitOptions } from "../../options/index";
import { createService, type Service } from "../index";

const CALLS = ["client-context", "user-context", "trial-status"];

interface Setup {
  readonly options?: Partial<ServiceInitOptions>;
  readonly queued?: (service: Service) => unknown;
  /** What the service says; by default that there is nothing. */
  answer?(call: string, count: number): unknown;
}

/** An SDK of a user whom a token names, and how often each call of the service was made. */
async function start({ options, queued, answer }: Setup) {
  const asked: string[] = [];
  const service = createService(
    {
      read: () => ({
        ...{ tenantId: "acme", publicKey: "svc_public", endpoint: "https://cp.example" },
        ...{ clientSession: () => "svc_client_1", ...options },
      }),
      queued: queued ? [queued] : [],
    },
    {
      ...{ window: undefined, now: Date.now },
      console: { debug: vi.fn(), error: vi.fn(), warn: vi.fn() },
      async fetch(url) {
        const call = CALLS.find((one) => `${url}`.includes(one));
        if (!call) return new Response("{}", { status: 404 });
        asked.push(call);
        const count = asked.filter((one) => one === call).length;
        return Response.json((await answer?.(call, count)) ?? {});
      },
    },
  );
  service.start();
  await service.ready;
  const counts = () => CALLS.map((call) => asked.filter((one) => one === call).length);
  return { service, counts };
}
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("who is known before the start is asked about once, named by", () => {
  test.each<[string, Setup]>([
    ["identify()", { queued: (service) => service.identify("ada") }],
    ["setUser()", { queued: (service) => service.setUser({ id: "ada" }) }],
    ["the options", { options: { user: { id: "ada" } } }],
  ])("%s", async (_, setup) => {
    const { service, counts } = await start(setup);
    await pass(100);
    service.destroy();
    expect(counts()).toEqual([1, 1, 1]);
  });
});

test("of two answers without a time that come in the other order the newer question's counts", async () => {
  const plans = ["free", "free", "pro"];
  const { service, counts } = await start({
    options: { user: { id: "ada" } },
    async answer(call, count) {
      if (call !== "client-context") return {};
      // The second question is answered after the third one.
      await pass(count === 2 ? 80 : 0);
      return { user_id: "ada", plan_handle: plans[count - 1] };
    },
  });
  await pass(20);
  const first = service.refreshContext();
  await vi.waitFor(() => expect(counts()[0]).toBe(2));
  await service.refreshContext();
  expect(await service.getUserContext()).toMatchObject({ plan_handle: "pro" });
  await first;
  expect(counts()[0]).toBe(3);
  expect(await service.getUserContext()).toMatchObject({ plan_handle: "pro" });
  service.destroy();
});

test("an empty id in the options is nobody's: what they say is true of the first who is named", async () => {
  const user = { id: "", plan_handle: "pro", traits: { role: "owner" } };
  const { service } = await start({ options: { user } });
  await service.identify("ada");
  expect(await service.getUserContext()).toMatchObject({ ...user, id: "ada" });
  await service.identify("bob");
  const bob = await service.getUserContext();
  expect(bob).toMatchObject({ id: "bob" });
  expect(bob).not.toHaveProperty("plan_handle");
  service.destroy();
});

test("traits of the client context count, beside its payment_state", async () => {
  const { service } = await start({
    options: { user: { id: "ada", traits: { team: "a", role: "viewer" } } },
    answer: (call) =>
      call === "client-context"
        ? { user_id: "ada", payment_state: "paid", traits: { role: "owner" } }
        : {},
  });
  await vi.waitFor(async () =>
    expect((await service.getUserContext()).traits).toEqual({
      ...{ team: "a", role: "owner", payment_state: "paid" },
    }),
  );
  service.destroy();
});
