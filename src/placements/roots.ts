/**
 * Where placements live: the shadow root of a slot, or of the one host for page-level surfaces.
 * A root of ours always keeps a `<slot>`, through which the page's own children show; it can't
 * be removed any more, and the mark on it lets a later instance take it over.
 */

const MARK = "data-service-root";
const HOST = "service-host";

/** The element's shadow root, opened or taken over; nothing when it can't have one of ours. */
export function openRoot(element: Element): ShadowRoot | undefined {
  const { shadowRoot } = element;
  if (shadowRoot) return shadowRoot.querySelector(`slot[${MARK}]`) ? shadowRoot : undefined;
  try {
    const root = element.attachShadow({ mode: "open" });
    const slot = document.createElement("slot");
    slot.setAttribute(MARK, "");
    root.append(slot);
    return root;
  } catch {
    // An element that can't hold one, or holds a closed one.
    return undefined;
  }
}

/**
 * The host of page-level surfaces, with a root of ours; made, or made again, when the page has
 * none. Out of the flow, so that it is no item of a flex or grid `body`. To be removed at the end.
 */
export function openPageHost(document: Document): HTMLElement {
  const found = document.querySelector<HTMLElement>(HOST);
  if (found) return found;
  const host = document.createElement(HOST);
  // The page's style sheets see this element: only important inline properties hold against them.
  host.style.cssText = "display:block!important;position:fixed!important;top:0";
  openRoot(host);
  document.body.append(host);
  return host;
}

/** While the page shows a dialog of its own, ours wait. */
export function hasOpenDialog(document: Document): boolean {
  return [...document.querySelectorAll("dialog:modal,[aria-modal=true]")].some((element) =>
    element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }),
  );
}
