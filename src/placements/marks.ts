/**
 * Finds what the page marked (slots, gates, show-if, hide-if), now and whenever it appears,
 * changes or goes, with one observer. What moves within the document in one go is neither
 * lost nor found.
 */
import { openRoot } from "./roots";

const PREFIX = "data-service-";
const SURFACES = `${PREFIX}surfaces`;
const KINDS = ["slot", "gate", "show-if", "hide-if"] as const;
const HANDLE = /^[a-z][a-z0-9_]{0,63}$/;

interface Marked {
  readonly element: Element;
  readonly handle: string;
}
export interface Slot extends Marked {
  readonly kind: "slot";
  readonly root: ShadowRoot;
  /** Accepted surfaces. None named: every in-flow one. */
  readonly surfaces: readonly string[] | undefined;
}
export type Mark = Slot | (Marked & { readonly kind: Exclude<(typeof KINDS)[number], "slot"> });

export interface MarkOptions {
  readonly document: Document;
  onFound(mark: Mark): void;
  /** Gone, or marked otherwise: then it is found again at once. */
  onLost(mark: Mark): void;
  /** A mark that can't be served; told once per element. */
  onError(message: string, element: Element): void;
}

export function watchMarks({ document, onFound, onLost, onError }: MarkOptions) {
  const sought = KINDS.map((kind) => ({
    kind,
    attribute: PREFIX + kind,
    /** What each marked element said when last read, and what came of it. */
    known: new Map<Element, { readonly text: string; readonly mark: Mark | undefined }>(),
  }));
  const selector = sought.map(({ attribute }) => `[${attribute}]`).join();

  const readMark = (kind: Mark["kind"], element: Element, handle: string): Mark | undefined => {
    const valid = HANDLE.test(handle);
    if (!valid) onError(`"${handle}" is not a handle`, element);
    // A wrong handle is an unknown entitlement, which still has to hide what it guards.
    if (kind !== "slot") return { kind, element, handle };
    const root = valid ? openRoot(element) : undefined;
    if (valid && !root) onError(`<${element.localName}> cannot be a slot`, element);
    const surfaces = element.getAttribute(SURFACES)?.match(/\S+/g) ?? undefined;
    return root && { kind, element, handle, root, surfaces };
  };

  const revisit = ({ kind, attribute, known }: (typeof sought)[number], element: Element) => {
    const handle = element.isConnected ? element.getAttribute(attribute) : null;
    const text = handle === null ? undefined : `${handle} ${element.getAttribute(SURFACES)}`;
    const before = known.get(element);
    if (text === before?.text) return;
    // A custom element still to be defined may want the shadow root for itself.
    const waits = kind === "slot" && document.readyState !== "complete";
    if (waits && element.matches(":not(:defined)")) return;
    known.delete(element);
    if (before?.mark) onLost(before.mark);
    if (handle === null || text === undefined) return;
    const mark = readMark(kind, element, handle);
    known.set(element, { text, mark });
    if (mark) onFound(mark);
  };
  const review = (elements: Iterable<Element>) => {
    for (const one of sought) {
      for (const element of [...one.known.keys(), ...elements]) revisit(one, element);
    }
  };
  const rescan = () => review(document.querySelectorAll(selector));

  const { defaultView } = document;
  let observer: MutationObserver | undefined;
  try {
    observer = new MutationObserver((records) => {
      const touched = records
        .flatMap(({ type, target, addedNodes }) =>
          type === "attributes" ? target : [...addedNodes],
        )
        .filter((node) => node instanceof Element);
      review(touched.flatMap((element) => [element, ...element.querySelectorAll(selector)]));
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: [...sought.map(({ attribute }) => attribute), SURFACES],
    });
  } catch {
    // Missing or made to throw: what is there now, at load and at each `rescan()`.
  }
  defaultView?.addEventListener("load", rescan);
  rescan();

  return {
    rescan,
    /** Looks no more. Nothing is reported as lost. */
    stop() {
      observer?.disconnect();
      defaultView?.removeEventListener("load", rescan);
    },
  };
}
