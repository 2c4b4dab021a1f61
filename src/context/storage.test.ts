import { describe, expect, test } from "vitest";
import type { ServiceStorage } from "../options/index";
import { openStorage } from "./storage";
import { fakeStorage, open } from "./storage.fixture";

const refuse = (): never => {
  throw new DOMException("no", "SecurityError");
};
const asAdapter = (adapter: unknown) => adapter as ServiceStorage;

test("a value is kept as JSON under the prefix and read again by the next page", () => {
  const { content, store } = fakeStorage();
  open(store).write("a", { b: [1] });
  expect(content).toEqual({ "service:a": '{"b":[1]}' });
  expect(open(store).read("a")).toEqual({ b: [1] });
});

test("a removed value is gone", () => {
  const { content, store } = fakeStorage();
  const storage = open(store);
  storage.write("a", 1);
  storage.remove("a");
  expect(storage.read("a")).toBeUndefined();
  expect(content).toEqual({});
});

test("a value that is taken out of storage is this page's alone, and its removal is for good", () => {
  const { content, store } = fakeStorage();
  const storage = open(store);
  storage.write("a", 1);
  storage.unstore("a");
  expect(content).toEqual({});
  expect(open(store).names()).toEqual([]);
  expect([storage.names(), storage.read("a")]).toEqual([["a"], 1]);
  storage.remove("a");
  expect([storage.names(), storage.read("a")]).toEqual([[], undefined]);
});

test.each(["", "{", "\u0000\uffff", "undefined", "[1,"])(
  "what is no JSON is dropped: %j",
  (text) => {
    const { store } = fakeStorage({ "service:a": text });
    expect(open(store).read("a")).toBeUndefined();
  },
);

test("a value over 1 MiB, counted in bytes, is neither stored nor read", () => {
  const long = "ä".repeat(2 ** 19);
  const { content, store } = fakeStorage({ "service:b": JSON.stringify(long) });
  const storage = open(store);
  expect(storage.read("b")).toBeUndefined();
  storage.write("a", long);
  expect(content).not.toHaveProperty("service:a");
  expect(storage.read("a")).toBe(long);
  storage.write("a", long.slice(1));
  expect(content).toHaveProperty("service:a");
  // Nor does the next page find what it has taken the place of.
  storage.write("a", long);
  expect(content).not.toHaveProperty("service:a");
});

test("a value that cannot be JSON changes nothing", () => {
  const storage = open(fakeStorage().store);
  storage.write("a", 1);
  storage.write("a", 2n);
  expect(storage.read("a")).toBe(1);
});

