// @ts-check
/** The measurements as Markdown: printed, and kept between two marks in README.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runNode, StepError } from "../../scripts/steps.mjs";
import { ahead, format, goals } from "./findings.mjs";
import { COLUMNS, PEERS, rows, titleOf } from "./rows.mjs";

/** @typedef {import("./bench.mjs").Columns} Columns */

const README = join(ROOT, "README.md");
const BEGIN = "<!-- npm run bench -- --write: begin -->";
const END = "<!-- npm run bench -- --write: end -->";

const NOBODY_AHEAD = "No peer is ahead in anything measured.";

const list = (/** @type {readonly string[]} */ lines) =>
  lines.map((line) => `- ${line}`).join("\n");

/** @param {Columns} columns */
function table(columns) {
  const measured = Object.entries(COLUMNS).filter(([column]) => columns[column]);
  const known = rows.filter((row) => measured.some(([column]) => columns[column]?.has(row)));
  const lines = known.map((row) => [
    titleOf(row),
    ...measured.map(([column]) => {
      const figure = columns[column]?.get(row);
      return figure === undefined ? "" : format(figure);
    }),
  ]);
  const head = ["", ...measured.map(([, title]) => title)];
  const rule = ["---", ...measured.map(() => "---:")];
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {Columns} columns */
const hasPeers = (columns) =>
  Object.values(columns).some((column) => PEERS.some((row) => column.has(row)));

/** @param {Columns} columns @param {{ chromium: string, rounds: number }} run @returns {string} */
export function writeReport(columns, { chromium, rounds }) {
  const day = new Date().toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  const behind = ahead(columns);
  const standing = behind.length > 0 ? `Where a peer is ahead:\n\n${list(behind)}` : NOBODY_AHEAD;
  return [
    `${day}, Node ${process.versions.node}, Chromium ${chromium}; medians of ${rounds} rounds in which everybody takes turns.`,
    table(columns),
    `Service against what it is to reach:\n\n${list(goals(columns))}`,
    ...(hasPeers(columns) ? [standing] : []),
  ].join("\n\n");
}

/** @param {string} report */
export function keepReport(report) {
  const text = readFileSync(README, "utf8");
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new StepError(`README.md lacks ${BEGIN} or ${END}.`);
  const before = text.slice(0, begin + BEGIN.length);
  writeFileSync(README, `${before}\n\n${report}\n\n${text.slice(end)}`);
  // Its columns as wide as their cells, as the lint wants them.
  runNode(["node_modules/@biomejs/biome/bin/biome", "format", "--write", README]);
}
