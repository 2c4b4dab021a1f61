/** `npm run playbook -- validate` warns of values that fit their place, and can't be what was meant. */
import { expect, test } from "@playwright/test";
import { readPlaybook } from "../../scripts/playbook/read-playbook.mjs";
import { warningsOf } from "../../scripts/playbook/warnings.mjs";

type Part = Readonly<Record<string, unknown>>;

/** What is said of a Playbook with this one payload; it is always valid. */
function saidOf(payload: Part, { trigger, ...lists }: Part = {}): string[] {
  const playbook = {
    ...{ format_version: 1, playbook_id: "acme", version: 1 },
    placements: [
      {
        ...{ handle: "only", category: "usage", slot: "top", trigger },
        payloads: [{ handle: "a", surface: "card", content: { title: "Hello" }, ...payload }],
      },
    ],
    ...lists,
  };
  const read = readPlaybook(new TextEncoder().encode(JSON.stringify(playbook)));
  expect(read).toMatchObject({ ok: true });
  return read.ok ? warningsOf(read.playbook) : [];
}

const planOf = (amount: number) => ({ handle: `p${amount}`.replace(/\W/, "_"), amount });
const plansOf = (...amounts: readonly number[]) =>
  amounts.map(planOf).map(({ handle, amount }) => ({ handle, price: { amount, currency: "EUR" } }));

test("names an empty title, but for a button's", () => {
  const content = { title: "" };
  const ctas = [{ label: "Buy", action: "buy" }];
  expect(saidOf({ surface: "button", content, ctas })).toEqual([]);
  const says =
    "content.title: is empty, so that a dialog has no name and its cross lies on the first line";
  expect(saidOf({ content, locales: { de: { content: { title: "" } } } })).toEqual([
    `placements[0].payloads[0].${says}`,
    `placements[0].payloads[0].locales.de.${says}`,
  ]);
});

test("names a price that isn't in minor units", () => {
  expect(saidOf({}, { plans: plansOf(0, 2900, 29.9) })).toEqual([
    "plans[2].price.amount: 29.9 is no whole number: write it in minor units, such as cents",
  ]);
});

test("names {{price}} where no plan has a price, and nothing stands in for it", () => {
  const ctas = [{ label: "{{price}}", action: "buy" }];
  const content = { title: "From {{price|little}} on" };
  expect(saidOf({ content, ctas }, { plans: [{ handle: "free" }] })).toEqual([
    "placements[0].payloads[0].ctas[0].label: {{price}} needs a plan with a price, and hides its payload",
  ]);
  const priced = [{ label: "Buy", action: "buy", params: { plan: "p100" } }, ...ctas];
  const plans = [{ handle: "free" }, ...plansOf(100)];
  expect(saidOf({ content, ctas: priced }, { plans })).toEqual([]);
});

test("names {{price}} where the plan that it is taken from has none", () => {
  const plans = [{ handle: "free" }, { handle: "custom" }, ...plansOf(0, 100)];
  const content = { title: "Only {{price}}" };
  const at = "placements[0].payloads[0]: {{price}} is the price of";
  const own = (hidden: string) => [
    `${at} the user's own plan, as no CTA names one in params.plan, and hides the payload from users of ${hidden}: name a plan, or give it a fallback`,
  ];
  const ctaOf = (plan?: string) => ({
    label: "Buy",
    action: "buy",
    ...(plan && { params: { plan } }),
  });
  const said = (payload: Part) => saidOf({ content, ...payload }, { plans });
  expect(said({ ctas: [ctaOf()] })).toEqual(own("free, custom"));
  expect(said({ target: { plans: ["custom", "p100"] } })).toEqual(own("custom"));
  expect(said({ ctas: [ctaOf(), ctaOf("custom"), ctaOf("p100")] })).toEqual([
    `${at} "custom", which has none, and hides the payload: give it a fallback, or name another plan`,
  ]);
  for (const payload of [
    { ctas: [ctaOf(), ctaOf("p100")] },
    { target: { plans: ["p0", "p100"] } },
    { target: { condition: { plan_handle: "p100" } } },
    { content: { title: "Only {{price|a little}}" } },
    { ctas: [ctaOf()], locales: { de: { ctas: [{ params: { plan: "p100" } }] } } },
  ]) {
    expect(said(payload), JSON.stringify(payload)).toEqual([]);
  }
});

test("names the known tokens in single braces", () => {
  const title = `\${plan_name}, {user_name|you}, {traits.team}: {price}? {a} {team} { price }`;
  const params = { url: "/{plan_name}", template: "{plan_name}" };
  const payload = { content: { title }, ctas: [{ label: "A", action: "go", params }] };
  const line = (path: string, found: string, token: string) =>
    `placements[0].payloads[0].${path}: ${found} is no token, and is shown as it is: write ${token}`;
  expect(saidOf(payload)).toEqual([
    line("content.title", `\${plan_name}`, "{{plan_name}}"),
    line("content.title", "{user_name|you}", "{{user_name|you}}"),
    line("content.title", "{traits.team}", "{{traits.team}}"),
    line("content.title", "{price}", "{{price}}"),
    line("ctas[0].params.url", "{plan_name}", "{{plan_name}}"),
  ]);
  expect(saidOf({ ...payload, surface: "ticker" })).toEqual([]);
});

