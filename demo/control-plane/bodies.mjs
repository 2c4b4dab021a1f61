// @ts-check
/** What each POST body must hold, as JSON Schema. More than that is let through and not kept. */
import { MOST_DELAY_MS } from "./payments.mjs";

const text = { type: "string", minLength: 1, maxLength: 1024 };
const optional = { type: ["string", "null"], maxLength: 1024 };
const time = { type: "string", format: "time" };
/** A UUIDv7: the idempotency key. */
const event_id = {
  type: "string",
  pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
};
const sdk = {
  type: "object",
  properties: { version: optional, mode: optional, runtime_mode: optional },
};
const ids = { user_id: optional, anonymous_id: optional, session_id: optional };

/** @param {readonly string[]} required @param {Record<string, object | boolean>} properties */
const object = (required, properties) => ({ type: "object", required, properties });

/** @param {string} name @param {object} items */
const listed = (name, items, more = {}) =>
  object([name], {
    ...{ tenant_id: text, public_key: text, ...more },
    [name]: { type: "array", minItems: 1, maxItems: 1000, items },
  });

export const BODIES = {
  client_sessions: object(["user_id"], { user_id: text }),
  track: listed(
    "events",
    object(["event_id", "name", "occurred_at"], {
      ...{ event_id, name: text, occurred_at: time, ...ids },
      page: { type: "object" },
      properties: { type: "object" },
    }),
    { sent_at: time, sdk },
  ),
  interactions: listed(
    "interactions",
    object(["event_id", "type", "placement", "payload", "surface", "occurred_at"], {
      type: { enum: ["impression", "dismiss", "remind_later", "cta_click", "cta_complete"] },
      ...{ event_id, placement: text, payload: text, surface: text, occurred_at: time },
      ...{ variant: optional, slot: optional, cta: optional, decision_id: optional, ...ids },
      playbook_version: { type: ["number", "null"] },
    }),
    { sent_at: time, sdk },
  ),
  meta: object(["event", "sdk_version", "mode", "runtime_mode"], {
    ...{ event: { const: "sdk_init" }, sdk_version: text, mode: text, runtime_mode: text },
    // The beacon says nothing about whom it comes from.
    ...{ tenant_id: false, public_key: false, user_id: false },
    ...{ anonymous_id: false, session_id: false },
  }),
  placements: listed(
    "slots",
    object(["slot", "page_path"], {
      slot: text,
      page_path: text,
      surfaces: { type: ["array", "null"], items: text },
    }),
  ),
  placement_types: listed("types", object(["name"], { name: text })),
  /** The demo's buttons: a `UserPatch`, and a payment. */
  user: object([], {
    plan_handle: optional,
    payment_state: { enum: ["none", "pending", "paid", "failed"] },
    usage: { type: "object", additionalProperties: { type: "number" } },
    entitlements: { type: "object", additionalProperties: { type: ["boolean", "null"] } },
    segments: { type: "array", maxItems: 1000, items: text },
    trial: {
      ...object(["trial_handle", "plan_handle", "started_at", "ends_at"], {
        ...{ trial_handle: text, plan_handle: text, started_at: time, ends_at: time },
        ...{ kind: { enum: ["free", "reverse"] }, converted: { type: "boolean" } },
      }),
      type: ["object", "null"],
    },
  }),
  payment: object(["plan"], {
    plan: text,
    delay_ms: { type: "number", minimum: 0, maximum: MOST_DELAY_MS },
  }),
};
