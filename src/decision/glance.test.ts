import { afterEach, describe, expect, test } from "vitest";
import { readyCondition } from "./condition-run";
import { matches } from "./conditions";
import { createCompiler } from "./program";

const membersOf = () => [];

/** Asks about one after the other, first so often about the first that the condition has its program. */
function answersTo(condition: object, ...contexts: unknown[]): boolean[] {
  const asked = readyCondition(condition);
  const playbook = { compiler: createCompiler() };
  const isMet = (context: unknown) => matches({ context, membersOf, playbook }, asked);
  for (let i = 0; i < 4; i++) isMet(contexts[0]);
  return contexts.map(isMet);
}

class Person {
  get plan() {
    return "pro";
  }
}

describe("of a context that is asked about often only its own properties count", () => {
  const own = { plan: "pro", usage: { exports: 5 } };

  test.each<[string, object]>([
    ["another object", Object.create(own)],
    ["its class", new Person()],
    ["a list", Object.setPrototypeOf([], own)],
    ["its own prototype", JSON.parse('{ "__proto__": { "plan": "pro" } }')],
  ])("not those of %s", (_, heir) => {
    expect(answersTo({ plan: "pro" }, own, heir, own)).toEqual([true, false, true]);
  });

  test("nor further in", () => {
    const heir = { usage: Object.create(own.usage) };
    const condition = { "usage.exports": { $gte: 5 } };
    expect(answersTo(condition, own, heir, own)).toEqual([true, false, true]);
  });

  test("nor what every object and every text has", () => {
    for (const path of ["constructor", "usage.constructor", "toString", "plan.length"]) {
      expect(answersTo({ [path]: { $exists: true } }, own, {})).toEqual([false, false]);
      expect(answersTo({ [path]: { $exists: false } }, own, {})).toEqual([true, true]);
    }
  });

  test("a handle may be the name of something that every object has", () => {
    const condition = { "usage.constructor": { $gte: 5 }, toString: "pro" };
    const named = { usage: { constructor: 5 }, toString: "pro" };
    expect(answersTo(condition, named, { usage: {} }, named)).toEqual([true, false, true]);
  });

  test("an object without a prototype is asked like any other", () => {
    const bare = Object.assign(Object.create(null), own);
    expect(answersTo({ plan: "pro" }, bare, { plan: "free" }, bare)).toEqual([true, false, true]);
  });

  describe("while all objects were given one", () => {
    afterEach(() => {
      Reflect.deleteProperty(Object.prototype, "plan");
    });

    test("that counts for none of them", () => {
      const before = { plan: "pro" };
      expect(answersTo({ plan: "pro" }, before, {})).toEqual([true, false]);
      Object.assign(Object.prototype, { plan: "pro" });
      expect(answersTo({ plan: "pro" }, before, {}, before)).toEqual([true, false, true]);
    });

    test("nor where it comes between two questions", () => {
      const asked = readyCondition({ plan: "pro" });
      const playbook = { compiler: createCompiler() };
      const isMet = (context: object) => matches({ context, membersOf, playbook }, asked);
      for (let i = 0; i < 4; i++) expect(isMet({ plan: "pro" })).toBe(true);
      Object.assign(Object.prototype, { plan: "pro" });
      expect(isMet({})).toBe(false);
    });
  });
});

test("a getter that decides about somebody else has its own context looked at afterwards", () => {
  const asked = readyCondition({ country: "CH", plan: "pro", role: "owner" });
  const playbook = { compiler: createCompiler() };
  const isMet = (context: object) => matches({ context, membersOf, playbook }, asked);
  const other = { country: "CH", plan: "pro", role: "viewer" };
  const context = {
    country: "CH",
    get plan() {
      return isMet(other) ? "free" : "pro";
    },
    role: "owner",
  };
  expect(Array.from({ length: 6 }, () => isMet(context))).toEqual(Array(6).fill(true));
  expect(isMet(other)).toBe(false);
});
