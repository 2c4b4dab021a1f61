/**
 * One capturing listener for the page's clicks, and for presses and keys that act before there is
 * one: gates stop them, and marked clicks are captured as events.
 */
import { isElement, isMatch, readAttribute } from "./elements";
import { keepWithin } from "./page-dialogs";
import { HOST, rootOf } from "./roots";

const GATE = "data-service-gate";
const EVENT = "data-service-event";
const PROPERTY = "data-service-prop-";
/** Where people write or choose. */
const FIELDS = "input,select,textarea,:read-write";
const NOT_CAPTURED = `${FIELDS},[data-service-no-capture]`;
/** What does something by itself, in a placement. */
const CONTROLS = `a,button,${FIELDS}`;

interface ClickOptions {
  /** Listens in the capturing phase, before the page's own listeners, as long as clicks are watched. */
  listen(target: EventTarget, type: string, listener: (event: Event) => void): void;
  /** What is known of an entitlement right now; `undefined`: nothing. */
  isAllowed(entitlement: string): boolean | undefined;
  /** The click was stopped before the page's own handlers: denied, or not known. */
  onStopped(entitlement: string, element: Element, allowed: false | undefined): void;
  /** A click that went through on an element marked with `data-service-event`. */
  onEvent(name: string, properties: Record<string, string>): void;
}

/** Events around a click at which a control may act too. A gate only keeps them from the page: it is the click that it prevents and answers. */
const PRESSES = [
  ...["pointerdown", "mousedown", "touchstart"],
  ...["pointerup", "mouseup", "touchend", "keyup"],
];
/** Keys that press a control. */
const KEYS = ["Enter", " "];

/** The elements from the innermost to the outermost, and those of them that lie in a placement of ours, if any. */
function pathsOf(event: Event) {
  // A press on the page's own text in a slot begins at our `<slot>`.
  const path = event
    .composedPath()
    .filter(isElement)
    .filter(({ id }) => id !== HOST);
  const end = path.findIndex((element) => rootOf(element)?.contains(path[0] ?? null));
  const own = path.slice(0, Math.max(end, 0));
  // What lies over the page has nothing around it.
  return { own, path: path[end]?.localName === HOST ? own : path };
}

/**
 * Gives a pressed control of a placement back the pointer, if something of the page's has captured it by
 * now: a drawer does, to be dragged. Outside a shadow root a button looks like the slot that it is in, and
 * so its click would be the slot's.
 */
function takeBack(pointer: number, { own, path }: ReturnType<typeof pathsOf>): void {
  if (!path.some((element) => element.hasPointerCapture?.(pointer))) return;
  own.find((element) => isMatch(element, CONTROLS))?.setPointerCapture(pointer);
}

/** Middle clicks count too, since they follow links. A stopped click is no event. A double click is two clicks, told of already. */
export function watchClicks({ listen, isAllowed, onStopped, onEvent }: ClickOptions): void {
  /** The gate that stopped the last press. What was pressed elsewhere may be dragged over one, and end there. */
  let pressed: Element | undefined;
  /** Which pointer is down. */
  let pointer = 0;
  /** The gates on the path that refuse, the innermost first. */
  const refusalsOn = (path: readonly Element[]) =>
    path.flatMap((gate) => {
      const entitlement = readAttribute(gate, GATE);
      if (entitlement === null) return [];
      const allowed = isAllowed(entitlement);
      return allowed ? [] : { gate, entitlement, allowed };
    });
  /** Stops what a gate refuses, and returns whether one does. A control of a placement in the gate still works. */
  const isRefused = (event: Event, { own, path }: ReturnType<typeof pathsOf>): boolean => {
    const { type, repeat } = Object(event);
    const isDown = type === "pointerdown";
    if (isDown) pressed = undefined;
    const [refusal] = refusalsOn(path);
    if (!refusal) return false;
    const { gate, entitlement, allowed } = refusal;
    if (own.some((element) => isMatch(element, CONTROLS)) && !own.includes(gate)) {
      if (type !== "auxclick") keepWithin(event);
      return false;
    }
    if (/(pointer|mouse)up/.test(type) && gate !== pressed) return true;
    if (isDown) pressed = gate;
    event.stopImmediatePropagation();
    // The press would take the focus from where it is, and a list of options that closes then be gone before the click.
    const first = path.find((element) => element === gate || Object(element).tabIndex >= 0);
    const isForNothing = Object(first).tabIndex < 0 && !path[0]?.matches(FIELDS);
    if (type === "mousedown" && isForNothing) event.preventDefault();
    if (PRESSES.includes(type)) return true;
    event.preventDefault();
    if (type !== "dblclick" && !repeat) onStopped(entitlement, gate, allowed);
    return true;
  };
  const onInput = (event: Event): void => {
    const { type, button, key, ctrlKey, altKey, metaKey, pointerId } = Object(event);
    const isKey = type.startsWith("key");
    // With these a key presses nothing, unless it makes a click.
    const isPress = KEYS.includes(key) && !(ctrlKey || altKey || metaKey);
    if (button > 1 || (isKey && !isPress)) return;
    const paths = pathsOf(event);
    if (type === "pointerdown") pointer = pointerId;
    if (type === "mousedown") takeBack(pointer, paths);
    // Whoever writes in a field presses nothing.
    if (isKey && paths.path[0]?.matches(FIELDS)) return;
    if (isRefused(event, paths) || !/^(aux)?click$/.test(type)) return;
    // A click in a placement is none on a marked element around it.
    const path = paths.own[0] ? paths.own : paths.path;
    const marked = path.find((element) => readAttribute(element, EVENT));
    if (marked && !path.some((element) => isMatch(element, NOT_CAPTURED))) {
      // `data-service-prop-plan-name="pro"` makes `plan_name: "pro"`.
      const properties = [...marked.attributes]
        .filter(({ name }) => name.startsWith(PROPERTY))
        .map(({ name, value }) => [name.slice(PROPERTY.length).replaceAll("-", "_"), value]);
      onEvent(readAttribute(marked, EVENT) ?? "", Object.fromEntries(properties));
    }
  };
  // A form without a button, or with one elsewhere, is sent without a click on the gate.
  for (const type of ["click", "auxclick", "dblclick", "submit", "keydown", ...PRESSES]) {
    listen(window, type, onInput);
  }
}
