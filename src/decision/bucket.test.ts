import { describe, expect, test } from "vitest";
import { bucket } from "../decision";

describe("a bucket", () => {
  test.each([
    ["export_gate:holdout", "user_1", 0.7123],
    ["export_gate/default:rollout", "user_1", 0.6714],
    ["export_gate/default:variant", "user_2", 0.6073],
    ["", "", 0.2305],
  ])("of seed %j and id %j is %d, forever", (seed, id, expected) => {
    expect(bucket(seed, id)).toBe(expected);
  });

  test("is at least 0, below 1, and one of ten thousand", () => {
    for (let i = 0; i < 5_000; i++) {
      const position = bucket("seed", `id ${i}`);
      expect(position).toBeGreaterThanOrEqual(0);
      expect(position).toBeLessThan(1);
      expect(Number.isInteger(Math.round(position * 1e8) / 1e4)).toBe(true);
    }
  });

  test("takes any text, beyond ASCII as well", () => {
    for (const text of ["ü", "日本", "\u{1f600}", "\ud800", "\0"]) {
      expect(bucket("seed", text)).toBe(bucket("seed", text));
      expect(bucket("seed", text)).toBeLessThan(1);
    }
  });

  test("is uniform within 1 % for 100,000 ids", () => {
    const tenths = new Array<number>(10).fill(0);
    const ids = 100_000;
    for (let i = 0; i < ids; i++) {
      const tenth = Math.floor(bucket("export_gate/default:rollout", `user_${i}`) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    let below = 0;
    tenths.forEach((count, i) => {
      below += count;
      expect(Math.abs(count / ids - 0.1)).toBeLessThan(0.01);
      expect(Math.abs(below / ids - (i + 1) / 10)).toBeLessThan(0.01);
    });
  });

  test("of one seed says nothing of the bucket of another", () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `user_${i}`);
    const both = ids.filter(
      (id) => bucket("a:holdout", id) < 0.5 && bucket("a/b:rollout", id) < 0.5,
    );
    expect(Math.abs(both.length / ids.length - 0.25)).toBeLessThan(0.01);
  });
});
