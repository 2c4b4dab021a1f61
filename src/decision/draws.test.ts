/** Whom holdouts and rollouts let in. */
import { describe, expect, test } from "vitest";
import { bucket } from "../decision";
import { decide, payloadOf, placementOf, playbookOf, reasonsOf } from "./playbook.fixture";

const users = Array.from({ length: 300 }, (_, i) => `user_${i}`);

describe("a draw", () => {
  test.each([0.07, 1.1, 7, 14, 28, 29, 56, 57, 58, 99.9])(
    "of %d percent ends exactly where its percentage does",
    (percent) => {
      const end = Math.round(percent * 100);
      const placement = placementOf({ payload: { rollout_percent: percent } });
      const found = new Map<number, string>();
      for (let i = 0; found.size < 3; i++) {
        const id = `user_${i}`;
        const step = Math.round(bucket("welcome/default:rollout", id) * 10_000);
        if (Math.abs(step - end) < 2)
          found.set(step - end, reasonsOf(placement, { context: { id } }));
      }
      expect(Object.fromEntries(found)).toEqual({
        [-1]: "shown",
        0: "rollout_excluded",
        1: "rollout_excluded",
      });
    },
  );
});

describe("a holdout", () => {
  test("keeps out exactly the users whose bucket of placement:holdout lies below it", () => {
    for (const id of users) {
      const expected = bucket("welcome:holdout", id) < 0.25 ? "holdout" : "shown";
      expect(reasonsOf(placementOf({ holdout_percent: 25 }), { context: { id } })).toBe(expected);
    }
  });

  test.each([
    [0, "shown"],
    [100, "holdout"],
  ])("of %d %% leaves nobody in doubt: %s", (holdout_percent, reason) => {
    for (const id of users.slice(0, 50)) {
      expect(reasonsOf(placementOf({ holdout_percent }), { context: { id } })).toBe(reason);
    }
  });

  test("leaves the slot to the next placement", () => {
    const placements = [
      placementOf({ handle: "first", holdout_percent: 100 }),
      placementOf({ handle: "second" }),
    ];
    expect(decide(playbookOf({ placements })).output?.placement).toBe("second");
  });
});

describe("a rollout", () => {
  const half = placementOf({ payload: { rollout_percent: 50 } });

  test("reaches exactly the users whose bucket of placement/payload:rollout lies below it", () => {
    for (const id of users) {
      const drawn = bucket("welcome/default:rollout", id) < 0.5;
      expect(reasonsOf(half, { context: { id } })).toBe(drawn ? "shown" : "rollout_excluded");
    }
  });

  test("grows without losing anybody", () => {
    const reached = (rollout_percent: number) =>
      users.filter((id) => {
        const placement = placementOf({ payload: { rollout_percent } });
        return decide(placement, { context: { id } }).visible;
      });
    expect(reached(60)).toEqual(expect.arrayContaining(reached(30)));
    expect(reached(0)).toEqual([]);
    expect(reached(100)).toEqual(users);
  });

  test("goes by the user's id, else by the anonymous id", () => {
    for (const id of users) {
      const known = decide(half, { context: { id } }).visible;
      expect(decide(half, { context: { anonymous_id: id } }).visible).toBe(known);
      expect(decide(half, { context: { id, anonymous_id: "device" } }).visible).toBe(known);
    }
  });

  test("that excludes leads to the next payload", () => {
    const payloads = [
      payloadOf({ handle: "a", rollout_percent: 0 }),
      payloadOf({ handle: "b", rollout_percent: 100 }),
    ];
    expect(decide(placementOf({ payloads })).output?.payload).toBe("b");
  });
});

describe("variants", () => {
  test.each([
    [3, 7],
    [29, 71],
    [57, 43],
  ])("of weights %d and %d share the users exactly", (first, second) => {
    const variants = [
      { handle: "a", weight: first },
      { handle: "b", weight: second },
    ];
    const placement = placementOf({ payload: { variants } });
    const end = first * (10_000 / (first + second));
    const found = new Map<number, string | undefined>();
    for (let i = 0; found.size < 2; i++) {
      const id = `user_${i}`;
      const step = Math.round(bucket("welcome/default:variant", id) * 10_000) - end;
      if (step === 0 || step === -1)
        found.set(step, decide(placement, { context: { id } }).output?.variant);
    }
    expect(Object.fromEntries(found)).toEqual({ [-1]: "a", 0: "b" });
  });
});
