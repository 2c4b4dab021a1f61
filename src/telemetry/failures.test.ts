/** What the receiver answers, and what that means for what was sent. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "./receiver.fixture";
import { createWorld, eventOf, type Page, type World } from "./world.fixture";

const START = Date.UTC(2026, 10, 1);
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const attempts = (world: World) => world.receiver.sent.map(({ at }) => (at - START) / 1000);

/** The world answers the first requests like this, and takes what comes after. */
function worldWith(...answers: readonly Answer[]): { world: World; page: Page } {
  const world = createWorld({ random: () => 0.5 });
  const left = [...answers];
  world.receiver.respond = () => left.shift() ?? { status: 202 };
  return { world, page: world.openPage() };
}
function add(page: Page, ...ids: readonly string[]): void {
  for (const id of ids) page.add("events", eventOf(id));
}

describe("after", () => {
  test.each<[string, Answer]>([
    ["no answer", { status: 0 }],
    ["a lost answer", { status: 202, isLost: true }],
    ["an answer that never comes", { status: 202, ms: Number.POSITIVE_INFINITY }],
    ...[500, 502, 503, 401, 403, 404, 405, 408, 425, 429, 302].map((status): [string, Answer] => [
      `${status}`,
      { status },
    ]),
  ])("%s it is sent again, later, until it is taken", async (_, answer) => {
    const { world, page } = worldWith(answer, answer);
    add(page, "a", "b");
    await pass(300_000);
    expect(world.receiver.sent.map((one) => one.ids)).toEqual([
      ["a", "b"],
      ["a", "b"],
      ["a", "b"],
    ]);
    expect(world.queuedKeys()).toEqual([]);
  });

  test.each([409, 410, 451])("%d it is dropped, all of it, and not sent again", async (status) => {
    const { world, page } = worldWith({ status });
    add(page, "a", "b");
    await pass(60_000);
    expect(world.receiver.sent).toHaveLength(1);
    expect(world.queuedKeys()).toEqual([]);
    add(page, "c");
    await pass(60_000);
    expect([...world.receiver.counted.keys()]).toEqual(["c"]);
  });

  test.each([400, 413, 422])(
    "%d the one that spoils it is found, and the others are taken",
    async (status) => {
      const { world, page } = worldWith();
      world.receiver.respond = ({ ids }) => ({ status: ids.includes("7") ? status : 202 });
      const ids = Array.from({ length: 40 }, (_, i) => `${i}`);
      add(page, ...ids);
      await pass(60_000);
      expect([...world.receiver.counted.keys()].sort()).toEqual(
        ids.filter((id) => id !== "7").sort(),
      );
      expect([...world.receiver.counted.values()].every((count) => count === 1)).toBe(true);
      expect(world.receiver.sent.length).toBeLessThan(15);
      expect(world.queuedKeys()).toEqual([]);
    },
  );

  test.each([
    ["at the start", (i: number) => i < 3],
    ["in the middle", (i: number) => i >= 350 && i < 355],
    ["here and there", (i: number) => i % 50 === 0],
  ])("400 for several, %s, every other one is taken once", async (_, isBad) => {
    const { world, page } = worldWith();
    world.receiver.respond = ({ ids }) => ({ status: ids.some((id) => isBad(+id)) ? 400 : 202 });
    const ids = Array.from({ length: 900 }, (_, i) => `${i}`);
    add(page, ...ids);
    await pass(300_000);
    const good = ids.filter((id) => !isBad(+id));
    expect([...world.receiver.counted]).toEqual(good.map((id) => [id, 1]));
    expect(world.receiver.sent.length).toBeLessThan(300);
    expect(world.queuedKeys()).toEqual([]);
  });

  test("400 for whatever comes, the search is given up", async () => {
    const { world, page } = worldWith();
    world.receiver.respond = () => ({ status: 400 });
    add(page, ...Array.from({ length: 900 }, (_, i) => `${i}`));
    await pass(60_000);
    expect(world.receiver.sent.length).toBeLessThan(50);
    expect(world.queuedKeys()).toEqual([]);
  });

  test.each<[string, readonly number[], readonly string[]]>([
    ["first", [400, 503], ["abcd", "ab", "ab", "cd"]],
    ["second", [400, 202, 503], ["abcd", "ab", "cd", "cd"]],
  ])("a failure of the %s half in the search, it goes on later", async (_, statuses, expected) => {
    const { world, page } = worldWith(...statuses.map((status) => ({ status })));
    add(page, "a", "b", "c", "d");
    await pass(60_000);
    expect(world.receiver.sent.map((one) => one.ids.join(""))).toEqual(expected);
    expect(world.queuedKeys()).toEqual([]);
  });
});

