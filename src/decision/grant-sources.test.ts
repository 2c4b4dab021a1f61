/** Whom a grant reaches beside the plan's own users: by trial, by server, by segment. */
import { describe, expect, test } from "vitest";
import type { TargetingContext } from "../decision";
import { DAY, entitlement, freeUser, fromOutside, iso, NOW, withGrants } from "./playbook.fixture";

const proUser: TargetingContext = { id: "user_1", plan_handle: "pro" };

describe("a trial", () => {
  const playbook = withGrants([{ plans: ["pro"] }], { type: "feature" });
  const trial = { in_trial: true, trial_handle: "pro_trial" };
  const on = (parts: object): TargetingContext => ({ ...freeUser, trial: { ...trial, ...parts } });

  test.each<[string, object]>([
    ["by its handle", {}],
    ["by its plan", { trial_handle: undefined, plan_handle: "pro" }],
    ["until it ends", { ends_at: iso(NOW + 1) }],
    ["with days left", { days_remaining: 1 }],
    ["since it started", { started_at: iso(NOW - 14 * DAY + 1) }],
    ["on its last day", { day_number: 14 }],
  ])("gives the trial plan's grants, %s", (_, parts) => {
    expect(entitlement(playbook, "exports", on(parts))).toMatchObject({
      allowed: true,
      reason: "granted_by_trial",
    });
  });

  test.each<[string, object]>([
    ["not begun", { in_trial: false }],
    ["over by its date", { ends_at: iso(NOW) }],
    ["over by its length", { started_at: iso(NOW - 14 * DAY) }],
    ["over by its count of days", { day_number: 15 }],
    ["without days left", { days_remaining: 0 }],
    ["converted", { converted: true }],
    ["of an unknown handle", { trial_handle: "other" }],
    ["of an unknown plan", { trial_handle: undefined, plan_handle: "constructor" }],
    ["only truthy", { in_trial: "yes" }],
  ])("gives nothing when it is %s", (_, parts) => {
    expect(entitlement(playbook, "exports", on(parts))).toMatchObject({
      allowed: false,
      reason: "not_in_plan",
    });
  });

  test("adds to the own plan's grants, the most generous wins", () => {
    const both = withGrants([
      { plans: ["free"], limit: 5 },
      { plans: ["pro"], limit: null },
    ]);
    expect(entitlement(both, "exports", freeUser)).toMatchObject({ limit: 5 });
    expect(entitlement(both, "exports", on({}))).toMatchObject({
      limit: null,
      reason: "granted_by_trial",
    });
  });
});

describe("what the server says of an entitlement", () => {
  const playbook = withGrants([{ plans: ["pro"] }], { type: "feature" });
  const said = (exports: unknown, context: TargetingContext): TargetingContext => ({
    ...context,
    entitlements: { exports: fromOutside(exports) },
  });

  test("true grants", () => {
    expect(entitlement(playbook, "exports", said(true, freeUser))).toMatchObject({
      allowed: true,
      status: "granted",
      reason: "granted_by_server",
    });
  });

  test("false denies, though the plan grants", () => {
    expect(entitlement(playbook, "exports", said(false, proUser))).toMatchObject({
      allowed: false,
      status: "denied",
      reason: "denied_by_server",
    });
  });

  test.each(["true", 1, null, {}, []])("%j says nothing", (value) => {
    expect(entitlement(playbook, "exports", said(value, freeUser)).reason).toBe("not_in_plan");
    expect(entitlement(playbook, "exports", said(value, proUser)).reason).toBe("granted_by_plan");
  });
});

describe("a segment", () => {
  const segments = [
    { handle: "swiss", condition: { country: "CH" } },
    { handle: "swiss_pro", condition: { id: { $inSegment: "swiss" }, plan_handle: "pro" } },
    { handle: "elsewhere", condition: { id: { $notInSegment: "swiss" } } },
  ];
  const has = (segment: string, context: TargetingContext) =>
    entitlement(
      { ...withGrants([{ segments: [segment] }], { type: "feature" }), segments },
      "exports",
      context,
    ).allowed;

  test("may be built on another", () => {
    expect(has("swiss_pro", { ...proUser, country: "CH" })).toBe(true);
    expect(has("swiss_pro", { ...proUser, country: "AT" })).toBe(false);
    expect(has("elsewhere", { ...proUser, country: "AT" })).toBe(true);
    expect(has("elsewhere", { ...proUser, country: "CH" })).toBe(false);
  });

  test("that the context names counts, authored or not", () => {
    expect(has("swiss", { ...proUser, segments: ["swiss"] })).toBe(true);
    expect(has("from_server", { ...proUser, segments: ["from_server"] })).toBe(true);
    expect(has("from_server", proUser)).toBe(false);
  });
});