test("names a schedule that ends before it begins", () => {
  const line =
    "placements[0].payloads[0].schedule: until isn't after from, so that it is never shown: exchange them";
  const from = "2026-12-01";
  expect(saidOf({ schedule: { from, until: "2026-11-01T00:00:00Z" } })).toEqual([line]);
  expect(saidOf({ schedule: { from, until: "2026-12-01T00:00:00Z" } })).toEqual([line]);
  for (const schedule of [{ from, until: "2026-12-01T00:00:01Z" }, { from }, { until: from }, {}]) {
    expect(saidOf({ schedule })).toEqual([]);
  }
});

test("names a threshold and a meter of what counts no usage", () => {
  const types = ["feature", "tier", "usage_limit", "credits", "seats"];
  const entitlements = types.map((type) => ({
    ...{ handle: type, type, tiers: ["email"] },
    grants: [{ plans: ["p100"], tier: "email", ...(/^(u|c|s)/.test(type) && { limit: 3 }) }],
  }));
  const lists = { plans: plansOf(100), entitlements };
  const meterOf = (entitlement: string) => ({ content: { title: "A", meter: { entitlement } } });
  const said = (type: string) => {
    const { content } = meterOf(type);
    const words = { content: { meter: content.meter } };
    const variants = [{ handle: "b", weight: 1, locales: { de: words } }];
    const trigger = { type: "usage_threshold", entitlement: type, percent: 80 };
    return saidOf({ content, variants }, { ...lists, trigger });
  };
  for (const type of ["feature", "tier"]) {
    expect(said(type)).toEqual(
      [
        "trigger",
        "payloads[0].content.meter",
        "payloads[0].variants[0].locales.de.content.meter",
      ].map(
        (path) =>
          `placements[0].${path}.entitlement: "${type}" is of type ${type}, which counts no usage: name one of type usage_limit, credits, seats`,
      ),
    );
  }
  for (const type of ["usage_limit", "credits", "seats"]) expect(said(type)).toEqual([]);
  const trigger = { type: "entitlement_denied", entitlement: "feature" };
  expect(saidOf({}, { ...lists, trigger })).toEqual([]);
});

test("names a toast that is gone before anybody has read it", () => {
  const toast = (duration_ms?: number) =>
    saidOf(
      {
        surface: "toast",
        content: { title: "Saved", ...(duration_ms !== undefined && { duration_ms }) },
      },
      { slot: undefined },
    );
  expect(toast(0)).toContain(
    "placements[0].payloads[0].content.duration_ms: after 0 ms nobody has read it, though it counts as shown",
  );
  expect(toast(999).join()).toContain("after 999 ms");
  expect([...toast(1000), ...toast()].join()).not.toContain("duration_ms");
});

test("names a share where percents are meant, and what nobody is shown", () => {
  const share = (percent: number, meant: number) =>
    `${percent} is less than one percent: for a share of ${percent} write ${meant}`;
  const grants = [{ plans: ["p100"], limit: 3 }];
  const entitlements = [{ handle: "exports", type: "usage_limit", warn_at_percent: 0.29, grants }];
  const placementOf = (payload: Part, more: Part) => ({
    ...{ handle: "only", category: "usage", slot: "top", ...more },
    payloads: [{ handle: "a", surface: "card", content: { title: "A" }, ...payload }],
  });
  const trigger = { type: "usage_threshold", entitlement: "exports", percent: 0.8 };
  const said = (payload: Part, more: Part) =>
    saidOf({}, { plans: plansOf(100), entitlements, placements: [placementOf(payload, more)] });
  const nobody = "so that nobody is shown it";
  const at = "placements[0].payloads[0]";
  const [known = "", ...odd] = said(
    {
      rollout_percent: 0.5,
      caps: [
        { count: 0, period: "day" },
        { count: 1.5, period: "week" },
      ],
    },
    { holdout_percent: 0.1, trigger },
  );
  expect(known).toBe(`entitlements[0].warn_at_percent: ${share(0.29, 29)}`);
  expect(odd).toEqual([
    `placements[0].holdout_percent: ${share(0.1, 10)}`,
    `placements[0].trigger.percent: ${share(0.8, 80)}`,
    `${at}.rollout_percent: ${share(0.5, 50)}`,
    `${at}.caps[0].count: is 0, ${nobody}: for no cap leave it out`,
    `${at}.caps[1].count: 1.5 is no whole number`,
  ]);
  expect(said({ rollout_percent: 0 }, { holdout_percent: 100 })).toEqual([
    known,
    `placements[0].holdout_percent: is 100, ${nobody}`,
    `${at}.rollout_percent: is 0, ${nobody}`,
  ]);
  const caps = [{ count: 1, period: "day" }];
  expect(said({ rollout_percent: 1, caps }, { holdout_percent: 0 })).toEqual([known]);
});

