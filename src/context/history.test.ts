import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { History } from "../decision/index";
import { createHistory } from "./history";
import { fakeLocks, fakeStorage, open } from "./storage.fixture";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const AT = 1_790_000_000_000;
const nothing: History = { displays: [], dismissed: {}, reminded: {} };
const display = (key: string, at = AT): History => ({ displays: [{ key, at }] });

interface Tab {
  readonly store: ReturnType<typeof fakeStorage>["store"];
  readonly locks?: Pick<LockManager, "request"> | undefined;
  readonly enabled?: boolean;
}
function openTab({ store, locks = fakeLocks(), enabled = true }: Tab) {
  const window = new EventTarget();
  const onChange = vi.fn();
  const storage = open(store, enabled);
  return { window, onChange, storage, ...createHistory({ storage, locks, window, onChange }) };
}
async function run<T>(work: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return work;
}

test("what is added is read again, by each user apart", async () => {
  const { store } = fakeStorage();
  const tab = openTab({ store });
  await run(tab.update("ada", () => ({ ...display("p/a"), dismissed: { "p/a": AT + 1 } })));
  await run(tab.update("bob", () => ({ reminded: { "p/b": AT } })));
  const next = openTab({ store });
  expect(next.read("ada")).toEqual({ ...nothing, ...display("p/a"), dismissed: { "p/a": AT + 1 } });
  expect(next.read("bob")).toEqual({ ...nothing, reminded: { "p/b": AT } });
  expect(next.read("eve")).toEqual(nothing);
});

test("an update resolves to the history with what it has added", async () => {
  const tab = openTab(fakeStorage());
  await run(tab.update("ada", () => display("p/a")));
  const result = await run(tab.update("ada", () => display("p/a", AT + 5)));
  expect(result.displays).toEqual([
    { key: "p/a", at: AT },
    { key: "p/a", at: AT + 5 },
  ]);
});

test("a later time of the same key replaces the earlier one; the same display counts once", async () => {
  const tab = openTab(fakeStorage());
  const seen = { ...display("p/a"), dismissed: { "p/a": AT } };
  await run(tab.update("ada", () => seen));
  await run(tab.update("ada", () => seen));
  const result = await run(tab.update("ada", () => ({ dismissed: { "p/a": AT + 9 } })));
  expect(result).toEqual({ ...nothing, ...display("p/a"), dismissed: { "p/a": AT + 9 } });
});

test("a user id is not in storage, neither as key nor as value", async () => {
  const { content, store } = fakeStorage();
  const tab = openTab({ store });
  await run(tab.update("ada@example.com", () => display("p/a")));
  expect(Object.keys(content)).toEqual(["service:history"]);
  expect(JSON.stringify(content)).not.toContain("ada");
});

test("a user can be forgotten, and the others are not", async () => {
  const tab = openTab(fakeStorage());
  await run(Promise.all(["ada", "bob"].map((id) => tab.update(id, () => display("p/a")))));
  tab.forget("ada");
  await vi.runAllTimersAsync();
  expect(tab.read("ada")).toEqual(nothing);
  expect(tab.read("bob").displays).toHaveLength(1);
});

test("a change that throws, or adds nothing, writes nothing", async () => {
  const { content, store } = fakeStorage();
  const tab = openTab({ store });
  const failing = tab.update("ada", () => {
    throw new Error("page's");
  });
  expect(await run(failing)).toEqual(nothing);
  await run(tab.update("ada", () => undefined));
  expect(content).toEqual({});
});

describe("several tabs", () => {
  test("never show more than a cap of one allows", async () => {
    const { store } = fakeStorage();
    const locks = fakeLocks();
    const tabs = Array.from({ length: 5 }, () => openTab({ store, locks }));
    let shown = 0;
    const once = (fresh: History) => {
      if (fresh.displays?.length) return undefined;
      shown++;
      return display("p/a");
    };
    await run(Promise.all(tabs.map((tab) => tab.update("ada", once))));
    expect(shown).toBe(1);
    expect(new Set(locks.names)).toEqual(new Set(["service:history"]));
  });

  test("keep each other's entries", async () => {
    const { store } = fakeStorage();
    const locks = fakeLocks();
    const tabs = ["p/a", "p/b", "p/c"].map((key) => ({ key, tab: openTab({ store, locks }) }));
    await run(Promise.all(tabs.map(({ key, tab }) => tab.update("ada", () => display(key)))));
    expect(openTab({ store }).read("ada").displays).toHaveLength(3);
  });

  test("are told of a change, of clearing, and of no other key", () => {
    const { window, onChange, stop } = openTab(fakeStorage());
    const change = (key: string | null) =>
      window.dispatchEvent(Object.assign(new Event("storage"), { key }));
    change("service:queue");
    change("page:history");
    expect(onChange).not.toHaveBeenCalled();
    change("service:history");
    change(null);
    expect(onChange).toHaveBeenCalledTimes(2);
    stop();
    change("service:history");
    expect(onChange).toHaveBeenCalledTimes(2);
  });
});

