// @ts-check
/** Who stands in the table, in its order, and in which columns. */
import { versionOf } from "./peers.mjs";

/** @typedef {{ name: string, what?: string, peer?: string }} Row `peer` is its package. */

/** @type {Record<string, Row>} */
const ROWS = {
  service: { name: "Service", what: "`service.js`; decided by `decision.mjs`, whole placements" },
  "service-person": {
    name: "Service, all about a person at once",
    what: "`decisionsFor`; whole placements",
  },
  "service-entitlements": {
    name: "Service's core alone",
    what: "`decision.mjs`; whole entitlements",
  },
  "service-conditions": { name: "Service's conditions alone" },
  growthbook: {
    ...{ name: "GrowthBook", peer: "@growthbook/growthbook" },
    what: "the tag that starts itself; no UI",
  },
  "growthbook-conditions": { name: "GrowthBook's conditions alone" },
  featurevisor: {
    ...{ name: "Featurevisor", peer: "@featurevisor/sdk" },
    what: "no UI, no telemetry",
  },
  configcat: { name: "ConfigCat", peer: "@configcat/sdk", what: "no UI" },
  statsig: {
    ...{ name: "Statsig", peer: "@statsig/js-on-device-eval-client" },
    what: "on the device; no UI",
  },
  unleash: {
    ...{ name: "Unleash", peer: "unleash-proxy-client" },
    what: "the proxy client; a server decides, no UI",
  },
  schematic: {
    ...{ name: "Schematic", peer: "@schematichq/schematic-js" },
    what: "entitlements; a server decides, no UI",
  },
  posthog: { name: "PostHog", peer: "posthog-js", what: "its core" },
  "posthog-surveys": { name: "PostHog's surveys", what: "on top of its core" },
  braze: { name: "Braze", peer: "@braze/web-sdk", what: "in-app messages" },
  floor: { name: "_Preact, three hooks, nanostores_", what: "the floor" },
  preact: { name: "_Preact alone_" },
  "by-hand": { name: "_the DOM by hand_" },
  closures: { name: "_closures by hand_", what: "the limit" },
};

export const rows = Object.keys(ROWS);

/** @param {string} row @returns {string} */
export const nameOf = (row) => ROWS[row]?.name ?? row;

/** @param {string} row @returns {string} With the version that is installed, and what it is. */
export function titleOf(row) {
  const { name, what, peer } = ROWS[row] ?? { name: row };
  return [peer ? `${name} ${versionOf(peer)}` : name, what].filter(Boolean).join(": ");
}

/** Those to be ahead of. What goes on top of a core isn't one of them. */
export const PEERS = rows.filter((row) => ROWS[row]?.peer);

/** By the key of what was measured. */
export const COLUMNS = {
  brotli: "brotli, bytes",
  gzip: "gzip, bytes",
  script: "script, × Preact",
  "cold 100": "100 rules cold, ms",
  "cold 1000": "1,000 rules cold, ms",
  "hot 10": "10 rules hot, ns",
  "hot 100": "100 rules hot, ns",
  "hot 1000": "1,000 rules hot, ns",
  "hot 10000": "10,000 rules hot, ns",
  "hot 1000 random": "1,000 rules hot in random order, ns",
  first: "first placement, ms",
  "modal cold": "modal cold, ms",
  "modal warm": "modal warm, ms",
};
