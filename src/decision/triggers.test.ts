import { describe, expect, test } from "vitest";
import type { Placement, TargetingContext, TrialContext, Trigger } from "../decision";
import {
  DAY,
  decide,
  freeUser,
  fromOutside,
  iso,
  NOW,
  pageLevelOf,
  placementOf,
  playbookOf,
  reasonsOf,
} from "./playbook.fixture";

const entitlements = [
  { handle: "data_export", type: "feature", grants: [{ plans: ["pro"] }] },
  {
    handle: "exports",
    type: "usage_limit",
    grants: [
      { plans: ["free"], limit: 100 },
      { plans: ["pro"], limit: null },
    ],
  },
] as const;
const trials = [{ handle: "pro_trial", plan: "pro", days: 14 }];

const playbookWith = (...placements: Placement[]) =>
  playbookOf({ entitlements, trials, placements });
const inSlot = (trigger: Trigger, context: TargetingContext = freeUser) =>
  reasonsOf(playbookWith(placementOf({ trigger })), { context });

test("without a trigger, and with slot_render, a slot is filled", () => {
  expect(reasonsOf(placementOf())).toBe("shown");
  expect(inSlot({ type: "slot_render" })).toBe("shown");
});

describe("entitlement_denied", () => {
  const trigger = { type: "entitlement_denied", entitlement: "data_export" } as const;

  test("is met by the denied, and by no one else: entitled", () => {
    expect(inSlot(trigger)).toBe("shown");
    expect(inSlot(trigger, { id: "user_1", plan_handle: "pro" })).toBe("entitled");
  });

  test("is met where the plan or the entitlement is unknown", () => {
    expect(inSlot(trigger, { id: "user_1" })).toBe("shown");
    expect(inSlot({ type: "entitlement_denied", entitlement: "unheard_of" })).toBe("shown");
  });

  test("opens the page-level placement for that entitlement", () => {
    const playbook = playbookWith(
      pageLevelOf({
        handle: "other",
        trigger: { type: "entitlement_denied", entitlement: "exports" },
        priority: 9,
      }),
      pageLevelOf({ handle: "gate", trigger }),
    );
    const decision = decide(playbook, { query: { trigger } });
    expect(decision.output?.placement).toBe("gate");
    expect(reasonsOf(playbook, { query: { trigger }, context: { plan_handle: "pro" } })).toBe(
      "entitled",
    );
  });

  test("is not met by the refusal of another entitlement, though it is denied too", () => {
    const refused = { type: "entitlement_denied", entitlement: "exports" } as const;
    for (const query of [{ placement: "gate" }, { slot: "top" }]) {
      const one = query.slot ? placementOf({ trigger }) : pageLevelOf({ handle: "gate", trigger });
      expect(reasonsOf(playbookWith(one), { query: { ...query, trigger } })).toBe("shown");
      expect(reasonsOf(playbookWith(one), { query: { ...query, trigger: refused } })).toBe(
        "trigger_not_met",
      );
    }
  });

  test("opens nothing by itself", () => {
    expect(reasonsOf(playbookWith(pageLevelOf({ trigger })), { query: {} })).toBe("no_placement");
  });
});

describe("usage_threshold", () => {
  const using = (exports: unknown): TargetingContext => ({
    ...freeUser,
    usage: { exports: fromOutside(exports) },
  });
  const at = (percent: number) =>
    ({ type: "usage_threshold", entitlement: "exports", percent }) as const;

  test.each([
    [79, "trigger_not_met"],
    [80, "shown"],
    [100, "shown"],
    [140, "shown"],
  ])("of 80 %%: %d of 100 is %s", (used, reason) => {
    expect(inSlot(at(80), using(used))).toBe(reason);
  });

  test("is met at exactly its percentage, whichever it is", () => {
    const missed = Array.from({ length: 101 }, (_, percent) => percent).filter(
      (percent) => inSlot(at(percent), using(percent)) !== "shown",
    );
    expect(missed).toEqual([]);
  });

  test("may lie between two whole percentages", () => {
    expect(inSlot(at(79.5), using(79.4))).toBe("trigger_not_met");
    expect(inSlot(at(79.5), using(79.6))).toBe("shown");
  });

  test.each([
    ["unlimited", { ...using(1e6), plan_handle: "pro" }],
    ["invalid", using(-1)],
    ["of an unknown plan", { ...using(90), plan_handle: "gold" }],
  ])("is not met by use that is %s", (_, context) => {
    expect(inSlot(at(0), context)).toBe("trigger_not_met");
  });
});

