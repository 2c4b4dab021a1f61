import { describe, expect, test } from "vitest";
import { eventOf } from "./world.fixture";
import { addMany, countedOnce, flush, pass, START, useWorlds } from "./worlds.fixture";

const create = useWorlds();

describe("what is added", () => {
  test("is stored before `add` returns", () => {
    const world = create();
    const [id = ""] = addMany(world.openPage(), 1);
    expect(world.queuedKeys()).toHaveLength(1);
    expect(Object.values(world.content)[0]).toContain(id);
  });

  test("goes out together within two seconds, and is removed once it is received", async () => {
    const world = create();
    const ids = addMany(world.openPage(), 3);
    expect(world.receiver.sent).toEqual([]);
    await pass(2000);
    expect(world.receiver.sent.map((one) => one.ids)).toEqual([ids]);
    await pass(100);
    expect(world.queuedKeys()).toEqual([]);
    expect(world.receiver.sent[0]?.keepalive).toBe(true);
  });

  test.each([
    ["events", "ingestEvents"],
    ["interactions", "touchpointTransition"],
    ["slots", "surfaceSlots"],
    ["types", "placementTypes"],
  ] as const)("of %s goes to %s in the wire's form", async (kind, call) => {
    const world = create();
    const page = world.openPage();
    page.add(kind, { event_id: "x", name: "ä\u2028" });
    await flush(page);
    const [one] = world.receiver.sent;
    expect(one?.call).toBe(call);
    expect(JSON.parse(one?.body ?? "")).toEqual({
      tenant_id: "acme",
      public_key: "svc_x",
      sdk: { version: "0", mode: "snippet", runtime_mode: "service_server" },
      sent_at: "2026-11-01T00:00:00.000Z",
      [kind]: [{ event_id: "x", name: "ä\u2028" }],
    });
  });

  test("keeps its order, also within one millisecond", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 100);
    await flush(page);
    expect(world.receiver.sent.flatMap((one) => one.ids)).toEqual(ids);
  });

  test("is not delayed for ever by more that comes", async () => {
    const world = create();
    const page = world.openPage();
    for (let i = 0; i < 30; i++) {
      addMany(page, 1);
      await pass(100);
    }
    expect(world.receiver.counted.size).toBeGreaterThan(9);
  });

  test("while an answer is awaited waits for its own turn, in batches too", async () => {
    const world = create();
    const page = world.openPage();
    const ids: string[] = [];
    // One each 40 ms for 20 seconds; an answer takes 50.
    for (let i = 0; i < 500; i++) {
      ids.push(...addMany(page, 1));
      await pass(40);
    }
    await flush(page);
    countedOnce(world, ids);
    // A turn begins one to two seconds after the last one.
    expect(world.receiver.sent.length).toBeLessThan(25);
  });

  test("of more than 32 KiB is dropped, and nothing else with it", async () => {
    const world = create();
    const page = world.openPage();
    page.add("events", eventOf("big", 32_800));
    const [id = ""] = addMany(page, 1, 32_000);
    await flush(page);
    countedOnce(world, [id]);
  });

  test("without consent is neither stored nor sent", async () => {
    const world = create();
    world.isGranted = false;
    const page = world.openPage();
    addMany(page, 1);
    page.leave();
    await flush(page);
    await pass(60_000);
    expect(world.content).toEqual({});
    expect(world.receiver.sent).toEqual([]);
  });
});

describe("the bounds", () => {
  test("are 1,000 things: the oldest goes first, whoever left it", () => {
    const world = create();
    world.isOnline = false;
    for (let i = 0; i < 995; i++) {
      world.content[`service:queue.${START - 1000 + i}.dead.0.events.2`] = "{}";
    }
    addMany(world.openPage(), 10);
    const keys = world.queuedKeys().sort();
    expect(keys).toHaveLength(1000);
    expect(keys[0]).toContain(`${START - 995}`);
  });

  test("are 256 KiB over all pages, in bytes, and nearly all of them are used", () => {
    const world = create();
    world.isOnline = false;
    const pages = [world.openPage(), world.openPage()];
    for (let i = 0; i < 400; i++) {
      pages[i % 2]?.add("events", { event_id: `${i}`, text: "ä".repeat(600) });
    }
    expect(world.queuedBytes()).toBeLessThanOrEqual(256 * 1024);
    expect(world.queuedBytes()).toBeGreaterThan(254 * 1024);
    expect(Object.values(world.content).join()).toContain('"399"');
  });

  test("of what is stored lose nothing of what one page says at once: the rest waits in memory", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 400, 1400);
    expect(world.queuedBytes()).toBeLessThanOrEqual(256 * 1024);
    await flush(page);
    countedOnce(world, ids);
    expect(world.queuedKeys()).toEqual([]);
  });

  test("of memory are 1 MiB", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 900, 1400);
    await flush(page);
    const counted = [...world.receiver.counted.keys()];
    expect(counted).toEqual(ids.slice(-counted.length));
    expect(counted.length * 1440).toBeLessThanOrEqual(1024 * 1024);
    expect(counted.length * 1440).toBeGreaterThan(1000 * 1024);
  });

  test("of a request are 60 KB", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 200, 1000);
    await flush(page);
    countedOnce(world, ids);
    expect(world.receiver.sent.length).toBeLessThan(6);
    for (const { body } of world.receiver.sent) expect(body.length).toBeLessThanOrEqual(60_000);
  });
});

