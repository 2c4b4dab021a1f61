// @ts-check
/** Runs in the page: reads what Service has drawn, so that others can draw the same. */

/** @typedef {{ tag: string, attributes: Record<string, string>, children: Drawn[] } | string} Drawn */
/** @typedef {{ css: string, nodes: Drawn[] }} Surface What a shadow root holds. */

/** @param {Node} node @returns {Drawn} */
function read(node) {
  if (!(node instanceof Element)) return node.textContent ?? "";
  // The browser sets it when the dialog is shown.
  const attributes = [...node.attributes].filter(({ name }) => name !== "open");
  return {
    tag: node.localName,
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    children: [...node.childNodes].map(read),
  };
}

/** @param {ShadowRoot} root @returns {Surface} */
export function readSurface({ adoptedStyleSheets, childNodes }) {
  const rules = adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
  return { css: rules.map(({ cssText }) => cssText).join("\n"), nodes: [...childNodes].map(read) };
}
