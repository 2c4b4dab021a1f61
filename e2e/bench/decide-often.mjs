// @ts-check
/**
 * A process of its own: one contestant decides again and again, until its code is as fast as it
 * gets. Every 100 decisions are for somebody else, so that no answer can be remembered. The rules are
 * asked one after the other, or in an order that doesn't repeat itself for some time.
 */
import { contestantNamed } from "./contestants.mjs";
import { median } from "./rounds.mjs";
import { createContexts, createDice, createRules } from "./workload.mjs";

const PEOPLE = 701;
const SAMPLES = 5;
/** The clock is read so seldom that reading it costs nothing. */
const BETWEEN_LOOKS = 1000;
/** How many questions an order of chance has until it begins anew. */
const RANDOM_LENGTH = 10_007;

const [name, rules, milliseconds, wantedOrder] = process.argv.slice(2);
const count = Number(rules);
const { load, author, shape, setUp } = contestantNamed(name);
const modules = await load();
const { become, decide } = await setUp(modules, author(createRules(count)), count);
const contexts = createContexts(PEOPLE).map(shape);
const turn = Math.min(count, 100);
const dice = createDice(23);
const order =
  wantedOrder === "random"
    ? Array.from({ length: RANDOM_LENGTH }, () => dice(count))
    : Array.from({ length: count }, (_, index) => index);

let person = 0;
let at = 0;
let met = 0;

function decideForTheNext() {
  const context = contexts[person];
  person = (person + 1) % PEOPLE;
  become?.(context);
  for (let left = turn; left > 0; left--) {
    if (decide(order[at] ?? 0, context)) met++;
    at = at + 1 === order.length ? 0 : at + 1;
  }
}

/** @param {number} duration In ms, at least. @param {number} [least] So many decisions. @returns {number} Nanoseconds each. */
function decideFor(duration, least = 0) {
  const start = performance.now();
  let decided = 0;
  let passed = 0;
  while (passed < duration || decided < least) {
    const until = decided + BETWEEN_LOOKS;
    for (; decided < until; decided += turn) decideForTheNext();
    passed = performance.now() - start;
  }
  return (passed * 1e6) / decided;
}

// Every rule was met more than once, and what is compiled meanwhile is ready.
decideFor(4 * Number(milliseconds), 20_000 + 2 * count);
const samples = Array.from({ length: SAMPLES }, () => decideFor(Number(milliseconds)));
console.log(JSON.stringify({ value: median(samples), met }));
// Some would go on listening or polling.
process.exit();
