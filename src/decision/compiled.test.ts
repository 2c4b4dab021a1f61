import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePlaybook, decideEntitlement, decidePlacement } from "../decision";
import { NOW, placementOf, playbookOf, withGrants } from "./playbook.fixture";

const playbook = withGrants([{ segments: ["heavy"], limit: 100 }]);
const inputOf = (exports: number) => ({ context: { usage: { exports } }, now: NOW });

test("a compiled Playbook may be frozen", () => {
  const compiled = Object.freeze(compilePlaybook(playbook));
  expect(decideEntitlement(compiled, "exports", inputOf(30)).allowed).toBe(true);
  expect(decideEntitlement(compiled, "exports", inputOf(5)).allowed).toBe(false);
});

test("copies of a compiled Playbook answer each user for themselves", () => {
  const compiled = compilePlaybook(playbook);
  const copy = { ...compiled, problems: compiled.problems };
  for (const exports of [30, 5, 30]) {
    const allowed = [exports, 35 - exports].map((used, index) => {
      const one = index ? copy : compiled;
      return decideEntitlement(one, "exports", inputOf(used)).allowed;
    });
    expect(allowed).toEqual([exports === 30, exports === 5]);
  }
});

test("questions in any order, asked again or about what isn't there, have the answers they have alone", () => {
  const places = ["top", "side", "top", "end", "constructor"];
  const authored = playbookOf({
    placements: places.map((slot, index) => placementOf({ handle: `in_${index}`, slot })),
  });
  const question = fc.record({ slot: fc.constantFrom(...places, "nowhere", "__proto__", "") });
  const answerTo = (compiled: ReturnType<typeof compilePlaybook>, slot: string) =>
    decidePlacement(compiled, { slot }, inputOf(5));
  fc.assert(
    fc.property(fc.array(question, { maxLength: 20 }), (questions) => {
      const kept = compilePlaybook(authored);
      for (const { slot } of [...questions, ...questions]) {
        expect(answerTo(kept, slot)).toEqual(answerTo(compilePlaybook(authored), slot));
      }
    }),
  );
});
