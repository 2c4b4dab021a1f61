/** The names of what an application's own storage holds, which can't list its keys: they are noted in it. */
import { expect, test } from "vitest";
import type { ServiceStorage } from "../options/index";
import { openStorage } from "./storage";

const refuse = (): never => {
  throw new DOMException("no", "SecurityError");
};

/** An application's storage, whose methods can be replaced, and what is in it. */
function adapterOf(methods: (values: Map<string, string>) => Partial<ServiceStorage> = () => ({})) {
  const values = new Map<string, string>();
  const adapter: ServiceStorage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    ...methods(values),
  };
  return {
    values,
    /** As another page of the same application. */
    open: () => openStorage({ adapter, native: refuse, prefix: "service", enabled: true }),
  };
}

test("are ours of every page, as long as they are there", () => {
  const { values, open } = adapterOf();
  open().write("theirs", 1);
  const storage = open();
  storage.write("mine", 1);
  expect(storage.names().toSorted()).toEqual(["mine", "theirs"]);
  values.delete("service:mine");
  values.set("service:names", "page\nservice:theirs\nservice:gone");
  expect(storage.names()).toEqual(["theirs"]);
  const last = open();
  last.enable(false);
  expect([...values]).toEqual([]);
});

test("are those that this page has used, where what it notes is forgotten", () => {
  const { open } = adapterOf((values) => ({
    getItem: (key) => (key.endsWith("names") ? null : (values.get(key) ?? null)),
  }));
  const storage = open();
  storage.write("a", 1);
  storage.write("b", 1);
  expect(storage.names()).toEqual(["a", "b"]);
});

test("are noted again where another page has written its own list over ours", () => {
  const { values, open } = adapterOf();
  const [storage, other] = [open(), open()];
  storage.write("mine", 1);
  other.write("theirs", 1);
  // Both have read the list before either wrote it.
  values.set("service:names", "service:theirs");
  expect(storage.names().toSorted()).toEqual(["mine", "theirs"]);
  // The next page finds all of it, and withdrawn consent erases it.
  expect(open().names().toSorted()).toEqual(["mine", "theirs"]);
  open().enable(false);
  expect([...values]).toEqual([]);
});

test("are erased without consent also where a value can't be read", () => {
  let isFaulty = false;
  const { values, open } = adapterOf((values) => ({
    getItem: (key) => (isFaulty && key.endsWith("old") ? refuse() : (values.get(key) ?? null)),
  }));
  open().write("old", 1);
  const storage = open();
  storage.write("mine", 1);
  isFaulty = true;
  storage.enable(false);
  expect([...values]).toEqual([]);
});

test.each<[string, (values: Map<string, string>) => Partial<ServiceStorage>]>([
  ["answers an empty text for", (values) => ({ getItem: (key) => values.get(key) ?? "" })],
  ["empties instead of removing", (values) => ({ removeItem: (key) => void values.set(key, "") })],
])("leave out what is gone, where a storage %s what is missing", (_, methods) => {
  const { values, open } = adapterOf(methods);
  const storage = open();
  for (let n = 0; n < 20; n++) {
    storage.write(`item${n}`, n);
    storage.remove(`item${n}`);
  }
  expect(storage.names()).toEqual([]);
  storage.write("last", 1);
  expect(open().names()).toEqual(["last"]);
  expect(values.get("service:names")).toBe("service:last");
});

test("ask about each value once", () => {
  let asked: string[] = [];
  const { open } = adapterOf((values) => ({
    getItem(key) {
      asked.push(key);
      return values.get(key) ?? null;
    },
  }));
  const storage = open();
  for (let n = 0; n < 20; n++) storage.write(`item${n}`, n);
  asked = [];
  expect(storage.names()).toHaveLength(20);
  const items = asked.filter((key) => key.includes("item"));
  expect(items.toSorted()).toEqual([...new Set(items)].toSorted());
});
