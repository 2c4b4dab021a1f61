import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluateCondition } from "../decision";
import { arbitraryCondition, arbitraryScope } from "./arbitraries.fixture";
import { type ReadyCondition, readyCondition } from "./condition-run";
import { matches } from "./conditions";
import { createCompiler } from "./program";

const SEGMENTS = { beta: ["u1", 5], swiss: ["CH"] };
const membersOf = (segment: string) => new Map(Object.entries(SEGMENTS)).get(segment) ?? [];

/** What is said each time that the same condition is asked; the last times by its program. */
function answersTo(condition: object, context: unknown): boolean[] {
  const asked = readyCondition(condition);
  const compiler = createCompiler();
  return Array.from({ length: 4 }, () =>
    matches({ context, membersOf, playbook: { compiler } }, asked),
  );
}

describe("a condition that is asked again", () => {
  test("has the answer that it had, whatever it is", () => {
    fc.assert(
      fc.property(arbitraryCondition, arbitraryScope, (condition, context) => {
        const answer = evaluateCondition(condition, context, SEGMENTS);
        expect(answersTo(condition, context)).toEqual([answer, answer, answer, answer]);
      }),
      { numRuns: Number(process.env.PAIRS ?? 3_000) },
    );
  });

  const context = { id: "u1", a: 1, b: 2, deep: { c: "x" } };
  test.each<[object, boolean]>([
    [{}, true],
    [{ a: 1, b: 2 }, true],
    [{ a: 1, b: 3 }, false],
    [{ a: { $gt: 0, $lt: 2 }, "deep.c": { $in: ["x", "y"] } }, true],
    [{ $or: [] }, true],
    [{ $and: [] }, true],
    [{ $nor: [] }, true],
    [{ $or: [{ a: 2 }, { b: 2 }], a: 1 }, true],
    [{ $or: [{ a: 2 }, { b: 3 }] }, false],
    [{ $nor: [{ a: 2 }, { b: 2 }] }, false],
    [{ $nor: [{ a: 2 }, { b: 3 }], a: 1 }, true],
    [{ $not: { $and: [{ a: 1 }, { $not: { b: 2 } }] } }, true],
    [{ $or: [{ $and: [{ a: 1 }, { b: 3 }] }, { $nor: [{ a: 3 }] }] }, true],
    [{ a: { $not: { $in: [2, 3] } } }, true],
    [{ missing: { $exists: false }, "deep.c.d": { $exists: false } }, true],
    [{ id: { $inSegment: "beta" } }, true],
    [{ $or: [{ a: 1 }, { a: { $like: 1 } }] }, false],
    [{ "deep.c": { $regex: "^x" } }, true],
  ])("%j is %s for each", (condition, expected) => {
    expect(answersTo(condition, context)).toEqual([expected, expected, expected, expected]);
  });

  test("is met by nobody when it is nested too deeply", () => {
    let condition: object = { a: 1 };
    for (let i = 0; i < 10_000; i++) condition = { $not: condition };
    expect(answersTo(condition, context)).toEqual([false, false, false, false]);
  });
});

test("conditions of one Playbook that are asked in turn have the answers that each has alone", () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryCondition, { minLength: 2, maxLength: 5 }),
      arbitraryScope,
      arbitraryScope,
      (conditions, one, other) => {
        const playbook = { compiler: createCompiler() };
        const scopes = [one, other].map((context) => ({ context, membersOf, playbook }));
        const all = conditions
          .filter((condition) => typeof condition === "object")
          .map(readyCondition);
        // Each program is made while values that others have read are known.
        for (const asked of [...all, ...all, ...all, ...all]) {
          for (const scope of scopes) {
            const answer = evaluateCondition(asked.condition, scope.context, SEGMENTS);
            expect(matches(scope, asked)).toBe(answer);
          }
        }
      },
    ),
    { numRuns: Number(process.env.PAIRS ?? 1_000) },
  );
});

