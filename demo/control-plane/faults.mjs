// @ts-check
/** Everything that can go wrong on the way, for tests: run before a call's own handler. */
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";

const BREAK_MS = 50;

/** The calls by name, and where they are. */
export const CALLS = {
  bootstrap: "/api/sdk/bootstrap",
  manifest: "/manifests/:file",
  bundle: "/playbooks/:file",
  client_sessions: "/api/sdk/client-sessions",
  client_context: "/api/sdk/client-context",
  user_context: "/api/sdk/user-context",
  trial_status: "/api/sdk/trial-status",
  track: "/api/track",
  interactions: "/api/events/interactions",
  meta: "/api/sdk/meta",
  placements: "/api/placements",
  placement_types: "/api/sdk/placement-types",
};

/**
 * A fault answers itself, or goes on with `next` and then changes `c.res`.
 * @typedef {import("hono").MiddlewareHandler<{ Bindings: import("@hono/node-server").HttpBindings }>} Fault
 */

export const faults = {
  /** The connection is closed without an answer. @returns {Fault} */
  refuse: () => async (c) => {
    c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  },
  /** No answer, ever. @returns {Fault} */
  hang: () => () => new Promise(() => undefined),
  /** @param {number} ms @returns {Fault} */
  slow: (ms) => async (_c, next) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await next();
  },
  /** @param {number} status @param {string} [code] @returns {Fault} */
  status:
    (status, code = "fault") =>
    async () =>
      Response.json({ error: { code, message: "As the test wants it." } }, { status }),
  /** @param {number} seconds @returns {Fault} */
  tooMany: (seconds) => async () =>
    Response.json(
      { error: { code: "too_many_requests", message: "As the test wants it." } },
      { status: 429, headers: { "Retry-After": `${seconds}` } },
    ),
  /** The true answer breaks off halfway. @returns {Fault} */
  truncated: () => async (c, next) => {
    await next();
    const bytes = new Uint8Array(await c.res.arrayBuffer());
    const headers = { ...Object.fromEntries(c.res.headers), "content-length": `${bytes.length}` };
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(bytes.slice(0, bytes.length / 2)),
      // The first half has to be on its way.
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, BREAK_MS));
        c.env.outgoing.destroy();
        controller.close();
      },
    });
    c.res = new Response(half, { status: c.res.status, headers });
  },
  /** @returns {Fault} */
  notJson: () => async (c) => c.html("<!doctype html><title>A proxy's page</title>"),
  /** @param {unknown} value JSON of another shape. @returns {Fault} */
  wrongShape:
    (value = { unexpected: true }) =>
    async () =>
      Response.json(value),
  /** @param {number} bytes White space, which is no JSON by itself. @returns {Fault} */
  huge: (bytes) => async (c) => c.body(" ".repeat(bytes)),
  /** The true answer, changed. @param {(bytes: Uint8Array) => Uint8Array | string} change @returns {Fault} */
  altered: (change) => async (c, next) => {
    await next();
    const bytes = new Uint8Array(await c.res.arrayBuffer());
    const { status, headers } = c.res;
    c.res = new Response(new Blob([new Uint8Array(Buffer.from(change(bytes)))]), {
      status,
      headers,
    });
  },
};
