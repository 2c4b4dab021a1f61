import { describe, expect, test } from "vitest";
import { compilePlaybook, type Problem, validatePlaybook } from "../decision";
import { fromOutside, placementOf, playbookOf, withGrants } from "./playbook.fixture";

const problemsOf = (value: unknown): readonly Problem[] => {
  const result = validatePlaybook(value);
  return result.ok ? [] : result.problems;
};
const pathsOf = (value: unknown) => problemsOf(value).map(({ path }) => path);

/** Any Playbook: parts of whatever shape over a sound one. */
const bad = (parts: object) => fromOutside({ ...playbookOf(), ...parts });
const badPayload = (parts: object) =>
  bad({ placements: [placementOf({ payload: fromOutside(parts) })] });

describe("a sound Playbook", () => {
  const playbook = playbookOf({ placements: [placementOf()] });

  test("is given back as it is", () => {
    expect(validatePlaybook(playbook)).toEqual({ ok: true, playbook });
  });

  test("may hold what the format doesn't name", () => {
    const extended = { ...playbook, x_note: 1, placements: [{ ...placementOf(), notes: ["x"] }] };
    expect(problemsOf(extended)).toEqual([]);
  });

  test("may give an action or a surface of its own what else would be grants or a placement", () => {
    const own = { grants: ["read"], action: "open_placement" };
    const ctas = [{ label: "Ask", action: "ask", params: own }];
    const payload = fromOutside({ content: { title: "Title", own }, ctas });
    expect(problemsOf({ ...playbook, placements: [placementOf({ payload })] })).toEqual([]);
  });

  test("has no problems when compiled", () => {
    expect(compilePlaybook(playbook).problems).toEqual([]);
  });
});

describe("what is no Playbook", () => {
  test("may hold objects that are no text in any way", () => {
    const handle = { toString: 1, valueOf: 1 };
    expect(pathsOf(bad({ segments: [{ handle, condition: {} }] }))).toEqual(["segments[0].handle"]);
  });

  test.each([undefined, null, 1, "{}", true, []])("%j is refused", (value) => {
    expect(validatePlaybook(value).ok).toBe(false);
    expect(compilePlaybook(fromOutside(value)).problems).not.toEqual([]);
  });

  test.each([2, "1", null, 1.1])("format_version %j is refused by its path", (format_version) => {
    expect(pathsOf(bad({ format_version }))).toContain("format_version");
  });

  test("a required field that is missing is named", () => {
    expect(pathsOf({ format_version: 1 })).toEqual(
      expect.arrayContaining(["playbook_id", "version"]),
    );
  });
});

