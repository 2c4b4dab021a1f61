import { expect, test } from "vitest";
import { patternOf } from "./pattern";

test("a thousand patterns are kept at most", () => {
  const first = patternOf("^a", "");
  expect(patternOf("^a", "")).toBe(first);
  for (let i = 0; i < 1_000; i++) patternOf(`^b${i}`, "");
  expect(patternOf("^a", "")).not.toBe(first);
});