describe("trial_stage", () => {
  const on = (trial: Partial<TrialContext>): TargetingContext => ({
    ...freeUser,
    trial: { in_trial: true, trial_handle: "pro_trial", ...trial },
  });
  const startedDaysAgo = (days: number) => on({ started_at: iso(NOW - days * DAY) });
  const stageOf = (context: TargetingContext, days_before_end?: number) =>
    (["started", "midpoint", "ending", "ended"] as const).filter((stage) => {
      const trigger = { type: "trial_stage", stage, ...(days_before_end && { days_before_end }) };
      return inSlot(fromOutside(trigger), context) === "shown";
    });

  test.each([
    [0, "started"],
    [6.99, "started"],
    [7, "midpoint"],
    [10.99, "midpoint"],
    [11, "ending"],
    [13.99, "ending"],
    [14, "ended"],
    [40, "ended"],
  ])("%d days into a trial of 14, the stage is %s, and no other", (days, stage) => {
    expect(stageOf(startedDaysAgo(days))).toEqual([stage]);
  });

  test("days_before_end moves the ending", () => {
    expect(stageOf(startedDaysAgo(12.5), 1)).toEqual(["midpoint"]);
    expect(stageOf(startedDaysAgo(13), 1)).toEqual(["ending"]);
    expect(stageOf(startedDaysAgo(8.99), 5)).toEqual(["midpoint"]);
    expect(stageOf(startedDaysAgo(9), 5)).toEqual(["ending"]);
  });

  test.each<[string, Partial<TrialContext>, string]>([
    ["its end", { ends_at: iso(NOW + DAY) }, "ending"],
    ["its end and the handle's length", { ends_at: iso(NOW + 10 * DAY) }, "started"],
    ["the days that remain", { days_remaining: 2 }, "ending"],
    ["the number of the day", { day_number: 9 }, "midpoint"],
    ["both dates", { started_at: iso(NOW - 2 * DAY), ends_at: iso(NOW + 90 * DAY) }, "started"],
  ])("is derived from %s", (_, trial, stage) => {
    expect(stageOf(on(trial))).toEqual([stage]);
  });

  test.each<[string, TargetingContext]>([
    ["without a trial", freeUser],
    ["after conversion", on({ converted: true, ends_at: iso(NOW - 1) })],
    ["with a trial that is no object", { ...freeUser, trial: fromOutside("yes") }],
  ])("there is none %s", (_, context) => {
    expect(stageOf(context)).toEqual([]);
  });
});

describe("event", () => {
  const trigger = {
    type: "event",
    name: "export_failed",
    condition: { "event.properties.rows": { $gt: 1_000 } },
  } as const;
  const placement = pageLevelOf({ trigger });
  const after = (name: string, properties?: Record<string, number>) =>
    reasonsOf(placement, {
      query: { trigger: { type: "event", name, ...(properties && { properties }) } },
    });

  test("is met by the event of that name whose properties meet the condition", () => {
    expect(after("export_failed", { rows: 1_001 })).toBe("shown");
    expect(after("export_failed", { rows: 1_000 })).toBe("trigger_not_met");
    expect(after("export_failed")).toBe("trigger_not_met");
    expect(after("export_done", { rows: 1_001 })).toBe("no_placement");
  });

  test("is read from the context too", () => {
    const named = (name: string) => ({
      query: { placement: "welcome" },
      context: { ...freeUser, event: { name, properties: { rows: 2_000 } } },
    });
    expect(reasonsOf(placement, named("export_failed"))).toBe("shown");
    expect(reasonsOf(placement, named("export_done"))).toBe("trigger_not_met");
  });

  test("opens nothing by itself", () => {
    expect(decide(placement, { query: {} }).visible).toBe(false);
  });

  test("with an invalid condition is met by none", () => {
    const broken = pageLevelOf({
      trigger: { ...trigger, condition: { $not: { $like: { $x: 1 } } } },
    });
    const query = { trigger: { type: "event", name: "export_failed" } } as const;
    expect(decide(broken, { query }).visible).toBe(false);
  });
});

describe("page_view", () => {
  const trigger = {
    type: "page_view",
    condition: { "page.path": { $regex: "^/pricing" } },
  } as const;
  const viewing = (path: string) => ({ context: { ...freeUser, page: { path } } });

  test.each<[string, object]>([
    ["asked for as such", { query: { trigger: { type: "page_view" } } }],
    ["asked for with the page", { query: {} }],
  ])("is met on pages that meet its condition, %s", (_, question) => {
    const placement = pageLevelOf({ trigger });
    expect(reasonsOf(placement, { ...question, ...viewing("/pricing/eu") })).toBe("shown");
    expect(reasonsOf(placement, { ...question, ...viewing("/about") })).toBe("trigger_not_met");
  });

  test("without a condition is met on every page", () => {
    const placement = pageLevelOf({ trigger: { type: "page_view" } });
    expect(reasonsOf(placement, { query: {}, ...viewing("/about") })).toBe("shown");
  });
});

test("what is asked for by somebody need not have its trigger met, but all the rest", () => {
  const trigger = { type: "event", name: "never" } as const;
  const query = { placement: "welcome", requested: true };
  expect(reasonsOf(pageLevelOf({ trigger }), { query })).toBe("shown");
  const forPro = pageLevelOf({ trigger, payload: { target: { plans: ["pro"] } } });
  expect(reasonsOf(forPro, { query })).toBe("plan_mismatch");
});