describe("a problem names the path of its fault", () => {
  const grant = (parts: object) =>
    bad({
      entitlements: [{ handle: "a", type: "seats", grants: [{ plans: ["pro"], limit: 1 }, parts] }],
    });

  test.each<[string, never]>([
    ["plans", bad({ plans: {} })],
    ["plans[0].handle", bad({ plans: [{ name: "Free" }] })],
    ["plans[0].handle", bad({ plans: [{ handle: "Free" }] })],
    ["plans[0].handle", bad({ plans: [{ handle: "1st" }] })],
    ["plans[0].handle", bad({ plans: [{ handle: "a".repeat(65) }] })],
    [
      "plans[0].price.currency",
      bad({ plans: [{ handle: "a", price: { amount: 1, currency: "€" } }] }),
    ],
    ["segments[0].condition", bad({ segments: [{ handle: "a" }] })],
    ["trials[0].days", bad({ trials: [{ handle: "a", plan: "pro", days: "14" }] })],
    ["entitlements[0].type", bad({ entitlements: [{ handle: "a", type: "boolean", grants: [] }] })],
    ["entitlements[0].grants[1].limit", grant({ plans: ["pro"], limit: -1 })],
    ["entitlements[0].grants[1].limit", grant({ plans: ["pro"], limit: "5" })],
    [
      "entitlements[0].grants[1].enforcement",
      grant({ plans: ["pro"], limit: 1, enforcement: "x" }),
    ],
    ["placements[0].category", bad({ placements: [placementOf({ category: fromOutside("x") })] })],
    ["placements[0].slot", bad({ placements: [placementOf({ slot: "Top Slot" })] })],
    ["placements[0].holdout_percent", bad({ placements: [placementOf({ holdout_percent: 101 })] })],
    ["placements[0].payloads", bad({ placements: [placementOf({ payloads: fromOutside({}) })] })],
    [
      "placements[0].trigger.type",
      bad({ placements: [placementOf({ trigger: fromOutside({ type: "x" }) })] }),
    ],
    [
      "placements[0].trigger.percent",
      bad({
        entitlements: [{ handle: "a", type: "feature", grants: [] }],
        placements: [
          placementOf({ trigger: fromOutside({ type: "usage_threshold", entitlement: "a" }) }),
        ],
      }),
    ],
    ["placements[0].payloads[0].surface", badPayload({ surface: undefined })],
    ["placements[0].payloads[0].surface", badPayload({ surface: 5 })],
    ["placements[0].payloads[0].content.title", badPayload({ content: {} })],
    [
      "placements[0].payloads[0].content.position",
      badPayload({ content: { title: "", position: "left" } }),
    ],
    ["placements[0].payloads[0].ctas[0].action", badPayload({ ctas: [{ label: "Go" }] })],
    ["placements[0].payloads[0].rollout_percent", badPayload({ rollout_percent: -1 })],
    ["placements[0].payloads[0].schedule.from", badPayload({ schedule: { from: "soon" } })],
    [
      "placements[0].payloads[0].caps[0].period",
      badPayload({ caps: [{ count: 1, period: "year" }] }),
    ],
    [
      "placements[0].payloads[0].caps[0].count",
      badPayload({ caps: [{ count: "1", period: "day" }] }),
    ],
    [
      "placements[0].payloads[0].variants[0].weight",
      badPayload({ variants: [{ handle: "a", weight: -1 }] }),
    ],
    [
      "placements[0].payloads[0].locales.de.content.title",
      badPayload({ locales: { de: { content: { title: 1 } } } }),
    ],
  ])("%s", (path, playbook) => {
    const problems = problemsOf(playbook);
    expect(problems.map((one) => one.path)).toContain(path);
    for (const { message } of problems) expect(message).toMatch(/\w/);
  });

  test("however deep in the lists it lies", () => {
    const placements = [0, 1, 2, 3].map((i) => placementOf({ handle: `p${i}` }));
    placements[3] = placementOf({ handle: "p3", payload: { surface: "Not a surface" } });
    expect(pathsOf(bad({ placements }))).toEqual(["placements[3].payloads[0].surface"]);
  });
});

test("a time must be ISO 8601 in UTC, or it would mean something else in each time zone", () => {
  const from = (time: string) => problemsOf(badPayload({ schedule: { from: time } })).length;
  expect(from("2026-11-01T00:00:00Z")).toBe(0);
  expect(from("2026-11-01T00:00:00.000Z")).toBe(0);
  expect(from("11/01/2026")).toBe(1);
  expect(from("1 Nov 2026 00:00")).toBe(1);
  expect(from("2026-11-01T00:00:00")).toBe(1);
  expect(from("2026-11-01")).toBe(0);
  const days = ["10-31", "11-30", "02-29", "13-01", "00-01", "11-00", "11-39", "11-31", "02-30"];
  expect(days.filter((day) => !from(`2028-${day}T00:00:00Z`))).toEqual(["10-31", "11-30", "02-29"]);
  const leapless = ["2027-02-28", "2027-02-29", "2100-02-28", "1996-02-29"];
  expect(leapless.filter((day) => !from(day))).toEqual(["2027-02-28", "2100-02-28", "1996-02-29"]);
  for (const none of ["24:00:00", "29:00:00", "00:60:00", "00:00:60", "00:00:", "00.00.00"]) {
    expect(from(`2026-11-01T${none}Z`), none).toBe(1);
  }
});

