import { afterEach, expect, test, vi } from "vitest";
import { createSources } from "./sources";

afterEach(() => vi.useRealTimers());
const read = (answer: unknown) => answer;
test("a factory that has failed is called again", async () => {
  let calls = 0;
  const provider = () => {
    if (!calls++) throw new Error("not yet");
    return { getTrialStatus: async () => ({ in_trial: true }) };
  };
  const sources = createSources({ provider }, () => {});
  expect(await sources.ask(["getTrialStatus"], [], read)).toEqual({ failed: true });
  expect(await sources.ask(["getTrialStatus"], [], read)).toEqual({ value: { in_trial: true } });
});
test.each([undefined, null, 5])(
  "a factory that gives %s for a provider has failed",
  async (given) => {
    const fail = vi.fn();
    const provider = vi.fn(() => given as never);
    const sources = createSources({ provider }, fail);
    expect(await sources.ask(["getPlaybook"], [], read)).toEqual({ failed: true });
    const [[message, error] = []] = fail.mock.calls;
    expect(`${message}: ${error}`).toBe("provider failed: TypeError: the answer must be object");
    await sources.ask(["getPlaybook"], [], read);
    expect(provider).toHaveBeenCalledTimes(2);
  },
);
test("of a source that hangs no other method is asked", async () => {
  vi.useFakeTimers();
  const getPlacement = vi.fn(async () => null);
  const provider = { getPlacementDecision: () => new Promise<undefined>(() => {}), getPlacement };
  const sources = createSources({ provider }, () => {});
  const asked = sources.ask(["getPlacementDecision", "getPlacement"], [{}], read);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await asked).toEqual({ failed: true });
  expect(getPlacement).not.toHaveBeenCalled();
});
