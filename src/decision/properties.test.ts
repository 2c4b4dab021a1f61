/** What holds for every Playbook and every question, not just for those somebody thought of. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePlaybook, decideEntitlement, decidePlacement } from "../decision";
import {
  arbitraryEntitlement,
  arbitraryGrant,
  arbitraryInput,
  arbitraryPlaybook,
  arbitraryQuery,
} from "./arbitraries.fixture";
import { answers, fromOutside } from "./playbook.fixture";
import { ENTITLEMENT_REASONS, PLACEMENT_REASONS } from "./types";

const question = { playbook: arbitraryPlaybook, query: arbitraryQuery, input: arbitraryInput };

function freezeDeep<T>(value: T): T {
  if (typeof value === "object" && value) {
    Object.freeze(value);
    for (const one of Object.values(value)) freezeDeep(one);
  }
  return value;
}

/** The same JSON with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || !value) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, reversed(one)]),
  );
}

describe("for every Playbook and every question", () => {
  test("what is shown was authored, and what is answered is one of the codes", () => {
    fc.assert(
      fc.property(fc.record(question), ({ playbook, query, input: given }) => {
        const { decision, entitlements } = answers(playbook, query, given);
        const { visible, reasons, output } = decision;
        expect(visible).toBe(!!output);
        expect(reasons.length).toBeGreaterThan(0);
        for (const reason of reasons) expect(PLACEMENT_REASONS).toContain(reason);
        if (output) {
          const authored = playbook.placements?.filter(({ handle }) => handle === output.placement);
          const payloads = authored?.flatMap((one) => one.payloads);
          expect(payloads?.map((one) => `${one.handle} ${one.surface}`)).toContain(
            `${output.payload} ${output.surface}`,
          );
        }
        for (const { allowed, status, reason } of entitlements) {
          expect(ENTITLEMENT_REASONS).toContain(reason);
          expect(allowed).toBe(status !== "denied");
        }
      }),
      { numRuns: 400 },
    );
  });

  test("the same question has the same answer, byte for byte", () => {
    fc.assert(
      fc.property(fc.record(question), ({ playbook, query, input: given }) => {
        const copy = structuredClone({ playbook, query, given });
        expect(JSON.stringify(answers(copy.playbook, copy.query, copy.given))).toBe(
          JSON.stringify(answers(playbook, query, given)),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("earlier questions to a compiled Playbook change no later answer", () => {
    const questions = fc.array(fc.record({ query: arbitraryQuery, input: arbitraryInput }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(arbitraryPlaybook, questions, (playbook, asked) => {
        const compiled = compilePlaybook(playbook);
        for (const { query, input: given } of asked) {
          const fresh = compilePlaybook(structuredClone(playbook));
          expect(decidePlacement(compiled, query, given)).toEqual(
            decidePlacement(fresh, query, given),
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  test("the order of keys changes nothing", () => {
    fc.assert(
      fc.property(fc.record(question), ({ playbook, query, input: given }) => {
        const { decision, entitlements } = answers(playbook, query, given);
        const other = answers(
          reversed(playbook),
          fromOutside(reversed(query)),
          fromOutside(reversed(given)),
        );
        expect(other.decision).toEqual(decision);
        expect(other.entitlements).toEqual(entitlements);
      }),
      { numRuns: 300 },
    );
  });

  test("nothing given is changed", () => {
    fc.assert(
      fc.property(fc.record(question), (given) => {
        const before = structuredClone(given);
        freezeDeep(given);
        answers(given.playbook, given.query, given.input);
        expect(given).toEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  test("the explanation agrees with the decision", () => {
    fc.assert(
      fc.property(fc.record(question), ({ playbook, query, input: given }) => {
        const { decision, explanation } = answers(playbook, query, given);
        expect(explanation.visible).toBe(decision.visible);
        expect(explanation.reasons).toEqual(decision.reasons);
        const shown = explanation.candidates.filter(({ reason }) => reason === "shown");
        expect(shown.map(({ placement, payload }) => ({ placement, payload }))).toEqual(
          decision.output
            ? [{ placement: decision.output.placement, payload: decision.output.payload }]
            : [],
        );
        for (const { reason, gates } of explanation.candidates) {
          const failed = gates.filter(({ passed }) => !passed);
          const passesAll = /^(shown|lower_priority|no_placement)$/.test(reason);
          expect(failed.length).toBe(passesAll ? 0 : 1);
        }
        if (!decision.visible && explanation.candidates.length) {
          const reasons = new Set(explanation.candidates.map(({ reason }) => reason));
          expect(new Set(decision.reasons)).toEqual(reasons);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("one more grant never denies what was allowed, nor lowers a limit of its kind", () => {
    fc.assert(
      fc.property(
        arbitraryPlaybook,
        arbitraryInput,
        fc.record({ handle: arbitraryEntitlement, grant: arbitraryGrant, first: fc.boolean() }),
        (playbook, given, { handle, grant, first }) => {
          const entitlements = playbook.entitlements?.map((one) => ({
            ...one,
            grants: first ? [grant, ...one.grants] : [...one.grants, grant],
          }));
          const more = { ...playbook, ...(entitlements && { entitlements }) };
          const before = decideEntitlement(compilePlaybook(playbook), handle, given);
          const after = decideEntitlement(compilePlaybook(more), handle, given);
          if (before.allowed) expect(after.allowed).toBe(true);
          if (before.limit === null) expect(after.limit).toBeNull();
          if (before.tier === "high") expect(after.tier).toBe("high");
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("more use never allows what was denied", () => {
    fc.assert(
      fc.property(
        arbitraryPlaybook,
        arbitraryInput,
        fc.tuple(arbitraryEntitlement, fc.nat(25), fc.nat(25)),
        (playbook, given, [handle, used, more]) => {
          // Segments may ask for use themselves.
          const { segments, ...compiled } = playbook;
          const allowedAt = (amount: number) =>
            decideEntitlement(compilePlaybook(compiled), handle, {
              ...given,
              context: { ...given.context, usage: { [handle]: amount } },
            }).allowed;
          if (!allowedAt(used)) expect(allowedAt(used + more)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});