describe("a reference to nothing is named", () => {
  test.each<[string, never]>([
    ["trials[0].plan", bad({ trials: [{ handle: "a", plan: "gold", days: 1 }] })],
    [
      "entitlements[0].grants[0].plans[1]",
      bad({
        entitlements: [{ handle: "a", type: "feature", grants: [{ plans: ["pro", "gold"] }] }],
      }),
    ],
    [
      "entitlements[0].grants[0].tier",
      bad({
        entitlements: [
          { handle: "a", type: "tier", tiers: ["x"], grants: [{ plans: ["pro"], tier: "y" }] },
        ],
      }),
    ],
    [
      "placements[0].trigger.entitlement",
      bad({
        placements: [placementOf({ trigger: { type: "entitlement_denied", entitlement: "a" } })],
      }),
    ],
    [
      "placements[0].payloads[0].target.plans[0]",
      badPayload({ target: { plans: ["constructor"] } }),
    ],
    [
      "placements[0].payloads[0].content.meter.entitlement",
      badPayload({ content: { title: "", meter: { entitlement: "a" } } }),
    ],
    [
      "placements[0].payloads[0].ctas[0].params.placement",
      badPayload({ ctas: [{ label: "", action: "open_placement", params: { placement: "a" } }] }),
    ],
  ])("%s", (path, playbook) => {
    expect(pathsOf(playbook)).toEqual([path]);
  });

  test("but the words of a language or variant may leave out the params of their payload", () => {
    const cta = { label: "More", action: "open_placement", params: { placement: "only" } };
    const words = (part: object) => ({
      ctas: [{ label: "Mehr", action: "open_placement", ...part }],
    });
    const withWords = (part: object) =>
      bad({
        placements: [
          placementOf({
            handle: "only",
            payload: fromOutside({
              ctas: [cta],
              locales: { de: words(part) },
              variants: [{ handle: "b", weight: 1, ...words(part) }],
            }),
          }),
        ],
      });
    expect(pathsOf(withWords({}))).toEqual([]);
    expect(pathsOf(withWords({ params: { placement: "onyl" } }))).toEqual([
      "placements[0].payloads[0].variants[0].ctas[0].params.placement",
      "placements[0].payloads[0].locales.de.ctas[0].params.placement",
    ]);
  });

  test("but a segment may come from the server", () => {
    expect(problemsOf(withGrants([{ segments: ["beta"], limit: 1 }]))).toEqual([]);
  });
});

describe("one fault is told once", () => {
  const problemsWith = (entitlement: object) =>
    problemsOf(
      bad({ entitlements: [{ handle: "a", type: "feature", grants: [], ...entitlement }] }),
    );

  test.each<[string, object]>([
    ["type", { type: "featur", grants: [{ plans: ["pro"] }] }],
    ["type", { type: undefined, grants: [{ plans: ["pro"] }] }],
    ["tiers", { type: "tier", tiers: "x", grants: [{ plans: ["pro"], tier: "x" }] }],
    ["grants[0]", { grants: ["pro"] }],
  ])("entitlements[0].%s", (path, entitlement) => {
    expect(problemsWith(entitlement).map(({ path }) => path)).toEqual([`entitlements[0].${path}`]);
  });
});

describe("a handle used twice is named where it is used again", () => {
  const segment = { handle: "a", condition: {} };
  const entitlementA = { handle: "a", type: "feature", grants: [] };
  test.each<[string, object]>([
    ["plans[1].handle", { plans: [{ handle: "a" }, { handle: "a" }] }],
    ["segments[1].handle", { segments: [segment, segment] }],
    ["entitlements[1].handle", { entitlements: [entitlementA, entitlementA] }],
    [
      "placements[2].handle",
      { placements: ["a", "b", "a"].map((handle) => placementOf({ handle })) },
    ],
  ])("%s", (path, parts) => {
    expect(pathsOf(bad(parts))).toEqual([path]);
  });
});

describe("a bad node of a condition is named", () => {
  const inSegment = (condition: object) => pathsOf(bad({ segments: [{ handle: "a", condition }] }));

  test.each<[string, object]>([
    ["country.$like", { country: { $like: "x" } }],
    ["country.$regex", { country: { $regex: "(" } }],
    ["country.$regex", { country: { $regex: "(a+)+" } }],
    ["country.$regexi", { country: { $regexi: "a".repeat(257) } }],
    ["country.$in", { country: { $in: "CH" } }],
    ["$or[1].country.$like", { $or: [{ country: "CH" }, { country: { $like: "x" } }] }],
    ["$not.country.$not.$like", { $not: { country: { $not: { $like: "x" } } } }],
    [
      "traits.orders.$elemMatch.state.$like",
      { "traits.orders": { $elemMatch: { state: { $like: 1 } } } },
    ],
    ["$and", { $and: {} }],
    ["$gt", { $gt: 1 }],
  ])("segments[0].condition.%s", (path, condition) => {
    expect(inSegment(condition)).toEqual([`segments[0].condition.${path}`]);
  });

  test("all of them", () => {
    expect(inSegment({ a: { $x: 1, $y: 2 }, b: { $z: 3 } })).toHaveLength(3);
  });

  test("in a target and in a trigger too", () => {
    const condition = { country: { $like: "x" } };
    const trigger = fromOutside({ type: "page_view", condition });
    const placements = [placementOf({ trigger, payload: { target: fromOutside({ condition }) } })];
    expect(pathsOf(bad({ placements })).toSorted()).toEqual([
      "placements[0].payloads[0].target.condition.country.$like",
      "placements[0].trigger.condition.country.$like",
    ]);
  });
});
