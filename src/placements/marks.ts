/**
 * Finds what the page marked (slots, gates, show-if, hide-if), now and whenever it appears,
 * changes or goes, with one observer. What moves within the document in one go is neither
 * lost nor found.
 */
import { HANDLE } from "../decision/index";
import { openRoot } from "./roots";

const KINDS = ["slot", "gate", "show-if", "hide-if"] as const;
const attributeOf = (name: string) => `data-service-${name}`;
const ATTRIBUTES = [...KINDS, "surfaces"].map(attributeOf);
const SELECTOR = ATTRIBUTES.map((attribute) => `[${attribute}]`).join();

/** The same object for as long as the element says the same. */
export interface Mark {
  readonly kind: (typeof KINDS)[number];
  readonly element: Element;
  readonly handle: string;
  /** Accepted surfaces of a slot. None named: every in-flow one. */
  readonly surfaces: readonly string[] | undefined;
  /** As the page had it. */
  readonly hidden: boolean;
  /** All that the element said. */
  readonly text: string;
}

export interface MarkOptions {
  /** For as long as marks are watched. */
  listen(target: EventTarget, type: string, listener: () => void): void;
  /** What is known of an entitlement right now; `undefined`: nothing. */
  isAllowed(entitlement: string): boolean | undefined;
  /** Something was marked, or is no longer, or otherwise. */
  onChange(marks: readonly Mark[]): void;
  /** What isn't marked, and is ours, went with something of the page's: a change as well. */
  isLost(): boolean | undefined;
  /** A mark that can't be served. */
  onError(message: string): void;
}

export function watchMarks({ listen, isAllowed, isLost, onChange, onError }: MarkOptions) {
  const known = new Map<Element, readonly Mark[]>();

  const isCondition = ({ kind }: Mark) => kind.endsWith("if");
  /** While it isn't known, what needs the entitlement is hidden and the rest is as the page had it. */
  const hides = ({ kind, handle, hidden }: Mark) => {
    const allowed = isAllowed(handle);
    return kind === "show-if" ? !allowed : (allowed ?? hidden);
  };
  /** Any of its conditions puts an element out of sight. */
  const hide = (marks: readonly Mark[], hides: (mark: Mark) => boolean) => {
    const conditions = marks.filter(isCondition);
    conditions[0]?.element.toggleAttribute("hidden", conditions.some(hides));
  };
  /** Puts the page's own `hidden` back. */
  const restore = (marks: readonly Mark[]) => hide(marks, ({ hidden }) => hidden);
  const show = () => {
    for (const marks of known.values()) hide(marks, hides);
  };

  const isServed = (kind: Mark["kind"], handle: string, element: Element) => {
    const tag = `<${element.localName}>`;
    const isSlot = kind === "slot";
    if (!HANDLE.test(handle)) onError(`"${handle}" is not a handle: ${tag}`);
    else if (!isSlot || openRoot(element)) return true;
    else onError(`${tag} cannot be a slot`);
    // A wrong handle is an unknown entitlement, which still has to hide what it guards.
    return !isSlot;
  };

  /** @returns whether anything changed */
  const visit = (element: Element) => {
    const values = ATTRIBUTES.map((name) => element.isConnected && element.getAttribute(name));
    const before = known.get(element) ?? [];
    const text = values.join("\n");
    if (before[0]?.text === text) {
      // What a framework has rendered anew has no `hidden` any more.
      if (before.filter(isCondition).some(hides)) element.toggleAttribute("hidden", true);
      return false;
    }
    // A custom element still to be defined may want the shadow root for itself.
    if (document.readyState !== "complete" && element.matches(":not(:defined)")) return false;
    restore(before);
    const hidden = element.hasAttribute("hidden");
    const surfaces = (values.at(-1) || undefined)?.split(/\s+/).filter(Boolean);
    const marks = KINDS.flatMap((kind, index) => {
      const handle = values[index];
      if (typeof handle !== "string" || !isServed(kind, handle, element)) return [];
      return { kind, element, handle, surfaces, hidden, text };
    });
    known.delete(element);
    if (marks[0]) known.set(element, marks);
    return before[0] || marks[0];
  };
  const review = (elements: readonly Element[]) => {
    if (elements.filter(visit)[0] || isLost()) {
      show();
      onChange([...known.values()].flat());
    }
  };
  const rescan = () => review([...known.keys(), ...document.querySelectorAll(SELECTOR)]);

  let observer: MutationObserver | undefined;
  let sheet: CSSStyleSheet | undefined;
  try {
    observer = new MutationObserver((records) => {
      const touched = records
        .flatMap(({ target, addedNodes, removedNodes }) => [target, ...addedNodes, ...removedNodes])
        .filter((node) => node instanceof Element);
      review(touched.flatMap((element) => [element, ...element.querySelectorAll(SELECTOR)]));
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ["hidden", ...ATTRIBUTES],
    });
    // A page's `display: flex` counts for more than the browser's own rule for `hidden`.
    sheet = new CSSStyleSheet();
    sheet.replaceSync(
      ":is([data-service-show-if],[data-service-hide-if])[hidden]{display:none!important}",
    );
    document.adoptedStyleSheets.push(sheet);
  } catch {
    // Missing or made to throw: what is there now, at load and at each `rescan()`.
  }
  listen(window, "load", rescan);
  rescan();

  return {
    show,
    rescan,
    /** Looks no more, and puts every `hidden` back. */
    stop() {
      observer?.disconnect();
      for (const marks of known.values()) restore(marks);
      if (sheet) {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      }
    },
  };
}
