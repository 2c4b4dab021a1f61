/** Changes of a user: whole or not at all, and what the demo's buttons refuse. From Node; no browser. */
import { setTimeout as wait } from "node:timers/promises";
import { type ControlPlane, startControlPlane } from "../../demo/control-plane/index.mjs";
import { ask, test as base, expect, refusal } from "./control-plane";

const test = base.extend<object, { plane: ControlPlane }>({
  plane: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const plane = await startControlPlane({ admin: true });
      await use(plane);
      await plane.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
});
const START: Parameters<ControlPlane["setUser"]>[1] = {
  ...{ plan_handle: "free", payment_state: "none", trial: null },
  ...{ usage: { exports: 12, ai_credits: 2, seats: 2 }, segments: ["beta"] },
  entitlements: { brand_kit: true, fonts: false },
};
const { trial: _, ...KEPT } = START;

test.beforeEach(async ({ plane }) => {
  for (const table of ["user_usage", "user_entitlements"]) {
    await plane.query(`DELETE FROM ${table} WHERE user_id = 'user_ben'`);
  }
  await plane.setUser("user_ben", START);
});

test.describe("a change of a user", () => {
  test("that can't be kept leaves everything as it was", async ({ plane }) => {
    for (const patch of [
      { usage: { exports: "abc" } },
      { plan_handle: "pro", usage: { exports: 13, seats: "many" } },
      { payment_state: "paid", entitlements: { fonts: true, brand_kit: "perhaps" } },
      { plan_handle: "pro", segments: [null] },
      { usage: { exports: 14 }, trial: { trial_handle: "pro_trial" } },
    ]) {
      await expect(plane.setUser("user_ben", Object(patch))).rejects.toThrow();
      expect(await plane.getUser("user_ben")).toMatchObject(KEPT);
    }
  });

  test("changes what it names, and the rest stays", async ({ plane }) => {
    await plane.setUser("user_ben", {
      ...{ usage: { exports: 13, storage: 1 }, entitlements: { fonts: null, export: true } },
      ...{ plan_handle: null, segments: ["vip", "vip"] },
    });
    const user = await plane.getUser("user_ben");
    expect(user).toMatchObject({ plan_handle: null, payment_state: "none", segments: ["vip"] });
    expect(user.usage).toEqual({ ...START.usage, exports: 13, storage: 1 });
    expect(user.entitlements).toEqual({ brand_kit: true, export: true });
  });

  test("waits for the one before it, and no reader sees a half of it", async ({ plane }) => {
    // Counts that the start doesn't have.
    const many = Array.from({ length: 10 }, (_, count) => 100 + count);
    const seen: Awaited<ReturnType<ControlPlane["getUser"]>>[] = [];
    let isWriting = true;
    // As soon as it is answered it asks again, so that it asks in the middle of each change.
    const read = async () => {
      while (isWriting) seen.push(await plane.getUser("user_ben"));
    };
    const reads = [read(), read(), read()];
    const writes = many.map((count) =>
      plane.setUser("user_ben", {
        ...{ usage: { exports: count }, entitlements: { [`own_${count}`]: true } },
        segments: [`a_${count}`, `b_${count}`],
      }),
    );
    await Promise.all(writes);
    isWriting = false;
    await Promise.all(reads);
    expect(new Set(seen.map(({ usage }) => usage.exports)).size).toBeGreaterThan(1);
    const user = await plane.getUser("user_ben");
    expect(Object.keys(user.entitlements)).toHaveLength(12);
    expect(user.segments).toEqual([`a_${user.usage.exports}`, `b_${user.usage.exports}`]);
    const { usage, segments, entitlements } = START;
    for (const one of seen) {
      const { exports } = one.usage;
      const isStart = exports === usage?.exports;
      expect(one.usage).toEqual({ ...usage, exports });
      expect(one.segments).toEqual(isStart ? segments : [`a_${exports}`, `b_${exports}`]);
      if (isStart) expect(one.entitlements).toEqual(entitlements);
      else expect(one.entitlements).toMatchObject({ ...entitlements, [`own_${exports}`]: true });
    }
  });
});

