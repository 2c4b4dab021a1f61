/** Where the focus is in the page. */
import { HOST } from "./roots";

/**
 * What has the focus and then what is around it, outwards; in and out of shadow roots, where selectors
 * don't reach. Nothing while something of ours over the page has the focus.
 */
export function aroundFocus(): Element[] {
  const path: Element[] = [];
  let one: Element | null | undefined = document.activeElement;
  if (one?.localName === HOST) return path;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  // A form's fields may have the names of its properties.
  const read = (name: string) => Reflect.get(Element.prototype, name, one);
  while (one) {
    path.push(one);
    one = read("assignedSlot") ?? read("parentElement") ?? Object(read("parentNode")).host;
  }
  return path;
}
