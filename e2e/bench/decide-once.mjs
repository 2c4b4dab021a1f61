// @ts-check
/** A process of its own: sets one contestant up and decides every rule once, as a page does. */
import { contestantNamed } from "./contestants.mjs";
import { createContexts, createRules } from "./workload.mjs";

const [name, rules] = process.argv.slice(2);
const count = Number(rules);
const { load, author, shape, setUp } = contestantNamed(name);
const modules = await load();
const authored = author(createRules(count));
const given = typeof authored === "string" ? authored : JSON.parse(JSON.stringify(authored));
const context = createContexts(1).map(shape)[0];

// What reading the rules left to collect is nobody's work, least of all that of whoever is next to allocate.
globalThis.gc?.({ type: "minor" });
const start = performance.now();
const { become, decide } = await setUp(modules, given, count);
become?.(context);
let met = 0;
for (let index = 0; index < count; index++) if (decide(index, context)) met++;
const milliseconds = performance.now() - start;

console.log(JSON.stringify({ value: milliseconds, met }));
// Some would go on listening or polling.
process.exit();
