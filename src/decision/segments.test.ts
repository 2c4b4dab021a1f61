/** Segments that are built on others, and those that lead back to themselves. */
import { describe, expect, test } from "vitest";
import {
  type Condition,
  compilePlaybook,
  decideEntitlement,
  decidePlacement,
  decisionsFor,
  explainPlacement,
  type Grant,
  type Segment,
  validatePlaybook,
} from "../decision";
import { freeUser, NOW, placementOf, playbookOf } from "./playbook.fixture";

const outside = (...handles: string[]): Condition => ({
  $and: handles.map((handle) => ({ id: { $notInSegment: handle } })),
});
const inside = (handle: string): Condition => ({ id: { $inSegment: handle } });
/** Each shuts the two others out. */
const segments: readonly Segment[] = [
  { handle: "a", condition: outside("b", "c") },
  { handle: "b", condition: outside("a", "c") },
  { handle: "c", condition: outside("a", "b") },
  { handle: "beside", condition: outside("a") },
];
const input = { context: freeUser, now: NOW };

/** What each way to ask says of a placement in the slot `top`; the slot `before` was asked about first. */
function answersFor(handles: readonly string[], before: readonly string[] = []) {
  const [first, second] = ["before", "top"].map((slot, i) => {
    const target = { segments: i ? handles : before };
    return placementOf({ handle: slot, slot, payload: { target } });
  });
  const playbook = playbookOf({ segments, placements: [first, second].filter((one) => !!one) });
  const compiled = compilePlaybook(playbook);
  const person = decisionsFor(compiled, input);
  person.placement({ slot: "before" });
  return [
    decidePlacement(compiled, { slot: "top" }, input).reasons,
    explainPlacement(compiled, { slot: "top" }, input).reasons,
    person.placement({ slot: "top" }).reasons,
  ].map((reasons) => reasons.join());
}

describe("nobody is in a segment that leads back to itself", () => {
  test.each<[string[], string[]?]>([
    [["a"]],
    [["c"]],
    [["a", "c"]],
    [["c", "b", "a"]],
    [["c"], ["a"]],
    [["a"], ["c", "b"]],
  ])("asked for %j, after %j", (handles, before) => {
    const answers = answersFor(handles, before);
    expect(answers).toEqual(answers.map(() => "segment_mismatch"));
  });

  test("one that asks for such a segment has its own answer", () => {
    expect(new Set(answersFor(["beside"]))).toEqual(new Set(["shown"]));
    expect(new Set(answersFor(["c", "beside"], ["b"]))).toEqual(new Set(["shown"]));
  });

  test("whatever was found out before on the way", () => {
    const condition = { $and: [{ $or: [{ id: freeUser.id ?? "" }, inside("a")] }, inside("c")] };
    const placements = [placementOf({ payload: { target: { condition } } })];
    const compiled = compilePlaybook(playbookOf({ segments, placements }));
    const query = { slot: "top" };
    expect(decidePlacement(compiled, query, input).reasons).toEqual(["condition_mismatch"]);
    expect(explainPlacement(compiled, query, input).reasons).toEqual(["condition_mismatch"]);
  });

  test.each<[string, Grant[]]>([
    ["one grant", [{ segments: ["c"] }]],
    ["several", [{ segments: ["a"] }, { segments: ["b"] }, { segments: ["c"] }]],
  ])("and nobody is granted anything for it: %s", (_, grants) => {
    const entitlements = [{ handle: "exports", type: "feature" as const, grants }];
    const compiled = compilePlaybook(playbookOf({ segments, entitlements }));
    expect(decideEntitlement(compiled, "exports", input).allowed).toBe(false);
  });

  test("unless the context names it", () => {
    const compiled = compilePlaybook(
      playbookOf({
        segments,
        placements: [placementOf({ payload: { target: { segments: ["a"] } } })],
      }),
    );
    const context = { ...freeUser, segments: ["a"] };
    const { visible } = decidePlacement(compiled, { slot: "top" }, { ...input, context });
    expect(visible).toBe(true);
  });
});

test("a getter of the context that asks about somebody else leaves each their own answer", () => {
  const compiled = compilePlaybook(
    playbookOf({
      segments: [{ handle: "swiss", condition: { country: "CH" } }],
      entitlements: ["cheese", "chocolate"].map((handle) => ({
        ...{ handle, type: "feature" as const },
        grants: [{ segments: ["swiss"] }],
      })),
    }),
  );
  const abroad = decisionsFor(compiled, { ...input, context: { id: "2", country: "DE" } });
  let answers: boolean[] = [];
  const context = {
    id: "1",
    get country() {
      const { allowed } = abroad.entitlement("cheese");
      answers = [...answers, allowed];
      return "CH";
    },
  };
  expect(decideEntitlement(compiled, "cheese", { ...input, context }).allowed).toBe(true);
  expect(answers).toEqual([false]);
  expect(abroad.entitlement("chocolate").allowed).toBe(false);
});

test("a getter that asks about somebody else keeps no segment that leads back from an end", () => {
  const outsideTwelveTimes = Array.from({ length: 12 }, () => [{ country: "CH" }, outside("a")]);
  const compiled = compilePlaybook(
    playbookOf({
      segments: [{ handle: "a", condition: { $and: outsideTwelveTimes.flat() } }],
      entitlements: [{ handle: "cheese", type: "feature", grants: [{ segments: ["a"] }] }],
    }),
  );
  let looks = 0;
  const context = {
    id: "1",
    get country() {
      looks++;
      decideEntitlement(compiled, "cheese", { ...input, context: { id: "2", country: "DE" } });
      return "CH";
    },
  };
  expect(decideEntitlement(compiled, "cheese", { ...input, context }).allowed).toBe(false);
  expect(looks).toBeLessThan(50);
});

describe("the check of a Playbook", () => {
  const faults = (parts: readonly Segment[]) => {
    const checked = validatePlaybook(playbookOf({ segments: parts }));
    return checked.ok ? [] : checked.problems;
  };

  test("names every segment that leads back to itself, and no other", () => {
    const message = "leads back to this segment, so that nobody is in it";
    expect(faults(segments)).toEqual(
      [0, 1, 2].map((i) => ({ path: `segments[${i}].condition`, message })),
    );
    expect(faults([{ handle: "self", condition: { $not: inside("self") } }])).toHaveLength(1);
  });

  test("has nothing against segments that are built on others", () => {
    const built = [
      { handle: "base", condition: { country: "CH" } },
      { handle: "one", condition: inside("base") },
      { handle: "two", condition: { $or: [inside("base"), inside("one"), inside("unheard_of")] } },
    ];
    expect(faults(built)).toEqual([]);
  });

  test("doesn't take a text for a question", () => {
    const condition = { "traits.note": '{"$inSegment":"self"}', $inSegment_: "self" };
    expect(faults([{ handle: "self", condition }])).toEqual([]);
  });
});

test("a getter of the context that asks about somebody else has their answer", () => {
  const playbook = compilePlaybook(
    playbookOf({
      segments: [{ handle: "s", condition: { "traits.vip": true } }],
      entitlements: [{ handle: "e", type: "feature", grants: [{ segments: ["s"] }] }],
    }),
  );
  const allowed = (traits: object) =>
    decideEntitlement(playbook, "e", { context: { id: "u", traits }, now: NOW }).allowed;
  let inner: boolean | undefined;
  const asking = {
    get vip() {
      inner = allowed({ vip: true });
      return true;
    },
  };
  expect(allowed(asking)).toBe(true);
  expect(inner).toBe(true);
});
