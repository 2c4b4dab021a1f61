// @ts-check
/** Taking turns: whatever else the machine does, it does to everybody. */

/** @param {readonly number[]} values @returns {number} NaN of none. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below = Number.NaN, above = Number.NaN] = [
    sorted[Math.ceil(middle) - 1],
    sorted[Math.floor(middle)],
  ];
  return (below + above) / 2;
}

/**
 * Everybody once, then everybody again, each round beginning with another one.
 * @param {number} rounds
 * @param {readonly string[]} names
 * @param {(name: string) => number | Promise<number>} sample
 * @returns {Promise<Map<string, number[]>>} The samples of each.
 */
export async function takeTurns(rounds, names, sample) {
  /** @type {Map<string, number[]>} */
  const samples = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      samples.get(name)?.push(await sample(name));
    }
  }
  return samples;
}

/** @param {ReadonlyMap<string, readonly number[]>} samples @returns {Map<string, number>} */
export const medians = (samples) =>
  new Map([...samples].map(([name, values]) => [name, median(values)]));
