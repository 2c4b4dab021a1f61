// @ts-check
/** Who decides: hand-written closures as the limit, Service, and the peers that decide in the page. */
import { closures } from "./deciders/closures.mjs";
import { configcat } from "./deciders/configcat.mjs";
import { featurevisor } from "./deciders/featurevisor.mjs";
import { growthbook, growthbookConditions } from "./deciders/growthbook.mjs";
import { conditions, entitlements, person, placements } from "./deciders/service.mjs";
import { statsig } from "./deciders/statsig.mjs";

/** @typedef {import("./workload.mjs").Rule} Rule */
/** @typedef {import("./workload.mjs").Context} Context */

/**
 * Somebody who decides the rules of the workload. Only setting up and deciding are timed.
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => Promise<any>} load Its modules.
 * @property {(rules: readonly Rule[]) => unknown} author
 *   What it is given: parsed JSON, or text where it takes nothing else.
 * @property {(context: Context) => unknown} shape A person as it wants them described.
 * @property {(modules: any, authored: any, count: number) => Decider | Promise<Decider>} setUp
 */

/**
 * @typedef {object} Decider
 * @property {(index: number, context: any) => boolean} decide
 * @property {(context: any) => void} [become] For those who keep whom the questions are about.
 */

/** Those that need no peer. What the closures say is what the others must say. */
export const OWN = /** @type {const} */ ([closures, placements, person, entitlements, conditions]);

/** @type {readonly Contestant[]} */
export const CONTESTANTS = [
  ...OWN,
  growthbookConditions,
  growthbook,
  featurevisor,
  configcat,
  statsig,
];

/** @param {string | undefined} wanted @returns {Contestant} */
export function contestantNamed(wanted) {
  const found = CONTESTANTS.find(({ name }) => name === wanted);
  if (found) return found;
  throw new Error(`Nobody is called ${wanted}.`);
}
