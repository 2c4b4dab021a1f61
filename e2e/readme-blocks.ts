/** What README.md holds: its fenced blocks, the Playbook they add up to, tables and headings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
export const readme = read("README.md");

export interface Block {
  /** The heading above it, its language, and its place among those of this language. */
  readonly name: string;
  readonly heading: string;
  readonly language: string;
  readonly code: string;
}

/** Every part of the text, by the heading it stands under. */
const sections = [
  ...`\n${readme}`.matchAll(/\n#+ (.+)\n((?:```[\s\S]*?\n```|(?!\n#+ )[\s\S])*)/g),
].map(([, heading = "", text = ""]) => ({ heading, text }));
export const headings = sections.map(({ heading }) => heading);

export const blocks: readonly Block[] = sections.flatMap(({ heading, text }) => {
  const counts = new Map<string, number>();
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => {
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
const parseJsonc = (code: string): Readonly<Record<string, unknown>> =>
  JSON.parse(code.replace(/(^|\s)\/\/.*$/gm, ""));

/** Lists of a Playbook, parts of a payload, and what a targeting context holds. */
const KINDS = {
  lists: /^(plans|segments|entitlements|trials|placements)$/,
  payload: /^(target|schedule|rollout_percent|caps|\w+_hours|locales|variants)$/,
  context: /^(id|\w+_handle|email_domain|locale|device|segments|traits|usage|trial|page)$/,
};
export type Kind = keyof typeof KINDS | "playbook";

function kindOf(json: object): Kind | undefined {
  if ("format_version" in json) return "playbook";
  const kinds = ["lists", "payload", "context"] as const;
  return kinds.find((kind) => Object.keys(json).every((key) => KINDS[kind].test(key)));
}

export const JSON_BLOCK = /^jsonc?$/;
export const jsonBlocks = blocks
  .filter(({ language }) => JSON_BLOCK.test(language))
  .map(({ name, heading, code }) => {
    const json = parseJsonc(code);
    return { name, heading, json, kind: kindOf(json) };
  });
/** The complete example. */
export const complete = jsonBlocks.find(({ kind }) => kind === "playbook")?.json ?? {};
export const listOf = (value: unknown) => (Array.isArray(value) ? value : []);

/** The complete example, with these lists added to its own. */
export const withLists = (lists: object) => ({
  ...complete,
  ...Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, [...listOf(complete[name]), ...list]]),
  ),
});

/** The complete example, with what the section adds to it. */
export function playbookOf(section: string) {
  const added = jsonBlocks.find(({ heading, kind }) => heading === section && kind === "lists");
  return withLists(added?.json ?? {});
}
