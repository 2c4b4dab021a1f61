// @ts-check
/** Runs in the page: draws with Preact and nothing else. */
import { h, render } from "preact";
import { ignoreClick, isClickable, showEverything } from "./show.mjs";

/** @param {import("./drawn.mjs").Drawn} node @returns {import("preact").ComponentChild} */
function describe(node) {
  if (typeof node === "string") return node;
  const { tag, attributes, children } = node;
  const props = isClickable(tag) ? { ...attributes, onClick: ignoreClick } : attributes;
  return h(tag, props, ...children.map(describe));
}

showEverything((nodes, root) => render(nodes.map(describe), root));
