/**
 * Where a user falls for a seed: the published FNV-1a 32 hash, version 2. Seeds come from handles,
 * so an edit to copy moves nobody.
 */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * A number in [0, 1), in steps of 1/10,000, the same for the same seed and id everywhere.
 * @param seed what is drawn for, such as `placement:holdout`
 * @param id the user id, else the anonymous id
 */
export function bucket(seed: string, id: string): number {
  return (fnv1a(`${fnv1a(seed + id)}`) % 10_000) / 10_000;
}

/** The choice whose share of all weights `position` (in [0, 1)) falls on; none if all weights are 0. */
export function chooseByWeight<T extends { readonly weight: number }>(
  choices: readonly T[],
  position: number,
): T | undefined {
  const total = choices.reduce((sum, { weight }) => sum + weight, 0);
  let upTo = 0;
  return choices.find(({ weight }) => {
    upTo += weight;
    return position < upTo / total;
  });
}
