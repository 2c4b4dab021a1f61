/**
 * Where placements live: the shadow root of a slot, or of the one host for page-level surfaces.
 * A root of ours always keeps a `<slot>`, through which the page's own children show. A root can't
 * be removed again; by the id of its `<slot>` a later instance knows it and takes it over.
 */

import { attempt } from "../decision/index";

/** The element of page-level surfaces. */
export const HOST = "service-host";

/** A custom element that is defined later sees no root yet. If it asks for one of its own, it gets this one, emptied. */
function handOver(element: Partial<Element>, root: ShadowRoot): void {
  Object.defineProperty(element, "shadowRoot", {
    configurable: true,
    // An extension's content script has none.
    get: () => (customElements?.get(`${element.localName}`) ? null : root),
  });
  element.attachShadow = () => {
    delete element.attachShadow;
    Reflect.deleteProperty(element, "shadowRoot");
    root.adoptedStyleSheets = [];
    root.replaceChildren();
    return root;
  };
}

/** The root of ours that the element has. */
export const rootOf = ({ shadowRoot }: Element): ShadowRoot | undefined =>
  shadowRoot?.getElementById?.(HOST) ? shadowRoot : undefined;

/** The element's shadow root, opened or taken over; nothing when it can't have one of ours. */
export function openRoot(element: Element): ShadowRoot | undefined {
  if (element.shadowRoot) return rootOf(element);
  // Throws where the element can't have a shadow root, or has a closed one.
  return attempt(() => {
    const slot = document.createElement("slot");
    slot.id = HOST;
    const root = element.attachShadow({ mode: "open" });
    // Not `append()`, which micro-app leaves broken in shadow roots.
    root.appendChild(slot);
    if (element.matches(":not(:defined)")) handOver(element, root);
    return root;
  });
}

/** Not so in the document of a frame, or of another window. A sandbox may have a `document` of its own, as qiankun's has. */
export const isOnPage = (element: Element): boolean =>
  // An image may be named as the method is.
  attempt(() => document.contains(element)) ?? element.isConnected;

/** All such elements of the page. By the prototype where an image is named as the method is: a sandbox's document is no node. */
export const findAll = (selector: string): HTMLElement[] => [
  ...(attempt(() => document.querySelectorAll<HTMLElement>(selector)) ??
    Document.prototype.querySelectorAll.call<Document, [string], NodeListOf<HTMLElement>>(
      document,
      selector,
    )),
];

/** Whether a root of ours that shows something has come by another document, which takes its style sheets. */
export const isStripped = (element: Element): boolean =>
  rootOf(element)?.adoptedStyleSheets?.length === 0;

/** Elements outside of which people can't reach anything, and which can hold others. */
const MODALS = "dialog:modal,:fullscreen:not(html,iframe,video,img,canvas)";

/**
 * The topmost of them, else the body. It is the one with the focus; while nothing has it, the one where
 * the host is already.
 */
function pageParent(): Element {
  const dialogs = findAll(MODALS);
  const find = (selector: string) => dialogs.findLast((dialog) => dialog.matches(selector));
  return find(":focus-within") ?? find(`:has(>${HOST})`) ?? dialogs.at(-1) ?? document.body;
}

/** The slots of that name. */
export const slotsNamed = (handle: string | undefined) =>
  findAll(`[data-service-slot="${handle}"]`);

/** Whether the element can be seen; `undefined` where the browser can't tell. */
export const isShown = (element: Element | null | undefined): boolean | undefined =>
  attempt(() => element?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }));

/** Whether it has a place on the page, also one that fades in; `undefined` where the browser can't tell. */
export const isDrawn = (element: Element | null | undefined): boolean | undefined =>
  attempt(() => element?.checkVisibility());

export const holdsDialog = ({ shadowRoot }: Element) =>
  isDrawn(shadowRoot?.querySelector(":modal"));
/** While a dialog of ours is open, nothing beside it can be used or is announced. */
export const isInert = (root: ShadowRoot) => !!root.querySelector(":modal");

const isElsewhere = (host: Element) => host.parentNode !== pageParent();

/**
 * Whether the host of page-level surfaces has been removed, or should be elsewhere by now. A dialog
 * of ours stays where it is, under one that the page has opened since.
 */
export const isMisplaced = (host: Element) => isElsewhere(host) && !holdsDialog(host);

/** Whether one of the page's hosts is so; there may be copies, as in a page that a router has kept. */
export const someHost = (test: (host: Element) => unknown) => findAll(HOST).some(test);

/** Whether the page has opened a dialog over what is ours. */
export const isCovered = () => someHost(isElsewhere);

/** Whether what is ours is in a dialog of the page's that is closed, and can't be seen. */
export const isLeftBehind = () =>
  someHost((host) => isShown(host.parentElement) === false && isMisplaced(host));

/**
 * The host of page-level surfaces, with a root of ours; made when the page has none. Its tray is in
 * the top layer, in a corner where toasts are stacked. The caller removes the host at the end.
 */
export function openPageHost(): HTMLElement {
  const [found] = findAll(HOST);
  if (found?.shadowRoot) {
    // A dialog of the page's that was open hid it, with all else that was there.
    found.ariaHidden = null;
    found.removeAttribute("inert");
    return found;
  }
  // A copy of a host, as in a page that a router has kept, has no shadow root.
  found?.remove();
  const host = document.createElement(HOST);
  // A page that Turbo refreshes would lose it each time, and the focus with it.
  host.setAttribute("data-turbo-permanent", "");
  // Mantine's dialogs listen to Escape ahead of ours.
  host.setAttribute("data-mantine-stop-propagation", "true");
  // Some dialogs make whatever comes beside them inert, and so what their own buttons open.
  Object.defineProperty(host, "inert", { set() {} });
  // The popover is not the host itself, whose backdrop the page could style.
  const tray = document.createElement("div");
  tray.className = "tray";
  tray.popover = "manual";
  openRoot(host)?.appendChild(tray);
  pageParent().append(host);
  return host;
}
