/** Orders version strings: numbers by value and below words, a release above its pre-releases. */

function partsOf(version: string): string[] {
  const parts = version.replace(/^v|\+.*$/g, "").split(/[-.]/);
  // A plain release ends in what sorts after every pre-release word.
  return parts.length === 3 ? [...parts, "~"] : parts;
}

function compareParts(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  const numeric = [a, b].map((part) => /^\d+$/.test(part));
  if (numeric[0] && numeric[1]) return Number(a) - Number(b);
  if (numeric[0] !== numeric[1]) return numeric[0] ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Below 0, 0 or above 0, as for `sort`. */
export function compareVersions(a: string, b: string): number {
  const left = partsOf(a);
  const right = partsOf(b);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compareParts(left[i], right[i]);
    if (order) return order;
  }
  return 0;
}
