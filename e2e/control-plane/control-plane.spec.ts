/** The control plane's wire: Playbook delivery, credentials, sessions. From Node; no browser. */
import type { ControlPlane } from "../../demo/control-plane/index.mjs";
import { sha256, verifyManifest } from "../../scripts/playbook/signing.mjs";
import { ask, credentialsOf, expect, ORIGIN, refusal, test, trackedEvent } from "./control-plane";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
async function tokenOf(plane: ControlPlane, userId: string) {
  return (await plane.mintToken(userId)).client_token;
}

test.describe("Playbook delivery", () => {
  test("goes from bootstrap by a signed manifest to the exact bytes", async ({ plane }) => {
    const { query } = credentialsOf(plane);
    const { body: bootstrap, headers } = await ask(`${plane.url}/api/sdk/bootstrap?${query}`);
    expect(bootstrap).toEqual({
      tenant_id: "acme_studio",
      environment: "production",
      server_time: expect.stringMatching(/^\d{4}-.*Z$/),
      refresh_seconds: 60,
      playbook: { version: 12, manifest_path: expect.stringMatching(/^\/manifests\/\w+\.jws$/) },
      keys: [expect.objectContaining({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" })],
    });
    expect(plane.keys[0]).not.toHaveProperty("d");
    expect(headers.get("cache-control")).toBe("no-store");

    const { playbook, keys } = JSON.parse(JSON.stringify(bootstrap));
    expect(keys).toEqual(plane.keys);
    const jws = await ask(plane.url + playbook.manifest_path);
    const manifest = await verifyManifest(jws.text, keys);
    expect(manifest).toEqual({
      tenant_id: "acme_studio",
      playbook_id: "acme_studio",
      version: 12,
      sequence: 1,
      issued_at: expect.any(String),
      expires_at: expect.any(String),
      bundle: expect.objectContaining({ path: expect.stringMatching(/^\/playbooks\//) }),
    });
    const bundle = await ask(plane.url + manifest.bundle.path);
    expect(sha256(bundle.text)).toBe(manifest.bundle.sha256);
    expect(Buffer.byteLength(bundle.text)).toBe(manifest.bundle.bytes);
    for (const { headers } of [jws, bundle]) {
      expect(headers.get("cache-control")).toContain("immutable");
    }
  });

  test("has no other manifest and no other bundle", async ({ plane }) => {
    for (const path of ["/manifests/0.jws", `/playbooks/${sha256("x")}.json`, "/api/else"]) {
      expect(await ask(plane.url + path)).toMatchObject({
        status: 404,
        body: refusal("not_found"),
      });
    }
  });
});

test.describe("credentials", () => {
  const at = (plane: ControlPlane, query: string) => `${plane.url}/api/sdk/bootstrap?${query}`;

  test("are a tenant and its public key", async ({ plane }) => {
    const { publicKey, tenantId } = plane;
    for (const [query, status, code, message] of [
      [`tenant_id=${tenantId}`, 401, "key_missing", /^key/],
      [`tenant_id=${tenantId}&key=svc_public_else`, 401, "key_unknown", /^key/],
      [`key=${publicKey}`, 400, "tenant_missing", /^tenant_id/],
      [`tenant_id=other&key=${publicKey}`, 403, "tenant_mismatch", /^tenant_id/],
    ] as const) {
      const answer = await ask(at(plane, query), { headers: ORIGIN });
      expect(answer).toMatchObject({ status, body: refusal(code, message) });
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
  });

  test("let a server in with its own key, and no browser", async ({ plane }) => {
    const headers = bearer(plane.serverKey);
    const url = at(plane, `tenant_id=${plane.tenantId}`);
    expect(await ask(url, { headers })).toMatchObject({ status: 200 });
    const refused = await ask(url, { headers: { ...headers, ...ORIGIN } });
    expect(refused).toMatchObject({ status: 403, body: refusal("server_key_in_browser") });
    expect(refused.text).not.toContain(plane.serverKey);
  });

  test("that are secret are refused in a URL and in a body", async ({ plane }) => {
    const { fields, query } = credentialsOf(plane);
    const { serverKey, url } = plane;
    const token = await tokenOf(plane, "user_ann");
    const exposed = { status: 400, body: refusal("server_key_exposed") };
    expect(await ask(at(plane, `tenant_id=acme_studio&key=${serverKey}`))).toMatchObject(exposed);
    expect(await ask(at(plane, `${query}&x=${serverKey}`))).toMatchObject(exposed);
    expect(await ask(at(plane, `${query}&x=1&x=${serverKey}`))).toMatchObject(exposed);
    expect(await ask(at(plane, `${query}&t=${token}`))).toMatchObject({
      ...{ status: 400, body: refusal("token_exposed") },
    });
    const events = [trackedEvent({ properties: { note: `key ${serverKey}` } })];
    expect(await ask(`${url}/api/track`, { body: { ...fields, events } })).toMatchObject(exposed);
    const body = { ...fields, public_key: serverKey, events: [trackedEvent()] };
    expect(await ask(`${url}/api/track`, { body })).toMatchObject(exposed);
  });
});

test.describe("CORS", () => {
  test("asks for no preflight but for Authorization, and shows time and patience", async ({
    plane,
  }) => {
    const { query } = credentialsOf(plane);
    const url = `${plane.url}/api/sdk/bootstrap?${query}`;
    const { headers } = await ask(url, { headers: ORIGIN });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toBe("Date,Age,Retry-After");
    expect(headers.get("access-control-allow-credentials")).toBeNull();

    const preflight = await ask(`${plane.url}/api/sdk/client-context`, {
      method: "OPTIONS",
      headers: {
        ...ORIGIN,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Authorization");
  });
});

test.describe("client sessions", () => {
  const sessions = (plane: ControlPlane) => `${plane.url}/api/sdk/client-sessions`;
  const body = { user_id: "user_ann" };

  test("are minted by a server for ten minutes, and read that user's context", async ({
    plane,
  }) => {
    const before = Date.now();
    const minted = await ask(sessions(plane), { headers: bearer(plane.serverKey), body });
    expect(minted.status).toBe(200);
    expect(minted.headers.get("cache-control")).toBe("no-store");
    const { client_token, expires_at } = JSON.parse(minted.text);
    expect(client_token).toMatch(/^svc_client_/);
    const life = Date.parse(expires_at) - before;
    expect(life).toBeGreaterThan(590_000);
    expect(life).toBeLessThan(610_000);

    const headers = { ...bearer(client_token), ...ORIGIN };
    const context = await ask(`${plane.url}/api/sdk/client-context`, { headers });
    expect(context.body).toEqual({
      user_id: "user_ann",
      plan_handle: "free",
      trial: { in_trial: false },
      usage: { exports: 12, ai_credits: 2, seats: 2 },
      entitlements: {},
      segments: [],
      payment_state: "none",
      as_of: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test("are refused to a public key, to a browser and to nobody", async ({ plane }) => {
    for (const [headers, status, code] of [
      [bearer(plane.publicKey), 403, "server_key_required"],
      [{ ...bearer(plane.serverKey), ...ORIGIN }, 403, "server_key_in_browser"],
      [bearer("svc_server_else"), 401, "key_unknown"],
      [{}, 401, "server_key_missing"],
    ] as const) {
      const answer = await ask(sessions(plane), { headers, body });
      expect(answer).toMatchObject({ status, body: refusal(code) });
    }
    const headers = bearer(plane.serverKey);
    expect(await ask(sessions(plane), { headers, body: {} })).toMatchObject({
      ...{ status: 400, body: refusal("invalid_body", /^user_id is required/) },
    });
  });

  test("say apart that there is none, a wrong one, and an unknown user", async ({ plane }) => {
    const url = `${plane.url}/api/sdk/client-context`;
    const stranger = await tokenOf(plane, "nobody");
    const forged = `${await tokenOf(plane, "user_ann")}x`;
    for (const [headers, status, code] of [
      [{}, 401, "client_session_missing"],
      [bearer(plane.publicKey), 401, "client_session_required"],
      [bearer(forged), 401, "client_session_invalid"],
      [bearer(stranger), 404, "user_unknown"],
    ] as const) {
      expect(await ask(url, { headers })).toMatchObject({ status, body: refusal(code) });
    }
  });

  test("ask for nobody that a database can't hold", async ({ plane }) => {
    const { query } = credentialsOf(plane);
    const url = `${plane.url}/api/sdk/user-context?${query}&user_id=%00`;
    expect(await ask(url, { headers: bearer(plane.serverKey) })).toMatchObject({
      ...{ status: 400, body: refusal("invalid_value", /^A value can't be stored\.$/) },
    });
  });

  for (const path of ["user-context", "trial-status"]) {
    test(`read ${path} of their own user only`, async ({ plane }) => {
      const { query } = credentialsOf(plane);
      const of = (userId: string) => `${plane.url}/api/sdk/${path}?${query}&user_id=${userId}`;
      const headers = bearer(await tokenOf(plane, "user_ann"));
      const own = await ask(of("user_ann"), { headers });
      expect(own.status).toBe(200);
      expect(own.body).toMatchObject(
        path === "trial-status" ? { in_trial: false } : { id: "user_ann", plan_handle: "free" },
      );
      expect(await ask(of("user_ben"), { headers })).toMatchObject({ status: 401 });
      expect(await ask(of("user_ann"))).toMatchObject({ status: 401 });
      const server = { headers: bearer(plane.serverKey) };
      expect(await ask(of("user_ben"), server)).toMatchObject({ status: 200 });
      expect(await ask(of("nobody"), server)).toMatchObject({ status: 404 });
    });
  }
});
