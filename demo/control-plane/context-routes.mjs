// @ts-check
/** What the service knows about a user: client sessions, and the three reads. */
import { Hono } from "hono";
import { callerOf, readBody } from "./requests.mjs";
import { WireError } from "./wire-error.mjs";

/** @typedef {import("./requests.mjs").Context} Context */

/** @param {import("./app.mjs").Plane} plane */
export function contextRoutes({ credentials, users, now }) {
  const app = new Hono();
  app.use("/api/sdk/*", async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
  });

  app.post("/api/sdk/client-sessions", async (c) => {
    await credentials.requireServer(callerOf(c));
    const { user_id } = await readBody(c, "client_sessions", credentials);
    return c.json(await credentials.mintToken(user_id));
  });

  app.get("/api/sdk/client-context", async (c) => {
    const userId = await credentials.requireSession(callerOf(c));
    // Before it is read: an update that comes in between is later than this answer.
    const as_of = new Date(now()).toISOString();
    const user = await users.read(userId);
    const { user_id, plan_handle, trial, usage, entitlements, segments, payment_state } = user;
    return c.json({
      ...{ user_id, plan_handle, trial, usage, entitlements, segments, payment_state },
      as_of,
    });
  });

  /**
   * A server may ask about every user, for it could mint a token for each; a browser about its own.
   * @param {Context} c
   */
  async function readAskedUser(c) {
    const caller = callerOf(c);
    const asked = c.req.query("user_id");
    const isServer = caller.bearer !== undefined && !caller.bearer.startsWith("svc_client_");
    if (isServer) await credentials.requireServer(caller);
    const own = isServer ? undefined : await credentials.requireSession(caller);
    if (!asked) throw new WireError(400, "user_id_missing", "user_id is required.");
    if (!isServer && own !== asked) {
      throw new WireError(401, "user_mismatch", "user_id: the session is another user's.");
    }
    return users.read(asked);
  }

  app.get("/api/sdk/user-context", async (c) => {
    const user = await readAskedUser(c);
    const { user_id: id, plan_handle, name, email, created_at, usage, segments } = user;
    const { entitlements } = user;
    return c.json({ id, plan_handle, name, email, created_at, usage, segments, entitlements });
  });

  app.get("/api/sdk/trial-status", async (c) => c.json((await readAskedUser(c)).trial));

  return app;
}
