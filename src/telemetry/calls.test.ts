/** A call that keeps failing, beside others that don't. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "./receiver.fixture";
import type { TelemetryAnswer } from "./types";
import { createWorld, eventOf, type World } from "./world.fixture";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 1) }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const asked = ({ receiver }: World, call: string) =>
  receiver.sent.filter((one) => one.call === call).length;

/** The world takes everything but events, which get this answer. */
function worldThatRefusesEvents(answer: Answer): World {
  const world = createWorld({ random: () => 0.5 });
  world.receiver.respond = ({ call }) => (call === "ingestEvents" ? answer : { status: 202 });
  return world;
}

test.each<[string, Answer]>([
  ["no answer", { status: 0 }],
  ["an answer that never comes", { status: 202, ms: Number.POSITIVE_INFINITY }],
  ["404", { status: 404 }],
  ["500", { status: 500 }],
])("%s for one call keeps no other waiting, on this page or the next", async (_, answer) => {
  const world = worldThatRefusesEvents(answer);
  for (const visit of ["a", "b", "c"]) {
    const page = world.openPage();
    page.add("events", eventOf(`${visit} event`));
    page.add("interactions", eventOf(`${visit} click`));
    page.add("slots", eventOf(`${visit} slot`));
    await pass(30_000);
    page.add("events", eventOf(`${visit} late event`));
    page.add("interactions", eventOf(`${visit} late click`));
    // A request may take ten seconds.
    await pass(15_000);
    expect(world.receiver.counted.get(`${visit} click`)).toBe(1);
    expect(world.receiver.counted.get(`${visit} slot`)).toBe(1);
    expect(world.receiver.counted.get(`${visit} late click`)).toBe(1);
    page.die();
  }
  // What was refused waits for better days.
  expect(world.queuedKeys()).toHaveLength(6);
  world.receiver.respond = () => ({ status: 202 });
  world.openPage();
  await pass(10_000);
  expect(world.receiver.counted.get("a event")).toBe(1);
  expect(world.queuedKeys()).toEqual([]);
});

test("a call that fails is asked a few times, however much goes by others", async () => {
  const world = worldThatRefusesEvents({ status: 404 });
  const page = world.openPage();
  page.add("events", eventOf("event"));
  for (let minute = 0; minute < 60; minute++) {
    page.add("interactions", eventOf(`${minute}`));
    await pass(60_000);
  }
  expect(asked(world, "touchpointTransition")).toBe(60);
  expect(asked(world, "ingestEvents")).toBeGreaterThan(2);
  expect(asked(world, "ingestEvents")).toBeLessThan(8);
});

test("where nothing gets through, all calls together are a few", async () => {
  const world = createWorld({ random: () => 0.5 });
  world.receiver.respond = () => ({ status: 0 });
  const page = world.openPage();
  for (const kind of ["events", "interactions", "slots", "types"] as const) {
    page.add(kind, eventOf(kind));
  }
  await pass(3_600_000);
  expect(world.receiver.sent).toHaveLength(5);
  expect(new Set(world.receiver.sent.map(({ call }) => call)).size).toBe(4);
  // Back online, all of it goes.
  world.receiver.respond = () => ({ status: 202 });
  page.reopen();
  await pass(10_000);
  expect(world.queuedKeys()).toEqual([]);
});

test("where others hold what browsers allow requests that outlive the page, it is sent without, and only when the page is left with", async () => {
  const world = createWorld({ random: () => 0.5 });
  world.receiver.respond = ({ keepalive }) => ({ status: keepalive ? 0 : 202 });
  const page = world.openPage();
  for (const kind of ["events", "interactions", "slots", "types"] as const) {
    page.add(kind, eventOf(kind));
  }
  await pass(60_000);
  expect(world.receiver.counted.size).toBe(4);
  expect(world.queuedKeys()).toEqual([]);
  // What has failed then is tried with it all the same: there is no later.
  world.receiver.respond = () => ({ status: 0 });
  page.add("events", eventOf("last"));
  await pass(1000);
  page.leave();
  expect(world.receiver.sent.at(-1)).toMatchObject({ ids: ["last"], keepalive: true });
});

test("an answer that can't be read is no answer, and not asked for again at once", async () => {
  const world = createWorld({ random: () => 0.5 });
  // The page has replaced `fetch` by something that answers with less than a response.
  world.receiver.receive = async (request) => {
    world.receiver.sent.push({ ...request, at: Date.now(), ids: [] });
    return { status: 503 } as TelemetryAnswer;
  };
  world.openPage().add("events", eventOf("event"));
  await pass(60_000);
  expect(world.receiver.sent.length).toBeGreaterThan(0);
  expect(world.receiver.sent.length).toBeLessThan(61);
});