describe("when the page is left", () => {
  test("what fits goes at once with keepalive, and the rest when somebody comes back", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 200, 1000);
    page.leave();
    expect(world.receiver.sent.length).toBeGreaterThan(0);
    const bytes = world.receiver.sent.reduce((sum, one) => sum + one.body.length, 0);
    expect(bytes).toBeGreaterThan(58_000);
    expect(world.receiver.sent.every((one) => one.keepalive)).toBe(true);
    page.die();
    await pass(60_000);
    expect(world.receiver.counted.size).toBe(world.receiver.sent.flatMap((one) => one.ids).length);
    world.openPage();
    await pass(10_000);
    // What arrived after the page's death was not removed by anybody: at least once.
    expect([...world.receiver.counted.keys()].sort()).toEqual([...ids].sort());
  });

  test("things of several kinds go, each to its own", () => {
    const world = create();
    const page = world.openPage();
    addMany(page, 100, 1000);
    page.add("interactions", { event_id: "i" });
    page.leave();
    expect(new Set(world.receiver.sent.map((one) => one.call))).toEqual(
      new Set(["ingestEvents", "touchpointTransition"]),
    );
  });

  test("what is being sent already does not go again, and counts in what fits", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 100, 1000);
    const flushed = page.flush();
    await pass(10);
    page.leave();
    await flushed;
    await pass(10_000);
    countedOnce(world, ids);
  });

  test("the lock is released, so that the page can go into the back/forward cache", async () => {
    const world = create();
    world.receiver.respond = () => ({ status: 202, ms: 5000 });
    const [first, second] = [world.openPage(), world.openPage()];
    addMany(first, 1);
    first.flush();
    second.add("events", eventOf("b"));
    second.flush();
    await pass(10);
    expect(world.locks.holder()).toBe(0);
    expect(world.locks.isAwaited()).toBe(true);
    second.leave();
    await pass(1);
    expect(world.locks.isAwaited()).toBe(false);
    first.leave();
    await pass(1);
    expect(world.locks.holder()).toBeUndefined();
    await pass(20_000);
    // One went twice, once by each page: the receiver counts it once.
    expect(world.receiver.counted.size).toBe(2);
  });

  test("a page that comes back goes on", async () => {
    const world = create();
    const page = world.openPage();
    const ids = addMany(page, 200, 1000);
    page.show(false);
    await pass(60_000);
    expect(world.receiver.counted.size).toBeLessThan(100);
    page.show(true);
    await pass(10_000);
    countedOnce(world, ids);
  });

  test("what goes is waited for before more is sent", async () => {
    const world = create();
    world.receiver.respond = () => ({ status: 202, ms: 5000 });
    const page = world.openPage();
    const ids = addMany(page, 100, 1000);
    page.leave();
    const { length } = world.receiver.sent;
    const flushed = page.flush();
    await pass(4900);
    expect(world.receiver.sent).toHaveLength(length);
    await pass(60_000);
    await flushed;
    countedOnce(world, ids);
  });

  test("what hangs holds up the rest no longer than its request lasts", async () => {
    const world = create();
    const page = world.openPage();
    addMany(page, 100, 1000);
    world.receiver.respond = () => ({ status: 202, ms: Number.POSITIVE_INFINITY });
    page.leave();
    world.receiver.respond = () => ({ status: 202 });
    const { length } = world.receiver.sent;
    void page.flush();
    await pass(9000);
    expect(world.receiver.sent).toHaveLength(length);
    await pass(50_000);
    expect(world.receiver.counted.size).toBe(100);
  });

  test("only what is this page's own goes, for all tabs may be closing", () => {
    const world = create();
    const pages = [world.openPage(), world.openPage()];
    for (const page of pages) addMany(page, 2);
    for (const page of pages) page.leave();
    const sent = world.receiver.sent.flatMap((one) => one.ids);
    expect(new Set(sent).size).toBe(4);
    expect(sent).toHaveLength(4);
  });

  test("nothing goes while offline or backing off", async () => {
    const world = create();
    const page = world.openPage();
    addMany(page, 1);
    world.receiver.respond = () => ({ status: 500 });
    await flush(page, 100);
    page.leave();
    expect(world.receiver.sent).toHaveLength(1);
    world.isOnline = false;
    await pass(60_000);
    page.leave();
    expect(world.receiver.sent).toHaveLength(1);
    expect(world.queuedKeys()).toHaveLength(1);
  });
});
