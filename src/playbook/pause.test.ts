import { describe, expect, test } from "vitest";
import { fakeStorage, open } from "../context/storage.fixture";
import { createPause } from "./pause";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;

/** A tab whose clock can be set; what another has stored outlives it. */
function openTab({ store } = fakeStorage(), at = NOW) {
  const clock = { at, now: () => clock.at, device: () => clock.at, set() {} };
  const pause = createPause({ storage: open(store), clock }, "pause");
  const obey = (after: string, headers: Readonly<Record<string, string>> = {}) =>
    pause.obey({ headers: new Headers({ "retry-after": after, ...headers }) });
  return { clock, left: pause.left, obey };
}

describe("a pause", () => {
  test("holds from when it was told, in every tab, until it is over", () => {
    const storage = fakeStorage();
    const { clock, left, obey } = openTab(storage);
    obey("90");
    expect(left()).toBe(90_000);
    expect(openTab(storage, NOW + 1000).left()).toBe(89_000);
    clock.at += 89_999;
    expect(left()).toBe(1);
    clock.at += 1;
    expect(left()).toBe(0);
  });

  test("is the longest of those told, a day at most", () => {
    const { left, obey } = openTab();
    for (const seconds of ["90", "5"]) obey(seconds);
    expect(left()).toBe(90_000);
    obey("99999999999");
    expect(left()).toBe(24 * HOUR);
  });

  test("is over once the clock that wrote it is set back, and the next one counts", () => {
    const storage = fakeStorage();
    openTab(storage, NOW + 3 * HOUR).obey("5");
    const { left, obey } = openTab(storage);
    expect(left()).toBe(0);
    obey("30");
    expect(left()).toBe(30_000);
  });

  test.each([-2, 2])(
    "to a date lasts as long as the server says, though the device's clock is %i days off",
    (days) => {
      const { left, obey } = openTab(fakeStorage(), NOW + days * 24 * HOUR);
      const [date, until] = [NOW, NOW + 6000].map((at) => new Date(at).toUTCString());
      obey(`${until}`, { date: `${date}` });
      expect(left()).toBe(6000);
    },
  );

  test("to a date, of a server that doesn't say its time, goes by the clock", () => {
    const { left, obey } = openTab();
    obey(new Date(NOW + 6000).toUTCString());
    expect(left()).toBe(6000);
  });

  test.each([
    ["a time alone, as earlier versions wrote it", NOW + HOUR],
    ["a time far off", `${NOW - HOUR} 1e300`],
    ["no times", "soon"],
    ["a list", [NOW + HOUR]],
    ["an object that is no text", { toString: 1 }],
  ])("stored as %s counts as past", (_, stored) => {
    const storage = fakeStorage({ "service:pause": JSON.stringify(stored) });
    expect(openTab(storage).left()).toBe(0);
  });
});
