/**
 * The public cases of ranges and of the choice among them, where they lie beside this repository,
 * and that what ships chooses by them.
 */
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bucket, compilePlaybook, decidePlacement } from "../decision";
import { freeUser, NOW, placementOf, playbookOf } from "./playbook.fixture";
import { bucketRanges, chooseVariation, type Range } from "./ranges.fixture";

interface Cases {
  readonly bucket_ranges: readonly (readonly [
    name: string,
    given: readonly [count: number, coverage: number, weights: readonly number[] | null],
    expected: readonly Range[],
  ])[];
  readonly choose_variation: readonly (readonly [
    name: string,
    n: number,
    ranges: readonly Range[],
    expected: number,
  ])[];
}

/** Of a bucket: ten thousand positions. */
const STEP = 1 / 10_000;
const positions = Array.from({ length: 10_000 }, (_, i) => i / 10_000);
const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

const file = new URL("../../../shared/conformance/conditions.json", import.meta.url);
const read = (): Cases | undefined =>
  existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
const cases = read();

function expectRanges(ranges: readonly Range[], wanted: readonly Range[], tolerance = 1e-12) {
  expect(ranges).toHaveLength(wanted.length);
  ranges.flat().forEach((edge, i) => {
    expect(Math.abs(edge - (wanted.flat()[i] ?? Number.NaN))).toBeLessThanOrEqual(tolerance);
  });
}

/** A Playbook whose variants have these weights gives each user the variant whose range they fall in. */
function expectChosenBy(ranges: readonly Range[], weights: readonly number[]): Set<number> {
  const handles = weights.map((_, i) => `variant_${i}`);
  const variants = weights.map((weight, i) => ({ handle: handles[i] ?? "", weight }));
  const placement = placementOf({ payload: { variants } });
  const playbook = compilePlaybook(playbookOf({ placements: [placement] }));
  const chosen = new Set<number>();
  for (let i = 0; i < 2_000; i++) {
    const context = { ...freeUser, id: `user_${i}` };
    const { output } = decidePlacement(playbook, { slot: "top" }, { context, now: NOW });
    const index = chooseVariation(bucket("welcome/default:variant", context.id), ranges);
    expect(output?.variant).toBe(handles[index]);
    chosen.add(index);
  }
  return chosen;
}

if (!cases) {
  test("the public cases of ranges", ({ skip }) => {
    skip("shared/conformance/conditions.json is not beside this repository");
  });
} else {
  const isRelative = (weights: readonly number[] | null) =>
    !!weights && Math.abs(sumOf(weights) - 1) > 0.01;
  const published = cases.bucket_ranges.filter(([, [, , weights]]) => !isRelative(weights));
  const relative = cases.bucket_ranges.filter(([, [, , weights]]) => isRelative(weights));

  describe("the public cases of ranges", () => {
    test("are there, of both kinds", () => {
      expect(published.length).toBeGreaterThan(3);
      expect(relative.length).toBeGreaterThan(0);
    });

    // A sum that is nearly one is used as it is there and normalised here: less than one step of a
    // bucket apart.
    test.each(published)("%s", (_, [count, coverage, weights], expected) => {
      const isExact = !weights || Math.abs(sumOf(weights) - 1) < 1e-9;
      const ranges = bucketRanges(count, coverage, weights ?? undefined);
      expectRanges(ranges, expected, isExact ? 1e-12 : STEP + 1e-12);
    });

    // There, weights of another sum than one are thrown away and all are equal; here weights are
    // relative, so the answer is the published one for the same weights divided by their sum.
    test.each(relative)("%s: normalised, not thrown away", (_, [count, coverage, weights]) => {
      const normalised = (weights ?? []).map((weight) => weight / sumOf(weights ?? []));
      const starts = normalised.map((_, i) => sumOf(normalised.slice(0, i)));
      const ranges = bucketRanges(count, coverage, weights ?? undefined);
      expectRanges(
        ranges,
        starts.map((start, i) => [start, start + Math.min(coverage, 1) * (normalised[i] ?? 0)]),
      );
      expectRanges(ranges, bucketRanges(count, coverage, normalised));
    });

    test.each(cases.choose_variation)("choose: %s", (_, n, ranges, expected) => {
      expect(chooseVariation(n, ranges)).toBe(expected);
    });

    test.each(cases.bucket_ranges.filter(([, [, coverage]]) => coverage >= 1))(
      "hold for the choice that ships: %s",
      (_, [count, coverage, weights]) => {
        const ranges = bucketRanges(count, coverage, weights ?? undefined);
        expectChosenBy(ranges, weights ?? Array<number>(count).fill(1));
      },
    );
  });
}

describe("ranges", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 });

  test("of full coverage leave no gap and no overlap, and are as wide as their weights", () => {
    fc.assert(
      fc.property(
        weights.filter((given) => sumOf(given) > 0),
        (given) => {
          const ranges = bucketRanges(given.length, 1, given);
          let end = 0;
          ranges.forEach(([from, to], i) => {
            expect(from).toBeCloseTo(end, 12);
            expect(to - from).toBeCloseTo((given[i] ?? 0) / sumOf(given), 12);
            end = to;
          });
          expect(end).toBeCloseTo(1, 12);
        },
      ),
    );
  });

  test("are the same for the same proportions", () => {
    fc.assert(
      fc.property(
        weights.filter((given) => sumOf(given) > 0),
        fc.integer({ min: 1, max: 64 }),
        (given, factor) => {
          const scaled = given.map((weight) => weight * factor);
          expectRanges(bucketRanges(given.length, 1, scaled), bucketRanges(given.length, 1, given));
        },
      ),
    );
  });

  test("keep whoever they hold when the coverage grows", () => {
    fc.assert(
      fc.property(
        weights.filter((given) => sumOf(given) > 0),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(...positions.filter((_, i) => i % 101 === 0)),
        (given, coverage, n) => {
          const before = chooseVariation(n, bucketRanges(given.length, coverage, given));
          const after = chooseVariation(n, bucketRanges(given.length, 1, given));
          if (before >= 0) expect(after).toBe(before);
        },
      ),
    );
  });

  test("are what a user's variant is chosen by", () => {
    const given = [3, 0, 0.6, 1.4];
    const chosen = expectChosenBy(bucketRanges(given.length, 1, given), given);
    expect([...chosen].toSorted()).toEqual([0, 2, 3]);
  });

  test("are what a rollout lets in by: one variation, of that coverage", () => {
    const placement = placementOf({ payload: { rollout_percent: 30 } });
    const playbook = compilePlaybook(playbookOf({ placements: [placement] }));
    const ranges = bucketRanges(1, 0.3);
    for (let i = 0; i < 2_000; i++) {
      const context = { ...freeUser, id: `user_${i}` };
      const { visible } = decidePlacement(playbook, { slot: "top" }, { context, now: NOW });
      const n = bucket("welcome/default:rollout", context.id);
      expect(visible).toBe(chooseVariation(n, ranges) === 0);
    }
  });
});
