/**
 * Patterns are authored, inputs are the visitor's: a pattern that could backtrack without end
 * would freeze the page, so it is refused before it runs.
 */
import { kept } from "./kept";

const LONGEST_PATTERN = 256;
export const LONGEST_INPUT = 1024;

/** True when a quantified group holds a quantifier or an alternation, as in `(a+)+` or `(a|b)*`. */
function canExplode(pattern: string): boolean {
  // An escape is one character, and so is a class; every quantifier is as good as `+`.
  let bare = pattern
    .replace(/\\./g, "x")
    .replace(/\[[^\]]*\]/g, "x")
    .replace(/[*?]|\{\d*,?\d*\}/g, "+");
  for (;;) {
    // The next innermost group, without the `?` of its kind; then it counts as what it holds.
    const [group, inside = "", quantifier = ""] = /\(\+?([^()]*)\)(\+?)/.exec(bare) ?? [];
    if (!group) return false;
    const risk = /[+|]/.test(inside) ? "+" : "";
    if (risk && quantifier) return true;
    bare = bare.replace(group, `x${risk}${quantifier}`);
  }
}

/** Of its flags, a slash and its text: the compiled pattern, or why there is none. */
export const patternOf = kept((written): RegExp | string => {
  const start = written.indexOf("/") + 1;
  const pattern = written.slice(start);
  if (pattern.length > LONGEST_PATTERN) {
    return `pattern is refused: longer than ${LONGEST_PATTERN} characters`;
  }
  if (canExplode(pattern)) {
    return "pattern is refused: a quantified group holds a quantifier or an alternation";
  }
  try {
    return new RegExp(pattern, written.slice(0, start - 1));
  } catch {
    return "is not a valid pattern";
  }
});