describe("backing off", () => {
  test("takes longer each time, up to five attempts; then the page is silent", async () => {
    const { world, page } = worldWith();
    world.receiver.respond = () => ({ status: 0, ms: 0 });
    add(page, "a");
    await pass(3_600_000);
    expect(attempts(world).map((at) => Number(at.toFixed(1)))).toEqual([1.5, 3, 6, 12, 24]);
    add(page, "b");
    await page.flush();
    page.leave();
    await pass(3_600_000);
    expect(world.receiver.sent).toHaveLength(5);
    expect(world.queuedKeys()).toHaveLength(2);
  });

  test("ends when the page is online again, and so does silence", async () => {
    const { world, page } = worldWith(...Array<Answer>(5).fill({ status: 0 }));
    add(page, "a");
    await pass(3_600_000);
    page.reopen();
    await pass(3000);
    expect(world.queuedKeys()).toEqual([]);
  });

  test("starts anew after a success", async () => {
    const failures = Array<Answer>(4).fill({ status: 500 });
    const { world, page } = worldWith(...failures, { status: 202 }, ...failures);
    add(page, "a");
    await pass(120_000);
    add(page, "b");
    await pass(120_000);
    expect(world.receiver.counted.size).toBe(2);
  });

  test("is never longer than 30 seconds, and by chance shorter", async () => {
    for (const [random, waits] of [
      [() => 0, [2, 4, 8, 16]],
      [() => 1 - 2 ** -53, [1, 2, 4, 8]],
    ] as const) {
      vi.setSystemTime(START);
      const world = createWorld({ random });
      world.receiver.respond = () => ({ status: 500, ms: 0 });
      add(world.openPage(), "a");
      await pass(300_000);
      const times = attempts(world);
      const found = times.slice(1).map((at, i) => at - (times[i] ?? 0));
      // The plan's own second is the least.
      expect(found.map(Math.round)).toEqual(waits.map((wait) => Math.max(wait, random() ? 2 : 1)));
    }
  });

  test("doesn't last for the hours by which the clock is set back, and goes on from there", async () => {
    const { world, page } = worldWith();
    world.receiver.respond = () => ({ status: 500, ms: 0 });
    add(page, "a");
    await pass(4000);
    expect(world.receiver.sent).toHaveLength(2);
    vi.setSystemTime(START - 3 * 3_600_000);
    await pass(600_000);
    expect(world.receiver.sent).toHaveLength(5);
  });

  test("makes `flush` settle at once, without an attempt", async () => {
    const { world, page } = worldWith({ status: 500, ms: 0 });
    add(page, "a");
    const first = page.flush();
    await pass(100);
    await first;
    // No time passes.
    await page.flush();
    expect(world.receiver.sent).toHaveLength(1);
  });

  test("being offline is no failure and no attempt", async () => {
    const { world, page } = worldWith();
    world.isOnline = false;
    add(page, "a");
    for (let i = 0; i < 10; i++) await page.flush();
    expect(world.receiver.sent).toEqual([]);
    world.isOnline = true;
    world.receiver.respond = () => {
      world.isOnline = false;
      return { status: 0 };
    };
    // The network goes away while it is sent, ten times.
    for (let i = 0; i < 10; i++) {
      world.isOnline = true;
      page.reopen();
      await pass(3000);
    }
    expect(world.receiver.sent).toHaveLength(10);
    world.isOnline = true;
    world.receiver.respond = () => ({ status: 202 });
    await Promise.all([page.flush(), pass(3000)]);
    expect(world.queuedKeys()).toEqual([]);
  });
});

describe("Retry-After", () => {
  test.each<[string, number]>([
    ["30", 30],
    ["0", 0],
    [new Date(START + 61_500).toUTCString(), 59],
    ["soon", 0],
    ["-5", 0],
    ["-40", 0],
    ["again in 45", 0],
    ["1e9", 0],
    ["", 0],
    ["99999999999", 86_400],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["2099", 2099],
  ])("%j is obeyed where it makes sense", async (retryAfter, seconds) => {
    const { world, page } = worldWith({ status: 429, retryAfter, ms: 0 });
    add(page, "a");
    await pass(90_000_000);
    const [first = 0, second = 0] = attempts(world);
    expect(second - first).toBeGreaterThanOrEqual(Math.max(1.5, seconds));
    expect(second - first).toBeLessThan(Math.max(1.5, seconds) + 3);
  });

  test.each([-3_600_000, 3_600_000])(
    "as a date goes by the server's clock, %d ms ahead of the device's",
    async (behind) => {
      const retryAfter = new Date(START + behind + 120_000).toUTCString();
      const { world, page } = worldWith({ status: 429, retryAfter, ms: 0 });
      world.behind = behind;
      add(page, "a");
      await pass(90_000_000);
      const [, second = 0] = attempts(world);
      expect(second).toBeGreaterThanOrEqual(120);
      expect(second).toBeLessThan(123);
    },
  );

  test.each([429, 503])("of %d holds in all tabs, new ones and online ones too", async (status) => {
    const { world, page } = worldWith({ status, retryAfter: "30", ms: 0 });
    const other = world.openPage();
    add(page, "a");
    await Promise.all([page.flush(), pass(100)]);
    const told = Date.now();
    for (let i = 0; i < 28; i++) {
      const another = world.openPage();
      add(other, `b${i}`);
      add(another, `c${i}`);
      for (const one of [page, other, another]) {
        one.reopen();
        one.leave();
        await one.flush();
      }
      await pass(1000);
    }
    expect(world.receiver.sent).toHaveLength(1);
    await pass(60_000);
    expect(world.receiver.sent[1]?.at).toBeGreaterThanOrEqual(told + 29_900);
    expect(world.receiver.counted.size).toBe(57);
  });
});

describe("whatever fails on the way", () => {
  test("a `post` that throws at once is no answer", async () => {
    const { world, page } = worldWith();
    world.receiver.receive = () => {
      throw new Error("no");
    };
    add(page, "a");
    await pass(60_000);
    expect(world.queuedKeys()).toHaveLength(1);
  });

  test("headers that can't be read are none", async () => {
    const { world, page } = worldWith();
    const { receive } = world.receiver;
    let count = 0;
    world.receiver.receive = (...given) => {
      if (count++) return receive(...given);
      const get = () => {
        throw new Error("no");
      };
      return Promise.resolve({ status: 429, headers: { get } });
    };
    add(page, "a");
    await pass(60_000);
    expect(world.receiver.counted.size).toBe(1);
  });
});
