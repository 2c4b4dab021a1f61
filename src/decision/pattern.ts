/**
 * Patterns are authored, inputs are the visitor's: a pattern that could backtrack without end
 * would freeze the page, so it is refused before it runs.
 */

const LONGEST_PATTERN = 256;
export const LONGEST_INPUT = 1024;

/** True when a quantified group holds a quantifier or an alternation, as in `(a+)+` or `(a|b)*`. */
function canExplode(pattern: string): boolean {
  const bare = pattern
    .replace(/\\./g, "x") // an escape is one character
    .replace(/\[[^\]]*\]/g, "x"); // so is a class
  const risky: boolean[] = [];
  let closed = false;
  for (let i = 0; i < bare.length; i++) {
    const character = bare[i] ?? "";
    const quantifier = /[*+?]|\{\d*,?\d*\}/y;
    quantifier.lastIndex = i;
    const opensGroup = bare[i - 1] === "(";
    if (character === "(") {
      risky.push(false);
      closed = false;
    } else if (character === ")") {
      closed = risky.pop() ?? false;
      // What is risky inside is risky in the group around it as well.
      if (closed && risky.length) risky[risky.length - 1] = true;
    } else if (character === "|" || (!opensGroup && quantifier.test(bare))) {
      if (closed && character !== "|" && bare[i - 1] === ")") return true;
      if (risky.length) risky[risky.length - 1] = true;
    }
  }
  return false;
}

/** The compiled pattern, or why there is none. */
export function compilePattern(pattern: unknown, flags: string): RegExp | string {
  if (typeof pattern !== "string") return "must be a pattern";
  if (pattern.length > LONGEST_PATTERN) {
    return `pattern is refused: longer than ${LONGEST_PATTERN} characters`;
  }
  if (canExplode(pattern)) {
    return "pattern is refused: a quantified group holds a quantifier or an alternation";
  }
  try {
    return new RegExp(pattern, flags);
  } catch {
    return "is not a valid pattern";
  }
}
