// @ts-check
/** Runs in the page, before anybody else: sees what comes into any shadow root, as soon as it is there. */

/** Every placement of the bench has one; it comes with the rest of it. */
const CLOSE_BUTTON = 'button[aria-label="Dismiss"]';

/** @type {((at: number) => void)[]} */
const waiting = [];

const observer = new MutationObserver((records) => {
  const now = performance.now();
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  const isPlacement = (/** @type {Node} */ node) =>
    node instanceof Element && node.querySelector(CLOSE_BUTTON);
  if (added.some(isPlacement)) for (const resolve of waiting.splice(0)) resolve(now);
});

const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  const root = attach.call(this, init);
  observer.observe(root, { childList: true, subtree: true });
  return root;
};

/** @returns {Promise<number>} When a placement came next, on the page's clock. */
export const whenDrawn = () => new Promise((resolve) => waiting.push(resolve));

/** @param {ShadowRoot | null | undefined} root */
export function closeIn(root) {
  const button = root?.querySelector(CLOSE_BUTTON);
  if (button instanceof HTMLElement) button.click();
}

/** Adds a script that no cache knows. @param {string} code @returns {number} When it began. */
export function addScript(code) {
  const script = document.createElement("script");
  script.textContent = `${code}\n// ${Math.random()}`;
  const start = performance.now();
  document.head.append(script);
  return start;
}
