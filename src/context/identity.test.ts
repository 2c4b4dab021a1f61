import { describe, expect, test, vi } from "vitest";
import { readAnonymousId, touchSession } from "./identity";
import { fakeStorage, open } from "./storage.fixture";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const MINUTE = 60_000;
const NOW = 1_790_000_000_000;
const newId = () => crypto.randomUUID();

describe("the anonymous id", () => {
  test("stays the same in one browser", () => {
    const { store } = fakeStorage();
    const id = readAnonymousId(open(store), newId);
    expect(readAnonymousId(open(store), newId)).toBe(id);
  });

  test.each(["[]", '{"toString":1}', '"<img>"', "7", "null"])(
    "is made anew when %s is stored",
    (text) => {
      const { store } = fakeStorage({ "service:anonymous_id": text });
      expect(readAnonymousId(open(store), newId)).toMatch(UUID);
    },
  );
});

describe("the session", () => {
  test("lives on over page loads that are less than 30 minutes apart", () => {
    const { store } = fakeStorage();
    const first = touchSession(open(store), NOW, newId);
    expect(first.started_at).toBe(NOW);
    touchSession(open(store), NOW + 29 * MINUTE, newId);
    expect(touchSession(open(store), NOW + 58 * MINUTE, newId)).toEqual(first);
  });

  test("isn't prolonged by what only reads it, but begun where there is none any more", () => {
    const storage = open(fakeStorage().store);
    const read = (at: number) => touchSession(storage, NOW + at, newId, false);
    const first = touchSession(storage, NOW, newId);
    for (const minutes of [10, 20, 29]) expect(read(minutes * MINUTE)).toEqual(first);
    const second = read(30 * MINUTE);
    expect(second.id).not.toBe(first.id);
    expect(read(31 * MINUTE)).toEqual(second);
  });

  test.each([30 * MINUTE, -30 * MINUTE])("ends when the clock has moved by %d ms", (gap) => {
    const storage = open(fakeStorage().store);
    const first = touchSession(storage, NOW, newId);
    const second = touchSession(storage, NOW + gap, newId);
    expect(second.id).not.toBe(first.id);
    expect(second.started_at).toBe(NOW + gap);
  });

  test("is read by each call, and written once a minute at most", () => {
    const { store } = fakeStorage();
    const [getItem, setItem] = [vi.spyOn(store, "getItem"), vi.spyOn(store, "setItem")];
    const storage = open(store);
    const first = touchSession(storage, NOW, newId);
    for (const mock of [getItem, setItem]) mock.mockClear();
    expect(touchSession(storage, NOW + MINUTE - 1, newId)).toEqual(first);
    expect([getItem, setItem].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    touchSession(storage, NOW + MINUTE, newId);
    expect(setItem).toHaveBeenCalledOnce();
  });

  test.each(["{}", '"x 1 2"', '{"id":"a"}', '["a",1,2]'])("is new when %s is stored", (text) => {
    const { store } = fakeStorage({ "service:session": text });
    expect(touchSession(open(store), NOW, newId)).toEqual({
      id: expect.stringMatching(UUID),
      started_at: NOW,
    });
  });
});
