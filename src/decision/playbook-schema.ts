/** The Playbook's format 1: what `validatePlaybook` checks and `dist/playbook.schema.json` says. */
import { once } from "./once";
import type { Schema } from "./schema";
import { readSchemas } from "./schema-text";

const handle: Schema = { type: "string", pattern: /^[a-z][a-z0-9_]{0,63}$/ };

/** Its nodes are checked by the condition language itself. */
export const condition: Schema = { type: "object" };

const FORMAT = `
playbook: format_version! playbook_id! version!=number plans=plan[] segments=segment[] entitlements=entitlement[] trials=trial[] placements=placement[] branding
plan: handle! name rank=number price
price: amount!=number currency! interval
segment: handle! condition!
entitlement: handle! name type!='feature|usage_limit|credits|seats|tier unit period warn_at_percent=percent tiers=string[] grants!=grant[]
grant: plans=of_plan[] segments=handle[] limit enforcement='hard|soft tier
trial: handle! plan!=of_plan days!=amount kind='free|reverse
placement: handle! name category!='fixed|gated|usage|trials|conversion|retention slot=handle priority=number holdout_percent=percent trigger=slot_render|entitlement_denied|usage_threshold|trial_stage|event|page_view payloads!=payload[]
slot_render: type!='slot_render
entitlement_denied: type!='entitlement_denied entitlement!=of_entitlement
usage_threshold: type!='usage_threshold entitlement!=of_entitlement percent!=amount
trial_stage: type!='trial_stage stage!='started|midpoint|ending|ended days_before_end=amount
event: type!='event name! condition
page_view: type!='page_view condition
payload: handle! target schedule rollout_percent=percent surface!=handle content!=full_content ctas=full_cta[] variants=variant[] caps=cap[] cooldown_hours=amount remind_later_hours=amount locales=words{}
target: plans=of_plan[] segments=handle[] condition
schedule: from=time until=time
full_content: title! body image dismissible=boolean meter position='top|bottom duration_ms=amount anchor=handle
content: title body image dismissible=boolean meter position='top|bottom duration_ms=amount anchor=handle
image: url! alt
meter: entitlement!=of_entitlement
full_cta: label! action! params=object
cta: label action params=object
words: content ctas=cta[]
variant: handle! weight!=amount content ctas=cta[] locales=words{}
cap: count!=amount period!='session|day|week|month|lifetime
branding: workspace_name logo_url theme
theme: colors=string{}
`;

/** Read when first asked for. */
export const playbookSchema = once(() =>
  readSchemas<Schema>(FORMAT, {
    handle,
    condition,
    format_version: { enum: [1] },
    amount: { type: "number", minimum: 0 },
    percent: { type: "number", minimum: 0, maximum: 100 },
    limit: { type: ["number", "null"], minimum: 0 },
    currency: { type: "string", pattern: /^[A-Z]{3}$/ },
    /** ISO 8601, UTC. */
    time: {
      type: "string",
      pattern: /^\d{4}-(0\d|1[0-2])-[0-3]\d(T[0-2]\d:[0-5]\d[\d:.]*Z)?$/,
    },
    of_plan: { ...handle, refers: "plans" },
    of_entitlement: { ...handle, refers: "entitlements" },
  })("playbook"),
);