test.describe("the demo's buttons", () => {
  test("refuse what is no change of a user, and where it is wrong", async ({ plane }) => {
    const url = `${plane.url}/demo/users/user_ben`;
    for (const [body, code, message] of [
      ["{", "not_json", /./],
      ["", "not_json", /./],
      ["null", "invalid_body", /^the body must be object/],
      [{ segments: 5 }, "invalid_body", /^segments must be array/],
      [{ segments: "abc" }, "invalid_body", /^segments must be array/],
      [{ usage: { exports: "abc" } }, "invalid_body", /^usage\.exports must be number/],
      [{ entitlements: { fonts: 1 } }, "invalid_body", /^entitlements\.fonts must be/],
      [{ trial: { plan_handle: "pro" } }, "invalid_body", /^trial\.trial_handle is required/],
      [{ plan_handle: "gold" }, "invalid_value", /./],
    ] as const) {
      expect(await ask(url, { body })).toMatchObject({ status: 400, body: refusal(code, message) });
    }
    expect(await plane.getUser("user_ben")).toMatchObject(KEPT);
    const body = { plan_handle: "pro", trial: null, usage: { exports: 13 } };
    expect(await ask(`${plane.url}/demo/users/nobody`, { body })).toMatchObject({
      ...{ status: 404, body: refusal("user_unknown") },
    });
    expect(await ask(url, { body })).toMatchObject({ status: 200, body: { plan_handle: "pro" } });
  });

  test("refuse a payment that could never arrive", async ({ plane }) => {
    const url = `${plane.url}/demo/users/user_ben/pay`;
    for (const [body, code, message] of [
      ["{", "not_json", /./],
      [{}, "invalid_body", /^plan is required/],
      [{ plan: "nope" }, "plan_unknown", /Playbook/],
      // In the database, and in no Playbook any more.
      [{ plan: "classic_2019" }, "plan_unknown", /Playbook/],
      [{ plan: "pro", delay_ms: 1e12 }, "invalid_body", /^delay_ms must be <= 2147483647/],
      [{ plan: "pro", delay_ms: -1 }, "invalid_body", /^delay_ms must be >= 0/],
      [{ plan: "pro", delay_ms: "soon" }, "invalid_body", /^delay_ms must be number/],
    ] as const) {
      expect(await ask(url, { body })).toMatchObject({ status: 400, body: refusal(code, message) });
    }
    expect(await plane.getUser("user_ben")).toMatchObject(KEPT);
    expect(await ask(url, { body: { plan: "pro", delay_ms: 10 } })).toMatchObject({
      ...{ status: 200, body: { webhook_in_ms: 10 } },
    });
    const user = () => plane.getUser("user_ben");
    await expect.poll(user).toMatchObject({ payment_state: "paid", plan_handle: "pro" });
  });

  test("refuse a plan that only the Playbook knows", async ({ plane }) => {
    const book = { format_version: 1, playbook_id: "acme_studio", version: 13 };
    const plans = ["pro", "gold"].map((handle, rank) => ({ handle, name: handle, rank }));
    await plane.launch({ ...book, plans });
    const asked = { body: { plan: "gold" } };
    expect(await ask(`${plane.url}/demo/users/user_ben/pay`, asked)).toMatchObject({
      ...{ status: 400, body: refusal("plan_unknown", /database/) },
    });
    expect(await plane.getUser("user_ben")).toMatchObject(KEPT);
  });
});

test("a payment later than a timer can wait for doesn't arrive at once", async ({ plane }) => {
  await plane.pay("user_ben", "pro", 1e12);
  await wait(100);
  expect(await plane.getUser("user_ben")).toMatchObject({ payment_state: "pending" });
});