test("names a limit that isn't read, a currency that there isn't, and a price below nothing", () => {
  const grants = [{ plans: ["pro"], limit: 3, tier: "email" }];
  const typed = ["feature", "tier", "seats"].map((type) => ({ handle: type, type, grants }));
  const entitlements = typed.map((one) => ({ ...one, tiers: ["email"] }));
  const plans = [
    { handle: "pro", price: { amount: -100, currency: "EUR" } },
    { handle: "yen", price: { amount: 100, currency: "YEN" } },
  ];
  const limit = (i: number, type: string) =>
    `entitlements[${i}].grants[0].limit: is not read, since a ${type} has no limit: use the type usage_limit, credits or seats`;
  expect(saidOf({}, { plans, entitlements })).toEqual([
    "plans[0].price.amount: -100 is less than nothing",
    'plans[1].price.currency: "YEN" is no currency that is known: use its ISO 4217 code',
    limit(0, "feature"),
    limit(1, "tier"),
  ]);
});

test("names languages that there aren't, and those given twice", () => {
  const words = { content: { title: "Hallo" } };
  const localesOf = (...tags: string[]) => Object.fromEntries(tags.map((tag) => [tag, words]));
  const at = "placements[0].payloads[0]";
  const such = `write one such as "de" or "pt-BR"`;
  const variants = [{ handle: "b", weight: 1, locales: localesOf("jp", "ja") }];
  expect(saidOf({ locales: localesOf("german", "de", "DE", "de-AT", "de_at"), variants })).toEqual([
    `${at}.locales.german: "german" is no language that is known: ${such}`,
    `${at}.locales.DE: is the same language as "de": join them`,
    `${at}.locales.de_at: is the same language as "de-AT": join them`,
    `${at}.variants[0].locales.jp: "jp" is no language that is known (did you mean ja?): ${such}`,
  ]);
  const tags = ["en", "de-CH-1996", "zh", "zh_Hant", "sr-Latn-RS", "fil", "ckb", "es-419", "nb"];
  expect(saidOf({ locales: localesOf(...tags, "he", "iw") })).toEqual([]);
  expect(saidOf({ locales: localesOf("zh-Hant", "zh_TW", "zh-Hans", "no-NO", "iw") })).toEqual([
    `${at}.locales.zh-Hant: browsers say "zh-TW" or "zh-HK" for "zh-Hant": write that too`,
    `${at}.locales.zh-Hans: browsers say "zh-CN" for "zh-Hans": write that too`,
    `${at}.locales.no-NO: browsers say "nb" for "no-NO": write that too`,
    `${at}.locales.iw: browsers say "he" for "iw": write that too`,
  ]);
});

test("names a threshold or a stage that a wider one of its slot comes before", () => {
  const grants = [{ plans: ["p100"], limit: 3 }];
  const entitlements = ["exports", "seats"].map((handle) => ({ handle, type: "seats", grants }));
  const of = (trigger: Part, more: Part = {}) => ({ trigger, ...more });
  const from = (percent: number, entitlement = "exports") => ({
    ...{ type: "usage_threshold", entitlement, percent },
  });
  const ending = (days_before_end?: number) => ({
    ...{ type: "trial_stage", stage: "ending", ...(days_before_end && { days_before_end }) },
  });
  const said = (...parts: readonly Part[]) => {
    const placements = parts.map(({ payload, ...more }, i) => ({
      ...{ handle: `p${i}`, category: "usage", slot: "top" },
      payloads: [
        {
          ...{ handle: "a", surface: "card", content: { title: "{{usage_used}}" } },
          ...Object(payload),
        },
      ],
      ...more,
    }));
    return saidOf({}, { plans: plansOf(100), entitlements, placements }).filter(
      (line) => !line.includes("{{"),
    );
  };
  const line = (i: number, j: number, since: string) => [
    `placements[${i}]: placements[${j}], which holds ${since}, comes before it in slot "top": give this one a higher priority`,
  ];
  expect(said(of(from(80)), of(from(100)))).toEqual(line(1, 0, "from 80 % on"));
  expect(said(of(from(100), { priority: 1 }), of(from(80), { priority: 2 }))).toEqual(
    line(0, 1, "from 80 % on"),
  );
  expect(said(of(ending(7)), of(ending()))).toEqual(line(1, 0, "from 7 days before the end on"));
  for (const parts of [
    [of(from(100)), of(from(80))],
    [of(from(80)), of(from(100), { priority: 1 })],
    [of(from(80)), of(from(100, "seats"))],
    [of(from(80), { slot: "side" }), of(from(100))],
    [of(from(80), { slot: undefined }), of(from(100), { slot: undefined })],
    [of(from(80), { payload: { target: { plans: ["p100"] } } }), of(from(100))],
    [of(from(80), { holdout_percent: 10 }), of(from(100))],
    [of(ending(1)), of(ending())],
  ]) {
    expect(said(...parts).filter((one) => one.includes("comes before"))).toEqual([]);
  }
});
