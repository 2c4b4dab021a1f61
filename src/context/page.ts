/** What is known of the page. Conditions see its addresses only without secrets. */
import type { TargetingPage } from "../decision/index";
import { attempt } from "../decision/index";
import type { ServicePageContext } from "../options/index";
import { overlay } from "./overlay";
import { parseCleanUrl } from "./url";

interface PageWindow {
  readonly document: { readonly title: string; readonly referrer: string };
}

/**
 * The page for conditions. `path` is the address's path, without a hash route (that is in `url`);
 * of a repeated query key the first counts. A relative `url` is resolved against `base`.
 */
export function readPage(page: ServicePageContext, base?: string): TargetingPage {
  const address = parseCleanUrl(page.url, base);
  return overlay<TargetingPage>({
    ...page,
    url: address?.href,
    path: address?.pathname,
    referrer: parseCleanUrl(page.referrer)?.href,
    query: address && Object.fromEntries([...address.searchParams].reverse()),
  });
}

/** The page as the browser tells it. @param url its address; another one than the present while a route settles */
export function inferPage({ document }: PageWindow, url: string): ServicePageContext {
  return {
    url,
    title: attempt(() => document.title) ?? "",
    referrer: attempt(() => document.referrer) ?? "",
  };
}
