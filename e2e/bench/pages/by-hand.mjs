// @ts-check
/** Runs in the page: draws with the DOM's own methods and nothing else. */
import { ignoreClick, isClickable, showEverything } from "./show.mjs";

const SVG = "http://www.w3.org/2000/svg";

/** @param {import("./drawn.mjs").Drawn} node @returns {Node} */
function create(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const { tag, attributes, children } = node;
  const isDrawing = tag === "svg" || tag === "path";
  const element = isDrawing ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (isClickable(tag)) element.addEventListener("click", ignoreClick);
  element.append(...children.map(create));
  return element;
}

showEverything((nodes, root) => root.append(...nodes.map(create)));
