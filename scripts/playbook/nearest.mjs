// @ts-check
/** Which of the known names a misspelt one was probably meant to be. */

/** @param {string} name @returns {string} Case and underscores aside. */
const plain = (name) => name.toLowerCase().replaceAll(/[_-]/g, "");

/** @param {string} a @param {string} b @returns {number} The letters to add, drop, change, or swap with their neighbour. */
function distance(a, b) {
  /** @type {number[][]} By the letters of `a` and of `b` that are done. */
  const rows = [];
  const at = (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j] ?? 0;
  for (let i = 0; i <= a.length; i++) {
    /** @type {number[]} */
    const row = [];
    rows.push(row);
    for (let j = 0; j <= b.length; j++) {
      if (!(i && j)) {
        row.push(i + j);
        continue;
      }
      const changed = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = i > 1 && j > 1 && isSwapped ? at(i - 2, j - 2) + 1 : changed;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, changed, swapped));
    }
  }
  return at(a.length, b.length);
}

/** @param {string} name @param {readonly string[]} known @returns {string | undefined} */
function nearest(name, known) {
  const meant = plain(name);
  // Nobody misspells so long a name; and comparing takes long.
  if (meant.length > 64) return undefined;
  const near = known
    .map((one) => ({ one, far: distance(meant, plain(one)) }))
    .filter(({ far }) => far <= 2 && far * 2 < meant.length)
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
  const longer = known.filter((one) => meant.length > 3 && plain(one).startsWith(meant));
  return near[0] ?? longer[0];
}

/** @param {string} name @param {readonly string[]} known @returns {string} A question, where one of them is close. */
export function question(name, known) {
  const meant = nearest(name, known);
  return meant === undefined ? "" : ` (did you mean ${meant}?)`;
}
