/**
 * The text by which a version string is ordered: numbers by value and below words, a release
 * above its pre-releases; an empty one is version 0.
 */
export function versionKey(version: unknown): string | undefined {
  if (typeof version !== "string" && typeof version !== "number") return undefined;
  const parts = `${version === "" ? 0 : version}`.replace(/^v|\+.*$/g, "").split(/[-.]/);
  // "~" sorts after every pre-release word, so a release comes after its pre-releases.
  if (parts.length === 3) parts.push("~");
  return parts.map((part) => (/^\d+$/.test(part) ? part.padStart(16, "0") : `w${part}`)).join(" ");
}
