import { expect, test } from "vitest";
import { openStorage } from "../context/index";
import { createQueue } from "./queue";
import { newId } from "./world.fixture";

const never = (): never => {
  throw new Error("not asked for");
};
function queueWith(native: Storage, receiver = "0.1") {
  const storage = openStorage({ native: () => native, prefix: "service", enabled: true });
  const queue = createQueue({
    ...{ storage, newId, now: () => Date.now(), random: Math.random, receiver, envelope: never },
    ...{ post: never, isOnline: never, isHidden: never },
    ...{ isGranted: never, sooner: never, locks: never },
    pause: { left: never, obey: never },
  });
  return { storage, queue };
}
/** As a browser has it: its keys are its own properties. */
function createNative(overrides: Partial<Storage> = {}): Storage {
  return Object.create({
    getItem(key: string) {
      return Reflect.get(this, key) ?? null;
    },
    setItem(key: string, value: string) {
      Reflect.set(this, key, value);
    },
    removeItem(key: string) {
      Reflect.deleteProperty(this, key);
    },
    ...overrides,
  });
}

test("what another tab has sent is not kept in memory for ever", () => {
  const native = createNative();
  const { storage, queue } = queueWith(native);
  queue.add("events", { event_id: "a" });
  const { queue: other } = queueWith(native);
  const batch = other.take({ kind: "events", room: 1000 });
  if (batch) other.remove(batch);
  queue.add("events", { event_id: "b" });
  // Now only memory is asked.
  storage.enable(false);
  expect(storage.names().map((name) => storage.read(name))).toEqual([{ event_id: "b" }]);
});

test("what storage does not let go of is not sent again", () => {
  const { queue } = queueWith(createNative({ removeItem: never }));
  queue.add("events", { event_id: "a" });
  const batch = queue.take({ kind: "events", room: 1000 });
  if (batch) queue.remove(batch);
  expect(batch?.items).toHaveLength(1);
  expect(queue.take({ kind: "events", room: 1000 })).toBeUndefined();
});

test("what is for another tenant or endpoint is neither sent nor waited for, nor lost", () => {
  const native = createNative();
  const { queue: other } = queueWith(native, "0.2");
  other.add("events", { event_id: "a" });
  const { queue } = queueWith(native);
  expect(queue.kinds()).toEqual([]);
  queue.add("events", { event_id: "b" });
  expect(queue.take({ kind: "events", room: 1000 })?.items.map(({ text }) => text)).toEqual([
    '{"event_id":"b"}',
  ]);
  expect(other.take({ kind: "events", room: 1000 })?.items.map(({ text }) => text)).toEqual([
    '{"event_id":"a"}',
  ]);
});
