import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyJson, arbitraryPlaybook } from "./arbitraries.fixture";
import { fromOutside, placementOf, playbookOf } from "./playbook.fixture";
import type { Problem } from "./types";
import { findProblems, playbookProblems } from "./validate";

function findAll(playbook: unknown) {
  const steps = findProblems(playbook);
  let count = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { count, problems: value };
    count += 1;
  }
}
const sorted = (problems: readonly Problem[]) =>
  problems.map(({ path, message }) => `${path} ${message}`).toSorted();

const segmentsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ handle: `s${i}`, condition: { "traits.a": i } }));

describe("problems found one part a step", () => {
  test("take a step for each segment and placement", () => {
    const placements = [placementOf(), placementOf()];
    expect(findAll(playbookOf({ segments: segmentsOf(3), placements })).count).toBe(5);
  });

  test("of many segments need no look at all of them for each", () => {
    const segments = segmentsOf(100);
    let looks = 0;
    const playbook = {
      ...playbookOf(),
      get segments() {
        looks++;
        return segments;
      },
    };
    expect(findAll(playbook).problems).toEqual([]);
    expect(playbookProblems(playbook)).toEqual([]);
    expect(looks).toBeLessThan(20);
  });

  test("are those that are found all at once", () => {
    const bad = fc.record({
      ...{ format_version: fc.constant(1), playbook_id: fc.constant("p"), version: fc.nat() },
      placements: fc.oneof(anyJson, fc.array(anyJson)),
    });
    fc.assert(
      fc.property(fc.oneof(anyJson, bad, arbitraryPlaybook), (given) => {
        const playbook = fromOutside(given);
        expect(sorted(findAll(playbook).problems)).toEqual(sorted(playbookProblems(playbook)));
      }),
      { numRuns: 1000 },
    );
  });
});
