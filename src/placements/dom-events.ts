/** Dispatches the DOM events by which the page learns what happened to a placement. */

/** Bubbles from a slot or the host, through shadow roots. False when a listener cancelled it. */
export function dispatch(target: EventTarget, type: string, detail: unknown, cancelable = false) {
  return target.dispatchEvent(
    new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }),
  );
}
