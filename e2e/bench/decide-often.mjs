// @ts-check
/**
 * A process of its own: one contestant decides again and again, until its code is as fast as it
 * gets. Every 100 decisions are for somebody else, so that no answer can be remembered.
 */
import { contestantNamed } from "./contestants.mjs";
import { median } from "./rounds.mjs";
import { createContexts, createRules } from "./workload.mjs";

const PEOPLE = 701;
const SAMPLES = 5;
/** The clock is read so seldom that reading it costs nothing. */
const BETWEEN_LOOKS = 1000;

const [name, rules, milliseconds] = process.argv.slice(2);
const count = Number(rules);
const { load, author, shape, setUp } = contestantNamed(name);
const modules = await load();
const { become, decide } = await setUp(modules, author(createRules(count)), count);
const contexts = createContexts(PEOPLE).map(shape);
const turn = Math.min(count, 100);

let person = 0;
let rule = 0;
let met = 0;

function decideForTheNext() {
  const context = contexts[person];
  person = (person + 1) % PEOPLE;
  become?.(context);
  for (let left = turn; left > 0; left--) {
    if (decide(rule, context)) met++;
    rule = rule + 1 === count ? 0 : rule + 1;
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
