/** Of all grants that match, the most generous wins: a grant more only ever helps, wherever it stands. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePlaybook, decideEntitlement, type Grant, type Playbook } from "../decision";
import { arbitraryEntitlement, arbitraryGrant, arbitraryInput } from "./arbitraries.fixture";
import { playbookOf } from "./playbook.fixture";

const TIERS = ["low", "high"];
const TYPES = ["feature", "usage_limit", "credits", "seats", "tier"] as const;
type Input = Parameters<typeof decideEntitlement>[2];

const playbookWith = (handle: string, type: (typeof TYPES)[number], grants: readonly Grant[]) =>
  playbookOf({
    plans: ["free", "pro", "gold"].map((plan) => ({ handle: plan })),
    entitlements: [{ handle, type, tiers: TIERS, grants }],
  });

/** Comparable: unlimited over soft over hard, then the higher limit or tier; nothing granted is lowest. */
function generosity(playbook: Playbook, handle: string, input: Input): readonly number[] {
  const at = (used: number) =>
    decideEntitlement(compilePlaybook(playbook), handle, {
      ...input,
      context: { ...input.context, usage: { [handle]: used }, entitlements: {} },
    });
  const { allowed, reason, limit, tier } = at(0);
  const hasGrant = allowed || reason === "limit_reached";
  const kind = limit === null ? 2 : Number(at(1e9).allowed);
  return hasGrant ? [1, kind, limit ?? 0, TIERS.indexOf(tier ?? "")] : [0];
}
function expectAtLeast(after: readonly number[], before: readonly number[]) {
  const differing = before.findIndex((one, i) => one !== after[i]);
  if (differing >= 0) expect(after[differing]).toBeGreaterThan(before[differing] ?? 0);
}

const question = {
  handle: arbitraryEntitlement,
  type: fc.constantFrom(...TYPES),
  grants: fc.array(arbitraryGrant, { maxLength: 4 }),
  input: arbitraryInput,
};

describe("the most generous grant wins", () => {
  test("so that one more, anywhere in the list, takes nothing away", () => {
    fc.assert(
      fc.property(
        fc.record({ ...question, grant: arbitraryGrant, place: fc.nat(4) }),
        ({ handle, type, grants, input, grant, place }) => {
          const more = grants.toSpliced(place, 0, grant);
          expectAtLeast(
            generosity(playbookWith(handle, type, more), handle, input),
            generosity(playbookWith(handle, type, grants), handle, input),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("so that their order says nothing", () => {
    const given = fc.record(question).chain(({ grants, ...rest }) =>
      fc.record({
        grants: fc.constant(grants),
        shuffled: fc.shuffledSubarray(grants, { minLength: grants.length }),
        rest: fc.constant(rest),
      }),
    );
    fc.assert(
      fc.property(given, ({ grants, shuffled, rest: { handle, type, input } }) => {
        expect(generosity(playbookWith(handle, type, shuffled), handle, input)).toEqual(
          generosity(playbookWith(handle, type, grants), handle, input),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("so that all together give what the best of them gives alone", () => {
    fc.assert(
      fc.property(fc.record(question), ({ handle, type, grants, input }) => {
        const together = generosity(playbookWith(handle, type, grants), handle, input);
        for (const grant of grants) {
          expectAtLeast(together, generosity(playbookWith(handle, type, [grant]), handle, input));
        }
        const alone = grants.map((grant) =>
          generosity(playbookWith(handle, type, [grant]), handle, input),
        );
        expect([[0], ...alone]).toContainEqual(together);
      }),
      { numRuns: 500 },
    );
  });
});
