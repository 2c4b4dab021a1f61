/** What the page's elements are asked and told: by their prototype, since a form's fields may be named like its own methods. */

/** `instanceof` knows no element that was made in another window, and a form's field may be named `nodeType`. */
export const isElement = (node: EventTarget): node is Element => "attachShadow" in node;

export const readAttribute = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name);

/** @param value null: removes it */
export function writeAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}

export const isMatch = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);

/** Those in the element that match. */
export const findIn = (element: Element, selector: string): Element[] => [
  ...Element.prototype.querySelectorAll.call(element, selector),
];
