// @ts-check
/** What the figures say: how near Service is to what is to be reached, and where a peer is ahead. */
import { COLUMNS, nameOf, PEERS } from "./rows.mjs";

/** @typedef {import("./bench.mjs").Columns} Columns */
/** @typedef {(column: string, row?: string) => number} Read A figure; Service's if no row is named. */
/** @typedef {{ what: string, figure: (read: Read) => number, most?: number, least?: number }} Goal */

const HOT = ["hot 10", "hot 100", "hot 1000", "hot 10000"];

/** @type {readonly Goal[]} */
const GOALS = [
  { what: "`service.js`, bytes of brotli", figure: (read) => read("brotli"), most: 14_600 },
  {
    what: "`decision.mjs`, bytes of brotli",
    figure: (read) => read("brotli", "service-entitlements"),
    most: 5000,
  },
  { what: "Script, to Preact alone", figure: (read) => read("script"), most: 3 },
  {
    what: "First placement, to Preact alone drawing the same",
    figure: (read) => read("first") / read("first", "preact"),
    most: 1.5,
  },
  { what: "100 rules cold, ms", figure: (read) => read("cold 100"), most: 1 },
  { what: "1,000 rules cold, ms", figure: (read) => read("cold 1000"), most: 6 },
  {
    what: "1,000 rules cold, to GrowthBook's conditions alone",
    figure: (read) => read("cold 1000") / read("cold 1000", "growthbook-conditions"),
    most: 1,
  },
  {
    what: "1,000 rules cold, all about a person at once, to GrowthBook's conditions alone",
    figure: (read) =>
      read("cold 1000", "service-person") / read("cold 1000", "growthbook-conditions"),
    most: 1,
  },
  {
    what: "1,000 rules hot, how many times as fast as GrowthBook",
    figure: (read) => read("hot 1000", "growthbook") / read("hot 1000"),
    least: 20,
  },
  {
    what: "1,000 rules hot, all about a person at once, how many times as fast as GrowthBook",
    figure: (read) => read("hot 1000", "growthbook") / read("hot 1000", "service-person"),
    least: 20,
  },
  {
    what: "1,000 rules hot, to closures by hand",
    figure: (read) => read("hot 1000") / read("hot 1000", "closures"),
    most: 5,
  },
  {
    what: "1,000 rules hot, all about a person at once, to closures by hand",
    figure: (read) => read("hot 1000", "service-person") / read("hot 1000", "closures"),
    most: 5,
  },
  {
    what: "Hot, the slowest of 10 … 10,000 rules to the fastest",
    figure: (read) => {
      const figures = HOT.map((column) => read(column));
      return Math.max(...figures) / Math.min(...figures);
    },
    most: 1.5,
  },
  {
    what: "A modal cold, to Preact alone",
    figure: (read) => read("modal cold") / read("modal cold", "preact"),
    most: 1.3,
  },
  { what: "A modal warm, ms", figure: (read) => read("modal warm"), most: 0.3 },
];

/** @param {number} figure @returns {string} Three digits that count, or all before the point. */
export function format(figure) {
  const digits = { maximumFractionDigits: figure < 1 ? 2 : figure < 100 ? 1 : 0 };
  return figure.toLocaleString("en", digits);
}

/** @param {Columns} columns @returns {Read} */
const reader =
  (columns) =>
  (column, row = "service") =>
    columns[column]?.get(row) ?? Number.NaN;

/** @param {Columns} columns @returns {string[]} A line for each goal that was measured. */
export function goals(columns) {
  const read = reader(columns);
  return GOALS.flatMap(({ what, figure, most, least }) => {
    const value = figure(read);
    if (Number.isNaN(value)) return [];
    const isReached = most === undefined ? value >= (least ?? 0) : value <= most;
    const goal = most === undefined ? `at least ${least}` : `at most ${format(most)}`;
    return `${what}: ${format(value)}, goal ${goal}${isReached ? "" : ", **not reached**"}`;
  });
}

/** Who is compared with whom. */
const RIVALS = [
  { own: "service", peers: PEERS },
  { own: "service-conditions", peers: ["growthbook-conditions"] },
];

/** The other size says the same. */
const COMPARED = Object.entries(COLUMNS).filter(([column]) => column !== "gzip");

/** @param {Columns} columns @returns {string[]} A line wherever a peer is ahead of Service. */
export function ahead(columns) {
  const read = reader(columns);
  return COMPARED.flatMap(([column, title]) =>
    RIVALS.flatMap(({ own, peers }) => {
      const figure = read(column, own);
      const better = peers.filter((row) => read(column, row) < figure);
      if (better.length === 0) return [];
      const told = better.map((row) => `${nameOf(row)} ${format(read(column, row))}`);
      return `${title}: ${told.join(", ")}; ${nameOf(own)} ${format(figure)}`;
    }),
  );
}
