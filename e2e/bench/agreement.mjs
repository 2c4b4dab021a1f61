// @ts-check
/** Whether everybody says the same of the same rules and people. Who errs is not worth timing. */
import { createContexts, createRules } from "./workload.mjs";

/** @typedef {import("./contestants.mjs").Contestant} Contestant */

const RULES = 1000;
const PEOPLE = 40;

/** @param {Contestant} contestant @returns {Promise<boolean[]>} All rules for one, all for the next. */
async function answersOf({ load, author, shape, setUp }) {
  const modules = await load();
  const { become, decide } = await setUp(modules, author(createRules(RULES)), RULES);
  return createContexts(PEOPLE).flatMap((person) => {
    const context = shape(person);
    become?.(context);
    return Array.from({ length: RULES }, (_, index) => decide(index, context));
  });
}

/**
 * @param {readonly Contestant[]} contestants The first one is right.
 * @returns {Promise<{ share: number, problems: string[] }>} Which share of the answers is yes.
 */
export async function compareAnswers([first, ...others]) {
  if (!first) return { share: 0, problems: [] };
  const right = await answersOf(first);
  /** @type {string[]} */
  const problems = [];
  for (const contestant of others) {
    const answers = await answersOf(contestant);
    const wrong = answers.filter((answer, index) => answer !== right[index]).length;
    if (wrong > 0) {
      problems.push(
        `${contestant.name}: ${wrong} of ${right.length} answers are not those of ${first.name}`,
      );
    }
  }
  return { share: right.filter(Boolean).length / right.length, problems };
}
