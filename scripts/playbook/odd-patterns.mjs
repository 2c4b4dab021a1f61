// @ts-check
/** Patterns that match nothing, or not what was meant: between slashes, as a program writes them, or with letters that can't match. */

const LITERAL = /^\/(.+)\/([dgimsuvy]*)$/s;
/** What nothing can match: something before the beginning, or behind the end. */
const IMPOSSIBLE = /^\^|(?<!\\)(\\\\)*\$$/;
/** Addresses have slashes of their own; so have some time zones, and values of the application's. */
const SLASHED = /^(page|event|timezone)\b/;
const FREE = /^traits\b/;
/** A path hardly ends like this. */
const USUAL_FLAGS = /^(i|gi|ig)$/;
/** Nothing in them can be left out. */
const ROOTLESS = /^\^\w[^|?*{]*$/;
const HASHED = /^[^|?*{[(]*#[^|?*{]*$/;
const QUERIED = /^[^|*{[(]*(?<!\\)\\\?(?![?*{])[^|]*$/;
/** What has a name before its domain. */
const MAILED = /^[^|?*{[(]*@(?![?*{])[^|]*$/;
/** What holds addresses, which are encoded. */
const ENCODED = /^page\.(path|url|referrer)$/;
const FOREIGN = /[^\p{ASCII}\p{Cs}]+/u;
/** `\p{L}`, which means letters with the flag `u` only, and patterns have none. */
const PROPERTY = /(?<!\\)(?:\\\\)*(\\p\{[\w=]+\})/i;

/**
 * @param {string} operator `$regex` or `$regexi`.
 * @param {string} pattern
 * @param {string | undefined} attribute The path whose value it is tested on, where it is known.
 * @returns {string | undefined} What is odd about it.
 */
export function oddityOfPattern(operator, pattern, attribute) {
  if (attribute === "page.path" && ROOTLESS.test(pattern)) {
    return `every path begins with a slash, so that nothing matches: write "^/${pattern.slice(1)}"`;
  }
  if (attribute === "page.path" && HASHED.test(pattern)) {
    return `a path has no hash, so that nothing matches: use page.url, which has that of a "#/route"`;
  }
  if (attribute === "page.path" && QUERIED.test(pattern)) {
    return 'a path has no query, so that nothing matches: use "page.query." and a name';
  }
  if (attribute === "email_domain" && MAILED.test(pattern)) {
    return 'a domain has no "@", so that nothing matches: write what follows it';
  }
  const [foreign] = FOREIGN.exec(pattern) ?? [];
  if (foreign && ENCODED.test(attribute ?? "")) {
    return `addresses are encoded, and "${foreign}" is in none: write "${encodeURI(foreign)}"`;
  }
  const [, property] = PROPERTY.exec(pattern) ?? [];
  if (property) {
    return `"${property}" matches these characters alone: write the letters that are meant, such as "[a-zà-ž]"`;
  }
  const [, inner = "", flags = ""] = LITERAL.exec(pattern) ?? [];
  if (!inner) return undefined;
  const mayHaveSlashes =
    attribute === undefined ||
    SLASHED.test(attribute) ||
    (FREE.test(attribute) && !USUAL_FLAGS.test(flags));
  if (mayHaveSlashes && !IMPOSSIBLE.test(inner)) return undefined;
  const how = operator === "$regex" && flags.includes("i") ? " in $regexi" : "";
  return `the slashes around "${pattern}" are part of the pattern: write "${inner}"${how}`;
}
