/** What README.md holds: its fenced blocks, tables, headings and links. */
import { readFileSync } from "node:fs";

export const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

export interface Block {
  /** The heading above it, its language, and its place among those of this language. */
  readonly name: string;
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

/** Every part of the text, by the heading it stands under. */
const sections = [...`\n${readme}`.matchAll(/\n#+ (.+)\n((?:```[^]*?\n```|(?!\n#+ )[^])*)/g)].map(
  ([, heading = "", text = ""]) => ({ heading, text }),
);
export const headings = sections.map(({ heading }) => heading);

export const blocks: readonly Block[] = sections.flatMap(({ heading, text }) => {
  const counts = new Map<string, number>();
  return [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, language = "", code = ""]) => {
    const count = (counts.get(language) ?? 0) + 1;
    counts.set(language, count);
    return { name: `${heading}: ${language} ${count}`, heading, language, code };
  });
});

/** The cells of the table under a heading, less its head; code marks taken away. */
export function tableUnder(heading: string): readonly (readonly string[])[] {
  const { text = "" } = sections.find((section) => section.heading === heading) ?? {};
  const rows = text.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
  );
}

/** The first words of a table: what it describes. */
export const namesUnder = (heading: string) =>
  tableUnder(heading).map(([name = ""]) => name.replace(/\(.*/, ""));

/** JSON, its comments taken away; an address is none. */
export const parseJsonc = (code: string): Readonly<Record<string, unknown>> =>
  JSON.parse(code.replace(/(^|\s)\/\/.*$/gm, ""));
