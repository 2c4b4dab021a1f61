/**
 * Where placements live: the shadow root of a slot, or of the one host for page-level surfaces.
 * A root of ours always keeps a `<slot>`, through which the page's own children show. A root can't
 * be removed again; by the id of its `<slot>` a later instance knows it and takes it over.
 */

const HOST = "service-host";

/** A custom element that is defined later sees no root yet. If it asks for one of its own, it gets this one, emptied. */
function handOver(element: Partial<Element>, root: ShadowRoot): void {
  Object.defineProperty(element, "shadowRoot", {
    configurable: true,
    get: () => (customElements.get(`${element.localName}`) ? null : root),
  });
  element.attachShadow = () => {
    delete element.attachShadow;
    Reflect.deleteProperty(element, "shadowRoot");
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
    // The element can't have a shadow root, or has a closed one.
    return undefined;
  }
}

/** The topmost modal dialog, or the body: people can't reach anything outside an open modal dialog. */
const pageParent = () => [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;

export const slotsNamed = (handle: string | undefined) => [
  ...document.querySelectorAll<HTMLElement>(`[data-service-slot="${handle}"]`),
];

/** Whether the element can be seen; `undefined` where the browser can't tell. */
export function isShown(element: Element | null | undefined): boolean | undefined {
  try {
    return element?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  } catch {
    return undefined;
  }
}

const holdsDialog = ({ shadowRoot }: Element) => isShown(shadowRoot?.querySelector(":modal"));
const isElsewhere = (host: Element) => host.parentNode !== pageParent();

/**
 * Whether the host of page-level surfaces has been removed, or should be elsewhere by now. A dialog
 * of ours stays where it is, under one that the page has opened since.
 */
export const isMisplaced = (host: Element) => isElsewhere(host) && !holdsDialog(host);

/** Whether the page has opened a dialog over what is ours. */
export const isCovered = () => [...document.querySelectorAll(HOST)].some(isElsewhere);

/**
 * The host of page-level surfaces, with a root of ours; made when the page has none. Its tray is in
 * the top layer, in a corner where toasts are stacked. The caller removes the host at the end.
 */
export function openPageHost(): HTMLElement {
  const found = document.querySelector<HTMLElement>(HOST);
  if (found?.shadowRoot) return found;
  // A copy of a host, as in a page that a router has kept, has no shadow root.
  found?.remove();
  const host = document.createElement(HOST);
  // The page's style sheets apply to this element: only important inline properties override them.
  host.style.cssText = "all:unset!important;position:fixed!important";
  // The popover is not the host itself, whose backdrop the page could style.
  const tray = document.createElement("div");
  tray.className = "tray";
  tray.popover = "manual";
  openRoot(host)?.append(tray);
  pageParent().append(host);
  return host;
}

/**
 * Whether the element lies beside or below the window, where some pages keep a closed drawer: then
 * it has a size. Above it lies what has been scrolled away.
 */
function isAway(element: Element): boolean {
  const { left, top, right, width, height } = element.getBoundingClientRect();
  return (right <= 0 || left >= innerWidth || top >= innerHeight) && width * height > 0;
}

/** A modal one by its tag's name, since what is in full screen is `:modal` too. */
const DIALOGS = "dialog:modal,[aria-modal=true]";

/** Whether the focus is in a modal dialog of the page's, also one in a shadow root, where selectors don't reach. */
function isFocusInDialog(): boolean {
  let one = document.activeElement;
  if (one?.localName === HOST) return false;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  while (one) {
    if (one.matches(DIALOGS)) return true;
    const { assignedSlot, parentNode }: Element = one;
    one = assignedSlot ?? (parentNode instanceof ShadowRoot ? parentNode.host : one.parentElement);
  }
  return false;
}

/** A modal dialog blocks the page even while it can't be seen, as when it fades in. */
const isOpen = (dialog: Element) =>
  dialog.matches(":modal") || (isShown(dialog) && !isAway(dialog));

const isAnyOpen = (selector: string) => [...document.querySelectorAll(selector)].some(isOpen);

/** Whether the page shows a dialog of its own. */
export const hasOpenDialog = () => isAnyOpen(DIALOGS) || isFocusInDialog();

/** A banner may be a `dialog` too, but it doesn't hold the focus. */
const TRAPS = "[aria-modal=true],:is([role=dialog],[role=alertdialog]):focus-within";

/** Whether the page shows a dialog that may keep the focus by a script, as long as nothing of ours has taken it. */
export const isTrapped = () => isAnyOpen(TRAPS);

/** Whether one of the page's own lies under a dialog of ours, for want of a place in the top layer. */
export const isObstructing = () =>
  [...document.querySelectorAll(HOST)].some(holdsDialog) &&
  isAnyOpen("[aria-modal=true]:not(:modal)");
