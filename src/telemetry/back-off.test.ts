import { expect, test } from "vitest";
import { createBackOff } from "./back-off";

test("requests that fail together count as one failure", () => {
  const options = {
    now: () => 0,
    isOnline: () => true,
    isGranted: () => true,
    random: () => 0,
    pause: { left: () => 0, obey() {} },
  };
  const backOff = createBackOff(Object(options));
  for (let i = 0; i < 5; i++) backOff.fail(undefined);
  expect(backOff.failures()).toBe(1);
  expect(backOff.wait()).toBe(2000);
});
