import { describe, expect, test } from "vitest";
import { evaluateCondition, type JsonObject } from "../decision";

const context = { country: "CH", name: "anna", tags: ["a"], count: 3 };

describe("an invalid node", () => {
  const nodes: readonly (readonly [string, JsonObject])[] = [
    ["an unknown operator", { country: { $like: "C%" } }],
    ["an unknown operator beside a known one", { country: { $eq: "CH", $like: "C%" } }],
    ["an operator inherited from nowhere", { country: { $constructor: 1 } }],
    ["an operator where a path is wanted", { $gt: 3 }],
    ["operators mixed with fields", { country: { $eq: "CH", city: "Bern" } }],
    ["a broken pattern", { name: { $regex: "(" } }],
    ["a broken pattern on a missing value", { missing: { $regex: "[" } }],
    ["a refused pattern", { name: { $regexi: "(a+)+$" } }],
    ["a pattern that is no text", { name: { $regex: 5 } }],
    ["a list that is none", { country: { $in: "CH" } }],
    ["an $elemMatch with an unknown operator", { tags: { $elemMatch: { $eq: "a", $like: "a" } } }],
    ["an $elemMatch with nothing but one", { tags: { $elemMatch: { $like: "a" } } }],
    ["a $size with an unknown operator", { tags: { $size: { $about: 1 } } }],
    ["a $not with an unknown operator", { country: { $not: { $like: "x" } } }],
    ["an $and that is no list", { $and: { country: "CH" } }],
    ["an $or with what is no condition", { $or: ["CH"] }],
  ];

  describe.each(nodes)("(%s)", (_, bad) => {
    test("is met by nobody", () => {
      expect(evaluateCondition(bad, context)).toBe(false);
    });

    test.each<[string, JsonObject]>([
      ["$not", { $not: bad }],
      ["$nor", { $nor: [bad] }],
      ["$or beside what is met", { $or: [{ country: "CH" }, bad] }],
      ["$and beside what is not met", { $not: { $and: [{ country: "AT" }, bad] } }],
      ["two $not", { $not: { $not: { $not: bad } } }],
      ["a later key", { country: "CH", $not: bad }],
      ["$elemMatch", { $not: { tags: { $elemMatch: { country: "CH", $not: bad } } } }],
    ])("makes the whole root false under %s", (_under, condition) => {
      expect(evaluateCondition(condition, context)).toBe(false);
    });
  });

  test.each([null, undefined, true, 1, "country", [], [{ country: "CH" }], () => true])(
    "a condition that is %j is met by nobody",
    (condition) => {
      expect(evaluateCondition(condition, context)).toBe(false);
    },
  );

  test("a condition nested ten thousand deep is met by nobody, without a throw", () => {
    let condition: JsonObject = { country: "CH" };
    for (let i = 0; i < 10_000; i++) condition = { $not: condition };
    expect(evaluateCondition(condition, context)).toBe(false);
  });
});

describe("a $ key that no operator has", () => {
  test("is an attribute's name at path level", () => {
    expect(evaluateCondition({ $groups: "a" }, { $groups: "a" })).toBe(true);
    expect(evaluateCondition({ $groups: { $in: ["b"] } }, { $groups: ["a", "b"] })).toBe(true);
    expect(evaluateCondition({ $groups: "a" }, {})).toBe(false);
  });
});

describe("a pattern", () => {
  const value = "aaaa";
  const isRefused = (pattern: string) =>
    // A valid `$not` of nothing holds; one with a refused pattern does not.
    !evaluateCondition({ $or: [{ name: "aaaa" }, { name: { $regex: pattern } }] }, { name: value });

  test.each([
    "(a+)+",
    "(a*)*$",
    "(a|b)*",
    "(a|aa)+$",
    "(a?){20}",
    "(a{1,5})+",
    "(?:a+)+",
    "(?:a|b)?",
    "(?<name>a+)*",
    "((a+))*",
    "((a+)b)+",
    "(a(b|c)d)*",
    "(a+)+?",
    "(a+){2,}",
    "x(y(z+)?)*",
  ])("%s is refused: a quantified group holds a quantifier or an alternation", (pattern) => {
    expect(isRefused(pattern)).toBe(true);
  });

  test.each([
    "a+",
    "(a|b)",
    "(a+)",
    "(a+)b+",
    "(ab)+",
    "(?:ab)*c",
    "(\\+\\*)+",
    "([+*|]x)+",
    "([\\]+])*",
    "(a)\\+",
    "^/(editor|viewer)/\\d{1,9}$",
    "(a|b)(c|d)e*",
    "(?=a+)a",
    "[(a+)]+",
  ])("%s is not refused", (pattern) => {
    expect(isRefused(pattern)).toBe(false);
  });

  test("is refused when longer than 256 characters", () => {
    expect(isRefused("a".repeat(256))).toBe(false);
    expect(isRefused("a".repeat(257))).toBe(true);
  });

  test.each<[string, JsonObject]>([
    ["alone", { name: { $regex: "^a" } }],
    ["under $not", { name: { $not: { $regex: "^b" } } }],
    ["under a root $not", { $not: { name: { $regexi: "^b" } } }],
    ["under $nor", { $nor: [{ name: { $regex: "^b" } }] }],
    ["after what is met in $or", { $or: [{ country: "CH" }, { name: { $regex: "^b" } }] }],
    ["after what fails under $not", { $not: { country: "AT", name: { $regex: "^b" } } }],
  ])("is refused for an input longer than 1,024 characters, %s", (_, condition) => {
    const inputOf = (length: number) => ({ country: "CH", name: "a".repeat(length) });
    expect(evaluateCondition(condition, inputOf(1_024))).toBe(true);
    expect(evaluateCondition(condition, inputOf(1_025))).toBe(false);
  });

  test.each(["$all", "$alli"])(
    "is refused for any item that long, after one met by %s too",
    (all) => {
      const condition = { names: { [all]: [{ $regex: "^a" }] } };
      const namesOf = (...lengths: number[]) => ({ names: lengths.map((one) => "a".repeat(one)) });
      expect(evaluateCondition(condition, namesOf(1, 1_024))).toBe(true);
      expect(evaluateCondition(condition, namesOf(1, 1_025))).toBe(false);
      expect(evaluateCondition(condition, namesOf(1_025, 1))).toBe(false);
    },
  );

  test("gives the same answer each time it is asked", () => {
    const condition = { name: { $regex: "a" } };
    const answers = [1, 2, 3].map(() => evaluateCondition(condition, { name: "a" }));
    expect(answers).toEqual([true, true, true]);
  });
});

test("a condition that was changed in place is as sound as it is now", () => {
  const wanted: Record<string, unknown> = { $gtt: 5 };
  const condition = { $not: { "usage.exports": wanted } };
  const input = { usage: { exports: 3 } };
  const answerAs = (now: object) => {
    for (const key in wanted) delete wanted[key];
    Object.assign(wanted, now);
    return evaluateCondition(condition, input);
  };
  const answers = [{ $gtt: 5 }, { $gt: 5 }, { $gtt: 5 }, { $regex: "(a+)+" }].map(answerAs);
  expect(answers).toEqual([false, true, false, false]);
});
