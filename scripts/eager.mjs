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

const PLAYBOOK = {
  format_version: 1,
  playbook_id: "build",
  version: 1,
  placements: [
    {
      handle: "offer",
      category: "fixed",
      slot: "top",
      payloads: [
        {
          handle: "default",
          target: { condition: { country: { $in: ["DE"] }, "usage.exports": { $gte: 1 } } },
          surface: "card",
          content: { title: "Hello" },
        },
      ],
    },
  ],
};
const PERSON = {
  context: { id: "1", country: "DE", usage: { exports: 1 } },
  now: 0,
  history: { displays: [], dismissed: {}, reminded: {} },
};

/** The functions that a decision calls. @param {string} path @returns {Promise<(readonly [start: number, end: number])[]>} */
async function calledByDecisions(path) {
  const { href } = pathToFileURL(path);
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  /** @type {Core} */
  const { compilePlaybook, decidePlacement } = await import(href);
  const playbook = compilePlaybook(PLAYBOOK);
  decidePlacement(playbook, { slot: "top" }, PERSON);
  // One that names its surfaces is not answered the short way.
  decidePlacement(playbook, { slot: "top", surfaces: ["card"] }, PERSON);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const functions = result.find(({ url }) => url === href)?.functions ?? [];
  return functions.flatMap(({ ranges: [range] }) =>
    range?.count ? [/** @type {const} */ ([range.startOffset, range.endOffset])] : [],
  );
}

/**
 * Puts the functions that every decision calls in parentheses, so that they are compiled when the
 * core is imported: on a server that is before anybody waits for a decision.
 * @param {string} path the minified module; ASCII
 */
export async function compileAtImport(path) {
  const code = readFileSync(path, "utf8");
  const [, ...called] = (await calledByDecisions(path)).sort(([a], [b]) => a - b);
  const eager = [];
  let rest = "";
  let end = 0;
  let outer = 0;
  for (const [from, to] of called) {
    const text = code.slice(from, to);
    // A function inside another is compiled with it.
    if (from >= outer && /^function [\w$]/.test(text)) {
      eager.push(`${text.replace(/^function ([\w$]+)/, "$1=(function")})`);
      rest += code.slice(end, from);
      end = to;
    }
    outer = Math.max(outer, to);
  }
  if (eager.length === 0) throw new StepError(`${path} made no decision.`);
  // At the top, since function declarations are hoisted and variables aren't.
  const banner = rest.indexOf("\n") + 1;
  const declared = `var ${eager.join()};`;
  writeFileSync(path, rest.slice(0, banner) + declared + rest.slice(banner) + code.slice(end));
}
