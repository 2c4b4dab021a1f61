/** The least control plane that a browser trusts: a signed Playbook, and ears for what is sent. */
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import type { SiteServer } from "../site";

const HOUR_MS = 3_600_000;
const TENANT = "acme";
const MANIFEST = "/manifests/1.jws";

/** Names it on a page. Another origin than the page's, as it is in life. */
export const networkedConfig = (site: SiteServer, options: object = {}) => ({
  ...{ tenantId: TENANT, publicKey: "svc_test", endpoint: site.otherUrl },
  ...{ runtimeMode: "service_server", user: { id: "u1", plan_handle: "free" } },
  ...options,
});

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Serves bootstrap, manifest and bundle, and accepts events. */
export function serveControlPlane(site: SiteServer, playbook: unknown): void {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const bundle = JSON.stringify(playbook);
  const sha256 = createHash("sha256").update(bundle).digest("hex");
  const path = `/bundles/${sha256}.json`;
  const now = Date.now();
  const { playbook_id, version } = Object(playbook);
  const manifest = {
    ...{ tenant_id: TENANT, playbook_id, version, sequence: 1 },
    issued_at: new Date(now - HOUR_MS).toISOString(),
    expires_at: new Date(now + HOUR_MS).toISOString(),
    bundle: { path, sha256, bytes: Buffer.byteLength(bundle) },
  };
  const signed = `${base64url({ alg: "ES256", kid: "k1" })}.${base64url(manifest)}`;
  const key = { key: privateKey, dsaEncoding: "ieee-p1363" } as const;
  const signature = sign("sha256", Buffer.from(signed), key).toString("base64url");
  site.serve("/api/sdk/bootstrap", {
    body: {
      ...{ tenant_id: TENANT, environment: "test", refresh_seconds: 60 },
      server_time: new Date(now).toISOString(),
      playbook: { version, manifest_path: MANIFEST },
      keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1" }],
    },
  });
  site.serve(MANIFEST, { body: `${signed}.${signature}` });
  site.serve(path, { body: bundle, headers: { "content-type": "application/json" } });
  for (const name of ["track", "events/interactions", "sdk/meta", "placements"]) {
    site.serve(`/api/${name}`, ({ body }) => {
      const { events = [], interactions = [] } = JSON.parse(body);
      return { status: 202, body: { accepted: events.length + interactions.length } };
    });
  }
}

export interface Arrived {
  readonly event_id: string;
  /** Of an event. */
  readonly name?: string;
  /** Of an interaction. */
  readonly type?: string;
}

/** What has arrived, each as often as it was sent. */
export const arrivedAt = (site: SiteServer, path: string): Arrived[] =>
  site.requestsTo(path).flatMap(({ body }) => {
    const { events, interactions } = JSON.parse(body);
    return events ?? interactions;
  });
