import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { AT, display, displays, nothing, openTab, settle } from "./history.fixture";
import { fakeLocks, fakeStorage } from "./storage.fixture";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what is added is read again, by each user apart", async () => {
  const { store } = fakeStorage();
  const tab = openTab({ store });
  tab.update("ada", display("p/a"));
  tab.update("ada", () => ["dismissed", "p/a", AT + 1]);
  tab.update("bob", () => ["reminded", "p/b", AT]);
  await settle();
  const next = openTab({ store });
  expect(next.read("ada")).toEqual({ ...displays("p/a"), dismissed: { "p/a": AT + 1 } });
  expect(next.read("bob")).toEqual({ ...nothing, reminded: { "p/b": AT } });
  expect(next.read("eve")).toEqual(nothing);
});

test("what is stored by the device's time is read by the clock's, whenever that was set", async () => {
  const { store } = fakeStorage();
  const clock = { offset: 0 };
  const tab = openTab({ store, clock });
  tab.update("ada", display("p/a"));
  clock.offset = -600_000;
  tab.update("ada", () => ["dismissed", "p/a", AT]);
  await settle();
  expect(tab.read("ada")).toEqual({
    displays: [{ key: "p/a", at: AT - 600_000 }],
    dismissed: { "p/a": AT - 600_000 },
    reminded: {},
  });
  expect(openTab({ store }).read("ada")).toEqual({ ...displays("p/a"), dismissed: { "p/a": AT } });
});

test("a change gets what is stored by then, and is told when it can be read", async () => {
  const tab = openTab(fakeStorage());
  tab.update("ada", display("p/a"));
  const change = vi.fn(display("p/a", AT + 5));
  tab.update("ada", change);
  const told = new Promise((resolve) => {
    tab.onChange.mockImplementation(() => resolve(tab.read("ada").displays?.length));
  });
  await settle();
  expect(change).toHaveBeenCalledWith(displays("p/a"));
  expect(await told).toBe(1);
  expect(tab.onChange).toHaveBeenCalledTimes(2);
  expect(tab.read("ada").displays).toEqual([
    { key: "p/a", at: AT },
    { key: "p/a", at: AT + 5 },
  ]);
});

test("a later time of the same key replaces the earlier one; the same display counts once", async () => {
  const tab = openTab(fakeStorage());
  for (let i = 0; i < 2; i++) {
    tab.update("ada", display("p/a"));
    tab.update("ada", () => ["dismissed", "p/a", AT]);
  }
  tab.update("ada", () => ["dismissed", "p/a", AT + 9]);
  await settle();
  expect(tab.read("ada")).toEqual({ ...displays("p/a"), dismissed: { "p/a": AT + 9 } });
});

test.each(["promo-1/only", "0f3a:b.c/x", "a/b/c"])(
  "%s, as a source may name it, is kept",
  async (key) => {
    const { store } = fakeStorage();
    openTab({ store }).update("ada", () => ["dismissed", key, AT]);
    await settle();
    expect(openTab({ store }).read("ada").dismissed).toEqual({ [key]: AT });
  },
);

test("a user id is not in storage, neither as key nor as value", async () => {
  const { content, store } = fakeStorage();
  openTab({ store }).update("ada@example.com", display("p/a"));
  await settle();
  expect(Object.keys(content)).toEqual(["service:history"]);
  expect(JSON.stringify(content)).not.toContain("ada");
});

test("a user can be forgotten, and the others are not", async () => {
  const tab = openTab(fakeStorage());
  for (const id of ["ada", "bob"]) tab.update(id, display("p/a"));
  await settle();
  tab.forget("ada");
  await settle();
  expect(tab.read("ada")).toEqual(nothing);
  expect(tab.read("bob").displays).toHaveLength(1);
});

test("a user that is forgotten stays so, whatever is added in the same moment", async () => {
  const tab = openTab(fakeStorage());
  tab.update("ada", display("p/a"));
  await vi.advanceTimersByTimeAsync(100);
  tab.forget("ada");
  tab.update("bob", display("p/b"));
  await settle();
  expect(tab.read("ada")).toEqual(nothing);
  expect(tab.read("bob").displays).toHaveLength(1);
});

test("a change that throws, or adds nothing, writes nothing", async () => {
  const { content, store } = fakeStorage();
  const tab = openTab({ store });
  tab.update("ada", () => {
    throw new Error("page's");
  });
  tab.update("ada", () => undefined);
  await settle();
  expect(content).toEqual({});
  expect(tab.onChange).toHaveBeenCalledTimes(2);
});

