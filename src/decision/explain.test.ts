import { describe, expect, test } from "vitest";
import type { Candidate, Gate, PlacementExplanation } from "../decision";
import {
  DAY,
  decide,
  explain,
  freeUser,
  iso,
  NOW,
  payloadOf,
  placementOf,
  playbookOf,
} from "./playbook.fixture";

const only = ({ candidates }: PlacementExplanation): Candidate => {
  expect(candidates).toHaveLength(1);
  const [candidate] = candidates;
  if (!candidate) throw new Error("no candidate");
  return candidate;
};

/** Every gate of a tree, the outer before the inner. */
const flat = (gates: readonly Gate[] = []): Gate[] =>
  gates.flatMap((gate) => [gate, ...flat(gate.children)]);

const named = (gates: readonly Gate[], name: string): Gate | undefined =>
  flat(gates).find(({ gate }) => gate === name);

describe("an explanation", () => {
  test("of what is shown has every gate passed", () => {
    const placement = placementOf({
      holdout_percent: 1e-9,
      payload: {
        target: { plans: ["free"], segments: ["vip"], condition: { country: "CH" } },
        schedule: { from: iso(NOW - 1) },
        rollout_percent: 99.999,
        caps: [{ count: 1, period: "day" }],
      },
    });
    const context = { ...freeUser, country: "CH", segments: ["vip"] };
    const explanation = explain(placement, { context });
    expect(explanation).toMatchObject({ visible: true, reasons: ["shown"] });
    const { gates, ...candidate } = only(explanation);
    expect(candidate).toEqual({ placement: "welcome", payload: "default", reason: "shown" });
    expect(flat(gates).filter(({ passed }) => !passed)).toEqual([]);
    const names = gates.map(({ gate }) => gate).join(" ");
    for (const name of ["trigger", "holdout", "plan", "segment", "condition", "schedule"]) {
      expect(names).toContain(name);
    }
    for (const name of ["rollout", "surface", "cap"]) expect(names).toContain(name);
  });

  test("says of every gate what was seen and wanted, also as JSON", () => {
    const trigger = { type: "trial_stage", stage: "ending" } as const;
    const condition = { "page.path": "/", $or: [{ country: "CH" }], $not: { country: "AT" } };
    const payload = { target: { plans: ["free"], condition } };
    for (const placement of [placementOf({ payload }), placementOf({ trigger, payload })]) {
      const told = JSON.stringify(explain(placement, { context: { plan_handle: "free" } }));
      const { gates } = only(JSON.parse(told));
      const isWhole = (gate: object) => "actual" in gate && "expected" in gate;
      expect(flat(gates).filter((gate) => !isWhole(gate))).toEqual([]);
      expect(flat(gates)).toContainEqual(expect.objectContaining({ actual: null }));
    }
  });

  test("names the plan seen and the plans wanted", () => {
    const placement = placementOf({ payload: { target: { plans: ["pro"] } } });
    const { reason, gates } = only(explain(placement));
    expect(reason).toBe("plan_mismatch");
    expect(named(gates, "plan")).toMatchObject({
      passed: false,
      actual: "free",
      expected: ["pro"],
    });
  });

  test("says of a surface that is asked for in no slot that any would do", () => {
    const { gates } = only(
      explain(placementOf({ payload: { surface: "modal" } }), { query: { placement: "welcome" } }),
    );
    expect(named(gates, "surface_accepted")).toMatchObject({ actual: "modal", expected: "any" });
  });

  test("names the displays seen and the cap", () => {
    const cap = { count: 2, period: "lifetime" } as const;
    const displays = [1, 2, 3].map((ago) => ({ key: "welcome/default", at: NOW - ago }));
    const placement = placementOf({ payload: { caps: [cap] } });
    const { reason, gates } = only(explain(placement, { history: { displays } }));
    expect(reason).toBe("cap_reached");
    const gate = gates.find(({ passed }) => !passed);
    expect(gate).toMatchObject({ actual: 3 });
    expect([gate?.expected].flat()).toEqual([cap]);
  });

  test("counts the displays that the cap counts, and no other", () => {
    const displays = [1, 2, 3].map((days) => ({
      key: "welcome/default",
      at: NOW - days * DAY - 1,
    }));
    const caps = [{ count: 1, period: "day" }] as const;
    const { gates } = only(explain(placementOf({ payload: { caps } }), { history: { displays } }));
    expect(gates.find(({ gate }) => gate.startsWith("cap"))).toMatchObject({
      passed: true,
      actual: 0,
    });
  });

  test("is JSON through and through", () => {
    const placement = placementOf({
      payload: { cooldown_hours: 5, caps: [{ count: 1, period: "day" }], rollout_percent: 50 },
    });
    for (const context of [freeUser, {}]) {
      const { gates } = only(explain(placement, { context }));
      const numbers = flat(gates).flatMap(({ actual, expected }) => [actual, expected]);
      expect(numbers.filter((one) => typeof one === "number" && !Number.isFinite(one))).toEqual([]);
    }
  });

  test("names the event seen and the trigger", () => {
    const trigger = { type: "event", name: "saved" } as const;
    const context = { ...freeUser, event: { name: "opened" } };
    const { reason, gates } = only(explain(placementOf({ trigger }), { context }));
    expect(reason).toBe("trigger_not_met");
    expect(named(gates, "trigger")).toMatchObject({
      passed: false,
      actual: "opened",
      expected: trigger,
    });
  });
});