test("a text that one condition didn't want is found by the next", () => {
  const playbook = { compiler: createCompiler() };
  const scope = { context: { country: "CH" }, membersOf, playbook };
  const isMet = (asked: ReadyCondition) => [1, 2, 3].map(() => matches(scope, asked));
  expect(isMet(readyCondition({ country: { $in: ["DE", "FR"] } }))).toEqual([false, false, false]);
  expect(isMet(readyCondition({ country: { $in: ["IT", "CH"] } }))).toEqual([true, true, true]);
});

test("a text is told from any number of others, also within a list", () => {
  const word = fc.integer({ min: 0, max: 99 }).map((number) => `w${number}`);
  const words = fc.array(word, { maxLength: 35 });
  const wanted = fc.oneof(
    words.map(($in) => ({ $in })),
    words.map(($in) => ({ $not: { $in } })),
    word.map(($eq) => ({ $eq })),
    word,
  );
  const value = fc.oneof(word, words, fc.constantFrom(null, 7, undefined));
  fc.assert(
    fc.property(fc.array(wanted, { minLength: 40 }), fc.array(value), (all, values) => {
      const playbook = { compiler: createCompiler() };
      const asked = all.map((one) => readyCondition({ word: one }));
      for (const one of [...asked, ...asked, ...asked]) {
        for (const word of values) {
          const answer = evaluateCondition(one.condition, { word });
          expect(matches({ context: { word }, membersOf, playbook }, one)).toBe(answer);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("a list that its owner changes is read anew", () => {
  const playbook = { compiler: createCompiler() };
  const asked = readyCondition({ tags: { $in: ["beta"] } });
  const tags = ["beta"];
  const isMet = () => matches({ context: { tags }, membersOf, playbook }, asked);
  expect([isMet(), isMet(), isMet(), isMet()]).toEqual([true, true, true, true]);
  tags[0] = "early";
  expect(isMet()).toBe(false);
});

test("a list of any length is asked as it was", () => {
  const playbook = { compiler: createCompiler() };
  const scope = { context: { id: "u299999" }, membersOf, playbook };
  const asked = readyCondition({ id: { $in: Array.from({ length: 300_000 }, (_, i) => `u${i}`) } });
  expect([1, 2, 3, 4].map(() => matches(scope, asked))).toEqual([true, true, true, true]);
});

test("a condition whose program could not be made is walked from then on", () => {
  const playbook = { compiler: createCompiler() };
  const scope = { context: { country: "CH" }, membersOf, playbook };
  let looks = 0;
  const condition = new Proxy(
    { country: "CH" },
    {
      // As when the stack gives out while the program is made: twice walked, once looked through.
      ownKeys(target) {
        looks++;
        if (looks === 4) throw new RangeError("Maximum call stack size exceeded");
        return Reflect.ownKeys(target);
      },
    },
  );
  const asked = readyCondition(condition);
  const answers = Array.from({ length: 6 }, () => matches(scope, asked));
  expect(answers).toEqual(Array(6).fill(true));
  expect(looks).toBe(8);
});

test("a getter of the context that decides itself spoils nothing", () => {
  const playbook = { compiler: createCompiler() };
  const asked = readyCondition({ country: "CH", plan: "pro" });
  const other = { context: { country: "DE", plan: "free" }, membersOf, playbook };
  const context = {
    country: "CH",
    get plan() {
      return matches(other, asked) ? "free" : "pro";
    },
  };
  const scope = { context, membersOf, playbook };
  expect([1, 2, 3, 4].map(() => matches(scope, asked))).toEqual([true, true, true, true]);
});

test("a context that its owner changes is read anew", () => {
  const asked = readyCondition({ a: 1 });
  const compiler = createCompiler();
  const context = { a: 1 };
  const isMet = () => matches({ context, membersOf, playbook: { compiler } }, asked);
  expect([isMet(), isMet(), isMet(), isMet()]).toEqual([true, true, true, true]);
  context.a = 2;
  expect(isMet()).toBe(false);
});