describe("the lock", () => {
  test("is kept a moment longer, until other processes can read what was written", async () => {
    const released = vi.fn();
    const request = (...all: unknown[]): Promise<never> => {
      const turn = all.at(-1);
      const held = typeof turn === "function" ? turn(null) : undefined;
      return Promise.resolve(held).then(released) as Promise<never>;
    };
    const tab = openTab({ ...fakeStorage(), locks: { request } });
    await tab.update("ada", () => display("p/a"));
    await vi.advanceTimersByTimeAsync(20);
    expect(released).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(20);
    expect(released).toHaveBeenCalledOnce();
  });

  test("is asked for once by updates that wait together", async () => {
    const locks = fakeLocks();
    const tab = openTab({ ...fakeStorage(), locks });
    await run(Promise.all(["p/a", "p/b"].map((key) => tab.update("ada", () => display(key)))));
    expect(locks.names).toHaveLength(1);
    expect(tab.read("ada").displays).toHaveLength(2);
  });

  const hang = () => new Promise<never>(() => {});
  const fail = () => Promise.reject<never>(new DOMException("no", "SecurityError"));
  const refuse = (): never => {
    throw new DOMException("no", "InvalidStateError");
  };
  test.each<[string, Pick<LockManager, "request"> | undefined]>([
    ["is missing", undefined],
    ["throws", { request: refuse }],
    ["rejects", { request: fail }],
  ])("that %s stops nobody", async (_, locks) => {
    const { store } = fakeStorage();
    const storage = open(store);
    const options = { storage, locks, window: new EventTarget(), onChange() {} };
    const result = createHistory(options).update("ada", () => display("p/a"));
    await vi.advanceTimersByTimeAsync(0);
    expect((await result).displays).toHaveLength(1);
  });

  test("that never comes is waited for one second, each time", async () => {
    const tab = openTab({ ...fakeStorage(), locks: { request: hang } });
    for (const key of ["p/a", "p/b"]) {
      const result = tab.update("ada", () => display(key));
      await vi.advanceTimersByTimeAsync(999);
      expect(tab.read("ada").displays).not.toContainEqual({ key, at: AT });
      await vi.advanceTimersByTimeAsync(1);
      expect((await result).displays).toContainEqual({ key, at: AT });
    }
  });
});

describe("what is stored", () => {
  test("stays within 32 KiB, and the oldest falls out", async () => {
    const { content, store } = fakeStorage();
    const tab = openTab({ store });
    for (let i = 0; i < 900; i++) {
      const update = tab.update("ada", () => display(`placement_number_${i}/payload`, AT + i));
      await vi.runAllTimersAsync();
      await update;
    }
    expect(content["service:history"]?.length).toBeLessThanOrEqual(32 * 1024);
    const { displays = [] } = tab.read("ada");
    expect(displays.length).toBeGreaterThan(400);
    expect(displays.at(-1)).toEqual({ key: "placement_number_899/payload", at: AT + 899 });
    expect(displays).not.toContainEqual(expect.objectContaining({ at: AT }));
    // Cut within an entry, none is left with half a time.
    expect(displays.every(({ at }) => at >= AT)).toBe(true);
  });

  test.each([
    '{"a":1}',
    "null",
    '[["x"]]',
    '"\\u0000 displays __proto__ 1;"',
    '"1 displays a/b 1e9;"',
  ])("is nothing when it is %s", (text) => {
    const { store } = fakeStorage({ "service:history": text });
    expect(openTab({ store }).read("ada")).toEqual(nothing);
  });

  test("loses what is foreign and keeps the rest", async () => {
    const { content, store } = fakeStorage();
    const tab = openTab({ store });
    await run(tab.update("ada", () => display("p/a")));
    const [, mine = ""] = content["service:history"]?.split('"') ?? [];
    content["service:history"] = JSON.stringify(`{};${mine}0.1 deleted p/b 5;${mine.slice(0, -1)}`);
    expect(tab.read("ada")).toEqual({ ...nothing, ...display("p/a") });
  });
});

test("without consent the history lives in memory; granted later it joins the stored one", async () => {
  const { content, store } = fakeStorage();
  await run(openTab({ store }).update("ada", () => display("p/earlier")));
  const before = { ...content };
  const tab = openTab({ store, enabled: false });
  const seen = await run(tab.update("ada", () => display("p/now")));
  expect(seen.displays).toHaveLength(1);
  expect(content).toEqual(before);
  tab.storage.enable(true);
  const joined = await run(tab.update("ada", () => seen));
  expect(joined.displays?.map(({ key }) => key)).toEqual(["p/earlier", "p/now"]);
});
