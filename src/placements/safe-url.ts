/** The one place that decides which addresses a Playbook may lead to: by parsing them, never by their text. */

import { attempt } from "../decision/index";

const LINKS = /^(https?|mailto|tel):$/;
/** The protocols that an image may be loaded by. */
export const IMAGES = /^https?:$/;

const parse = (url: string, base?: string): URL | undefined =>
  attempt(() => new globalThis.URL(url, base));

/** The absolute form of `url`, or nothing when it names a protocol that isn't among `protocols`. */
export function safeUrl(url: unknown, protocols = LINKS): string | undefined {
  if (!url || typeof url !== "string") return undefined;
  const { protocol = "", href } = parse(url, document.baseURI) ?? {};
  // A relative one stays where the page is, such as in a folder, or in an application's window.
  return protocols.test(protocol) || !parse(url) ? href : undefined;
}
