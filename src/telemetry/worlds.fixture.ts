/** Worlds on a fake clock, each judged when its test is over, and what tests do with their pages. */
import { afterEach, beforeEach, expect, vi } from "vitest";
import {
  createWorld,
  eventOf,
  newId,
  type Page,
  type World,
  type WorldOptions,
} from "./world.fixture";

export const START = Date.UTC(2026, 10, 1);

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** As it settles, which waits for the answers and for other tabs. */
export async function flush(page: Page, ms = 2000) {
  const flushed = page.flush();
  await pass(ms);
  await flushed;
}

export function addMany(page: Page, count: number, bytes = 300): string[] {
  return Array.from({ length: count }, () => {
    const id = newId();
    page.add("events", eventOf(id, bytes));
    return id;
  });
}

export const countedOnce = (world: World, ids: readonly string[]) =>
  expect([...world.receiver.counted].sort()).toEqual(ids.map((id) => [id, 1]).sort());

/** For a whole test file: gives what makes a world. */
export function useWorlds(): (options?: WorldOptions) => World {
  const worlds: World[] = [];
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());
  afterEach(() => {
    for (const world of worlds.splice(0)) expect(world.receiver.violations).toEqual([]);
  });
  return (options) => {
    const world = createWorld(options);
    worlds.push(world);
    return world;
  };
}
