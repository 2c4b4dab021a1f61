import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AT, displays, nothing, openTab, settle } from "./history.fixture";
import { fakeStorage } from "./storage.fixture";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

for (const [where, isInsecure] of [
  ["", false],
  [", on plain http too", true],
] as const) {
  test(`an entry is read at once, by its user, and is stored later${where}`, async () => {
    const { store } = fakeStorage();
    const tab = openTab({ store, isInsecure });
    tab.add("ada", ["dismissed", "p/a", AT]);
    tab.add("ada", ["dismissed", "p/a", AT + 1]);
    tab.add("ada", ["displays", "p/a", AT]);
    const known = { ...displays("p/a"), dismissed: { "p/a": AT + 1 } };
    expect(tab.read("ada")).toEqual(known);
    expect(tab.read("bob")).toEqual(nothing);
    expect(openTab({ store, isInsecure }).read("ada")).toEqual(nothing);
    await settle();
    expect(tab.read("ada")).toEqual(known);
    expect(openTab({ store, isInsecure }).read("ada")).toEqual(known);
  });

  test(`a user that is forgotten is so while an entry of theirs still waits${where}`, async () => {
    const { store } = fakeStorage();
    const tab = openTab({ store, isInsecure });
    tab.add("ada", ["dismissed", "p/a", AT]);
    tab.forget("ada");
    expect(tab.read("ada")).toEqual(nothing);
    await settle();
    expect(tab.read("ada")).toEqual(nothing);
    expect(openTab({ store, isInsecure }).read("ada")).toEqual(nothing);
  });

  test(`a user that is forgotten is so at once, and what comes after it is kept${where}`, async () => {
    const { store } = fakeStorage();
    const tab = openTab({ store, isInsecure });
    tab.add("ada", ["displays", "p/a", AT]);
    tab.add("bob", ["displays", "p/b", AT]);
    await settle();
    tab.forget("ada");
    tab.forget("ada");
    expect(tab.read("ada")).toEqual(nothing);
    expect(tab.read("bob")).toEqual(displays("p/b"));
    tab.add("ada", ["displays", "p/c", AT + 1]);
    const after = { displays: [{ key: "p/c", at: AT + 1 }], dismissed: {}, reminded: {} };
    expect(tab.read("ada")).toEqual(after);
    await settle();
    expect(tab.read("ada")).toEqual(after);
    expect(openTab({ store, isInsecure }).read("ada")).toEqual(after);
    expect(openTab({ store, isInsecure }).read("bob")).toEqual(displays("p/b"));
  });
}
