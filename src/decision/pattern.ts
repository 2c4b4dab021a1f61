/**
 * Patterns are authored, inputs are the visitor's: a pattern whose backtracking grows exponentially
 * with the input would freeze the page, so it is refused before it runs. One whose backtracking is
 * polynomial, such as `a*a*b`, is not refused: the longest input bounds what it may take, which for
 * `.*` four times over is most of a minute all the same.
 */
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
    // The next innermost group, without its `?:`. It is then replaced by what it counts as.
    const [group, inside = "", quantifier = ""] = /\(\+?([^()]*)\)(\+?)/.exec(bare) ?? [];
    if (!group) return false;
    const risk = /[+|]/.test(inside) ? "+" : "";
    if (risk && quantifier) return true;
    bare = bare.replace(group, `x${risk}${quantifier}`);
  }
}

function compile(pattern: string, flags: string): RegExp | string {
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

/** Compiled patterns, by flags and text; bounded, since texts may come from anywhere. */
const known = new Map<string, RegExp | string>();
const MOST = 1_000;

/** The compiled pattern, or why there is none. */
export function patternOf(pattern: string, flags: string): RegExp | string {
  const key = `${flags}/${pattern}`;
  const made = known.get(key) ?? compile(pattern, flags);
  if (known.size >= MOST) known.clear();
  known.set(key, made);
  return made;
}
