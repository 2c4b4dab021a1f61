/** UUIDv7: the receiver counts an event once by it, and sorts by it. */

/**
 * @param now epoch ms
 * @param fill fills bytes with random ones, as `crypto.getRandomValues` does
 */
export function createEventId(
  now: number,
  fill: (bytes: Uint8Array<ArrayBuffer>) => unknown,
): string {
  const bytes = new Uint8Array(16);
  fill(bytes);
  const time = now.toString(16).padStart(12, "0");
  const random = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  // Its version is 7, its variant 8: four of the digits in which others may have chance.
  return `${time}7${random}`.replace(/(.{8})(.{4})(.{4})(...)(.{12}).*/, "$1-$2-$3-8$4-$5");
}
