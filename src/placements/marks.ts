/**
 * Finds the elements that the page marked (slots, gates, show-if, hide-if), now and whenever they
 * appear, change or go, with one observer. An element that is moved within the document in one go
 * stays the same mark.
 */
import { attempt, HANDLE } from "../decision/index";
import { findIn, isElement, isMatch, readAttribute } from "./elements";
import { createHideAnew, OURS } from "./hide-anew";
import { findAll, isOnPage, openRoot } from "./roots";

const KINDS = ["slot", "gate", "show-if", "hide-if"] as const;
const attributeOf = (name: string) => `data-service-${name}`;
const ATTRIBUTES = [...KINDS, "surfaces"].map(attributeOf);
const SELECTOR = ATTRIBUTES.map((attribute) => `[${attribute}]`).join();

const WATCHED = {
  subtree: true,
  childList: true,
  attributeFilter: ["hidden", "open", "aria-modal", ...ATTRIBUTES],
};

/** A marked element; the same object as long as its attributes stay the same. */
export interface Mark {
  readonly kind: (typeof KINDS)[number];
  readonly element: Element;
  readonly handle: string;
  /** Accepted surfaces of a slot. None named: every in-flow one. */
  readonly surfaces: readonly string[] | undefined;
  /** The page's own `hidden`. */
  readonly hidden: string | null;
  /** All attributes of ours, to see whether they have changed. */
  readonly text: string;
}

interface MarkOptions {
  /** Whether slots are marks, too; else they stay as the page has them. */
  readonly hasSlots: boolean;
  /** Listens as long as marks are watched. */
  listen(target: EventTarget, type: string, listener: () => void): void;
  /** What is known of an entitlement right now; `undefined`: nothing. */
  isAllowed(entitlement: string): boolean | undefined;
  /** A mark has appeared, changed or gone. */
  onChange(marks: readonly Mark[]): void;
  /**
   * Whether something of ours was removed with an element of the page, or has to make way for one,
   * which counts as a change.
   * @param touched the elements that were added, removed or changed; none where all are looked at
   */
  isLost(touched?: readonly Element[]): boolean | undefined;
  /** Runs what may throw. */
  guard<T>(act: () => T): T | undefined;
  /** A mark that can't be served. */
  onError(message: string): void;
}

/**
 * By its rule what is hidden stays so: a page's `display: flex` would override the browser's own. The
 * ids, which no element has, make it weigh more than the page's rules; in a layer, or on the element
 * itself, their `display` still wins, but they seldom say anything of visibility.
 */
