import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePlaybook, decideEntitlement, decidePlacement, decisionsFor } from "../decision";
import { arbitraryInput, arbitraryPlaybook, arbitraryQuery } from "./arbitraries.fixture";
import { freeUser, NOW, placementOf, playbookOf } from "./playbook.fixture";

describe("decisions for one person", () => {
  test("are those that are made one by one", () => {
    fc.assert(
      fc.property(arbitraryPlaybook, arbitraryQuery, arbitraryInput, (playbook, query, input) => {
        const compiled = compilePlaybook(playbook);
        const decision = decidePlacement(compiled, query, input);
        const result = decideEntitlement(compiled, "exports", input);
        for (const _ of [1, 2, 3, 4]) {
          const person = decisionsFor(compiled, input);
          expect(person.placement(query)).toEqual(decision);
          expect(person.placement(query)).toEqual(decision);
          expect(decisionsFor(compiled, input).entitlement("exports")).toEqual(result);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("know of what happened only where it is asked about", () => {
    const playbook = compilePlaybook(
      playbookOf({
        placements: [
          placementOf({
            trigger: { type: "event", name: "saved", condition: { "event.name": "saved" } },
          }),
        ],
      }),
    );
    const person = decisionsFor(playbook, { context: freeUser, now: NOW });
    const isVisible = () => person.placement({ slot: "top" }).visible;
    expect(isVisible()).toBe(false);
    expect(person.placement({ trigger: { type: "event", name: "saved" } }).visible).toBe(true);
    expect(isVisible()).toBe(false);
  });
});
