import { describe, expect, test } from "vitest";
import { compilePlaybook, decideEntitlement, type Grant, type TargetingContext } from "../decision";
import { entitlement, freeUser, fromOutside, NOW, withGrants } from "./playbook.fixture";

const proUser: TargetingContext = { id: "user_1", plan_handle: "pro" };

const using = (exports: unknown, context: TargetingContext = freeUser): TargetingContext => ({
  ...context,
  usage: { exports: fromOutside(exports) },
});

describe("a feature", () => {
  const playbook = withGrants([{ plans: ["pro"] }, { segments: ["beta"] }], { type: "feature" });

  test("is granted by plan", () => {
    expect(entitlement(playbook, "exports", proUser)).toEqual({
      handle: "exports",
      allowed: true,
      status: "granted",
      reason: "granted_by_plan",
      source: "playbook",
    });
  });

  test("is granted by segment, though the plan has none", () => {
    const context = { ...freeUser, segments: ["beta"] };
    expect(entitlement(playbook, "exports", context)).toMatchObject({
      allowed: true,
      status: "granted",
      reason: "granted_by_segment",
    });
  });

  test("is denied where the plan has none", () => {
    expect(entitlement(playbook, "exports", freeUser)).toEqual({
      handle: "exports",
      allowed: false,
      status: "denied",
      reason: "not_in_plan",
      source: "playbook",
    });
  });

  test("counts no usage", () => {
    expect(entitlement(playbook, "exports", using(-1, proUser)).allowed).toBe(true);
  });
});

describe.each(["usage_limit", "credits", "seats"] as const)("of type %s", (type) => {
  const hard = withGrants([{ plans: ["free"], limit: 50, enforcement: "hard" }], {
    type,
    warn_at_percent: 80,
  });
  const soft = withGrants([{ plans: ["free"], limit: 50, enforcement: "soft" }], {
    type,
    warn_at_percent: 80,
  });

  test.each([
    [0, "granted", "granted_by_plan", 50],
    [39, "granted", "granted_by_plan", 11],
    [40, "limited", "near_limit", 10],
    [49, "limited", "near_limit", 1],
    [50, "denied", "limit_reached", 0],
    [51, "denied", "limit_reached", 0],
    // Binary fractions leave 20.990000000000002.
    [29.01, "granted", "granted_by_plan", 20.99],
  ])("%d of a hard 50 is %s, %s", (used, status, reason, remaining) => {
    expect(entitlement(hard, "exports", using(used))).toEqual({
      handle: "exports",
      allowed: status !== "denied",
      status,
      reason,
      limit: 50,
      used,
      remaining,
      source: "playbook",
    });
  });

  test.each([
    [39, "granted", "granted_by_plan", 11],
    [40, "limited", "near_limit", 10],
    [50, "limited", "over_soft_limit", 0],
    [500, "limited", "over_soft_limit", 0],
  ])("%d of a soft 50 is %s, %s", (used, status, reason, remaining) => {
    expect(entitlement(soft, "exports", using(used))).toMatchObject({
      allowed: true,
      status,
      reason,
      limit: 50,
      used,
      remaining,
    });
  });

  test("a limit is hard unless it says otherwise", () => {
    const playbook = withGrants([{ plans: ["free"], limit: 5 }], { type });
    expect(entitlement(playbook, "exports", using(5)).reason).toBe("limit_reached");
  });

  test("without warn_at_percent nothing is near", () => {
    const playbook = withGrants([{ plans: ["free"], limit: 5 }], { type });
    expect(entitlement(playbook, "exports", using(4.9)).reason).toBe("granted_by_plan");
  });

  test("a warning comes at its very percentage, of fractions too", () => {
    for (let percent = 1; percent < 100; percent++) {
      const playbook = withGrants([{ plans: ["free"], limit: 10 }], {
        ...{ type, warn_at_percent: percent },
      });
      const reason = (used: number) => entitlement(playbook, "exports", using(used)).reason;
      expect(reason(percent / 10)).toBe("near_limit");
      expect(reason(percent / 10 - 0.01)).toBe("granted_by_plan");
    }
  });

  test("a limit of 0 grants nothing", () => {
    const playbook = withGrants([{ plans: ["free"], limit: 0 }], { type });
    expect(entitlement(playbook, "exports", freeUser)).toMatchObject({
      allowed: false,
      reason: "limit_reached",
    });
  });

  test("null is unlimited, whatever was used", () => {
    const playbook = withGrants([{ plans: ["free"], limit: null }], { type, warn_at_percent: 1 });
    expect(entitlement(playbook, "exports", using(1e9))).toMatchObject({
      allowed: true,
      status: "granted",
      limit: null,
      remaining: null,
      used: 1e9,
    });
  });

  test("usage not given is 0", () => {
    expect(entitlement(hard, "exports", freeUser)).toMatchObject({ used: 0, remaining: 50 });
  });

  test.each([-1, -0.001, Number.NaN, Number.POSITIVE_INFINITY, "5", true, null, [], {}])(
    "usage of %j is denied as invalid",
    (used) => {
      for (const playbook of [hard, soft]) {
        expect(entitlement(playbook, "exports", using(used))).toMatchObject({
          allowed: false,
          status: "denied",
          reason: "usage_invalid",
        });
      }
    },
  );

  test("a grant without a limit grants nothing", () => {
    const playbook = withGrants([{ plans: ["free"] }], { type });
    expect(entitlement(playbook, "exports", freeUser).allowed).toBe(false);
  });
});

