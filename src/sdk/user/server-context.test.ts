/** What the service is asked about the user: how often, and which of several answers counts. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ServiceInitOptions } from "../../options/index";
import { createService, type Service } from "../index";

const CALLS = ["client-context", "user-context", "trial-status"];

interface Setup {
  readonly options?: Partial<ServiceInitOptions>;
  readonly queued?: (service: Service) => unknown;
  /** What the service says; by default that there is nothing. A `Response` is it as it is. */
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
        const said = (await answer?.(call, count)) ?? {};
        return said instanceof Response ? said : Response.json(said);
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

test("who is named by the token alone is asked about once it has said who it is", async () => {
  const { service, counts } = await start({
    answer: (call) =>
      ({ "client-context": { user_id: "ada" }, "user-context": { user_id: "ada", name: "Ada" } })[
        call
      ] ?? TRIAL,
  });
  await vi.waitFor(() => expect(counts()).toEqual([2, 1, 1]));
  await pass(100);
  expect(counts()).toEqual([2, 1, 1]);
  expect(await service.getUserContext()).toMatchObject({ id: "ada", name: "Ada" });
  service.destroy();
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

test("traits of the client context that are no object are none", async () => {
  for (const traits of ["admin", ["admin"]]) {
    const { service } = await start({
      options: { user: { id: "ada", traits: { team: "a" } } },
      answer: (call) =>
        call === "client-context" ? { user_id: "ada", payment_state: "paid", traits } : {},
    });
    await vi.waitFor(async () =>
      expect((await service.getUserContext()).traits).toEqual({ team: "a", payment_state: "paid" }),
    );
    service.destroy();
  }
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

const TRIAL = {
  in_trial: true,
  trial_handle: "pro_trial",
  started_at: "2026-11-01T00:00:00Z",
  ends_at: "2999-01-01T00:00:00Z",
};

test("the trial of somebody without an id counts", async () => {
  const { service } = await start({ answer: (call) => (call === "trial-status" ? TRIAL : {}) });
  expect(await service.getTrialStatus()).toMatchObject(TRIAL);
  service.destroy();
});

test("answers about an earlier user that come after reset() say nothing of the next one", async () => {
  let isReset = false;
  const { service, counts } = await start({
    async answer(call) {
      if (isReset) return {};
      await pass(80);
      return call === "client-context" ? { user_id: "ada", plan_handle: "pro" } : TRIAL;
    },
  });
  void service.getTrialStatus();
  await vi.waitFor(() => expect(counts()).toEqual([2, 0, 1]));
  isReset = true;
  service.reset();
  await pass(150);
  const user = await service.getUserContext();
  expect(user).not.toHaveProperty("id");
  expect(user).not.toHaveProperty("plan_handle");
  expect(await service.getTrialStatus()).toEqual({ in_trial: false });
  service.destroy();
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("a service that fails for a day is asked less and less often, but never rarely:", () => {
  const failing = () => new Response("", { status: 503 });
  const blocked = () => {
    throw new TypeError("Failed to fetch");
  };
  test.each([
    { name: "one that answers 503", answer: failing, rarest: 2 ** 8 * 1000 },
    { name: "one that something blocks", answer: blocked, rarest: 2 ** 10 * 1000 },
  ])("$name", async ({ answer, rarest }) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const times: number[] = [];
    const started = start({
      options: { user: { id: "ada" } },
      answer(call) {
        if (call === "trial-status") times.push(Date.now());
        return answer();
      },
    });
    await vi.advanceTimersByTimeAsync(DAY);
    (await started).service.destroy();
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps[0]).toBeGreaterThanOrEqual(1000);
    expect(gaps[0]).toBeLessThanOrEqual(2000);
    expect(Math.max(...gaps)).toBeLessThan(rarest + 1);
    // From the tenth failure on it is asked as rarely as it ever is.
    const later = gaps.slice(10);
    expect(Math.min(...later)).toBeGreaterThanOrEqual(rarest / 2);
    // At random, so that not all browsers ask at once.
    expect(Math.max(...later)).toBeGreaterThan(Math.min(...later) * 1.1);
  });
});
