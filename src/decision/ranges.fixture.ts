/**
 * Test code only: the published form of a weighted choice, as ranges of [0, 1). What ships chooses
 * without building ranges; the tests hold it against these.
 */

/** From, inclusive, to, exclusive. */
export type Range = readonly [from: number, to: number];

/**
 * Each variation's part of [0, 1): begins where the weights before it end, and is `coverage` of its
 * weight wide. Weights are relative, so any that have a sum are normalised; without any all are equal.
 */
export function bucketRanges(
  count: number,
  coverage: number,
  weights: readonly number[] = Array<number>(count).fill(1),
): Range[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const covered = Math.min(1, Math.max(0, coverage));
  return Array.from({ length: count }, (_, i) => {
    const before = weights.slice(0, i).reduce((sum, weight) => sum + weight, 0);
    return [before / total, (before + covered * (weights[i] ?? 0)) / total] as const;
  });
}

/** Index of the first range that `n` lies in, else -1. */
export const chooseVariation = (n: number, ranges: readonly Range[]): number =>
  ranges.findIndex(([from, to]) => n >= from && n < to);
