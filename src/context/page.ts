/** What is known of the page. Only addresses that went through `url.ts` leave this file. */
import type { TargetingPage } from "../decision/index";
import type { ServicePageContext } from "../options/index";
import { attempt } from "./attempt";
import { overlay } from "./overlay";
import { parseCleanUrl } from "./url";

export interface PageWindow {
  readonly location: { readonly href: string };
  readonly document: { readonly title: string; readonly referrer: string };
}

/**
 * The page for conditions. `path` is the address's path, without a hash route (that is in `url`);
 * of a repeated query key the first counts. A relative `url` is resolved against `base`.
 */
export function readPage(page: ServicePageContext, base?: string): TargetingPage {
  const { url, title, referrer, tags } = page;
  const address = parseCleanUrl(url, base);
  return overlay<TargetingPage>({
    url: address?.href,
    path: address?.pathname,
    title,
    referrer: parseCleanUrl(referrer)?.href,
    tags,
    query: address && Object.fromEntries([...address.searchParams].reverse()),
  });
}

/** The page as it is now; `href` for the page it was a moment ago. */
export function inferPage(window: PageWindow, href = window.location.href): TargetingPage {
  return readPage({
    url: href,
    title: window.document.title,
    referrer: attempt(() => window.document.referrer) ?? "",
  });
}
