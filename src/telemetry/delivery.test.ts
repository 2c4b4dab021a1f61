/** Whatever happens to pages, network and receiver: once all is calm, each id has arrived. */
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "./receiver.fixture";
import { createWorld, eventOf, newId, type Page } from "./world.fixture";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ status: fc.constant(202), ms: fc.nat(3000) }) },
  fc.record({ status: fc.constantFrom(0, 500, 503, 408, 429), ms: fc.nat(3000) }),
  fc.record({
    status: fc.constantFrom(429, 503),
    retryAfter: fc.integer({ min: 1, max: 120 }).map(String),
    ms: fc.nat(500),
  }),
  fc.record({ status: fc.constant(202), isLost: fc.constant(true), ms: fc.nat(3000) }),
  fc.constant({ status: 202, ms: Number.POSITIVE_INFINITY }),
);
const page = fc.nat(2);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("add" as const),
      page,
      count: fc.integer({ min: 1, max: 12 }),
      bytes: fc.integer({ min: 100, max: 3000 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("pass" as const), ms: fc.nat(20_000) }) },
  fc.record({ type: fc.constantFrom("flush", "leave", "die", "hide", "show", "reopen"), page }),
  fc.record({
    type: fc.constant("dieAfter" as const),
    page,
    calls: fc.integer({ min: 1, max: 80 }),
  }),
  fc.record({ type: fc.constant("network" as const), isOnline: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function live(hasLocks: boolean, steps: readonly Step[], answers: readonly Answer[]) {
  const world = createWorld({ hasLocks });
  const { receiver } = world;
  const left = [...answers];
  receiver.respond = () => left.shift() ?? { status: 202 };
  const tabs: Page[] = [0, 1, 2].map(() => world.openPage());
  const safe = new Set<string>();
  const added = new Set<string>();
  const tab = (index: number): Page => {
    const current = tabs[index];
    if (current?.isAlive()) return current;
    const next = world.openPage();
    tabs[index] = next;
    return next;
  };

  function add(to: Page, count: number, bytes: number): void {
    for (let i = 0; i < count && to.isAlive(); i++) {
      // Within the bounds: what is beyond them is lost on purpose.
      if (world.queuedBytes() + bytes > 250_000) return;
      const id = newId();
      added.add(id);
      // A page that dies within the call throws; one that lives has kept its word.
      try {
        to.add(
          ["events", "interactions"][i % 2] === "events" ? "events" : "interactions",
          eventOf(id, bytes),
        );
      } catch (error) {
        if (to.isAlive()) throw error;
      }
      if (to.isAlive()) safe.add(id);
    }
  }
  for (const one of steps) {
    if (one.type === "pass") await pass(one.ms);
    else if (one.type === "network") world.isOnline = one.isOnline;
    else if (one.type === "add") add(tab(one.page), one.count, one.bytes);
    else if (one.type === "dieAfter") tab(one.page).dieAfter(one.calls);
    else if (one.type === "die") tab(one.page).die();
    else if (one.type === "flush") void tab(one.page).flush();
    else if (one.type === "leave") tab(one.page).leave();
    else if (one.type === "hide") tab(one.page).show(false);
    else if (one.type === "show") tab(one.page).show(true);
    else tab(one.page).reopen();
  }
  // Calm: everybody is gone, the network is there, and somebody comes by later.
  for (const one of tabs) one.die();
  left.length = 0;
  world.isOnline = true;
  await pass(200_000);
  const last = world.openPage();
  await pass(60_000);
  await last.flush();
  return { world, safe, added };
}

test.each([true, false])(
  "nothing is lost, doubled or invented, and every bound is held (Web Locks: %s)",
  async (hasLocks) => {
    const life = fc.tuple(fc.array(step, { maxLength: 40 }), fc.array(answer, { maxLength: 30 }));
    await fc.assert(
      fc.asyncProperty(life, async ([steps, answers]) => {
        const { world, safe, added } = await live(hasLocks, steps, answers);
        const { counted, violations } = world.receiver;
        expect(violations).toEqual([]);
        expect([...safe].filter((id) => !counted.has(id))).toEqual([]);
        expect([...counted.keys()].filter((id) => !added.has(id))).toEqual([]);
        expect(world.queuedKeys()).toEqual([]);
      }),
      { numRuns: 150 },
    );
  },
);

test("with one tab that lives and answers that come, each thing goes exactly once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }),
      async (counts) => {
        const world = createWorld();
        const only = world.openPage();
        const ids: string[] = [];
        for (const [i, count] of counts.entries()) {
          for (let j = 0; j < count; j++) {
            ids.push(newId());
            only.add("events", eventOf(ids.at(-1) ?? "", 1000));
          }
          if (i % 4 === 3) only.leave();
          await pass(count * 100);
        }
        await pass(10_000);
        expect([...world.receiver.counted].sort()).toEqual(ids.map((id) => [id, 1]).sort());
        expect(world.receiver.violations).toEqual([]);
      },
    ),
    { numRuns: 50 },
  );
});

test("what was answered no longer counts in what fits, however much a page has sent", async () => {
  const world = createWorld();
  const page = world.openPage();
  for (let i = 0; i < 5; i++) {
    page.add("events", eventOf(`${i}`, 30_000));
    await pass(10_000);
  }
  page.add("events", eventOf("last", 30_000));
  page.leave();
  expect(world.receiver.sent).toHaveLength(6);
  expect(world.receiver.sent.at(-1)).toMatchObject({ keepalive: true });
});