describe("what is stored", () => {
  test("stays within 32 KiB, and the oldest falls out", async () => {
    const { content, store } = fakeStorage();
    const tab = openTab({ store });
    for (let i = 0; i < 900; i++) {
      tab.update("ada", display(`placement_number_${i}/payload`, AT + i));
      await settle();
    }
    expect(content["service:history"]?.length).toBeLessThanOrEqual(32 * 1024);
    const { displays = [] } = tab.read("ada");
    expect(displays.length).toBeGreaterThan(400);
    expect(displays.at(-1)).toEqual({ key: "placement_number_899/payload", at: AT + 899 });
    expect(displays).not.toContainEqual(expect.objectContaining({ at: AT }));
    // Cut within an entry, none is left with half a time.
    expect(displays.every(({ at }) => Number(at) >= AT)).toBe(true);
  });

  test("keeps the last of each user, kind and key before anything older of the same", async () => {
    const { content, store } = fakeStorage();
    const tab = openTab({ store });
    for (const kind of ["displays", "dismissed", "reminded"] as const) {
      tab.update("ada", () => [kind, "welcome/p", AT - 900]);
      tab.update("bob", () => [kind, "welcome/p", AT - 901]);
    }
    await settle();
    const oldest = JSON.parse(content["service:history"] ?? "");
    const daily = Array.from(
      { length: 850 },
      (_, i) => `1.5 displays daily_${i % 10}/p ${AT - i};`,
    );
    content["service:history"] = JSON.stringify(daily.join("") + oldest);
    for (let i = 1; i <= 30; i++) {
      tab.update("ada", display(`daily_${i % 10}/p`, AT + i));
      await settle();
    }
    const text = content["service:history"] ?? "";
    expect(text.length).toBeLessThanOrEqual(32 * 1024);
    for (const [user, at] of [["ada", AT - 900] as const, ["bob", AT - 901] as const]) {
      const once = { "welcome/p": at };
      expect(tab.read(user)).toMatchObject({ dismissed: once, reminded: once });
      expect(tab.read(user).displays?.[0]).toEqual({ key: "welcome/p", at });
    }
    // The rest by age: what is left of it is the latest, without a gap.
    const left = Array.from(text.matchAll(/;1\.5 .*?(\d+)(?=;)/g), ([, at]) => Number(at));
    expect(left.length).toBeLessThan(850);
    expect(left).toEqual(left.map((_, i) => AT - i));
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
    tab.update("ada", display("p/a"));
    await settle();
    const [, mine = ""] = content["service:history"]?.split('"') ?? [];
    content["service:history"] = JSON.stringify(`{};${mine}0.1 deleted p/b 5;${mine.slice(0, -1)}`);
    expect(tab.read("ada")).toEqual(displays("p/a"));
  });
});

test("without consent the history lives in memory; granted later it joins the stored one", async () => {
  const { content, store } = fakeStorage();
  openTab({ store }).update("ada", display("p/earlier"));
  await settle();
  const before = { ...content };
  const tab = openTab({ store, enabled: false });
  tab.update("ada", display("p/now"));
  await settle();
  expect(tab.read("ada")).toEqual(displays("p/now"));
  expect(content).toEqual(before);
  tab.storage.enable(true);
  tab.update("ada", display("p/now"));
  await settle();
  expect(tab.read("ada")).toEqual(displays("p/earlier", "p/now"));
});

describe("what happened before consent", () => {
  const dismissal = (at: number) => () => ["dismissed", "p/a", at] as const;

  test("joins what earlier visits have left, of every user and the later time of each", async () => {
    const { store } = fakeStorage();
    const earlier = openTab({ store });
    earlier.update("ada", display("p/a"));
    earlier.update("ada", dismissal(AT));
    earlier.update("bob", display("p/a"));
    await settle();
    const tab = openTab({ store, enabled: false });
    tab.update("ada", display("p/a", AT + 5));
    tab.update("ada", dismissal(AT + 6));
    tab.update("bob", () => ["reminded", "p/b", AT + 7]);
    await settle();
    // Another tab goes on meanwhile.
    earlier.update("bob", dismissal(AT + 8));
    earlier.update("ada", dismissal(AT + 9));
    await settle();
    tab.enable(true);
    await settle();
    for (const one of [tab, openTab({ store })]) {
      expect(one.read("ada")).toEqual({
        displays: [
          { key: "p/a", at: AT },
          { key: "p/a", at: AT + 5 },
        ],
        dismissed: { "p/a": AT + 9 },
        reminded: {},
      });
      expect(one.read("bob")).toEqual({
        ...displays("p/a"),
        dismissed: { "p/a": AT + 8 },
        reminded: { "p/b": AT + 7 },
      });
    }
  });

  test("is told of when it can be read, and to the other tabs before storage tells them", async () => {
    const locks = fakeLocks();
    const [here, there] = [fakeStorage(), fakeStorage()];
    const [tab, other] = [
      openTab({ ...here, locks, enabled: false }),
      openTab({ ...there, locks }),
    ];
    here.content["service:history"] = '""';
    tab.update("ada", dismissal(AT));
    await vi.advanceTimersByTimeAsync(0);
    tab.enable(true);
    tab.onChange.mockClear();
    const told = new Promise((resolve) => {
      tab.onChange.mockImplementation(() => resolve(tab.read("ada").dismissed));
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(await told).toEqual({ "p/a": AT });
    const change = vi.fn();
    other.update("ada", change);
    await vi.advanceTimersByTimeAsync(0);
    expect(change).toHaveBeenCalledWith({ ...nothing, dismissed: { "p/a": AT } });
  });

  test("is there once, however often consent is granted and withdrawn", async () => {
    const { content, store } = fakeStorage();
    openTab({ store }).update("ada", display("p/earlier"));
    await settle();
    const tab = openTab({ store, enabled: false });
    tab.update("ada", display("p/a"));
    tab.update("ada", dismissal(AT));
    await settle();
    for (const on of [true, false, true, true, false, true]) {
      tab.enable(on);
      await settle();
      if (!on) expect(content).toEqual({});
      expect(tab.read("ada")).toEqual({
        ...displays("p/earlier", "p/a"),
        dismissed: { "p/a": AT },
      });
    }
    expect(content["service:history"]?.match(/;/g)).toHaveLength(3);
  });

  test("leaves room for itself where the stored history is full", async () => {
    const full = Array.from({ length: 900 }, (_, i) => `1.5 displays placement_${i}/a ${AT - i};`);
    const { content, store } = fakeStorage({ "service:history": JSON.stringify(full.join("")) });
    const tab = openTab({ store, enabled: false });
    tab.update("bob", dismissal(AT + 1000));
    await settle();
    tab.enable(true);
    await settle();
    expect(content["service:history"]?.length).toBeLessThanOrEqual(32 * 1024);
    expect(tab.read("bob").dismissed).toEqual({ "p/a": AT + 1000 });
  });
});
