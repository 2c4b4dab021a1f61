/** One capturing listener for the page's clicks: gates stop them, and marked ones are captured as events. */

const GATE = "data-service-gate";
const EVENT = "data-service-event";
const PROPERTY = "data-service-prop-";
const NOT_CAPTURED = "input,select,textarea,:read-write,[data-service-no-capture]";

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

/** Middle clicks count too, since they follow links. A stopped click is no event. A double click is two clicks, told of already. */
export function watchClicks({ listen, isAllowed, onStopped, onEvent }: ClickOptions): void {
  const onClick = (event: Event): unknown => {
    if (Object(event).button > 1) return;
    const isDouble = event.type === "dblclick";
    const path = event.composedPath().filter((node) => node instanceof Element);
    for (const element of path) {
      const entitlement = element.getAttribute(GATE);
      const allowed = entitlement === null || isAllowed(entitlement);
      if (allowed) continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      return isDouble || onStopped(entitlement, element, allowed);
    }
    if (isDouble) return;
    const marked = path.find((element) => element.getAttribute(EVENT));
    if (marked && !path.some((element) => element.matches(NOT_CAPTURED))) {
      // `data-service-prop-plan-name="pro"` makes `plan_name: "pro"`.
      const properties = [...marked.attributes]
        .filter(({ name }) => name.startsWith(PROPERTY))
        .map(({ name, value }) => [name.slice(PROPERTY.length).replaceAll("-", "_"), value]);
      onEvent(marked.getAttribute(EVENT) ?? "", Object.fromEntries(properties));
    }
  };
  for (const type of ["click", "auxclick", "dblclick"]) listen(window, type, onClick);
}
