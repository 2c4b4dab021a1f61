/**
 * Where placements live: the shadow root of a slot, or of the one host for page-level surfaces.
 * A root of ours always keeps a `<slot>`, through which the page's own children show; it can't
 * be removed any more, and the id of the slot lets a later instance take it over.
 */

const HOST = "service-host";

/** A custom element that is defined only now, and asks for a root of its own, gets this one, empty. */
function handOver(element: Element, root: ShadowRoot): void {
  element.attachShadow = () => {
    Reflect.deleteProperty(element, "attachShadow");
    root.adoptedStyleSheets = [];
    root.replaceChildren();
    return root;
  };
}

/** The element's shadow root, opened or taken over; nothing when it can't have one of ours. */
export function openRoot(element: Element): ShadowRoot | undefined {
  const { shadowRoot } = element;
  if (shadowRoot) return shadowRoot.getElementById(HOST) ? shadowRoot : undefined;
  try {
    const root = element.attachShadow({ mode: "open" });
    const slot = document.createElement("slot");
    slot.id = HOST;
    root.append(slot);
    if (element.matches(":not(:defined)")) handOver(element, root);
    return root;
  } catch {
    // An element that can't hold one, or holds a closed one.
    return undefined;
  }
}

/** Where people can reach what is in it: what is outside a modal dialog is out of their reach. */
const pageParent = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;

/** The host of page-level surfaces is gone with what held it, or should be elsewhere by now. */
export const isMisplaced = (host: Element) => host.parentNode !== pageParent();

/**
 * The host of page-level surfaces, with a root of ours; made, or made again, when the page has
 * none. Its tray lies over everything, in a corner where what is in its flow is stacked. To be
 * removed at the end.
 */
export function openPageHost(): HTMLElement {
  const found = document.querySelector<HTMLElement>(HOST);
  if (found?.shadowRoot) return found;
  // A copy, as of a page that a router has kept, has nothing in it, and no tray.
  found?.remove();
  const host = document.createElement(HOST);
  // The page's style sheets see this element: only important inline properties hold against them.
  host.style.cssText = "all:unset!important;position:fixed!important";
  // Not the host itself: its backdrop would be the page's to style.
  const tray = document.createElement("div");
  tray.className = "tray";
  tray.popover = "manual";
  openRoot(host)?.append(tray);
  pageParent().append(host);
  return host;
}

/** While the page shows a dialog of its own, ours wait. */
export function hasOpenDialog(): boolean {
  return [...document.querySelectorAll("dialog:modal,[aria-modal=true]")].some((element) =>
    element.checkVisibility?.({ checkOpacity: true, checkVisibilityCSS: true }),
  );
}
