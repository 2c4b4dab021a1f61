/** Test code only: arbitrary Playbooks and questions whose parts meet often enough to matter. */
import fc from "fast-check";
import type {
  Condition,
  DecisionInput,
  History,
  Json,
  JsonObject,
  PlacementQuery,
  Playbook,
} from "../decision";
import { DAY, fromOutside, iso, NOW } from "./playbook.fixture";

const optional = <T>(arbitrary: fc.Arbitrary<T>) => ({ arbitrary, optional: true as const });
type Fields = Record<
  string,
  fc.Arbitrary<unknown> | { arbitrary: fc.Arbitrary<unknown>; optional: true }
>;

/** An object of which the `optional` fields are there or not. */
function some(fields: Fields): fc.Arbitrary<object> {
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    const isOptional = "optional" in field;
    model[key] = isOptional ? field.arbitrary : field;
    if (!isOptional) requiredKeys.push(key);
  }
  return fc.record(model, { requiredKeys });
}

const plan = fc.constantFrom("free", "pro", "gold", "constructor");
const segment = fc.constantFrom("beta", "swiss", "nobody", "valueof");
const entitlement = fc.constantFrom("exports", "sso", "seats", "constructor");
const slot = fc.constantFrom("top", "side");
const placement = fc.constantFrom("first", "second", "third", "constructor");
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const percent = fc.constantFrom(0, 25, 50, 75, 100);
const time = fc.integer({ min: -3, max: 3 }).map((days) => iso(NOW + days * DAY));

const leaf: fc.Arbitrary<Condition> = fc.constantFrom<Condition>(
  {},
  { country: "CH" },
  { plan_handle: { $in: ["free", "gold"] } },
  { "usage.exports": { $gte: 5 } },
  { "traits.note": { $regex: "^a" } },
  { "page.path": { $regexi: "^/ED", $exists: true } },
  { "event.properties.rows": { $lt: 3 } },
  { id: { $inSegment: "beta" } },
  { id: { $notInSegment: "swiss" } },
  { country: { $like: "C" } },
  { "traits.note": { $regex: "(a+)+" } },
);
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  leaf.map((one): Condition => ({ $not: one })),
  fc
    .tuple(fc.constantFrom("$and", "$or", "$nor"), few(leaf))
    .map(([operator, parts]): Condition => ({ [operator]: parts })),
);

const grant = some({
  plans: optional(few(plan)),
  segments: optional(few(segment)),
  limit: optional(fc.option(fc.nat(20))),
  enforcement: optional(fc.constantFrom("hard", "soft")),
  tier: optional(fc.constantFrom("low", "high", "other")),
});
export const arbitraryGrant = grant.map((one) => fromOutside(one));

const trigger = fc.oneof(
  some({ type: fc.constant("slot_render") }),
  some({ type: fc.constant("entitlement_denied"), entitlement }),
  some({ type: fc.constant("usage_threshold"), entitlement, percent }),
  some({ type: fc.constant("trial_stage"), stage: fc.constantFrom("started", "ending", "ended") }),
  some({
    type: fc.constant("event"),
    name: fc.constantFrom("saved", "opened"),
    condition: optional(condition),
  }),
  some({ type: fc.constant("page_view"), condition: optional(condition) }),
);

const text = fc.constantFrom(
  "Hello",
  "{{plan_name}}",
  "{{user_name|you}}",
  "{{traits.note}}",
  "{{x",
);
const content = some({
  title: text,
  body: optional(text),
  meter: optional(some({ entitlement })),
});
const words = some({ content: optional(some({ title: optional(text) })) });
const payload = some({
  handle: fc.constantFrom("a", "b", "c"),
  surface: fc.constantFrom("card", "banner", "modal", "carousel"),
  content,
  target: optional(
    some({
      plans: optional(few(plan)),
      segments: optional(few(segment)),
      condition: optional(condition),
    }),
  ),
  schedule: optional(some({ from: optional(time), until: optional(time) })),
  rollout_percent: optional(percent),
  ctas: optional(few(some({ label: text, action: fc.constantFrom("dismiss", "constructor") }))),
  variants: optional(
    few(some({ handle: fc.constantFrom("x", "y"), weight: fc.nat(3), content: optional(content) })),
  ),
  caps: optional(
    few(
      some({
        count: fc.nat(2),
        period: fc.constantFrom("session", "day", "week", "month", "lifetime"),
      }),
    ),
  ),
  cooldown_hours: optional(fc.constantFrom(0, 1, 48)),
  remind_later_hours: optional(fc.constantFrom(0, 1, 48)),
  locales: optional(fc.dictionary(fc.constantFrom("de", "fr"), words)),
});

/** A Playbook of the right shape whose handles, targets and conditions often meet, and sometimes don't. */
export const arbitraryPlaybook: fc.Arbitrary<Playbook> = some({
  format_version: fc.constant(1),
  playbook_id: fc.constant("acme_main"),
  version: fc.nat(9),
  plans: optional(few(some({ handle: plan, name: optional(fc.constant("Plan")) }))),
  segments: optional(few(some({ handle: segment, condition }))),
  trials: optional(few(some({ handle: fc.constant("trial"), plan, days: fc.nat(14) }))),
  entitlements: optional(
    fc.array(
      some({
        handle: entitlement,
        type: fc.constantFrom("feature", "usage_limit", "credits", "seats", "tier"),
        tiers: fc.constant(["low", "high"]),
        warn_at_percent: optional(percent),
        grants: few(grant),
      }),
      { maxLength: 4 },
    ),
  ),
  placements: fc.array(
    some({
      handle: placement,
      category: fc.constant("fixed"),
      slot: optional(slot),
      priority: optional(fc.integer({ min: -1, max: 2 })),
      holdout_percent: optional(fc.constantFrom(0, 10)),
      trigger: optional(trigger),
      payloads: few(payload),
    }),
    { maxLength: 5 },
  ),
}).map((value) => fromOutside(value));

