/** What the oldest supported browsers can't read must not take the rest away: Chrome 114 and Safari 17. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Line {
  readonly text: string;
  /** What it is nested in, outermost first. */
  readonly within: readonly string[];
}

/** The lines of a sheet without its comments. */
function linesOf(name: string): Line[] {
  const css = readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");
  const open: string[] = [];
  return css
    .replace(/\/\*.*?\*\//gs, "")
    .split("\n")
    .map((line) => {
      const text = line.trim();
      if (text === "}") open.pop();
      const within = [...open];
      if (text.endsWith("{")) open.push(text);
      return { text, within };
    });
}
const LINES = ["parts.css", "surfaces.css"].flatMap(linesOf);
const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text);

test("colours that they don't know stand where they are asked for first", () => {
  const modern = LINES.filter(({ text }) => /^[^@].*(light-dark\(|\(from )/.test(text));
  const isAsked = ({ within }: Line) => within.some((one) => one.startsWith("@supports (color: "));
  expect(modern.length).toBeGreaterThan(2);
  expect(textsOf(modern.filter((line) => !isAsked(line)))).toEqual([]);
});

test("what asks for colours that are mixed from the system's stops older Chromes before they crash", () => {
  const asking = LINES.filter(({ text }) => /@supports.*(lch|from)/.test(text));
  expect(asking.length).toBeGreaterThan(0);
  for (const { text } of asking) expect(text).toContain("(color: light-dark(lch(from color-mix(");
});

test("nested rules begin with no bare star, and numbers are finite", () => {
  const starred = LINES.filter(({ text, within }) => within.length > 0 && /^\*/.test(text));
  expect(textsOf(starred)).toEqual([]);
  expect(textsOf(LINES.filter(({ text }) => /\binfinity\b/.test(text)))).toEqual([]);
});
