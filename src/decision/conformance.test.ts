/**
 * The public cases of the condition language and of the hash, where they lie beside this
 * repository. The groups of those cases stand for segments.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bucket, evaluateCondition } from "../decision";

type ConditionCase = readonly [
  name: string,
  condition: unknown,
  attributes: unknown,
  expected: boolean,
  groups?: Record<string, unknown[]>,
];
type HashCase = readonly [seed: string, id: string, version: number, expected: number | null];
interface Cases {
  readonly conditions: readonly ConditionCase[];
  readonly hash: readonly HashCase[];
}

const file = new URL("../../../shared/conformance/conditions.json", import.meta.url);

const withSegments = (text: string) =>
  text.replaceAll('"$inGroup"', '"$inSegment"').replaceAll('"$notInGroup"', '"$notInSegment"');

const read = (): Cases | undefined =>
  existsSync(file) ? JSON.parse(withSegments(readFileSync(file, "utf8"))) : undefined;

const cases = read();

if (!cases) {
  test("the public conformance cases", ({ skip }) => {
    skip("shared/conformance/conditions.json is not beside this repository");
  });
} else {
  describe("the public conformance cases", () => {
    test("are there", () => {
      expect(cases.conditions.length).toBeGreaterThan(100);
    });

    test.each(cases.conditions.map((one) => [one[0], one] as const))("%s", (_, one) => {
      const [, condition, attributes, expected, groups] = one;
      expect(evaluateCondition(condition, attributes, groups)).toBe(expected);
    });

    test.each(cases.hash.filter(([, , version]) => version === 2))(
      "the hash of seed %j and id %j, version %d, is %d",
      (seed, id, _, expected) => {
        expect(bucket(seed, id)).toBe(expected);
      },
    );
  });
}
