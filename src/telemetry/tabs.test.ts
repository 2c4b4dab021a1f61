/** Several pages of one browser: alive, dead, or cleared by somebody. */
import { describe, expect, test } from "vitest";
import type { Answer } from "./receiver.fixture";
import { addMany, countedOnce, flush, pass, useWorlds } from "./worlds.fixture";

const create = useWorlds();
const ok: Answer = { status: 202 };

describe("pages and tabs", () => {
  test("what a dead page has left is sent by the next one", async () => {
    const world = create();
    const dead = world.openPage();
    const ids = addMany(dead, 3);
    dead.die();
    world.openPage();
    await pass(3000);
    countedOnce(world, ids);
    expect(world.queuedKeys()).toEqual([]);
  });

  test.each([true, false])(
    "one sends at a time, each thing once (Web Locks: %s)",
    async (hasLocks) => {
      const world = create({ hasLocks });
      let sending = 0;
      world.receiver.respond = () => {
        sending++;
        if (sending > 1) world.receiver.violations.push("two at once");
        setTimeout(() => sending--, 200);
        return { status: 202, ms: 200 };
      };
      const pages = [1, 2, 3].map(() => world.openPage());
      const ids = pages.flatMap((page) => addMany(page, 70, 1000));
      await Promise.all(pages.map((page) => flush(page, 10_000)));
      countedOnce(world, ids);
    },
  );

  test("a tab that waits too long for the lock tries again, and a lock that never comes blocks nobody for ever", async () => {
    const world = create();
    world.locks.of(99).request("service:queue", {}, () => new Promise(() => {}));
    const page = world.openPage();
    const ids = addMany(page, 1);
    await flush(page, 6000);
    expect(world.receiver.sent).toEqual([]);
    world.locks.release(99);
    await pass(10_000);
    countedOnce(world, ids);
  });

  test("the lock is held as long as there is something to send, and a moment longer for storage to spread", async () => {
    const world = create();
    world.receiver.respond = () => ({ status: 202, ms: 4000 });
    const page = world.openPage();
    addMany(page, 200, 1000);
    const flushed = page.flush();
    const answers = 4;
    await pass(3000);
    const waiting = world.openPage().flush();
    await pass(2500);
    // Patience is for those that wait.
    expect(world.locks.holder()).toBe(0);
    expect(world.locks.isAwaited()).toBe(true);
    await pass(4000 * answers + 10 - 5500);
    expect(world.queuedKeys()).toEqual([]);
    expect(world.receiver.sent).toHaveLength(answers);
    expect(world.locks.holder()).toBe(0);
    await pass(100);
    await Promise.all([flushed, waiting]);
    expect(world.locks.holder()).toBeUndefined();
  });

  test("a lease is held as long as there is something to send, and by one of those that want it at once", async () => {
    const world = create({ hasLocks: false });
    let sending = 0;
    world.receiver.respond = () => {
      sending++;
      if (sending > 1) world.receiver.violations.push("two at once");
      setTimeout(() => sending--, 9000);
      return { status: 202, ms: 9000 };
    };
    const pages = [1, 2, 3].map(() => world.openPage());
    const ids = pages.flatMap((page) => addMany(page, 1));
    for (const page of pages) page.flush();
    await pass(100_000);
    const [first, second] = pages;
    if (first) ids.push(...addMany(first, 250, 1900));
    first?.flush();
    await pass(20_000);
    if (second) ids.push(...addMany(second, 1));
    await pass(200_000);
    expect(world.receiver.sent.length).toBeGreaterThan(8);
    countedOnce(world, ids);
  });

  test("a lease that a dead page holds runs out", async () => {
    const world = create({ hasLocks: false });
    world.receiver.respond = () => ({ status: 202, ms: Number.POSITIVE_INFINITY });
    const dead = world.openPage();
    const ids = addMany(dead, 1);
    dead.flush();
    await pass(10);
    dead.die();
    world.receiver.respond = () => ok;
    world.openPage();
    await pass(50_000);
    expect(world.receiver.counted.size).toBe(0);
    await pass(20_000);
    countedOnce(world, ids);
  });

  test("consent withdrawn, everything queued is gone, of every page", async () => {
    const world = create();
    const pages = [world.openPage(), world.openPage()];
    for (const page of pages) addMany(page, 3);
    world.isGranted = false;
    pages[0]?.forget();
    expect(world.queuedKeys()).toEqual([]);
    await pass(60_000);
    expect(world.receiver.sent).toEqual([]);
  });

  test("everything cleared by another tab, nothing comes back", async () => {
    const world = create();
    const page = world.openPage();
    addMany(page, 3);
    for (const key of Object.keys(world.content)) delete world.content[key];
    await pass(60_000);
    expect(world.receiver.sent).toEqual([]);
  });

  test.each<readonly [string, string]>([
    ["service:queue.1.x.0.events.5", "{"],
    ["service:queue.1.x.0.events.5", '"text"'],
    ["service:queue.1.x.0.events.5", "null"],
    ["service:queue.1.x.0.constructor.5", "{}"],
    ["service:queue.1.x.0.events.5", `{"a":"${"x".repeat(40_000)}"}`],
    ["service:queue.", "{}"],
    ["service:queue.\u0000", "\uffff"],
    ["service:retry_at", '"soon"'],
    ["service:retry_at", "1e300"],
    ["service:retry_at", "[]"],
    ["service:retry_at", '{"toString":1}'],
    ["service:lease", "{}"],
    ["service:lease", '{"toString":1}'],
    ["service:lease", "1e300"],
  ])("poison under %s is dropped without harm (%$)", async (key, value) => {
    const world = create({ hasLocks: false });
    world.content[key] = value;
    const page = world.openPage();
    const ids = addMany(page, 1);
    await flush(page);
    countedOnce(world, ids);
    expect(world.queuedKeys()).toEqual([]);
  });
});
