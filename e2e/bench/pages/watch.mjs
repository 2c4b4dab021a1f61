// @ts-check
/** Runs in the page, before anybody else: sees what comes into any shadow root, as soon as it is there. */

/** @type {Set<{ selector: string, resolve: (at: number) => void }>} */
const waiting = new Set();

const observer = new MutationObserver((records) => {
  const now = performance.now();
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  const elements = added.filter((node) => node instanceof Element);
  for (const one of waiting) {
    const { selector, resolve } = one;
    if (elements.some((element) => element.matches(selector) || element.querySelector(selector))) {
      waiting.delete(one);
      resolve(now);
    }
  }
});

const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  const root = attach.call(this, init);
  observer.observe(root, { childList: true, subtree: true });
  return root;
};

/**
 * @param {string} selector
 * @returns {Promise<number>} When such an element came next, on the page's clock.
 */
export const whenDrawn = (selector) =>
  new Promise((resolve) => {
    waiting.add({ selector, resolve });
  });

/** Adds a script that no cache knows. @param {string} code @returns {number} When it began. */
export function addScript(code) {
  const script = document.createElement("script");
  script.textContent = `${code}\n// ${Math.random()}`;
  const start = performance.now();
  document.head.append(script);
  return start;
}
