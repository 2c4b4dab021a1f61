/** The Playbook's format 1: what `validatePlaybook` checks and `dist/playbook.schema.json` says. */
import { once } from "./once";
import type { Schema } from "./schema";
import { boolean, type Fields, list, map, number, object, string, word } from "./schema-words";

/** Its nodes are checked by the condition language itself. */
export const condition: Schema = { type: "object" };

export const HANDLE = /^[a-z][a-z0-9_]{0,63}$/;
export const CATEGORIES: readonly unknown[] = "fixed gated usage trials conversion retention".split(
  " ",
);
/** The types of entitlements whose usage is counted. */
export const COUNTED: readonly unknown[] = "usage_limit credits seats".split(" ");
export const ENTITLEMENT_TYPES: readonly unknown[] = ["feature", ...COUNTED, "tier"];
const handle: Schema = { type: "string", pattern: HANDLE };
const amount: Schema = { type: "number", minimum: 0 };
const percent: Schema = { type: "number", minimum: 0, maximum: 100 };
/** ISO 8601, UTC. Engines differ about days that a month lacks; every fourth February has 29 here. */
const time: Schema = {
  type: "string",
  pattern:
    /^(\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)|\d\d([02468][048]|[13579][26])-02-29)(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z)?$/,
};
const plan: Schema = { ...handle, refers: "plans" };
const entitlement: Schema = { ...handle, refers: "entitlements" };
const plans = list(plan);
const segments = list(handle);

export function payloadSchema(): Schema {
  const content = {
    title: string,
    body: string,
    image: object({ url: string, alt: string }, "url"),
    dismissible: boolean,
    meter: object({ entitlement }, "entitlement"),
    position: word("top bottom"),
    duration_ms: amount,
    anchor: handle,
  };
  const cta = { label: string, action: string, params: { type: "object" } };
  const words = { content: object(content), ctas: list(object(cta)) };
  const locales = map(object(words));
  return object(
    {
      handle,
      target: object({ plans, segments, condition }),
      schedule: object({ from: time, until: time }),
      rollout_percent: percent,
      surface: handle,
      content: object(content, "title"),
      ctas: list(object(cta, "label action")),
      variants: list(object({ handle, weight: amount, ...words, locales }, "handle weight")),
      caps: list(
        object({ count: amount, period: word("session day week month lifetime") }, "count period"),
      ),
      cooldown_hours: amount,
      remind_later_hours: amount,
      locales,
    },
    "handle surface content",
  );
}

function triggerSchema(): Schema {
  const when = (type: string, fields?: Fields, required = "type") =>
    object({ type: word(type), ...fields }, required);
  return {
    type: "object",
    oneOf: [
      when("slot_render"),
      when("entitlement_denied", { entitlement }, "type entitlement"),
      when("usage_threshold", { entitlement, percent: amount }, "type entitlement percent"),
      when(
        "trial_stage",
        { stage: word("started midpoint ending ended"), days_before_end: amount },
        "type stage",
      ),
      when("event", { name: string, condition }, "type name"),
      when("page_view", { condition }),
    ],
  };
}

/** Made when first asked for. */
export const playbookSchema = once(
  (): Schema =>
    object(
      {
        format_version: { enum: [1] },
        playbook_id: string,
        version: number,
        plans: list(
          object(
            {
              handle,
              name: string,
              rank: number,
              price: object(
                {
                  amount: number,
                  currency: { type: "string", pattern: /^[A-Z]{3}$/ },
                  interval: string,
                },
                "amount currency",
              ),
            },
            "handle",
          ),
        ),
        segments: list(object({ handle, condition }, "handle condition")),
        entitlements: list(
          object(
            {
              handle,
              name: string,
              type: { enum: ENTITLEMENT_TYPES },
              unit: string,
              period: string,
              warn_at_percent: percent,
              tiers: list(string),
              grants: list(
                object({
                  plans,
                  segments,
                  limit: { type: ["number", "null"], minimum: 0 },
                  enforcement: word("hard soft"),
                  tier: string,
                }),
              ),
            },
            "handle type grants",
          ),
        ),
        trials: list(
          object({ handle, plan, days: amount, kind: word("free reverse") }, "handle plan days"),
        ),
        placements: list(
          object(
            {
              handle,
              name: string,
              category: { enum: CATEGORIES },
              slot: handle,
              priority: number,
              holdout_percent: percent,
              trigger: triggerSchema(),
              payloads: list(payloadSchema()),
            },
            "handle category payloads",
          ),
        ),
        branding: object({
          workspace_name: string,
          logo_url: string,
          theme: object({ colors: map(string) }),
        }),
      },
      "format_version playbook_id version",
    ),
);
