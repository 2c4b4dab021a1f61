// @ts-check
/**
 * V8 compiles a function when it is first called, and reads it twice for that; one in parentheses is
 * compiled at once, with its file. https://v8.dev/blog/preparser#pife
 */
import { readFileSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { pathToFileURL } from "node:url";
import { StepError } from "./steps.mjs";

/** @typedef {typeof import("../src/decision.ts")} Core */

const CONDITION = {
  country: { $in: ["DE"] },
  "usage.exports": { $gte: 1 },
  $or: [{ role: "owner" }, { tags: { $in: ["beta"] } }],
};
const PLAYBOOK = {
  format_version: 1,
  playbook_id: "build",
  version: 1,
  plans: [{ handle: "pro", name: "Pro" }],
  segments: [{ handle: "exporters", condition: CONDITION }],
  entitlements: [
    { handle: "exports", type: "feature", grants: [{ segments: ["exporters"] }] },
    { handle: "reports", type: "feature", grants: [{ plans: ["pro"] }] },
  ],
  placements: [
    {
      handle: "offer",
      category: "fixed",
      slot: "top",
      payloads: [
        {
          handle: "default",
          target: { condition: CONDITION },
          surface: "card",
          content: { title: "Hello" },
        },
      ],
    },
  ],
};
const PERSON = {
  id: "1",
  plan_handle: "pro",
  country: "DE",
  usage: { exports: 1 },
  tags: ["beta"],
};
/** The first meets the condition, the second doesn't. */
const PEOPLE = [PERSON, { ...PERSON, country: "FR" }];

/** @param {Core} core */
function decide({ compilePlaybook, decideEntitlement, decidePlacement, evaluateCondition }) {
  const playbook = compilePlaybook(PLAYBOOK);
  for (const context of PEOPLE) {
    const input = { context, now: 0, history: { displays: [], dismissed: {}, reminded: {} } };
    decidePlacement(playbook, { slot: "top" }, input);
    // One that names its surfaces is not answered the short way.
    decidePlacement(playbook, { slot: "top", surfaces: ["card"] }, input);
    for (const { handle } of PLAYBOOK.entitlements) decideEntitlement(playbook, handle, input);
    evaluateCondition(CONDITION, context);
  }
}

/** A function's text in the file. @typedef {readonly [start: number, end: number]} Range */

/** The functions that decisions call, in the order of the file. @param {string} path @returns {Promise<Range[]>} */
async function calledByDecisions(path) {
  const { href } = pathToFileURL(path);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  decide(await import(href));
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const functions = result.find(({ url }) => url === href)?.functions ?? [];
  return functions
    .flatMap(({ ranges: [range] }) =>
      range?.count ? [/** @type {Range} */ ([range.startOffset, range.endOffset])] : [],
    )
    .sort(([a], [b]) => a - b);
}

/** Parentheses do nothing for these. */
const ARROW = /^(\([^)]*\)|[\w$]+)=>/;

/**
 * Puts the functions that decisions call in parentheses, so that they are compiled when the core is
 * imported: on a server that is before anybody waits for a decision. None may be an arrow function.
 * @param {string} path the minified module; ASCII
 */
export async function compileAtImport(path) {
  const code = readFileSync(path, "utf8");
  // The first is the module itself.
  const [, ...called] = await calledByDecisions(path);
  const arrow = called.find(([start, end]) => ARROW.test(code.slice(start, end)));
  if (arrow) throw new StepError(`${path} has an arrow function that decisions call.`);
  const expressions = called.filter(([start]) => code.startsWith("function(", start));
  /** The code from `from` to `to`, with the expressions in it in parentheses. @param {number} from @param {number} to */
  function compiled(from, to) {
    const brackets = expressions
      .filter(([start, end]) => from <= start && end <= to)
      .flatMap(([start, end]) => [
        /** @type {const} */ ([start, "("]),
        /** @type {const} */ ([end, ")"]),
      ])
      .sort(([a], [b]) => a - b);
    let text = "";
    let at = from;
    for (const [place, bracket] of brackets) {
      text += code.slice(at, place) + bracket;
      at = place;
    }
    return text + code.slice(at, to);
  }
  const eager = [];
  let rest = "";
  let at = 0;
  let outer = 0;
  for (const [start, end] of called) {
    const isInside = start < outer;
    outer = Math.max(outer, end);
    if (isInside || !/^function [\w$]/.test(code.slice(start, end))) continue;
    eager.push(`${compiled(start, end).replace(/^function ([\w$]+)/, "$1=(function")})`);
    rest += compiled(at, start);
    at = end;
  }
  rest += compiled(at, code.length);
  if (eager.length === 0) throw new StepError(`${path} made no decision.`);
  // At the top, since function declarations are hoisted and variables aren't.
  const banner = rest.indexOf("\n") + 1;
  writeFileSync(path, `${rest.slice(0, banner)}var ${eager.join()};${rest.slice(banner)}`);
}
