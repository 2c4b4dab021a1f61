/** JSON objects have no order: whoever writes their keys in another one gets the same answers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryInput, arbitraryPlaybook, arbitraryQuery } from "./arbitraries.fixture";
import { answers, fromOutside } from "./playbook.fixture";

/** The same JSON, the keys of each object sorted by what `draw` says of them. */
function shuffled(value: unknown, draw: (key: string) => number): unknown {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, draw));
  if (typeof value !== "object" || !value) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, shuffled(one, draw)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => draw(a) - draw(b)));
}

test("any order of keys gives the same decision, entitlements and verdicts", () => {
  const question = {
    playbook: arbitraryPlaybook,
    query: arbitraryQuery,
    input: arbitraryInput,
    draw: fc.func(fc.nat()),
  };
  fc.assert(
    fc.property(fc.record(question), ({ playbook, query, input, draw }) => {
      const one = answers(playbook, query, input);
      const other = answers(
        shuffled(playbook, draw),
        fromOutside(shuffled(query, draw)),
        fromOutside(shuffled(input, draw)),
      );
      expect(other.decision).toEqual(one.decision);
      expect(other.entitlements).toEqual(one.entitlements);
      const verdicts = ({ explanation }: typeof one) =>
        explanation.candidates.map(({ placement, payload, reason, gates }) => [
          ...[placement, payload, reason],
          ...gates.map(({ gate, passed }) => `${gate} ${passed}`),
        ]);
      expect(verdicts(other)).toEqual(verdicts(one));
    }),
    { numRuns: 150 },
  );
});
