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

/** Nobody misspells so long a name; and comparing takes long. */
const LONGEST = 64;

/** @param {string} name @param {readonly string[]} known @returns {string | undefined} */
export function nearest(name, known) {
  const meant = plain(name);
  if (meant.length > LONGEST) return undefined;
  const near = known
    .map((one) => ({ one, far: distance(meant, plain(one)) }))
    .filter(({ far }) => far <= 2 && far * 2 < meant.length)
    .sort((a, b) => a.far - b.far)
    .map(({ one }) => one);
  const longer = known.filter((one) => meant.length > 3 && plain(one).startsWith(meant));
  return near[0] ?? longer[0];
}

/** @param {string | undefined} meant @returns {string} A question, where something was probably meant. */
export const didYouMean = (meant) => (meant === undefined ? "" : ` (did you mean ${meant}?)`);

/** @param {string} name @param {readonly string[]} known @returns {string} A question, where one of them is close. */
export const question = (name, known) => didYouMean(nearest(name, known));

/** @param {string} name @returns {string} Numbers aside too: `cohort_1` is no slip of `cohort_2`. */
const unnumbered = (name) => plain(name).replaceAll(/\d/g, "");

/** @param {string} a @param {string} b @returns {boolean} Whether one letter is added, dropped or changed, or two are swapped. */
function isOneOff(a, b) {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [x = "", y = ""] = [a, b].map((one) => one.slice(start, one.length - end));
  return (x.length < 2 && y.length < 2) || (x.length === 2 && x === `${y[1]}${y[0]}`);
}

/**
 * For names that others may give as well: only a slip of one letter is asked about, or of the case.
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {string} A question, where it is such a slip.
 */
export function slipOf(name, known) {
  const meant = plain(name);
  if (known.includes(name) || meant.length > LONGEST) return "";
  const plains = known.map(plain);
  const slip = plains.findIndex(
    (one, i) => isOneOff(meant, one) && unnumbered(known[i] ?? "") !== unnumbered(name),
  );
  const same = plains.indexOf(meant);
  return didYouMean(known[same < 0 && meant.length > 3 ? slip : same]);
}
