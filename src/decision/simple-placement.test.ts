import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePlaybook, decidePlacement, decisionsFor, explainPlacement } from "../decision";
import { arbitraryInput } from "./arbitraries.fixture";
import { evaluate, subjectFor } from "./placements";
import { fromOutside, NOW, placementOf, playbookOf } from "./playbook.fixture";
import { readyPlacement } from "./ready";
import type { PlacementQuery } from "./types";

const segments = [{ handle: "swiss", condition: { country: "CH" } }];
const handles = ["first", "second", "third"];
const slot = fc.constantFrom("first", "second");
const surface = fc.constantFrom("card", "banner", "button", "modal", "own_one");
const condition = fc.constantFrom(
  ...[
    { country: "CH" },
    { plan_handle: { $in: ["free", "pro"] } },
    { "usage.exports": { $gte: 3 } },
  ],
  ...[{ "page.path": { $regex: "(a+)+" } }, { country: { $unknown: 1 } }, { segments: "beta" }, {}],
);
const title = fc.constantFrom("Hello", "{{plan_name}}", "{{days_remaining|some}} days", "{{none}}");
/** Mostly as it is, now and then with one more thing. */
const orWith = <T extends object>(plain: fc.Arbitrary<T>, ...more: object[]) =>
  fc.oneof(
    { weight: 4, arbitrary: plain },
    fc.tuple(plain, fc.constantFrom(...more)).map(([one, other]) => ({ ...one, ...other })),
  );
const plainPayload = fc.record(
  {
    handle: fc.constantFrom("a", "b"),
    surface,
    content: fc.record({ title, body: title }, { requiredKeys: ["title"] }),
    target: fc.record(
      {
        condition,
        plans: fc.constantFrom(["free"], ["pro", "team"], []),
        segments: fc.constantFrom(["swiss"], ["nobody", "swiss"]),
      },
      { requiredKeys: [] },
    ),
    ctas: fc.constantFrom([], [{ label: "Go to {{plan_name|it}}", action: "go" }]),
    caps: fc.constant([{ count: 1, period: "day" }]),
  },
  { requiredKeys: ["handle", "surface", "content"] },
);
const payload = orWith(
  plainPayload,
  ...[{ from: "2020-01-01" }, { until: "2020-01-01" }].map((schedule) => ({ schedule })),
  ...[0, 50, 100].map((rollout_percent) => ({ rollout_percent })),
);
const plainPlacement = fc.record(
  {
    handle: fc.constantFrom(...handles),
    // One without a slot is page-level.
    slot: fc.option(slot, { nil: undefined, freq: 10 }),
    category: fc.constantFrom("fixed", "wrong"),
    payloads: fc.oneof({ weight: 4, arbitrary: fc.tuple(payload) }, fc.array(payload)),
  },
  { requiredKeys: ["handle", "payloads", "category"] },
);
const placement = orWith(
  plainPlacement,
  ...[0, 50].map((holdout_percent) => ({ holdout_percent })),
  ...[{ type: "slot_render" }, { type: "event", name: "saved" }].map((trigger) => ({ trigger })),
);
const ofWrongType = fc.constantFrom<unknown>("", 0, 5, null, false, "card", {});
/** A slot or a placement alone, or with one thing more, or with something that is none. */
const query = fc.oneof(
  { weight: 3, arbitrary: fc.record({ slot }) },
  { weight: 3, arbitrary: fc.record({ placement: fc.constantFrom(...handles) }) },
  fc.record({ slot, placement: slot }),
  ...["slot", "placement"].flatMap((key) => [
    fc.record({ [key]: slot, surfaces: fc.constantFrom([], ["card"], ["modal"]) }),
    fc.record({ [key]: slot, registered: fc.constant(["own_one"]) }),
    fc.record({ [key]: slot, inactive: fc.constantFrom(["fixed"], ["slot_render"], ["event"]) }),
    fc.record({ [key]: slot, except: fc.constantFrom([], handles) }),
    fc.record({ [key]: slot, requested: fc.boolean() }),
    fc.record({ [key]: slot, trigger: fc.constant({ type: "event", name: "saved" }) }),
    fc.record({ [key]: fc.constantFrom(5, "", null, undefined) }),
    fc
      .tuple(slot, fc.constantFrom("surfaces", "inactive", "except"), ofWrongType)
      .map(([handle, limit, value]) => ({ [key]: handle, [limit]: value })),
  ]),
);

describe("a question about one plain placement", () => {
  test("is answered as all others are, whoever asks", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(placement, { minLength: 1, maxLength: 4 }),
        query,
        arbitraryInput,
        (placements, asked, input) => {
          const playbook = compilePlaybook({ ...playbookOf(), segments, placements });
          const question: PlacementQuery = fromOutside(asked);
          const expected = evaluate(subjectFor(playbook, question, input), question);
          // Conditions that are asked again are tested in another way.
          for (const _ of [1, 2, 3, 4]) {
            expect(decidePlacement(playbook, question, input)).toEqual(expected);
            expect(decisionsFor(playbook, input).placement(question)).toEqual(expected);
          }
          const { visible, reasons } = explainPlacement(playbook, question, input);
          expect(visible).toBe(expected.visible);
          expect(reasons).toEqual(expect.arrayContaining([...expected.reasons]));
          for (const reason of expected.reasons) seen.add(reason);
        },
      ),
      { numRuns: 9000 },
    );
    const met = ["shown", "condition_mismatch", "token_missing", "cap_reached", "cooling_down"];
    const alsoMet = ["plan_mismatch", "segment_mismatch", "outside_schedule", "rollout_excluded"];
    expect([...seen]).toEqual(expect.arrayContaining([...met, ...alsoMet, "holdout"]));
  });

  test.each([[{ history: fromOutside(5) }], [{ context: fromOutside(null) }]])(
    "and throws nothing when it is of a wrong type: %j",
    (parts) => {
      const playbook = compilePlaybook(playbookOf({ placements: [placementOf()] }));
      const input = { context: {}, now: NOW, ...parts };
      expect(decidePlacement(playbook, { slot: "top" }, input).visible).toBe(true);
      expect(decidePlacement(playbook, fromOutside(undefined), input).visible).toBe(false);
    },
  );
});

test.each([
  ["a payload whose surface is in the flow of its slot", placementOf(), true],
  ["one that is not", placementOf({ payload: { surface: "modal" } }), false],
  [
    "two payloads",
    { ...placementOf(), payloads: [1, 2].flatMap(() => placementOf().payloads) },
    false,
  ],
  ["none", { ...placementOf(), payloads: [] }, false],
  ["a trigger that is always met", placementOf({ trigger: { type: "slot_render" } }), true],
  ["one that may not be", placementOf({ trigger: { type: "event", name: "saved" } }), false],
  ["a holdout", placementOf({ holdout_percent: 5 }), false],
  ["a rollout", placementOf({ payload: { rollout_percent: 100 } }), false],
  [
    "a target of every kind",
    placementOf({ payload: { target: { plans: [], segments: [] } } }),
    true,
  ],
])("simple is a placement with %s: %#", (_, given, isSimple) => {
  expect(!!readyPlacement(given).simple).toBe(isSimple);
});
