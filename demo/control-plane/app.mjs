// @ts-check
/** The wire as one application: what holds for every call, then the calls. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { adminRoutes } from "./admin-routes.mjs";
import { contextRoutes } from "./context-routes.mjs";
import { CALLS } from "./faults.mjs";
import { ingestRoutes } from "./ingest-routes.mjs";
import { createLimits } from "./limits.mjs";
import { playbookRoutes } from "./playbook-routes.mjs";
import { asWireError, WireError } from "./wire-error.mjs";

/**
 * @typedef {object} Plane What the routes need.
 * @property {import("./database.mjs").Database["query"]} query
 * @property {import("./credentials.mjs").Credentials} credentials
 * @property {ReturnType<typeof import("./launches.mjs").createLaunches>} launches
 * @property {ReturnType<typeof import("./users.mjs").createUsers>} users
 * @property {ReturnType<typeof import("./payments.mjs").createPayments>} payments
 * @property {import("./index.mjs").Settings} settings
 * @property {() => number} now Epoch ms.
 * @property {ReadonlyMap<string, import("./faults.mjs").Fault>} faultOf By the name of the call.
 */

/** @param {Plane} plane */
export function createApp(plane) {
  const { credentials, settings, now, faultOf } = plane;
  /** @type {Hono<{ Bindings: import("@hono/node-server").HttpBindings }>} */
  const app = new Hono();

  app.onError((error, c) => {
    const { status, code, message, headers } = asWireError(error);
    return c.json({ error: { code, message } }, status, headers);
  });
  app.notFound((c) => c.json({ error: { code: "not_found", message: "No such call." } }, 404));

  // Public to every page: what protects it are its keys, and no cookie is ever read.
  const open = cors({
    origin: "*",
    allowMethods: ["GET", "POST"],
    allowHeaders: ["Authorization", "Content-Type"],
    exposeHeaders: ["Date", "Age", "Retry-After"],
    maxAge: 7200,
  });
  app.use(async (c, next) => {
    c.header("Date", new Date(now()).toUTCString());
    await next();
  });
  if (settings.admin) app.route("/demo", adminRoutes(plane));
  app.use(open);
  for (const [name, path] of Object.entries(CALLS)) {
    app.use(path, (c, next) => faultOf.get(name)?.(c, next) ?? next());
  }
  const limits = createLimits(settings.rateLimit);
  app.use("/api/*", limits.countRequest);
  app.use(async (c, next) => {
    const { searchParams } = new URL(c.req.url);
    await credentials.refuseSecrets([...searchParams].flat().join(" "), "URL");
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: settings.maxBodyBytes,
      onError: () => {
        const message = `The body is larger than ${settings.maxBodyBytes} bytes.`;
        // What is left of the body is not read, so nothing else can come on this connection.
        throw new WireError(413, "body_too_large", message, { Connection: "close" });
      },
    }),
  );
  for (const routes of [playbookRoutes, contextRoutes]) app.route("/", routes(plane));
  app.route("/", ingestRoutes(plane, limits));
  return app;
}