const key = fc.constantFrom("first/a", "second/b", "third/c");
const past = fc.tuple(fc.integer({ min: -60, max: 24 }), fc.boolean()).map(([hours, isText]) => {
  const at = NOW + hours * 3_600_000;
  return isText ? new Date(at).toISOString() : at;
});

const history: fc.Arbitrary<History> = some({
  displays: optional(fc.array(some({ key, at: past }), { maxLength: 6 })),
  dismissed: optional(fc.dictionary(key, past)),
  reminded: optional(fc.dictionary(key, past)),
  session_started_at: optional(past),
}).map((value) => fromOutside(value));

const context = some({
  id: optional(fc.constantFrom("u1", "u2", "u3")),
  anonymous_id: optional(fc.constantFrom("a1", "a2")),
  plan_handle: optional(plan),
  name: optional(fc.constant("Anna")),
  country: optional(fc.constantFrom("CH", "AT")),
  locale: optional(fc.constantFrom("de-AT", "en")),
  segments: optional(few(segment)),
  traits: optional(some({ note: optional(fc.constantFrom("abc", "", "x".repeat(1_025))) })),
  usage: optional(fc.dictionary(entitlement, fc.oneof(fc.nat(25), fc.constantFrom(-1, 1e9)))),
  trial: optional(
    some({
      ...{ in_trial: fc.boolean(), plan_handle: optional(plan), ends_at: optional(time) },
      day_number: optional(fc.constantFrom(1, "two")),
    }),
  ),
  entitlements: optional(fc.dictionary(entitlement, fc.boolean())),
  page: optional(some({ path: fc.constantFrom("/editor", "/") })),
});

export const arbitraryInput: fc.Arbitrary<DecisionInput> = some({
  context,
  now: fc.integer({ min: -2, max: 2 }).map((days) => NOW + days * DAY),
  history: optional(history),
}).map((value) => fromOutside(value));

export const arbitraryQuery: fc.Arbitrary<PlacementQuery> = fc
  .oneof(
    {
      weight: 4,
      arbitrary: some({ slot, surfaces: optional(few(fc.constantFrom("card", "modal"))) }),
    },
    some({ placement, requested: optional(fc.boolean()) }),
    some({ trigger }),
    fc.constant({}),
  )
  .map((value) => fromOutside(value));

export { entitlement as arbitraryEntitlement };

/** Any JSON, `__proto__` and the names of fields among its keys. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.object({
    key: fc.constantFrom("__proto__", "constructor", "handle", "type", "slot", "plans", "grants"),
    values: [fc.string(), fc.double(), fc.boolean(), fc.constant(null)],
    maxDepth: 4,
  }),
);

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom("CH", "ch", "u1", "abc", "", "8", "1.2.3", "v1.10.0", "1.2.3-rc.1", "string"),
  fc.constantFrom("^a", "(a+)+", "[", "beta", "swiss", 0, 1, 5, 8, -1.5, true, false, null),
  fc.constant("x".repeat(1_025)),
);
const anyOperand = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.constantFrom<Json>({}, { a: 1 }),
);
const path = fc.constantFrom(
  ...["id", "country", "traits.note", "traits.tags", "traits.list", "usage.exports"],
  ...["$group", "traits.missing.deep", "constructor", "segments", ""],
);
const given = (names: string, operand: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...names.split(" ")), operand, { minKeys: 1, maxKeys: 2 });

/** Conditions of every operator, many of them invalid somewhere. */
export const arbitraryCondition: fc.Arbitrary<JsonObject> = fc
  .letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      anyOperand,
      given("$eq $ne $exists $in $nin $gt $regex $size $all $not $like", anyOperand),
      given("$gt $gte $lt $lte $eq $ne", scalar),
      given(
        "$veq $vne $vgt $vgte $vlt $vlte $type $regex $regexi",
        fc.constantFrom(
          "1.2.3",
          "v1.10.0",
          "1.2.3-rc.1",
          "string",
          "array",
          "^a",
          "(a+)+",
          "[",
          "c",
        ),
      ),
      given("$in $nin $ini $nini $all $alli", fc.array(scalar, { maxLength: 3 })),
      given("$inSegment $notInSegment", fc.constantFrom("beta", "swiss", "nobody")),
      given("$not $size $elemMatch", tie("value")),
      given("$all $alli", fc.array(tie("value"), { maxLength: 2 })),
      given("$elemMatch", tie("condition")),
    ),
    condition: fc.oneof(
      { depthSize: "small" },
      { weight: 4, arbitrary: fc.dictionary(path, tie("value"), { maxKeys: 2 }) },
      given("$and $or $nor", fc.array(tie("condition"), { maxLength: 3 })),
      given("$not", tie("condition")),
    ),
  }))
  .condition.map((value) => fromOutside(value));

/** What such conditions ask about. */
export const arbitraryScope: fc.Arbitrary<JsonObject> = some({
  id: optional(fc.constantFrom("u1", "u2")),
  country: optional(scalar),
  segments: optional(fc.constant(["beta"])),
  usage: optional(some({ exports: scalar })),
  $group: optional(scalar),
  traits: optional(
    some({
      note: optional(anyOperand),
      tags: optional(fc.array(scalar, { maxLength: 3 })),
      list: optional(
        fc.array(fc.oneof(scalar, some({ country: scalar, id: scalar })), { maxLength: 3 }),
      ),
    }),
  ),
}).map((value) => fromOutside(value));
