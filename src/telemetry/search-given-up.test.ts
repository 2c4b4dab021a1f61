/** What becomes of good events behind so many bad ones that the search for these is given up. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWorld, eventOf } from "./world.fixture";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => void vi.useRealTimers());

test.each([21, 25])(
  "of 60 events behind %d that are refused nearly all are taken, and none stays behind",
  async (count) => {
    const world = createWorld({ random: () => 0.5 });
    const isBad = (id: string) => id.startsWith("bad");
    world.receiver.respond = ({ ids }) => ({ status: ids.some(isBad) ? 422 : 202 });
    const page = world.openPage();
    for (let i = 0; i < count; i++) page.add("events", eventOf(`bad ${i}`));
    for (let i = 0; i < 60; i++) page.add("events", eventOf(`good ${i}`));
    await vi.advanceTimersByTimeAsync(60_000);
    const { counted, sent } = world.receiver;
    expect([...counted.keys()].filter(isBad)).toEqual([]);
    expect(counted.size).toBeGreaterThanOrEqual(50);
    expect(sent.length).toBeLessThan(60);
    expect(world.queuedKeys()).toEqual([]);
  },
);