describe("a tier", () => {
  const tiers = ["community", "email", "priority"];
  const tier = (grants: readonly Grant[]) => withGrants(grants, { type: "tier", tiers });

  test("is told", () => {
    const playbook = tier([{ plans: ["pro"], tier: "email" }]);
    expect(entitlement(playbook, "exports", proUser)).toEqual({
      handle: "exports",
      allowed: true,
      status: "granted",
      reason: "granted_by_plan",
      tier: "email",
      source: "playbook",
    });
    expect(entitlement(playbook, "exports", freeUser)).not.toHaveProperty("tier");
  });

  test.each([
    [["email", "priority"], "priority"],
    [["priority", "email"], "priority"],
    [["community", "email"], "email"],
  ])("of %j is the highest: %s", (granted, highest) => {
    const grants = granted.map((one) => ({ plans: ["pro"], tier: one }));
    expect(entitlement(tier(grants), "exports", proUser).tier).toBe(highest);
  });

  test("that the entitlement lacks grants nothing", () => {
    const playbook = tier([{ plans: ["pro"], tier: "platinum" }]);
    expect(entitlement(playbook, "exports", proUser).allowed).toBe(false);
  });
});

describe("of all matching grants the most generous wins", () => {
  const unlimited: Grant = { plans: ["free"], limit: null };
  const soft10: Grant = { plans: ["free"], limit: 10, enforcement: "soft" };
  const soft20: Grant = { plans: ["free"], limit: 20, enforcement: "soft" };
  const hard50: Grant = { plans: ["free"], limit: 50, enforcement: "hard" };
  const hard90: Grant = { plans: ["free"], limit: 90 };
  const foreign: Grant = { plans: ["pro"], limit: null };

  test.each<[string, Grant[], number | null]>([
    ["unlimited over soft", [soft20, unlimited], null],
    ["unlimited over hard", [unlimited, hard90], null],
    ["soft over a higher hard", [hard90, soft10], 10],
    ["the higher soft", [soft10, soft20], 20],
    ["the higher hard", [hard50, hard90], 90],
    ["only matching ones count", [hard50, foreign], 50],
    ["all of them", [hard50, soft10, unlimited, soft20, hard90, foreign], null],
  ])("%s, in whichever order", (_, grants, limit) => {
    for (const inOrder of [grants, grants.toReversed()]) {
      expect(entitlement(withGrants(inOrder), "exports").limit).toBe(limit);
    }
  });

  test("a segment's grant adds to the plan's", () => {
    const playbook = withGrants([hard50, { segments: ["heavy"], limit: 70 }]);
    expect(entitlement(playbook, "exports", using(19)).limit).toBe(50);
    expect(entitlement(playbook, "exports", using(20))).toMatchObject({
      limit: 70,
      reason: "granted_by_segment",
    });
  });

  test("a grant that names plans and segments wants both", () => {
    const playbook = withGrants([{ plans: ["free"], segments: ["heavy"], limit: 9e9 }]);
    expect(entitlement(playbook, "exports", using(19)).allowed).toBe(false);
    expect(entitlement(playbook, "exports", using(20)).allowed).toBe(true);
    expect(entitlement(playbook, "exports", using(20, proUser)).allowed).toBe(false);
  });
});

describe("what the Playbook says has the Playbook for its source", () => {
  const playbook = withGrants([{ plans: ["free"], limit: 5 }]);
  const sourceOf = (value: unknown, source?: "playbook" | "cached_playbook") =>
    decideEntitlement(compilePlaybook(value), "exports", { context: freeUser, now: NOW, source })
      .source;

  test("and one that was kept from earlier is named so", () => {
    expect(sourceOf(playbook)).toBe("playbook");
    expect(sourceOf(playbook, "playbook")).toBe("playbook");
    expect(sourceOf(playbook, "cached_playbook")).toBe("cached_playbook");
  });

  test("but where no Playbook is usable there is none", () => {
    expect(sourceOf({ ...playbook, format_version: 2 }, "cached_playbook")).toBe("none");
  });
});
