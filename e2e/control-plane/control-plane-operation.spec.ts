/** A control plane at work: launches, limits, time, faults, payments, and any PostgreSQL. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "@playwright/test";
import { startControlPlane } from "../../demo/control-plane/index.mjs";
import { createKeyPair, readSigningKey } from "../../scripts/playbook/signing.mjs";
import { createSignal } from "../signal";
import { ask, credentialsOf, interaction, trackedEvent } from "./control-plane";
import { startPostgres } from "./postgres-server";
import { bootstrapOf, manifestOf, PLAYBOOK, test } from "./tenant-planes";

const DAY = 86_400_000;

test("a launch is the next sequence, and the old files stay", async ({ start }) => {
  const plane = await start();
  const first = await manifestOf(plane);
  const [second, third] = await Promise.all([
    plane.launch({ ...PLAYBOOK, version: 4 }),
    plane.launch(JSON.stringify({ ...PLAYBOOK, version: 5 }, null, 2)),
  ]);
  expect(new Set([second.sequence, third.sequence])).toEqual(new Set([2, 3]));
  expect((await manifestOf(plane)).sequence).toBe(3);
  expect(await ask(plane.url + first.bundle.path)).toMatchObject({ status: 200, body: PLAYBOOK });
  expect((await ask(plane.url + third.bundle.path)).text).toContain('\n  "version": 5');
});

test("an invalid Playbook is not launched, and the answer says why", async ({ start }) => {
  const plane = await start();
  await expect(plane.launch({ ...PLAYBOOK, format_version: 2 })).rejects.toThrow(/format_version/);
  expect((await manifestOf(plane)).sequence).toBe(1);
});

test("nothing launched is told as such", async ({ start }) => {
  const plane = await start({ playbook: null });
  const { status, body } = await bootstrapOf(plane);
  expect([status, body]).toMatchObject([404, { error: { code: "nothing_launched" } }]);
});

test("what must be refused can be launched for a test", async ({ start }) => {
  const plane = await start();
  const expired = { expires_at: "2020-01-01T00:00:00.000Z", tenant_id: "other" };
  await plane.launch(PLAYBOOK, { manifest: expired });
  expect(await manifestOf(plane)).toMatchObject(expired);
  const key = await readSigningKey((await createKeyPair()).privateJwk);
  await plane.launch(PLAYBOOK, { key });
  await expect(manifestOf(plane)).rejects.toThrow();
  await plane.launch({ format_version: 2 }, { unchecked: true });
  expect((await manifestOf(plane)).sequence).toBe(4);
});

test("a manifest is signed again when half of its life is over", async ({ start }) => {
  let now = Date.parse("2026-11-21T09:00:00Z");
  const plane = await start({ serverTime: () => now, expiresDays: 30 });
  now += 14 * DAY;
  expect(await manifestOf(plane)).toMatchObject({ sequence: 1 });
  now += 2 * DAY;
  expect(await manifestOf(plane)).toMatchObject({
    ...{ sequence: 2, version: 3, expires_at: "2027-01-06T09:00:00.000Z" },
  });
});

test("the time is the server's, in bootstrap and in Date, and ends a token", async ({ start }) => {
  let now = Date.parse("2030-01-01T00:00:00Z");
  const plane = await start({ serverTime: () => now, tokenSeconds: 2, refreshSeconds: 5 });
  const { bootstrap, headers } = await bootstrapOf(plane);
  expect(bootstrap).toMatchObject({ server_time: "2030-01-01T00:00:00.000Z", refresh_seconds: 5 });
  expect(headers.get("date")).toBe("Tue, 01 Jan 2030 00:00:00 GMT");
  const { client_token, expires_at } = await plane.mintToken("user_ann");
  expect(expires_at).toBe("2030-01-01T00:00:02.000Z");
  const asked = { headers: { authorization: `Bearer ${client_token}` } };
  const url = `${plane.url}/api/sdk/client-context`;
  expect((await ask(url, asked)).status).toBe(200);
  now += 3000;
  expect(await ask(url, asked)).toMatchObject({
    status: 401,
    body: { error: { code: "client_session_expired" } },
  });
});

test("a key of another tenant of the same database is refused", async ({ start }) => {
  const serverKey = `svc_server_${randomUUID()}`;
  const [plane, other] = [await start(), await start({ serverKey })];
  const asServer = { headers: { authorization: `Bearer ${other.serverKey}` } };
  const { query, fields } = credentialsOf(other);
  for (const answer of [
    await ask(`${plane.url}/api/sdk/client-sessions`, {
      ...asServer,
      body: { user_id: "user_ann" },
    }),
    await ask(`${plane.url}/api/sdk/user-context?user_id=user_ann`, asServer),
    await ask(`${plane.url}/api/sdk/bootstrap?${query}`),
    await ask(`${plane.url}/api/track`, { body: { ...fields, events: [trackedEvent()] } }),
  ]) {
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "tenant_mismatch" } } });
  }
});

test("what a start made ends with it: its server key is unknown, its sessions are over", async ({
  start,
}) => {
  const tenantId = `tenant_${randomUUID()}`;
  const before = await start({ tenantId });
  const asServer = { authorization: `Bearer ${before.serverKey}` };
  const { client_token } = await before.mintToken("user_ann");
  await before.close();
  const after = await start({ tenantId });
  const body = { user_id: "user_ann" };
  const minted = await ask(`${after.url}/api/sdk/client-sessions`, { headers: asServer, body });
  expect(minted).toMatchObject({ status: 401, body: { error: { code: "key_unknown" } } });
  // By this word open pages know to mint another.
  const headers = { authorization: `Bearer ${client_token}` };
  expect(await ask(`${after.url}/api/sdk/client-context`, { headers })).toMatchObject({
    ...{ status: 401, body: { error: { code: "client_session_expired" } } },
  });
});

test("a client context is as of before it was read", async ({ start, database }) => {
  const query: typeof database.query = async (...asked) => {
    const rows = await database.query(...asked);
    await wait(100);
    return rows;
  };
  const plane = await start({ database: { ...database, query } });
  const { client_token } = await plane.mintToken("user_ann");
  const asked = { headers: { authorization: `Bearer ${client_token}` } };
  const { body } = await ask(`${plane.url}/api/sdk/client-context`, asked);
  expect(Date.now() - Date.parse(Object(body).as_of)).toBeGreaterThanOrEqual(100);
});

test("too many requests are told how long to wait", async ({ start }) => {
  const plane = await start({ rateLimit: { seconds: 3000, perAddress: 6, perKey: 3 } });
  for (let count = 0; count < 3; count += 1) {
    expect((await bootstrapOf(plane)).status).toBe(200);
  }
  const { status, body, headers } = await bootstrapOf(plane);
  expect([status, body]).toMatchObject([429, { error: { code: "too_many_requests" } }]);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(2900);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  // The same key in a body is one of its requests, too.
  const sent = { body: { ...credentialsOf(plane).fields, events: [trackedEvent()] } };
  expect((await ask(`${plane.url}/api/track`, sent)).status).toBe(429);
  // Without a key the address alone counts.
  const init = { event: "sdk_init", sdk_version: "0.11.21", mode: "snippet" };
  const beacon = { body: { ...init, runtime_mode: "service_server" } };
  expect((await ask(`${plane.url}/api/sdk/meta`, beacon)).status).toBe(202);
  expect((await ask(`${plane.url}/api/sdk/meta`, beacon)).status).toBe(429);
});

test("faults come before the call's own work, and go away again", async ({ start }) => {
  const plane = await start();
  const { faults } = plane;
  plane.fault("bootstrap", faults.status(503, "down"));
  expect((await bootstrapOf(plane)).status).toBe(503);
  plane.fault("bootstrap", faults.tooMany(30));
  expect((await bootstrapOf(plane)).headers.get("retry-after")).toBe("30");
  plane.fault("bootstrap", faults.wrongShape());
  expect((await bootstrapOf(plane)).body).toEqual({ unexpected: true });
  plane.fault(
    "bootstrap",
    faults.altered((bytes) => bytes.slice(1)),
  );
  const url = `${plane.url}/api/sdk/bootstrap?${credentialsOf(plane).query}`;
  expect((await ask(url)).text).toMatch(/^"tenant_id"/);
  plane.fault("bootstrap", faults.notJson());
  expect((await ask(url)).text).toMatch(/^<!doctype/);
  plane.fault("bootstrap", faults.huge(6_000_000));
  expect((await ask(url)).text).toHaveLength(6_000_000);
  for (const fault of [faults.refuse(), faults.truncated()]) {
    plane.fault("bootstrap", fault);
    await expect(ask(url)).rejects.toThrow();
  }
  plane.fault("bootstrap", faults.hang());
  const asked = ask(url).catch(() => "closed");
  expect(await Promise.race([asked, wait(300, "no answer")])).toBe("no answer");
  const early = performance.now();
  plane.fault("bootstrap", faults.slow(200));
  expect((await ask(url)).status).toBe(200);
  expect(performance.now() - early).toBeGreaterThan(190);
  plane.fault("bootstrap");
  expect((await bootstrapOf(plane)).status).toBe(200);
  expect(() => plane.fault("decide")).toThrow(/bootstrap, manifest/);
});

test("what is still being answered when it is closed finds the database open", async () => {
  const plane = await startControlPlane({ playbook: PLAYBOOK });
  const slow = plane.faults.slow(300);
  const { settle: enter, settled: entered } = createSignal();
  plane.fault("bootstrap", (c, next) => {
    enter();
    return slow(c, next);
  });
  const said: unknown[] = [];
  const { error } = console;
  console.error = (...words) => said.push(words);
  try {
    const asked = bootstrapOf(plane).catch(() => "broken off");
    await entered;
    await plane.close();
    expect(await asked).toBe("broken off");
    await wait(400);
  } finally {
    console.error = error;
  }
  expect(said).toEqual([]);
});

test("a user's changes and a late webhook reach the context", async ({ start }) => {
  const plane = await start({ webhookMs: 300 });
  const { client_token } = await plane.mintToken("user_ann");
  const headers = { authorization: `Bearer ${client_token}` };
  const context = async () => (await ask(`${plane.url}/api/sdk/client-context`, { headers })).body;
  const trial = {
    ...{ trial_handle: "pro_trial", plan_handle: "pro" },
    started_at: new Date(Date.now() - DAY).toISOString(),
    ends_at: new Date(Date.now() + DAY).toISOString(),
  };
  await plane.setUser("user_ann", {
    ...{ usage: { exports: 19.5 }, entitlements: { brand_kit: true }, segments: ["beta"], trial },
  });
  expect(await context()).toMatchObject({
    ...{ usage: { exports: 19.5, seats: 2 }, entitlements: { brand_kit: true } },
    ...{ segments: ["beta"], trial: { ...trial, in_trial: true, kind: "free" } },
  });
  await plane.setUser("user_ann", { entitlements: { brand_kit: null }, trial: null });
  expect(await context()).toMatchObject({ entitlements: {}, trial: { in_trial: false } });
  // One that comes when this test is long over, however slow the machine.
  await plane.pay("user_ann", "pro", DAY);
  expect(await context()).toMatchObject({ payment_state: "pending", plan_handle: "free" });
  await plane.pay("user_ann", "pro");
  await expect.poll(context).toMatchObject({ payment_state: "paid", plan_handle: "pro" });
  await plane.failPayment("user_ann");
  expect(await context()).toMatchObject({ payment_state: "failed", plan_handle: "pro" });
  await expect(plane.setUser("user_ann", { plan_handle: "gold" })).rejects.toThrow();
});

test("the demo's buttons are there only where wanted, and for this host's pages", async ({
  start,
}) => {
  const wire = await start();
  expect((await ask(`${wire.url}/demo/database`)).status).toBe(404);
  const plane = await start({ admin: true });
  const origin = (value: string) => ({ headers: { origin: value } });
  const local = await ask(`${plane.url}/demo/database`, origin("http://localhost:4173"));
  expect(local.headers.get("access-control-allow-origin")).toBe("http://localhost:4173");
  expect(local.body).toMatchObject({ launch: { version: 3, sequence: 1 }, total: 0, events: [] });
  const foreign = origin("http://localhost.example");
  expect((await ask(`${plane.url}/demo/launch`, { method: "POST", ...foreign })).status).toBe(403);
  expect((await ask(`${plane.url}/demo/launch`, { method: "POST" })).body).toMatchObject({
    ...{ version: 4, sequence: 2 },
  });
});

test("any PostgreSQL will do, and keeps everything over a restart", async ({ start }) => {
  const postgres = await startPostgres();
  try {
    const place = { databaseUrl: postgres.url, database: undefined, tenantId: "acme" };
    const first = await start(place);
    const { fields } = credentialsOf(first);
    const event = trackedEvent();
    for (const [path, body] of [
      ["/api/track", { ...fields, events: [event, event] }],
      ["/api/track", { ...fields, events: [event] }],
      ["/api/events/interactions", { ...fields, interactions: [interaction()] }],
      ["/api/placements", { ...fields, slots: [{ slot: "a", page_path: "/", surfaces: [] }] }],
    ] as const) {
      expect((await ask(first.url + path, { body })).status).toBe(202);
    }
    await first.setUser("user_ann", { usage: { exports: 3 }, plan_handle: "pro" });
    const before = await manifestOf(first);
    await first.close();

    const second = await start(place);
    expect(await second.query("SELECT name FROM events")).toEqual([{ name: event.name }]);
    expect(await second.getUser("user_ann")).toMatchObject({
      ...{ plan_handle: "pro", usage: { exports: 3, seats: 2 } },
    });
    const after = await manifestOf(second);
    expect(after).toMatchObject({ version: 3, sequence: before.sequence + 1 });
    expect((await ask(second.url + after.bundle.path)).body).toEqual(PLAYBOOK);
    await second.close();
  } finally {
    await postgres.close();
  }
});
