import { describe, expect, test } from "vitest";
import { compilePlaybook, decideEntitlement } from "../decision";
import {
  entitlement,
  freeUser,
  fromOutside,
  NOW,
  playbookOf,
  withGrants,
} from "./playbook.fixture";

describe("entitlements fail closed", () => {
  const playbook = withGrants([{ plans: ["free"] }], { type: "feature" });

  test.each([undefined, "", "unheard_of", "constructor", "__proto__", "Free", 5, null, ["free"]])(
    "with the plan %j, which is unknown",
    (plan) => {
      const context = { id: "user_1", plan_handle: fromOutside(plan) };
      expect(entitlement(playbook, "exports", context)).toMatchObject({
        allowed: false,
        reason: "plan_unknown",
      });
    },
  );

  test.each(["", ', "trial": { "in_trial": false }'])(
    "with a grant that only a context's own `__proto__` holds%s",
    (trial) => {
      const proto = '"__proto__": { "entitlements": { "exports": true } }';
      const context: unknown = JSON.parse(`{ "id": "user_1", ${proto}${trial} }`);
      const { allowed, reason } = entitlement(playbook, "exports", fromOutside(context));
      expect({ allowed, reason }).toEqual({ allowed: false, reason: "plan_unknown" });
    },
  );

  test("with a plan that a grant names and the Playbook lacks", () => {
    const naming = withGrants([{ plans: ["gold"] }], { type: "feature" });
    const context = { id: "user_1", plan_handle: "gold" };
    expect(entitlement(naming, "exports", context).allowed).toBe(false);
  });

  test.each(["unheard_of", "", "constructor", "__proto__", "toString"])(
    "for the entitlement %j, which is unknown",
    (handle) => {
      expect(entitlement(playbook, handle)).toEqual({
        handle,
        allowed: false,
        status: "denied",
        reason: "entitlement_unknown",
        source: "playbook",
      });
    },
  );

  test.each([undefined, null, 1, "{}", [], {}, { format_version: 2 }, { format_version: "1" }])(
    "with %j for a Playbook",
    (value) => {
      const compiled = compilePlaybook(fromOutside(value));
      const context = { ...freeUser, entitlements: { exports: true } };
      expect(decideEntitlement(compiled, "exports", { context, now: NOW })).toEqual({
        handle: "exports",
        allowed: false,
        status: "denied",
        reason: "playbook_unavailable",
        source: "none",
      });
    },
  );

  test.each([undefined, null, 1, "free", []])("with %j for a context", (value) => {
    const input = { context: fromOutside(value), now: NOW };
    expect(decideEntitlement(compilePlaybook(playbook), "exports", input)).toMatchObject({
      allowed: false,
      reason: "plan_unknown",
    });
  });

  test("for a grant that names nobody", () => {
    expect(entitlement(withGrants([{}], { type: "feature" }), "exports").allowed).toBe(false);
  });

  test("for a segment whose condition is invalid, or leads back to itself", () => {
    const segments = [
      { handle: "broken", condition: { $not: { country: { $like: "x" } } } },
      { handle: "inner", condition: { id: { $inSegment: "outer" } } },
      { handle: "outer", condition: { id: { $inSegment: "inner" } } },
      { handle: "itself", condition: { id: { $inSegment: "itself" } } },
    ];
    for (const { handle } of segments) {
      const parts = withGrants([{ segments: [handle] }], { type: "feature" });
      expect(entitlement({ ...parts, segments }, "exports").allowed).toBe(false);
    }
  });
});

describe("a handle that every object inherits", () => {
  test.each(["constructor", "valueof", "hasownproperty"])("%s is legal", (handle) => {
    const playbook = playbookOf({
      plans: [{ handle }],
      entitlements: [{ handle, type: "credits", grants: [{ plans: [handle], limit: 3 }] }],
    });
    const context = { id: "user_1", plan_handle: handle };
    expect(entitlement(playbook, handle, context)).toMatchObject({ allowed: true, used: 0 });
    const spent = { ...context, usage: { [handle]: 3 } };
    expect(entitlement(playbook, handle, spent).reason).toBe("limit_reached");
  });
});

describe("what a context only inherits", () => {
  const playbook = withGrants([{ plans: ["pro"], limit: 5 }]);
  const heirOf = (parts: object) => Object.assign(Object.create(parts), { plan_handle: "free" });

  test.each<[string, object]>([
    ["entitlements", { entitlements: { exports: true } }],
    ["a plan", { plan_handle: "pro" }],
    ["a trial", { trial: { in_trial: true, plan_handle: "pro", days_remaining: 3 } }],
  ])("grants nothing: %s", (_, parts) => {
    expect(entitlement(playbook, "exports", heirOf(parts)).reason).toBe("not_in_plan");
  });

  test("nor does what its trial inherits", () => {
    const trial = Object.assign(Object.create({ in_trial: true }), { plan_handle: "pro" });
    const context = { plan_handle: "free", trial: { ...trial } };
    const heir = { plan_handle: "free", trial };
    expect(entitlement(playbook, "exports", context).reason).toBe("not_in_plan");
    expect(entitlement(playbook, "exports", heir).reason).toBe("not_in_plan");
  });

  test("isn't used up, either", () => {
    const context = Object.assign(Object.create({ usage: { exports: 9 } }), { plan_handle: "pro" });
    expect(entitlement(playbook, "exports", context)).toMatchObject({ allowed: true, used: 0 });
  });
});
