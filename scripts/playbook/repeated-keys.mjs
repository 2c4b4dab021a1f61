// @ts-check
/** Keys that an object of the file has twice: JSON keeps the last one, without a word. */

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * @typedef {object} Open An object or a list that has begun.
 * @property {string} path
 * @property {Set<string>} [keys] Of an object.
 * @property {string} key The last one.
 * @property {number} index Of a list's item.
 */

/** @param {Open | undefined} parent */
function pathIn(parent) {
  if (!parent) return "";
  const { path, keys, key, index } = parent;
  return keys ? `${path && `${path}.`}${key}` : `${path}[${index}]`;
}

/** @param {string} text Sound JSON. @returns {string[]} Lines to warn with. */
export function repeatedKeys(text) {
  /** @type {Open[]} */
  const opened = [];
  /** @type {string[]} */
  const lines = [];
  let latest = "";
  for (const [token] of text.matchAll(TOKENS)) {
    const inside = opened.at(-1);
    if (token === "{" || token === "[") {
      const keys = token === "{" && { keys: new Set() };
      opened.push({ path: pathIn(inside), key: "", index: 0, ...keys });
    } else if (token === "}" || token === "]") {
      opened.pop();
    } else if (token === ":" && inside?.keys) {
      inside.key = JSON.parse(latest);
      if (inside.keys.has(inside.key)) {
        lines.push(`${pathIn(inside)}: is there twice, and only the last one counts: join them`);
      }
      inside.keys.add(inside.key);
    } else if (token === "," && inside) {
      inside.index++;
    } else {
      latest = token;
    }
  }
  return lines;
}
