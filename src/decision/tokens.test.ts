import { describe, expect, test, vi } from "vitest";
import type { Payload, TargetingContext } from "../decision";
import {
  DAY,
  decide,
  freeUser,
  iso,
  NOW,
  payloadOf,
  placementOf,
  playbookOf,
  type Question,
} from "./playbook.fixture";

describe("a token", () => {
  const playbook = playbookOf({
    branding: { workspace_name: "Acme" },
    trials: [{ handle: "pro_trial", plan: "pro", days: 14 }],
    entitlements: [
      { handle: "exports", type: "usage_limit", grants: [{ plans: ["free"], limit: 50 }] },
      { handle: "credits", type: "credits", grants: [{ plans: ["free"], limit: null }] },
    ],
  });
  const context = {
    ...freeUser,
    name: "Anna",
    traits: { company: "Muster AG", seats: 0, active: false, deep: { er: "yes" }, list: [1] },
    usage: { exports: 29, credits: 4 },
    trial: { in_trial: true, trial_handle: "pro_trial", started_at: iso(NOW - 4.5 * DAY) },
  };
  const saying = (payload: Partial<Payload>, question: Question = {}) =>
    decide({ ...playbook, placements: [placementOf({ payload })] }, { context, ...question });
  const title = (text: string, meter = "exports", known: TargetingContext = context) =>
    saying({ content: { title: text, meter: { entitlement: meter } } }, { context: known }).output
      ?.content.title;

  test.each([
    ["{{plan_name}}", "Free"],
    ["{{user_name}}", "Anna"],
    ["{{workspace_name}}", "Acme"],
    ["{{trial_plan_name}}", "Pro"],
    ["{{day_number}} of 14, {{days_remaining}} left", "5 of 14, 10 left"],
    ["{{usage_used}}/{{usage_limit}}", "29/50"],
    ["{{usage_remaining}} left, {{usage_percent}} %", "21 left, 58 %"],
    ["{{traits.company}}", "Muster AG"],
    ["{{traits.deep.er}}", "yes"],
    ["{{traits.seats}} {{traits.active}}", "0 false"],
    ["{{user_name|there}}", "Anna"],
    ["{{traits.missing|there}}", "there"],
    ["Hi{{traits.missing|}}!", "Hi!"],
    ["{{traits.missing|a b, c.}}", "a b, c."],
    ["{{traits.constructor|none}}", "none"],
    ["{{unheard_of|none}} {{constructor|none}}", "none none"],
  ])("in %j makes %j", (text, expected) => {
    expect(title(text)).toBe(expected);
  });

  test("in a value is a text like any other", () => {
    const known = { ...context, name: "{{price}}", traits: { company: "{{user_name}}" } };
    expect(title("{{user_name|there}}, {{traits.company}}", "exports", known)).toBe(
      "{{price}}, {{user_name}}",
    );
  });

  test.each([
    "{{ user_name }}",
    "{{User_name}}",
    "{user_name}",
    "{{}}",
    "{{|x}}",
    "{{1st}}",
    "{{user-name}}",
    "$& $1 {{",
  ])("%j is none, but literal text", (text) => {
    expect(title(text)).toBe(text);
  });

  test.each([
    "{{traits.missing}}",
    "{{traits.deep}}",
    "{{traits.list}}",
    "{{traits.constructor}}",
    "{{traits.company.length}}",
    "{{unheard_of}}",
    "{{constructor}}",
    "{{usage_other}}",
  ])("%j has neither value nor fallback: token_missing", (text) => {
    expect(saying({ content: { title: text } }).reasons).toEqual(["token_missing"]);
  });

  test("of usage is without what adding fractions leaves behind", () => {
    const known = { ...context, usage: { exports: 0.1 + 0.2 } };
    const text = "{{usage_used}} used, {{usage_remaining}} left";
    expect(title(text, "exports", known)).toBe("0.3 used, 49.7 left");
    const most = { ...context, usage: { exports: 7.999 } };
    expect(title("{{usage_remaining}}", "exports", most)).toBe("42.001");
    // Near the limit most digits cancel out.
    const near = { ...context, usage: { exports: 49.01 } };
    expect(title(text, "exports", near)).toBe("49.01 used, 0.99 left");
    let summed = 0;
    for (let i = 0; i < 499; i++) summed += 0.1;
    const steps = { ...context, usage: { exports: summed } };
    expect(title(text, "exports", steps)).toBe("49.9 used, 0.1 left");
  });

  test("of usage reads meter.entitlement, else the trigger's, else it is missing", () => {
    expect(title("{{usage_used}}", "credits")).toBe("4");
    const trigger = { type: "usage_threshold", entitlement: "exports", percent: 1 } as const;
    const placement = placementOf({ trigger, payload: { content: { title: "{{usage_used}}" } } });
    const placements = [placement];
    expect(decide({ ...playbook, placements }, { context }).output?.content.title).toBe("29");
    expect(saying({ content: { title: "{{usage_used}}" } }).reasons).toEqual(["token_missing"]);
  });

  test("of an unlimited entitlement's limit takes its fallback", () => {
    expect(title("{{usage_limit|unlimited}}", "credits")).toBe("unlimited");
    expect(title("{{usage_percent|-}} {{usage_remaining|-}}", "credits")).toBe("- -");
  });

  test("usage_percent is exact for every whole percentage", () => {
    for (let used = 0; used < 50; used++) {
      const known = { ...context, usage: { exports: used } };
      expect(title("{{usage_percent}}", "exports", known)).toBe(`${used * 2}`);
    }
    // Of 50 and in fractions: 0.29 * 50 is 14.499999999999998.
    for (let percent = 1; percent < 100; percent++) {
      const known = { ...context, usage: { exports: (percent / 100) * 50 } };
      expect(title("{{usage_percent}}", "exports", known)).toBe(`${percent}`);
    }
  });

  test("is expanded in every text of content and CTAs, and once only", () => {
    const known = { ...context, name: "{{plan_name}}" };
    const payload: Partial<Payload> = {
      content: {
        title: "T {{user_name}}",
        body: "{{plan_name}}",
        image: { url: "https://a.example/x.png", alt: "{{workspace_name}}" },
      },
      ctas: [{ label: "{{plan_name}}", action: "go", params: { note: "{{workspace_name}}" } }],
    };
    expect(saying(payload, { context: known }).output).toMatchObject({
      content: { title: "T {{plan_name}}", body: "Free", image: { alt: "Acme" } },
      ctas: [{ label: "Free", action: "go", params: { note: "Acme" } }],
    });
  });

  test("in an address is encoded, half a character too", () => {
    const known = { ...context, name: "a b/\ud800?" };
    const ctas = [{ label: "Go", action: "open_url", params: { url: "/x/{{user_name}}" } }];
    const { output } = saying({ ctas }, { context: known });
    expect(output?.ctas[0]?.params).toEqual({ url: "/x/a%20b%2F%EF%BF%BD%3F" });
  });

  test("missing in a CTA's label hides the payload as well; the next one is tried", () => {
    const payloads = [
      payloadOf({ handle: "a", ctas: [{ label: "{{traits.missing}}", action: "go" }] }),
      payloadOf({ handle: "b" }),
    ];
    expect(decide(placementOf({ payloads })).output?.payload).toBe("b");
    expect(decide(placementOf({ payloads: payloads.slice(0, 1) })).reasons).toEqual([
      "token_missing",
    ]);
  });

  test("price is left to the shell, which alone may format", () => {
    const content = { title: "For {{price}}" };
    const ctas = [{ label: "Buy", action: "open_checkout", params: { plan: "pro" } }];
    const formatPrice: Question["formatPrice"] = ({ amount, currency }, locale) =>
      `${currency} ${amount / 100} in ${locale}`;
    expect(saying({ content, ctas }).output?.content.title).toBe("For {{price}}");
    const question = { formatPrice, query: { slot: "top", locale: "de" } };
    expect(saying({ content, ctas }, question).output?.content.title).toBe("For EUR 29 in de");
  });

  test("price is left just as it was authored, in an address and with a fallback too", () => {
    const url = "/buy?at={{price}}&or={{price|free}}";
    const ctas = [{ label: "Buy", action: "open_url", params: { plan: "pro", url } }];
    const { output } = saying({ content: { title: "Pro" }, ctas });
    expect(output?.ctas[0]?.params?.url).toBe(url);
  });

  test("no price is formatted where no text asks for one", () => {
    const ctas = [{ label: "Buy", action: "open_checkout", params: { plan: "pro" } }];
    const formatPrice = vi.fn(() => "");
    saying({ content: { title: "{{user_name|you}}" }, ctas }, { formatPrice });
    expect(formatPrice).not.toHaveBeenCalled();
  });

  test("price of a plan without one is missing", () => {
    expect(saying({ content: { title: "{{price}}" } }).reasons).toEqual(["token_missing"]);
    expect(title("{{price|free}}")).toBe("free");
  });

  test("expands to text, however it looks", () => {
    const name = "<img src=x onerror=alert(1)> $& $1";
    expect(title("{{user_name}}", "exports", { ...context, name })).toBe(name);
  });
});
