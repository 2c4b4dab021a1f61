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

describe("problems found one placement a step", () => {
  test("take a step for each placement", () => {
    expect(findAll(playbookOf({ placements: [placementOf(), placementOf()] })).count).toBe(2);
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
