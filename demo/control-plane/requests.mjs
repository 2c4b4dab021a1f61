// @ts-check
/** Reads a request: who asks, and a body that is what its call says it must be. */
import { Ajv } from "ajv";
import { BODIES } from "./bodies.mjs";
import { WireError } from "./wire-error.mjs";

const ajv = new Ajv({ strict: true });
ajv.addFormat(
  "time",
  (/** @type {string} */ text) =>
    /^\d{4}-\d\d-\d\dT.*Z$/.test(text) && !Number.isNaN(Date.parse(text)),
);
const validators = new Map(
  Object.entries(BODIES).map(([name, schema]) => [name, ajv.compile(schema)]),
);

/** @typedef {import("hono").Context<any, any, any>} Context */

/** @param {Context} c @returns {import("./credentials.mjs").Caller} */
export function callerOf(
  c,
  { tenant_id = c.req.query("tenant_id"), public_key = c.req.query("key") } = {},
) {
  const bearer = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const isBrowser = c.req.header("origin") !== undefined;
  return { tenantId: tenant_id, key: public_key, bearer, isBrowser };
}

/** PostgreSQL keeps neither; a title cut in the middle of an emoji shall not cost its event. */
const storable = (/** @type {string} */ _key, /** @type {unknown} */ value) =>
  typeof value === "string" ? Buffer.from(value).toString().replaceAll("\0", "\uFFFD") : value;

/** @param {import("ajv").ErrorObject} error @returns {string} As `events[2].event_id: …`. */
function problemOf({ instancePath, keyword, params, message }) {
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  if (keyword === "required") return `${path && `${path}.`}${params.missingProperty} is required`;
  if (keyword === "false schema") return `${path} must not be sent`;
  const words = keyword === "pattern" ? `must match ${params.pattern}` : message;
  return `${path || "the body"} ${words}`;
}

/** @param {string} text @param {keyof typeof BODIES} name @returns {Record<string, any>} */
export function parseBody(text, name) {
  /** @type {unknown} */
  let body;
  try {
    body = JSON.parse(text, storable);
  } catch {
    throw new WireError(400, "not_json", "The body is not JSON.");
  }
  const validate = validators.get(name);
  if (validate && !validate(body)) {
    const [error] = validate.errors ?? [];
    throw new WireError(400, "invalid_body", error ? problemOf(error) : "The body is invalid.");
  }
  return /** @type {Record<string, any>} */ (body);
}

/**
 * @param {Context} c
 * @param {keyof typeof BODIES} name
 * @param {import("./credentials.mjs").Credentials} credentials
 * @returns {Promise<Record<string, any>>}
 */
export async function readBody(c, name, credentials) {
  const type = c.req.header("content-type") ?? "";
  if (!/^(text\/plain|application\/json)\b/i.test(type)) {
    const message = "Content-Type must be text/plain;charset=UTF-8 or application/json.";
    throw new WireError(400, "content_type", message);
  }
  const text = await c.req.text();
  await credentials.refuseSecrets(text, "body");
  return parseBody(text, name);
}
