/** The one place that says which addresses a Playbook may lead to: judged by parsing, never by looking. */

const LINKS = /^(https?|mailto|tel):$/;
/** What an image may be loaded from. */
export const IMAGES = /^https?:$/;

/** The absolute form of `url`, or nothing when its protocol isn't among `protocols`. */
export function safeUrl(url: unknown, protocols = LINKS): string | undefined {
  if (!url || typeof url !== "string") return undefined;
  try {
    const { href, protocol } = new URL(url, document.baseURI);
    return protocols.test(protocol) ? href : undefined;
  } catch {
    // Not an address at all: refused like the others.
    return undefined;
  }
}
