/** What nobody can see, whatever the page's layout says of it. */

/** Whether the tab is out of sight. A page's `<iframe name="hidden">` takes the property's place. */
export const isTabHidden = () => globalThis.document?.hidden === true;

/**
 * Whether all of the element lies below what is seen of the window. A keyboard on the screen may lie over
 * the page, and leave the size of its window as it is. In a frame without height nothing is seen.
 */
export function isBehindKeyboard(element: Element): boolean {
  const { offsetTop, height } = window.visualViewport ?? {};
  const { top } = element.getBoundingClientRect();
  return height === 0 || top > Number(offsetTop) + Number(height);
}
