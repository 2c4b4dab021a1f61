/** The Playbook's format 1 as tables: what `validatePlaybook` checks and `dist/playbook.schema.json` says. */
import type { Schema } from "./schema";
import { CAP_PERIODS, CATEGORIES, ENTITLEMENT_TYPES, TRIAL_STAGES } from "./types";

const string: Schema = { type: "string" };
const number: Schema = { type: "number" };
const boolean: Schema = { type: "boolean" };
const positive: Schema = { type: "number", minimum: 0 };

const percent: Schema = { type: "number", minimum: 0, maximum: 100 };
/** ISO 8601, UTC. */
const time: Schema = {
  type: "string",
  pattern: "^\\d{4}-(0\\d|1[0-2])-[0-3]\\d(T[0-2]\\d:[0-5]\\d[\\d:.]*Z)?$",
};
const handle: Schema = { type: "string", pattern: "^[a-z][a-z0-9_]{0,63}$" };
const anyObject: Schema = { type: "object" };
const oneOf = (values: readonly unknown[]): Schema => ({ enum: values });
const list = (items: Schema): Schema => ({ type: "array", items });
const mapOf = (additionalProperties: Schema): Schema => ({ type: "object", additionalProperties });

/** An object; the names in `required` must be there. */
const object = (required: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  ...(required && { required: required.split(" ") }),
  properties,
});

const handles = list(handle);
const plan: Schema = { ...handle, refers: "plans" };
const plans = list(plan);
const entitlement: Schema = { ...handle, refers: "entitlements" };
/** Its nodes are checked by the condition language itself. */
export const condition: Schema = { type: "object" };

const trigger = (type: string, required = "", properties: Record<string, Schema> = {}): Schema =>
  object(`type ${required}`.trim(), { type: { const: type }, ...properties });

const content = (required: string): Schema =>
  object(required, {
    title: string,
    body: string,
    image: object("url", { url: string, alt: string }),
    dismissible: boolean,
    meter: object("entitlement", { entitlement }),
    position: oneOf(["top", "bottom"]),
    duration_ms: positive,
    anchor: handle,
  });

const cta = (required: string): Schema =>
  object(required, { label: string, action: string, params: anyObject });

const words = { content: content(""), ctas: list(cta("")) };
const locales = mapOf(object("", words));

const payload = object("handle surface content", {
  handle,
  target: object("", { plans, segments: handles, condition }),
  schedule: object("", { from: time, until: time }),
  rollout_percent: percent,
  surface: handle,
  content: content("title"),
  ctas: list(cta("label action")),
  variants: list(object("handle weight", { handle, weight: positive, locales, ...words })),
  caps: list(object("count period", { count: positive, period: oneOf(CAP_PERIODS) })),
  cooldown_hours: positive,
  remind_later_hours: positive,
  locales,
});

const grant = object("", {
  plans,
  segments: handles,
  limit: { type: ["number", "null"], minimum: 0 },
  enforcement: oneOf(["hard", "soft"]),
  tier: string,
});

export const playbookSchema = object("format_version playbook_id version", {
  format_version: oneOf([1]),
  playbook_id: string,
  version: number,
  plans: list(
    object("handle", {
      handle,
      name: string,
      rank: number,
      price: object("amount currency", {
        amount: number,
        currency: { type: "string", pattern: "^[A-Z]{3}$" },
        interval: string,
      }),
    }),
  ),
  segments: list(object("handle condition", { handle, condition })),
  entitlements: list(
    object("handle type grants", {
      handle,
      name: string,
      type: oneOf(ENTITLEMENT_TYPES),
      unit: string,
      period: string,
      warn_at_percent: percent,
      tiers: list(string),
      grants: list(grant),
    }),
  ),
  trials: list(
    object("handle plan days", {
      handle,
      plan,
      days: positive,
      kind: oneOf(["free", "reverse"]),
    }),
  ),
  placements: list(
    object("handle category payloads", {
      handle,
      name: string,
      category: oneOf(CATEGORIES),
      slot: handle,
      priority: number,
      holdout_percent: percent,
      trigger: {
        type: "object",
        oneOf: [
          trigger("slot_render"),
          trigger("entitlement_denied", "entitlement", { entitlement }),
          trigger("usage_threshold", "entitlement percent", {
            entitlement,
            percent: positive,
          }),
          trigger("trial_stage", "stage", {
            stage: oneOf(TRIAL_STAGES),
            days_before_end: positive,
          }),
          trigger("event", "name", { name: string, condition }),
          trigger("page_view", "", { condition }),
        ],
      },
      payloads: list(payload),
    }),
  ),
  branding: object("", {
    workspace_name: string,
    logo_url: string,
    theme: object("", { colors: mapOf(string) }),
  }),
});
