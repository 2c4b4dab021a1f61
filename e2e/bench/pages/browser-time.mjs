// @ts-check
/**
 * Runs in the page, before anybody else: how long the browser's own part takes of showing a dialog.
 * These are what makes it work out style and layout, which the same DOM costs everybody alike.
 */

let milliseconds = 0;

/** @param {(...values: any[]) => any} method @returns {(...values: any[]) => any} The same, timed. */
function timed(method) {
  /** @this {unknown} @param {any[]} values */
  return function (...values) {
    const start = performance.now();
    try {
      return method.apply(this, values);
    } finally {
      milliseconds += performance.now() - start;
    }
  };
}

HTMLDialogElement.prototype.showModal = timed(HTMLDialogElement.prototype.showModal);
HTMLElement.prototype.focus = timed(HTMLElement.prototype.focus);
HTMLElement.prototype.showPopover = timed(HTMLElement.prototype.showPopover);
HTMLElement.prototype.hidePopover = timed(HTMLElement.prototype.hidePopover);
const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
if (scrollTop?.set) {
  Object.defineProperty(Element.prototype, "scrollTop", {
    ...scrollTop,
    set: timed(scrollTop.set),
  });
}

/** Milliseconds since the page began. */
export const browserTime = () => milliseconds;
