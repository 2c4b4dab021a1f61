// @ts-check
/** Runs in the page: puts a surface where Service puts it, whoever draws it. */

/** @typedef {import("./drawn.mjs").Surface} Surface */
/** @typedef {(nodes: Surface["nodes"], root: ShadowRoot) => void} Draw */

/** What a button or a link has, besides its attributes. */
export const ignoreClick = () => {};
/** @param {string} tag */
export const isClickable = (tag) => tag === "a" || tag === "button";

/** @param {string} css */
function createSheet(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Draws all slots now, and a modal whenever `window.showModal` is called. @param {Draw} draw */
export function showEverything(draw) {
  const { slots, modal } = window.drawn;
  const sheet = createSheet(modal.css);
  const fill = (/** @type {Element} */ host, /** @type {Surface["nodes"]} */ nodes) => {
    const root = host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheet];
    draw(nodes, root);
    return root;
  };
  for (const [index, host] of document.querySelectorAll("[data-service-slot]").entries()) {
    fill(host, slots[index]?.nodes ?? []);
  }
  window.showModal = () => {
    const host = document.createElement("div");
    document.body.append(host);
    const root = fill(host, modal.nodes);
    for (const tray of root.querySelectorAll("div")) if (tray.popover) tray.showPopover();
    const dialog = root.querySelector("dialog");
    dialog?.showModal();
    dialog?.focus();
  };
}
