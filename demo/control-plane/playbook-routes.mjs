// @ts-check
/** Playbook delivery: bootstrap, then the signed manifest, then the bundle's exact bytes. */
import { Hono } from "hono";
import { callerOf } from "./requests.mjs";
import { WireError } from "./wire-error.mjs";

const IMMUTABLE = "public, max-age=31536000, immutable";

/** @param {import("./app.mjs").Plane} plane */
export function playbookRoutes({ credentials, launches, settings, query, now }) {
  const app = new Hono();

  app.get("/api/sdk/bootstrap", async (c) => {
    await credentials.requireKey(callerOf(c), { key: "key" });
    const launched = await launches.current();
    if (!launched) throw new WireError(404, "nothing_launched", "No Playbook is launched yet.");
    const [tenant] = await query("SELECT branding FROM tenants WHERE tenant_id = $1", [
      settings.tenantId,
    ]);
    // It holds the time, so no cache may keep it.
    c.header("Cache-Control", "no-store");
    return c.json({
      tenant_id: settings.tenantId,
      environment: settings.environment,
      server_time: new Date(now()).toISOString(),
      refresh_seconds: settings.refreshSeconds,
      playbook: { version: launched.version, manifest_path: launched.manifest_path },
      keys: [launched.public_jwk],
      ...(tenant?.branding && { branding: tenant.branding }),
    });
  });

  // Both are named by their content and signed, so they are for everybody, and for ever.
  app.get("/manifests/:file", async (c) => {
    const jws = await launches.manifestAt(c.req.path);
    if (!jws) throw new WireError(404, "not_found", "There is no such manifest.");
    return c.body(jws, 200, { "Content-Type": "application/jose", "Cache-Control": IMMUTABLE });
  });

  app.get("/playbooks/:file{[0-9a-f]+\\.json}", async (c) => {
    const bytes = await launches.bundleOf(c.req.param("file").replace(".json", ""));
    if (!bytes) throw new WireError(404, "not_found", "There is no such bundle.");
    const headers = { "Content-Type": "application/json", "Cache-Control": IMMUTABLE };
    return c.body(new Uint8Array(bytes), 200, headers);
  });

  return app;
}