function createSheet() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ":is([data-service-show-if],[data-service-hide-if],#a #a #a)[hidden]{display:none!important;visibility:hidden!important}",
  );
  /** Also where the page has assigned the document's list of sheets anew. */
  const adopt = () => {
    const { adoptedStyleSheets: sheets } = document;
    if (!sheets.includes(sheet)) sheets.push(sheet);
  };
  adopt();
  return {
    adopt,
    remove() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

/** Elements that can hold a shadow root, but would take the page or a quotation away with them. */
const NO_SLOT = ["body", "blockquote"];

/** Opens the root of a slot. Returns why the element can't be marked so, else an empty text. */
function prepare(element: Element, kind: Mark["kind"], handle: string): string {
  const { localName } = element;
  if (!HANDLE.test(handle)) return `"${handle}" is not a handle: <${localName}>`;
  const isFit = kind !== "slot" || (!NO_SLOT.includes(localName) && openRoot(element));
  return isFit ? "" : `<${localName}> cannot be a slot`;
}

const isCondition = ({ kind }: Mark) => kind.endsWith("if");

/**
 * The elements that were added, removed or changed. Not all around what was added: a table filled row
 * by row would be searched for each row.
 */
const touchedBy = (records: readonly MutationRecord[]) =>
  records
    .flatMap(({ type, target, addedNodes, removedNodes }) =>
      type === "attributes" ? target : [...addedNodes, ...removedNodes],
    )
    .filter(isElement);

export function watchMarks(options: MarkOptions) {
  const { hasSlots, listen, isAllowed, isLost, onChange, guard, onError } = options;
  const known = new Map<Element, readonly Mark[]>();

  /** While it isn't known, `show-if` hides and `hide-if` leaves the element as the page had it. */
  const hides = ({ kind, handle, hidden }: Mark) => {
    const allowed = isAllowed(handle);
    return kind === "show-if" ? !allowed : (allowed ?? hidden !== null);
  };
  /** Gives an element its `hidden`: the page's own, or ours where one of its conditions hides it. */
  const hide = (marks: readonly Mark[], isOver?: boolean) => {
    const conditions = marks.filter(isCondition);
    const [first] = conditions;
    if (!first) return;
    const { element, hidden } = first;
    const shown = isOver ? hidden : conditions.some(hides) ? (hidden ?? OURS) : null;
    if (readAttribute(element, "hidden") !== shown) anew.write(element, shown);
  };
  const show = () => {
    sheet?.adopt();
    for (const marks of known.values()) {
      // What a gate needs is asked for before it is clicked.
      for (const { kind, handle } of marks) if (kind === "gate") isAllowed(handle);
      guard(() => hide(marks));
    }
  };

  /** @returns whether anything changed */
  const visit = (element: Element) => {
    const isHere = isOnPage(element);
    const values = ATTRIBUTES.map((name) => (isHere ? readAttribute(element, name) : null));
    const before = known.get(element) ?? [];
    // A custom element that isn't defined yet may want a shadow root of its own.
    const isEarly = document.readyState !== "complete" && isMatch(element, ":not(:defined)");
    if (!hasSlots || isEarly) values[0] = null;
    const text = JSON.stringify(values);
    if (before[0]?.text === text) {
      // A framework may have rendered the element anew, without our `hidden`.
      if (before.filter(isCondition).some(hides)) anew.hide(element);
      return false;
    }
    if (!isHere && before.some(isCondition)) anew.note();
    const shown = isHere ? OURS : null;
    // Else the page uses the element for something else now, and has hidden or shown it for that.
    if ([OURS, shown].includes(readAttribute(element, "hidden"))) hide(before, true);
    const value = readAttribute(element, "hidden");
    // A copy of an element that we have hidden, as in a page that a router has kept, has ours.
    const hidden = value === OURS ? null : value;
    const surfaces = (values.at(-1) || undefined)?.split(/[\s,]+/).filter(Boolean);
    const marks = KINDS.flatMap((kind, index) => {
      const handle = values[index];
      if (handle == null) return [];
      const fault = prepare(element, kind, handle);
      if (fault) onError(fault);
      // A wrong handle names an unknown entitlement; the mark still has to hide or guard its element.
      return fault && kind === "slot" ? [] : { kind, element, handle, surfaces, hidden, text };
    });
    known.delete(element);
    if (marks[0]) known.set(element, marks);
    return before[0] || marks[0];
  };
  const review = (elements: readonly Element[], touched?: readonly Element[]) => {
    const changed = elements.filter((element) => guard(() => visit(element)));
    if (isLost(touched) || changed[0]) {
      show();
      onChange([...known.values()].flat());
    }
  };
  const rescan = () => review([...known.keys(), ...findAll(SELECTOR)]);

  const anew = createHideAnew(rescan);
  let observer: MutationObserver | undefined;
  let sheet: ReturnType<typeof createSheet> | undefined;
  // Missing or made to throw: marks are then found now, at load and at each `rescan()`.
  attempt(() => {
    observer = new MutationObserver((records) =>
      guard(() => {
        anew.count();
        const touched = touchedBy(records);
        const marked = touched.flatMap((element) => findIn(element, SELECTOR));
        review([...touched, ...marked], touched);
      }),
    );
    observer.observe(document.documentElement, WATCHED);
    sheet = createSheet();
    // Last: a sandbox may have a document of its own, which is no node.
    observer.observe(document, WATCHED);
  });
  // Not at once: a recorder may add a frame while a root is being attached, which can end the loading then.
  listen(window, "load", () => void Promise.resolve(rescan).then(guard));
  rescan();

  return {
    show,
    rescan,
    /** Stops watching, and puts every `hidden` back. */
    stop() {
      observer?.disconnect();
      anew.stop();
      for (const marks of known.values()) hide(marks, true);
      sheet?.remove();
    },
  };
}
