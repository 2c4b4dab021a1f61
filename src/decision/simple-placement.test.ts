import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePlaybook, decidePlacement, decisionsFor } from "../decision";
import { arbitraryInput } from "./arbitraries.fixture";
import { evaluate, subjectFor } from "./placements";
import { fromOutside, NOW, placementOf, playbookOf } from "./playbook.fixture";
import { readyPlain } from "./simple-placement";
import type { PlacementQuery } from "./types";

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
const payload = fc.record(
  {
    handle: fc.constantFrom("a", "b"),
    surface,
    content: fc.record({ title, body: title }, { requiredKeys: ["title"] }),
    target: fc.record({ condition }, { requiredKeys: [] }),
    ctas: fc.constantFrom([], [{ label: "Go to {{plan_name|it}}", action: "go" }]),
    caps: fc.constant([{ count: 1, period: "day" }]),
  },
  { requiredKeys: ["handle", "surface", "content"] },
);
const placement = fc.record(
  {
    handle: fc.constantFrom(...handles),
    slot,
    category: fc.constantFrom("fixed", "wrong"),
    payloads: fc.oneof({ weight: 4, arbitrary: fc.tuple(payload) }, fc.array(payload)),
  },
  { requiredKeys: ["handle", "payloads", "category"] },
);
/** A slot alone, or a slot with one thing more, or something that is none. */
const query = fc.oneof(
  { weight: 4, arbitrary: fc.record({ slot }) },
  fc.record({ slot, placement: slot }),
  fc.record({ slot, surfaces: fc.constantFrom([], ["card"], ["modal"]) }),
  fc.record({ slot, registered: fc.constant(["own_one"]) }),
  fc.record({ slot, inactive: fc.constantFrom(["fixed"], ["slot_render"], ["event"]) }),
  fc.record({ slot, except: fc.constantFrom([], handles) }),
  fc.record({ slot, trigger: fc.constant({ type: "event", name: "saved" }) }),
  fc.record({ slot: fc.constant(5) }),
  fc.record({ placement: slot }),
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
          const playbook = compilePlaybook({ ...playbookOf(), placements });
          const question: PlacementQuery = fromOutside(asked);
          const expected = evaluate(subjectFor(playbook, question, input), question);
          // Conditions that are asked again are tested in another way.
          for (const _ of [1, 2, 3, 4]) {
            expect(decidePlacement(playbook, question, input)).toEqual(expected);
            expect(decisionsFor(playbook, input).placement(question)).toEqual(expected);
          }
          for (const reason of expected.reasons) seen.add(reason);
        },
      ),
      { numRuns: 6000 },
    );
    const met = ["shown", "condition_mismatch", "token_missing", "cap_reached", "cooling_down"];
    expect([...seen]).toEqual(expect.arrayContaining(met));
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
])("simple is a placement with %s: %#", (_, given, isSimple) => {
  expect(!!readyPlain(given)?.simple).toBe(isSimple);
});
