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
  const variant = "89ab"[Number.parseInt(random[3] ?? "0", 16) % 4];
  const parts = [time.slice(0, 8), time.slice(8), `7${random.slice(0, 3)}`];
  return [...parts, `${variant}${random.slice(4, 7)}`, random.slice(8, 20)].join("-");
}
