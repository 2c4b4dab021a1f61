/** One capturing listener for the page's clicks: gates stop them, marked ones are told on. */

const GATE = "data-service-gate";
const EVENT = "data-service-event";
const PROPERTY = "data-service-prop-";
const NOT_CAPTURED =
  "input,select,textarea,[contenteditable]:not([contenteditable=false]),[data-service-no-capture]";

export interface ClickOptions {
  readonly window: Window & typeof globalThis;
  /** What is known of an entitlement right now. */
  decide(entitlement: string): "allowed" | "denied" | "unknown";
  /** The click was stopped before the page's own handlers. */
  onStopped(entitlement: string, element: Element, known: boolean): void;
  /** A click that went through on an element marked with `data-service-event`. */
  onEvent(name: string, properties: Record<string, string>): void;
}

/** `data-service-prop-plan-name="pro"` makes `plan_name: "pro"`. */
function propertiesOf({ attributes }: Element): Record<string, string> {
  return Object.fromEntries(
    [...attributes]
      .filter(({ name }) => name.startsWith(PROPERTY))
      .map(({ name, value }) => [name.slice(PROPERTY.length).replaceAll("-", "_"), value]),
  );
}

/** Middle clicks count as clicks, for they follow links. A stopped click is no event. */
export function watchClicks({ window, decide, onStopped, onEvent }: ClickOptions): () => void {
  const { Element } = window;
  const listen = (event: MouseEvent) => {
    if (event.button > 1) return;
    const path = event.composedPath().filter((node) => node instanceof Element);
    for (const element of path) {
      const entitlement = element.getAttribute(GATE);
      if (entitlement === null) continue;
      const decision = decide(entitlement);
      if (decision === "allowed") continue;
      event.preventDefault();
      event.stopImmediatePropagation();
      return onStopped(entitlement, element, decision === "denied");
    }
    const marked = path.find((element) => element.getAttribute(EVENT));
    if (marked && !path.some((element) => element.matches(NOT_CAPTURED))) {
      onEvent(marked.getAttribute(EVENT) ?? "", propertiesOf(marked));
    }
  };
  const stopping = new AbortController();
  for (const type of ["click", "auxclick"] as const) {
    window.addEventListener(type, listen, { capture: true, signal: stopping.signal });
  }
  return () => stopping.abort();
}
