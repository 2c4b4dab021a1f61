// @ts-check
/**
 * The demo's own buttons, NOT part of the wire: launch, change a user, pay, look into the tables.
 * They ask for no key, so they exist only where the demo runs, and answer only this machine.
 */
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { parseBody } from "./requests.mjs";
import { WireError } from "./wire-error.mjs";

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOCAL = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;
const LATEST = `
SELECT 'track' AS kind, event_id::text, name, NULL AS placement, user_id, occurred_at, received_at
  FROM events WHERE tenant_id = $1
UNION ALL
SELECT 'interaction', event_id::text, type, placement, user_id, occurred_at, received_at
  FROM interactions WHERE tenant_id = $1
ORDER BY received_at DESC, event_id DESC LIMIT 12`;
const COUNT = `
SELECT (SELECT count(*) FROM events WHERE tenant_id = $1)::integer
  + (SELECT count(*) FROM interactions WHERE tenant_id = $1)::integer AS total`;

/** @param {import("./app.mjs").Plane} plane */
export function adminRoutes({ query, users, payments, launches, settings }) {
  const app = new Hono();
  const { tenantId } = settings;

  app.use(
    cors({
      origin: (origin) => (LOCAL.test(origin) ? origin : null),
      allowMethods: ["GET", "POST"],
    }),
  );
  app.use(async (c, next) => {
    const origin = c.req.header("origin");
    const { address = "" } = getConnInfo(c).remote;
    if (!LOOPBACK.test(address)) {
      throw new WireError(403, "address_refused", "These buttons are for this machine alone.");
    }
    if (origin !== undefined && !LOCAL.test(origin)) {
      throw new WireError(403, "origin_refused", "These buttons are the demo's.");
    }
    await next();
  });

  app.get("/database", async (c) => {
    const userId = c.req.query("user_id");
    const [{ total } = { total: 0 }] = await query(COUNT, [tenantId]);
    const launched = await launches.current();
    return c.json({
      user: userId ? await users.read(userId) : null,
      launch: launched && { version: launched.version, sequence: launched.sequence },
      total,
      events: await query(LATEST, [tenantId]),
    });
  });

  /** The Playbook in use. */
  async function playbook() {
    const launched = await launches.current();
    return launched && JSON.parse(new TextDecoder().decode(launched.bytes));
  }

  /** Or the payment would be lost when its webhook comes. @param {string} plan */
  async function requirePlan(plan) {
    const { plans } = (await playbook()) ?? {};
    const isSold = Array.isArray(plans) && plans.some((one) => one?.handle === plan);
    if (!isSold) throw new WireError(400, "plan_unknown", "plan: the Playbook has no such plan.");
    const sql = "SELECT 1 FROM plans WHERE tenant_id = $1 AND plan_handle = $2";
    const known = await query(sql, [tenantId, plan]);
    if (known.length === 0) {
      throw new WireError(400, "plan_unknown", "plan: the account's database has no such plan.");
    }
  }

  /** The launched Playbook again, one version on, or the one in the body. */
  app.post("/launch", async (c) => {
    const text = await c.req.text();
    if (text) return c.json(await launches.launch(text));
    const last = await playbook();
    if (!last) throw new WireError(404, "nothing_launched", "Send a Playbook.");
    return c.json(await launches.launch({ ...last, version: last.version + 1 }));
  });

  app.post("/users/:id", async (c) => {
    await users.write(c.req.param("id"), parseBody(await c.req.text(), "user"));
    return c.json(await users.read(c.req.param("id")));
  });

  app.post("/users/:id/pay", async (c) => {
    const { plan, delay_ms } = parseBody(await c.req.text(), "payment");
    await requirePlan(plan);
    await payments.pay(c.req.param("id"), plan, delay_ms);
    return c.json({ webhook_in_ms: delay_ms ?? settings.webhookMs });
  });

  app.post("/users/:id/fail-payment", async (c) => {
    await payments.fail(c.req.param("id"));
    return c.json({});
  });

  return app;
}
