import { expect, test } from "vitest";
import { openStorage } from "../context/index";
import { createQueue } from "./queue";
import { newId } from "./world.fixture";

const never = (): never => {
  throw new Error("not asked for");
};
function queueWith(native: Storage) {
  const storage = openStorage({ native: () => native, prefix: "service", enabled: true });
  const queue = createQueue({
    ...{ storage, newId, now: () => Date.now(), random: Math.random, envelope: never },
    ...{ post: never, isOnline: never, isGranted: never, later: never, locks: undefined },
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
  const batch = other.take({ room: 1000 });
  if (batch) other.remove(batch);
  queue.add("events", { event_id: "b" });
  // Now only memory is asked.
  storage.enable(false);
  expect(storage.names().map((name) => storage.read(name))).toEqual([{ event_id: "b" }]);
});

test("what storage does not let go of is not sent again", () => {
  const { queue } = queueWith(createNative({ removeItem: never }));
  queue.add("events", { event_id: "a" });
  const batch = queue.take({ room: 1000 });
  if (batch) queue.remove(batch);
  expect(batch?.things).toHaveLength(1);
  expect(queue.take({ room: 1000 })).toBeUndefined();
});
