// @ts-check
/** What SDKs send. An `event_id` is counted once, however often it arrives. */
import { Hono } from "hono";
import { callerOf, readBody } from "./requests.mjs";

/**
 * Each takes the tenant, the list as JSON, the time, and what the body says of the SDK. In order of
 * their keys, or two lists with the same ones could wait for each other.
 */
const EVENTS = `
INSERT INTO events
SELECT $1, e.event_id, e.name, e.occurred_at, $3::timestamptz, e.user_id, e.anonymous_id,
  e.session_id, e.page, e.properties, $4::jsonb
FROM jsonb_to_recordset($2::jsonb) AS e(event_id uuid, name text, occurred_at timestamptz,
  user_id text, anonymous_id text, session_id text, page jsonb, properties jsonb)
ORDER BY e.event_id ON CONFLICT DO NOTHING`;
const INTERACTIONS = `
INSERT INTO interactions
SELECT $1, i.event_id, i.type, i.placement, i.payload, i.variant, i.slot, i.surface, i.cta,
  i.occurred_at, $3::timestamptz, i.user_id, i.anonymous_id, i.session_id, $4::jsonb,
  i.decision_id, i.playbook_version
FROM jsonb_to_recordset($2::jsonb) AS i(event_id uuid, type text, placement text, payload text,
  variant text, slot text, surface text, cta text, occurred_at timestamptz, user_id text,
  anonymous_id text, session_id text, decision_id text, playbook_version double precision)
ORDER BY i.event_id ON CONFLICT DO NOTHING`;
const META = `INSERT INTO sdk_inits VALUES ($1::timestamptz, $2, $3, $4, $5::jsonb)`;
const SLOTS = `
INSERT INTO slots
SELECT DISTINCT ON (s.slot, s.page_path) $1, s.slot, s.page_path, s.surfaces, $3::timestamptz
FROM jsonb_to_recordset($2::jsonb) AS s(slot text, page_path text, surfaces jsonb)
ORDER BY s.slot, s.page_path
ON CONFLICT (tenant_id, slot, page_path)
  DO UPDATE SET surfaces = excluded.surfaces, seen_at = excluded.seen_at`;
const TYPES = `
INSERT INTO placement_types
SELECT $1, t.name FROM jsonb_to_recordset($2::jsonb) AS t(name text)
ORDER BY t.name ON CONFLICT DO NOTHING`;

/**
 * @param {import("./app.mjs").Plane} plane
 * @param {Pick<ReturnType<typeof import("./limits.mjs").createLimits>, "countKey">} limits
 */
export function ingestRoutes({ credentials, settings, query, now }, { countKey }) {
  const app = new Hono();
  const { tenantId } = settings;
  const time = () => new Date(now()).toISOString();

  /**
   * @param {import("./requests.mjs").Context} c
   * @param {keyof typeof import("./bodies.mjs").BODIES} name
   */
  async function readOwn(c, name) {
    const body = await readBody(c, name, credentials);
    if (body.public_key) await countKey(body.public_key);
    await credentials.requireKey(callerOf(c, body), { key: "public_key" });
    return body;
  }

  app.post("/api/track", async (c) => {
    const { events, sdk = null } = await readOwn(c, "track");
    await query(EVENTS, [tenantId, JSON.stringify(events), time(), JSON.stringify(sdk)]);
    return c.json({ accepted: events.length }, 202);
  });

  app.post("/api/events/interactions", async (c) => {
    const { interactions, sdk = null, ...body } = await readOwn(c, "interactions");
    const { user_id, anonymous_id, session_id } = body;
    const rows = interactions.map((/** @type {object} */ one) => ({
      ...{ user_id, anonymous_id, session_id, ...one },
    }));
    await query(INTERACTIONS, [tenantId, JSON.stringify(rows), time(), JSON.stringify(sdk)]);
    return c.json({ accepted: interactions.length }, 202);
  });

  app.post("/api/sdk/meta", async (c) => {
    const {
      sdk_version,
      mode,
      runtime_mode,
      features = null,
    } = await readBody(c, "meta", credentials);
    await query(META, [time(), sdk_version, mode, runtime_mode, JSON.stringify(features)]);
    return c.json({ accepted: 1 }, 202);
  });

  app.post("/api/placements", async (c) => {
    const { slots } = await readOwn(c, "placements");
    await query(SLOTS, [tenantId, JSON.stringify(slots), time()]);
    return c.json({ accepted: slots.length }, 202);
  });

  app.post("/api/sdk/placement-types", async (c) => {
    const { types } = await readOwn(c, "placement_types");
    await query(TYPES, [tenantId, JSON.stringify(types)]);
    return c.json({ accepted: types.length }, 202);
  });

  return app;
}
