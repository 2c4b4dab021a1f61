/** A UUIDv7, by which the receiver counts an event only once, and can sort events. */

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
  const random = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  // Version 7, and variant 8 throughout, where a UUID may have 8 to b.
  return `${time}7${random}`.replace(/(.{8})(.{4})(.{4})(...)(.{12}).*/, "$1-$2-$3-8$4-$5");
}
