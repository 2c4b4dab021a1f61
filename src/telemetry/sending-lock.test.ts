import { expect, test, vi } from "vitest";
import { holdSendingLock } from "./sending-lock";

/** One storage as several tabs see it: what one of them writes the others read a little later. */
function createStorages(count: number) {
  const seen = Array.from({ length: count }, () => new Map<string, unknown>());
  return seen.map((mine) => {
    const change = (act: (stored: Map<string, unknown>) => void) => {
      act(mine);
      setTimeout(() => seen.forEach(act), 10);
    };
    return {
      read: (key: string) => mine.get(key),
      write: (key: string, value: unknown) => change((stored) => stored.set(key, value)),
      remove: (key: string) => change((stored) => stored.delete(key)),
    };
  });
}

test("of tabs that take the lease at once, where there are no locks, one sends", async () => {
  const storages = createStorages(3);
  const job = vi.fn(async () => {});
  const send = (storage: object) =>
    holdSendingLock(
      Object({ storage, now: Date.now, random: Math.random, locks: () => undefined }),
      new AbortController(),
      job,
    );
  await Promise.all(storages.map(send));
  expect(job).toHaveBeenCalledTimes(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const storage of storages.slice(1)) await send(storage);
  expect(job.mock.calls.length).toBeGreaterThan(1);
});
