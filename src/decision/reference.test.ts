/**
 * The same decisions as a plain interpreter makes, on many random questions: 1,500 of each kind,
 * or as many as `PAIRS` says.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compilePlaybook,
  decideEntitlement,
  decidePlacement,
  evaluateCondition,
} from "../decision";
import {
  arbitraryCondition,
  arbitraryInput,
  arbitraryPlaybook,
  arbitraryQuery,
  arbitraryScope,
} from "./arbitraries.fixture";
import { reference } from "./reference.fixture";
import { referenceMeets } from "./reference-conditions.fixture";

const numRuns = Number(process.env.PAIRS ?? 1_500);
const TIMEOUT = 60_000 + numRuns * 10;

test("a decision is the plain one, when it is made first and when it is made again", {
  timeout: TIMEOUT,
}, () => {
  fc.assert(
    fc.property(arbitraryPlaybook, arbitraryQuery, arbitraryInput, (playbook, query, input) => {
      const { trigger } = query;
      const happened = trigger?.type === "event" && { event: { properties: {}, ...trigger } };
      const plain = reference(playbook, { ...input, context: { ...input.context, ...happened } });
      const compiled = compilePlaybook(playbook);
      const expected = JSON.stringify(plain.decide(query));
      // Conditions that are asked again are tested in another way.
      for (const _ of [1, 2, 3, 4]) {
        expect(JSON.stringify(decidePlacement(compiled, query, input))).toBe(expected);
      }
    }),
    { numRuns },
  );
});

test("so is what is said of an entitlement", { timeout: TIMEOUT }, () => {
  fc.assert(
    fc.property(arbitraryPlaybook, arbitraryInput, (playbook, input) => {
      const plain = reference(playbook, input);
      const compiled = compilePlaybook(playbook);
      const handles = ["exports", "sso", "seats", "constructor"];
      for (const handle of [...handles, ...handles, ...handles]) {
        const result = decideEntitlement(compiled, handle, input);
        const { allowed, reason, limit, used, tier } = result;
        expect({ allowed, reason, limit, used, tier }).toEqual({
          allowed: plain.isAllowed(handle),
          ...plain.entitlement(handle),
        });
      }
    }),
    { numRuns },
  );
});

test("so is the answer to a condition, sound or not", { timeout: TIMEOUT }, () => {
  const segments = { beta: ["u1", 5], swiss: ["CH"] };
  const members = (segment: string) =>
    new Map<string, unknown[]>(Object.entries(segments)).get(segment) ?? [];
  fc.assert(
    fc.property(arbitraryCondition, arbitraryScope, (condition, scope) => {
      const expected = referenceMeets(scope, condition, members);
      for (const _ of [1, 2, 3]) {
        expect(evaluateCondition(condition, scope, segments)).toBe(expected);
      }
    }),
    { numRuns },
  );
});
