/** What several tabs of one browser do to the one history: one at a time, and knowing of each other. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { History } from "../decision/index";
import { createHistory, type HistoryOptions } from "./history";
import { AT, display, displays, nothing, openTab, settle } from "./history.fixture";
import { fakeLocks, fakeStorage } from "./storage.fixture";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("several tabs", () => {
  test("never show more than a cap of one allows", async () => {
    const { store } = fakeStorage();
    const locks = fakeLocks();
    const tabs = Array.from({ length: 5 }, () => openTab({ store, locks }));
    let shown = 0;
    const once = (fresh: History) => {
      if (fresh.displays?.length) return undefined;
      shown++;
      return display("p/a")();
    };
    for (const tab of tabs) tab.update("ada", once);
    await settle();
    expect(shown).toBe(1);
    expect(new Set(locks.names)).toEqual(new Set(["service:history"]));
  });

  /** Tabs of one browser that read, each, what its own process knows of storage. */
  function apart() {
    const locks = fakeLocks();
    const stores = [fakeStorage(), fakeStorage()] as const;
    const [one, other] = [openTab({ ...stores[0], locks }), openTab({ ...stores[1], locks })];
    return { one, other, stores };
  }

  test.each(["p/a", "forgotten_cart/a"])(
    "know what another has said of %s before storage tells them",
    async (key) => {
      const { one, other } = apart();
      one.update("ada", display(key));
      await vi.advanceTimersByTimeAsync(0);
      const change = vi.fn();
      other.update("ada", change);
      await vi.advanceTimersByTimeAsync(0);
      expect(change).toHaveBeenCalledWith(displays(key));
      // And it can be read by what is told.
      expect(other.read("ada")).toEqual(displays(key));
      expect(other.onChange).toHaveBeenCalledOnce();
    },
  );

  test("count what storage has told them meanwhile once", async () => {
    const { one, other, stores } = apart();
    one.update("ada", display("p/a"));
    await vi.advanceTimersByTimeAsync(0);
    Object.assign(stores[1].content, stores[0].content);
    other.update("ada", display("p/b"));
    await settle();
    expect(other.read("ada").displays).toHaveLength(2);
  });

  test("bring nobody back whom another has forgotten", async () => {
    const { one, other } = apart();
    one.update("ada", display("p/a"));
    one.forget("ada");
    await vi.advanceTimersByTimeAsync(0);
    for (const tab of [one, other]) {
      tab.update("bob", display("p/b"));
      await vi.advanceTimersByTimeAsync(0);
      expect(tab.read("ada")).toEqual(nothing);
      expect(tab.read("bob")).toEqual(displays("p/b"));
    }
  });

  test("pay no heed to what is not a history", async () => {
    const { store, content } = fakeStorage();
    const locks = fakeLocks();
    for (const name of ["service:history x", "service:history  ", "service:historyp/a"])
      void locks.request(name, {}, () => new Promise(() => {}));
    openTab({ store, locks }).update("ada", () => undefined);
    await settle();
    expect(content).toEqual({});
  });

  test("keep each other's entries", async () => {
    const { store } = fakeStorage();
    const locks = fakeLocks();
    const tabs = ["p/a", "p/b", "p/c"].map((key) => ({ key, tab: openTab({ store, locks }) }));
    for (const { key, tab } of tabs) tab.update("ada", display(key));
    await settle();
    expect(openTab({ store }).read("ada").displays).toHaveLength(3);
  });

  test("are told of a change, of clearing, and of no other key", () => {
    const { window, onChange } = openTab(fakeStorage());
    const change = (key: string | null) =>
      window.dispatchEvent(Object.assign(new Event("storage"), { key }));
    change("service:queue");
    change("page:history");
    expect(onChange).not.toHaveBeenCalled();
    change("service:history");
    change(null);
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe("the lock", () => {
  test("is asked for once by updates that wait together", async () => {
    const locks = fakeLocks();
    const tab = openTab({ ...fakeStorage(), locks });
    for (const key of ["p/a", "p/b"]) tab.update("ada", display(key));
    await settle();
    expect(locks.names).toHaveLength(1);
    expect(tab.read("ada").displays).toHaveLength(2);
  });

  test("that says what was shown last is given back after a while, or when the page is left", async () => {
    for (const leave of [false, true]) {
      const locks = fakeLocks();
      const tab = openTab({ ...fakeStorage(), locks });
      tab.update("ada", display("p/a"));
      await vi.advanceTimersByTimeAsync(0);
      expect(locks.held).toHaveLength(1);
      if (leave) tab.window.dispatchEvent(new Event("pagehide"));
      await vi.advanceTimersByTimeAsync(leave ? 0 : 2000);
      expect(locks.held).toEqual([]);
    }
  });

  const fail = () => Promise.reject<never>(new DOMException("no", "SecurityError"));
  const refuse = (): never => {
    throw new DOMException("no", "InvalidStateError");
  };
  test.each<[string, ReturnType<HistoryOptions["locks"]>]>([
    ["throws", { request: refuse, query: refuse }],
    ["rejects", { request: fail, query: fail }],
    ["can't be listed", { request: fakeLocks().request, query: fail }],
  ])("that %s stops nobody", async (_, locks) => {
    const { listen, storage } = openTab(fakeStorage());
    const clock = { offset: 0 };
    const history = createHistory({ storage, clock, locks: () => locks, listen, onChange() {} });
    history.update("ada", display("p/a"));
    await vi.advanceTimersByTimeAsync(0);
    expect(history.read("ada").displays).toHaveLength(1);
  });

  test("that is missing is a note in storage, which one tab at a time may leave", async () => {
    const { store } = fakeStorage();
    const tabs = Array.from({ length: 5 }, () => openTab({ store, isInsecure: true }));
    for (const [i, tab] of tabs.entries()) {
      tab.update("ada", ({ displays }) => (displays?.length ? undefined : display(`p/${i}`)()));
    }
    await vi.advanceTimersByTimeAsync(3000);
    for (const tab of tabs) expect(tab.read("ada").displays).toHaveLength(1);
    expect(store.getItem("service:lock")).toBeNull();
  });

  test("that is missing is waited for no longer than a note of a tab that is gone may stay", async () => {
    const { store } = fakeStorage({ "service:lock": "0.5" });
    const tab = openTab({ store, isInsecure: true });
    tab.update("ada", display("p/a"));
    await vi.advanceTimersByTimeAsync(3000);
    expect(tab.read("ada").displays).toHaveLength(1);
    expect(store.getItem("service:lock")).toBeNull();
  });

  test.each([50, 150])(
    "that is missing leaves no note behind on a page that is left after %i ms",
    async (ms) => {
      const { store } = fakeStorage();
      const tab = openTab({ store, isInsecure: true });
      tab.update("ada", display("p/a"));
      await vi.advanceTimersByTimeAsync(ms);
      expect(store.getItem("service:lock")).not.toBeNull();
      tab.window.dispatchEvent(new Event("pagehide"));
      expect(store.getItem("service:lock")).toBeNull();
      expect(tab.read("ada").displays).toHaveLength(1);
    },
  );

  test("that is missing keeps nobody waiting without consent", async () => {
    const tab = openTab({ ...fakeStorage(), isInsecure: true, enabled: false });
    tab.update("ada", display("p/a"));
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.read("ada").displays).toHaveLength(1);
  });

  const hang = () => new Promise<never>(() => {});

  test("that never comes is waited for five seconds, each time", async () => {
    const tab = openTab({ ...fakeStorage(), locks: { ...fakeLocks(), request: hang } });
    for (const key of ["p/a", "p/b"]) {
      tab.update("ada", display(key));
      await vi.advanceTimersByTimeAsync(4999);
      expect(tab.read("ada").displays).not.toContainEqual({ key, at: AT });
      await vi.advanceTimersByTimeAsync(1);
      expect(tab.read("ada").displays).toContainEqual({ key, at: AT });
    }
  });
});
