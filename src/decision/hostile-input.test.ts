import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { evaluateCondition, validatePlaybook } from "../decision";
import { anyJson } from "./arbitraries.fixture";
import {
  answers,
  freeUser,
  fromOutside,
  NOW,
  placementOf,
  playbookOf,
  withGrants,
} from "./playbook.fixture";
import { PLACEMENT_REASONS } from "./types";

const slotTop = { slot: "top" };
const input = { context: freeUser, now: NOW };

describe("whatever JSON comes in, nothing throws and nothing is given away", () => {
  test("as a Playbook", () => {
    fc.assert(
      fc.property(anyJson, fc.boolean(), (json, withVersion) => {
        const playbook = withVersion ? { ...Object(json), format_version: 1 } : json;
        const { decision, entitlements } = answers(playbook, slotTop, input);
        expect(decision.visible).toBe(false);
        expect(entitlements.filter(({ allowed }) => allowed)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test.each(["plans", "segments", "entitlements", "trials", "placements", "branding"] as const)(
    "as the list %s, and as an item of it",
    (list) => {
      const sound = withGrants([{ plans: ["pro"], limit: 5 }]);
      fc.assert(
        fc.property(anyJson, fc.boolean(), (json, asItem) => {
          const playbook = { ...sound, [list]: asItem ? [json] : json };
          const { decision, entitlements } = answers(playbook, slotTop, input);
          expect(decision.visible).toBe(false);
          expect(entitlements.filter(({ allowed }) => allowed)).toEqual([]);
        }),
        { numRuns: 150 },
      );
    },
  );

  test("as the context, as a whole and in each of its fields", () => {
    const playbook = {
      ...withGrants([{ plans: ["pro"], limit: 5 }]),
      placements: [
        placementOf({
          payload: {
            content: { title: "{{user_name|you}} {{traits.note|}} {{days_remaining|}}" },
            locales: { de: { content: { title: "Hallo" } } },
          },
        }),
        placementOf({
          handle: "rolled_out",
          priority: 2,
          holdout_percent: 5,
          payload: { rollout_percent: 50 },
        }),
        placementOf({
          handle: "of_trial",
          trigger: { type: "trial_stage", stage: "started" },
          priority: 1,
        }),
      ],
    };
    const fields = ["id", "anonymous_id", "plan_handle", "name", "locale", "segments", "traits"];
    const more = ["usage", "trial", "entitlements", "page", "event", "country"];
    const anyContext = fc.oneof(
      anyJson,
      fc.dictionary(fc.constantFrom(...fields, ...more), anyJson),
    );
    fc.assert(
      fc.property(anyContext, (context) => {
        const given = { context: fromOutside(context), now: NOW };
        const { entitlements } = answers(playbook, slotTop, given);
        for (const { allowed, reason } of entitlements) {
          // Only what is said so in as many words: an own `true`.
          expect(allowed).toBe(reason === "granted_by_server");
        }
      }),
      { numRuns: 500 },
    );
  });

  test("as the history, as a whole and in each of its fields", () => {
    const playbook = playbookOf({
      placements: [
        placementOf({ payload: { caps: [{ count: 1, period: "day" }], cooldown_hours: 1 } }),
      ],
    });
    const fields = fc.constantFrom("displays", "dismissed", "reminded", "session_started_at");
    fc.assert(
      fc.property(fc.oneof(anyJson, fc.dictionary(fields, anyJson)), (history) => {
        const { decision } = answers(playbook, slotTop, {
          ...input,
          history: fromOutside(history),
        });
        expect(PLACEMENT_REASONS).toEqual(expect.arrayContaining([...decision.reasons]));
      }),
      { numRuns: 300 },
    );
  });

  describe("as the question", () => {
    const playbook = playbookOf({
      placements: [placementOf({ payload: { locales: { de: { content: { title: "Hallo" } } } } })],
    });

    test.each(["slot", "placement", "trigger", "surfaces", "locale"])(
      "in its field %s",
      (field) => {
        fc.assert(
          fc.property(anyJson, (json) => {
            answers(playbook, fromOutside({ ...slotTop, [field]: json }), input);
            answers(playbook, fromOutside({ [field]: json }), input);
          }),
          { numRuns: 150 },
        );
      },
    );

    test("as a whole", () => {
      fc.assert(
        fc.property(anyJson, (json) => {
          answers(playbook, fromOutside(json), input);
        }),
        { numRuns: 150 },
      );
    });
  });

  test("as a condition over anything", () => {
    fc.assert(
      fc.property(anyJson, anyJson, anyJson, (condition, context, segments) => {
        expect(typeof evaluateCondition(condition, context, fromOutside(segments))).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });

  test("as an operand of any operator", () => {
    const operators =
      "$eq $ne $in $nin $ini $nini $gt $gte $lt $lte $exists $type $regex $regexi $size $elemMatch " +
      "$all $alli $not $and $or $nor $veq $vne $vgt $vgte $vlt $vlte $inSegment $notInSegment";
    fc.assert(
      fc.property(
        fc.constantFrom(...operators.split(" ")),
        fc.oneof(anyJson, fc.array(fc.string())),
        fc.oneof(anyJson, fc.array(fc.string())),
        (operator, operand, value) => {
          for (const condition of [{ a: { [operator]: operand } }, { [operator]: operand }]) {
            expect(typeof evaluateCondition(condition, { a: value })).toBe("boolean");
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test.each([undefined, null, "nobody"])("an input that is %j is about nobody", (nobody) => {
    const playbook = playbookOf({ placements: [placementOf({ slot: "top" })] });
    const answer = answers(playbook, slotTop, fromOutside(nobody));
    expect(answer).toEqual(answers(playbook, slotTop, { context: {}, now: 0 }));
  });

  describe("nested as deep as a parser allows", () => {
    const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);

    test.each<[string, object, object]>([
      ["a context", {}, { context: { ...freeUser, traits: deep } }],
      ["a history", {}, { history: { displays: deep, dismissed: deep } }],
      ["a Playbook's content", { content: { title: "Hello", extra: deep } }, {}],
      ["a Playbook's condition", { target: { condition: { $and: deep } } }, {}],
      ["a CTA's params", { ctas: [{ label: "Go", action: "go", params: { deep } }] }, {}],
    ])("in %s", (_, payload, given) => {
      const playbook = playbookOf({ placements: [placementOf({ payload })] });
      expect(() => answers(playbook, slotTop, { ...input, ...given })).not.toThrow();
    });
  });
});

describe("where a library has given all objects a method", () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, "extend");
  });

  test("it is no colour of the theme's and no language of a payload's", () => {
    const locales = { de: { content: { title: "Mehr Platz" } } };
    const playbook = playbookOf({
      branding: { theme: { colors: { text: "navy" } } },
      placements: [placementOf({ payload: { locales } })],
    });
    Object.assign(Object.prototype, { extend() {} });
    expect(validatePlaybook(playbook)).toEqual({ ok: true, playbook });
    expect(answers(playbook, slotTop, input).decision.visible).toBe(true);
  });
});