describe("the leaves of a condition", () => {
  const leaves = (condition: Record<string, never> | object, context: object) => {
    const placement = placementOf({
      payload: { target: { condition: JSON.parse(JSON.stringify(condition)) } },
    });
    const { gates } = only(explain(placement, { context: { ...freeUser, ...context } }));
    const gate = named(gates, "condition");
    return { gate, inner: flat(gate?.children) };
  };

  test("have the value seen and the value wanted", () => {
    const { gate, inner } = leaves(
      { "page.path": { $regex: "^/editor" } },
      { page: { path: "/b" } },
    );
    expect(gate?.passed).toBe(false);
    expect(inner).toContainEqual(
      expect.objectContaining({ passed: false, actual: "/b", expected: "^/editor" }),
    );
  });

  test("of a bare value have both as well", () => {
    const { inner } = leaves({ country: "CH" }, { country: "AT" });
    expect(inner).toContainEqual(
      expect.objectContaining({ gate: "country", passed: false, actual: "AT", expected: "CH" }),
    );
  });

  test("are all there, though the first one decides", () => {
    const { gate, inner } = leaves(
      { country: "CH", $or: [{ plan_handle: "free" }, { "usage.exports": { $gte: 5 } }] },
      { country: "AT", usage: { exports: 3 } },
    );
    expect(gate?.passed).toBe(false);
    for (const leaf of [
      { passed: false, actual: "AT", expected: "CH" },
      { passed: true, actual: "free", expected: "free" },
      { passed: false, actual: 3, expected: 5 },
    ]) {
      expect(inner).toContainEqual(expect.objectContaining(leaf));
    }
  });

  test("of a trigger are there too", () => {
    const condition = { "event.properties.rows": { $gt: 9 } };
    const trigger = { type: "event", name: "saved", condition } as const;
    const event = { name: "saved", properties: { rows: 4 } };
    const { gates } = only(explain(placementOf({ trigger }), { context: { ...freeUser, event } }));
    expect(flat(gates)).toContainEqual(
      expect.objectContaining({ passed: false, actual: 4, expected: 9 }),
    );
  });
});

describe("the candidates", () => {
  test("are every placement of the slot, in order, the one shown and those after it", () => {
    const placements = [
      placementOf({ handle: "low", priority: -5 }),
      placementOf({ handle: "second" }),
      placementOf({ handle: "refused", priority: 9, payload: { target: { plans: ["pro"] } } }),
      placementOf({ handle: "elsewhere", slot: "bottom" }),
    ];
    const { candidates, reasons } = explain(playbookOf({ placements }));
    expect(reasons).toEqual(["shown"]);
    expect(candidates.map(({ placement, reason }) => [placement, reason])).toEqual([
      ["refused", "plan_mismatch"],
      ["second", "shown"],
      ["low", "lower_priority"],
    ]);
  });

  test("are the payloads tried, each with its reason", () => {
    const payloads = [
      payloadOf({ handle: "a", target: { plans: ["pro"] } }),
      payloadOf({ handle: "b", surface: "modal" }),
      payloadOf({ handle: "c" }),
      payloadOf({ handle: "d" }),
    ];
    const { candidates } = explain(placementOf({ payloads }));
    expect(candidates.slice(0, 3).map(({ payload, reason }) => [payload, reason])).toEqual([
      ["a", "plan_mismatch"],
      ["b", "surface_not_accepted"],
      ["c", "shown"],
    ]);
  });

  test("are none where there is none", () => {
    expect(explain(placementOf(), { query: { slot: "other" } })).toEqual({
      visible: false,
      reasons: ["no_placement"],
      candidates: [],
    });
  });

  test("bear out the decision's reasons", () => {
    const placements = [
      placementOf({ handle: "a", payload: { target: { plans: ["pro"] } } }),
      placementOf({ handle: "b", holdout_percent: 100 }),
    ];
    const playbook = playbookOf({ placements });
    const { visible, reasons } = decide(playbook);
    expect(explain(playbook)).toMatchObject({ visible, reasons });
    expect(explain(playbook).candidates.map(({ reason }) => reason)).toEqual(reasons);
  });
});
