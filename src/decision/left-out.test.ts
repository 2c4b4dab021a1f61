import { describe, expect, test } from "vitest";
import {
  decide,
  entitlement,
  fromOutside,
  payloadOf,
  placementOf,
  playbookOf,
  withGrants,
} from "./playbook.fixture";

describe("deciding leaves a bad part out, and its neighbours work", () => {
  test("a grant", () => {
    const grants = [{ plans: ["free"], limit: "9" }, null, { plans: ["free"], limit: 5 }];
    expect(entitlement(withGrants(fromOutside(grants)), "exports").limit).toBe(5);
  });

  test("an entitlement", () => {
    const { entitlements = [] } = withGrants([{ plans: ["free"], limit: 5 }]);
    const list = fromOutside([
      null,
      7,
      { handle: "broken", type: "x", grants: [] },
      ...entitlements,
    ]);
    const playbook = playbookOf({ entitlements: list });
    expect(entitlement(playbook, "exports").allowed).toBe(true);
    expect(entitlement(playbook, "broken").reason).toBe("entitlement_unknown");
  });

  test("a plan", () => {
    const plans = fromOutside([null, { handle: "free", rank: "first" }, { handle: "pro" }]);
    const playbook = { ...withGrants([{ plans: ["free", "pro"], limit: 5 }]), plans };
    expect(entitlement(playbook, "exports", { plan_handle: "pro" }).allowed).toBe(true);
    expect(entitlement(playbook, "exports", { plan_handle: "free" }).reason).toBe("plan_unknown");
  });

  test("a segment", () => {
    const grants = [{ segments: ["sound", "broken"], limit: 5 }];
    const segments = [
      { handle: "broken", condition: fromOutside([]) },
      { handle: "sound", condition: { country: "CH" } },
    ];
    const playbook = { ...withGrants(grants), segments };
    expect(entitlement(playbook, "exports", { id: "a", country: "CH" }).allowed).toBe(true);
    expect(entitlement(playbook, "exports", { id: "a", country: "AT" }).allowed).toBe(false);
  });

  test("a trial", () => {
    const trials = fromOutside([
      { handle: "broken", plan: "pro", days: "14" },
      { handle: "sound", plan: "pro", days: 14 },
    ]);
    const playbook = { ...withGrants([{ plans: ["pro"], limit: 5 }]), trials };
    const on = (trial_handle: string) => ({ id: "a", trial: { in_trial: true, trial_handle } });
    expect(entitlement(playbook, "exports", on("sound")).allowed).toBe(true);
    expect(entitlement(playbook, "exports", on("broken")).allowed).toBe(false);
  });

  test("a payload", () => {
    const payloads = fromOutside([
      null,
      { handle: "a", surface: "card" },
      payloadOf({ handle: "b", schedule: { from: "soon" } }),
      payloadOf({ handle: "c" }),
    ]);
    expect(decide(placementOf({ payloads })).output?.payload).toBe("c");
  });

  test("a placement", () => {
    const placements = fromOutside([
      null,
      { slot: "top" },
      placementOf({ handle: "a", trigger: fromOutside({ type: "x" }) }),
      placementOf({ handle: "b", priority: fromOutside("high") }),
      placementOf({ handle: "c" }),
    ]);
    expect(decide(playbookOf({ placements })).output?.placement).toBe("c");
  });

  test("placements whose priority is no number that JSON holds, wherever they are", () => {
    const [low, high] = [1, 5].map((priority) => placementOf({ handle: `p${priority}`, priority }));
    for (const priority of [Number.NaN, Infinity]) {
      const [a, b, c] = ["a", "b", "c"].map((handle) => placementOf({ handle, priority }));
      const placements = fromOutside([a, low, b, high, c]);
      expect(decide(playbookOf({ placements })).output?.placement).toBe("p5");
    }
  });

  test("what is undefined in a list, where a script has written it", () => {
    const grants = fromOutside([undefined, { plans: ["free"], limit: 5 }]);
    expect(entitlement(withGrants(grants), "exports").limit).toBe(5);
    const payloads = fromOutside([undefined, payloadOf({ handle: "b" })]);
    expect(decide(placementOf({ payloads })).output?.payload).toBe("b");
    const placements = fromOutside([undefined, placementOf({ handle: "c" })]);
    expect(decide(playbookOf({ placements })).output?.placement).toBe("c");
  });

  test.each(["plans", "segments", "entitlements", "trials", "branding"])("the list %s", (list) => {
    for (const value of [null, 5, "x", {}, [null]]) {
      const playbook = {
        ...playbookOf({ placements: [placementOf()] }),
        [list]: fromOutside(value),
      };
      expect(decide(playbook).visible).toBe(true);
    }
  });
});