describe("memory takes over when storage", () => {
  const rejection = () => Promise.reject(new Error("asynchronous"));
  test.each<[string, () => ServiceStorage]>([
    ["throws at the touch", refuse],
    ["throws at every call", () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
    ["swallows what it gets", () => ({ getItem: () => null, setItem() {}, removeItem() {} })],
    [
      "answers nonsense",
      () => asAdapter({ getItem: () => 42, setItem: () => 1, removeItem: () => 1 }),
    ],
    [
      "answers with promises that fail",
      () => asAdapter({ getItem: rejection, setItem: rejection, removeItem: rejection }),
    ],
    ["has no methods", () => asAdapter({})],
    [
      "is full",
      () => ({
        ...fakeStorage({ "service:a": '"old"' }).store,
        getItem: () => null,
        setItem: refuse,
      }),
    ],
  ])("%s", async (_, native) => {
    const storage = openStorage({ native, prefix: "service", enabled: true });
    storage.write("a", { b: 1 });
    expect(storage.read("a")).toEqual({ b: 1 });
    storage.remove("a");
    storage.enable(false);
    storage.enable(true);
    // A rejection nobody hears would fail the run.
    await new Promise((resolve) => setTimeout(resolve));
    expect(storage.read("a")).toBeUndefined();
  });

  test("is full, and the earlier value neither hides the new one nor is lost", () => {
    const { content, store } = fakeStorage({ "service:a": '"old"' });
    const full: ServiceStorage = {
      getItem: (key) => store.getItem(key),
      setItem: refuse,
      removeItem: (key) => store.removeItem(key),
    };
    const storage = open(full);
    storage.write("a", "new");
    expect(storage.read("a")).toBe("new");
    expect(content).toEqual({ "service:a": '"old"' });
  });
});

test.each([
  ["an earlier visit's value that can't be erased", new Map([["service:a", '"old"']])],
  ["nothing", new Map<string, string>()],
])("what was written counts where storage is read-only and holds %s", (_, content) => {
  const getItem = (key: string) => content.get(key) ?? null;
  const storage = open({ getItem, setItem: refuse, removeItem: () => {} });
  for (const value of ["new", "newer"]) {
    storage.write("a", value);
    expect(storage.read("a")).toBe(value);
  }
  // Another page has found a way.
  content.set("service:a", '"newest"');
  expect(storage.read("a")).toBe("newest");
});

test("the application's adapter replaces the browser's storage", () => {
  const { content, store } = fakeStorage();
  const storage = openStorage({ adapter: store, native: refuse, prefix: "acme", enabled: true });
  storage.write("a", 1);
  expect(content).toEqual({ "acme:a": "1" });
});

test("what another page has removed is gone, though this one has read it", () => {
  const { store, content } = fakeStorage();
  const storage = open(store);
  storage.write("a", 1);
  expect(storage.read("a")).toBe(1);
  delete content["service:a"];
  expect(storage.read("a")).toBe(undefined);
});

describe("the names of what is stored", () => {
  test("are ours of every page, without the prefix", () => {
    const { store } = fakeStorage({ "service:old": "1", "services:a": "2", "page:own": "3" });
    const storage = open(store);
    open(store).write("other", 1);
    storage.write("mine", 1);
    expect([...storage.names()].sort()).toEqual(["mine", "old", "other"]);
    storage.remove("other");
    expect([...storage.names()].sort()).toEqual(["mine", "old"]);
  });

  test("are no longer those that another page has removed", () => {
    const { store } = fakeStorage();
    const storage = open(store);
    storage.write("a", 1);
    open(store).remove("a");
    expect(storage.names()).toEqual([]);
  });

  test("are those that memory holds, where storage fails", () => {
    const storage = openStorage({ native: refuse, prefix: "service", enabled: true });
    storage.write("a", 1);
    expect(storage.names()).toEqual(["a"]);
    storage.remove("a");
    expect(storage.names()).toEqual([]);
  });

  test("are both, where storage is full by now", () => {
    const { store } = fakeStorage({ "service:old": "1" });
    const full = new Proxy(store, {
      get: (target, key) => (key === "setItem" ? refuse : Reflect.get(target, key)),
    });
    const storage = open(full);
    storage.write("a", 1);
    expect([...storage.names()].sort()).toEqual(["a", "old"]);
  });

  test("of what a page has put in the browser's place are ours of every page, too", () => {
    const values = new Map<string, string>();
    const native = (): ServiceStorage => ({
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    });
    const of = () => openStorage({ native, prefix: "service", enabled: true });
    of().write("theirs", 1);
    const storage = of();
    storage.write("mine", 1);
    expect(storage.names().toSorted()).toEqual(["mine", "theirs"]);
  });

  test("without consent are those that memory holds, and storage is not touched", () => {
    const storage = openStorage({ native: refuse, prefix: "service", enabled: false });
    storage.write("a", 1);
    expect(storage.names()).toEqual(["a"]);
  });
});

describe("without consent", () => {
  test("storage is not even touched", () => {
    let touched = 0;
    const native = () => {
      touched++;
      return fakeStorage().store;
    };
    const storage = openStorage({ native, prefix: "service", enabled: false });
    storage.write("a", 1);
    expect(storage.read("a")).toBe(1);
    storage.remove("b");
    expect(touched).toBe(0);
  });

  test("granted later, what memory holds is stored, but never over what was there", () => {
    const { content, store } = fakeStorage({ "service:b": '"earlier"' });
    const storage = open(store, false);
    storage.write("a", "new");
    storage.write("b", "new");
    storage.enable(true);
    expect(content).toEqual({ "service:a": '"new"', "service:b": '"earlier"' });
    expect(storage.read("b")).toBe("earlier");
  });

  test("withdrawn, everything under the prefix is erased and the page goes on from memory", () => {
    const { content, store } = fakeStorage({ "service:old": "1", "page:own": "2" });
    const storage = open(store);
    storage.write("a", 1);
    storage.enable(false);
    expect(content).toEqual({ "page:own": "2" });
    expect(storage.read("a")).toBe(1);
    storage.write("a", 2);
    expect(content).toEqual({ "page:own": "2" });
  });
});

test("what an open page may no longer read from storage stays in memory, and is back with it", () => {
  const { content, store } = fakeStorage();
  let isRefused = false;
  const native = () => (isRefused ? refuse() : store);
  const storage = openStorage({ native, prefix: "service", enabled: true });
  storage.write("a", 1);
  isRefused = true;
  expect([storage.names(), storage.read("a")]).toEqual([["a"], 1]);
  storage.write("b", 2);
  isRefused = false;
  expect(storage.names().toSorted()).toEqual(["a", "b"]);
  delete content["service:a"];
  expect([storage.names(), storage.read("a")]).toEqual([["b"], undefined]);
});
