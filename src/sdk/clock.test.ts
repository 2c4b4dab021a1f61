import { expect, test, vi } from "vitest";
import { createClock } from "./clock";

test("a time that differs is a jump, one that is merely inexact isn't", () => {
  const onJump = vi.fn();
  const clock = createClock(() => 1_000_000, onJump);
  clock.set(1_004_000);
  expect(onJump).not.toHaveBeenCalled();
  clock.set(2_000_000);
  expect(onJump).toHaveBeenCalledTimes(1);
});
