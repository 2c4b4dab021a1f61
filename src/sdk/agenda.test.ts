import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAgenda } from "./agenda";

const guard = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

/** What an agenda sees of a tab. */
function tab() {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const show = (hidden: boolean) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  vi.stubGlobal("document", document);
  return { window: { document } as unknown as Window & typeof globalThis, show };
}

/** An agenda, and what stops it. */
function openAgenda(window?: Window & typeof globalThis) {
  const undo: (() => void)[] = [];
  let isOver = false;
  const agenda = createAgenda({
    ...{ window, undo, guard, device: Date.now, isOver: () => isOver },
    listen(target, type, listener) {
      target.addEventListener(type, listener);
      undo.push(() => target.removeEventListener(type, listener));
    },
  });
  const stop = () => {
    isOver = true;
    for (const step of undo) step();
  };
  return { ...agenda, stop };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an agenda", () => {
  test("does each job once, at its time, under one timer", () => {
    const agenda = openAgenda();
    const done: string[] = [];
    agenda.later("b", 200, () => done.push("b"));
    agenda.later("a", 100, () => done.push("a"));
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(100);
    expect(done).toEqual(["a"]);
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(["a", "b"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("keeps the last that was said for a name; Infinity takes it off", () => {
    const agenda = openAgenda();
    const done: string[] = [];
    agenda.later("a", 100, () => done.push("first"));
    agenda.later("a", 50, () => done.push("second"));
    agenda.later("b", 10, () => done.push("b"));
    agenda.later("b", Number.POSITIVE_INFINITY, () => done.push("b"));
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(["second"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does a job of which it is said that it may be sooner at the earliest time that was said", () => {
    const agenda = openAgenda();
    const done: string[] = [];
    agenda.sooner("a", Number.POSITIVE_INFINITY, () => done.push("never"));
    agenda.sooner("a", 100, () => done.push("first"));
    agenda.sooner("a", 200, () => done.push("later"));
    vi.advanceTimersByTime(90);
    agenda.sooner("a", 5, () => done.push("sooner"));
    vi.advanceTimersByTime(5);
    expect(done).toEqual(["sooner"]);
    agenda.sooner("a", 1000, () => done.push("next"));
    vi.advanceTimersByTime(1000);
    expect(done).toEqual(["sooner", "next"]);
  });

  test("doesn't put off a job that is due since the clock was set back", () => {
    const agenda = openAgenda();
    const done: string[] = [];
    agenda.sooner("a", 60_000, () => done.push("first"));
    vi.advanceTimersByTime(1000);
    vi.setSystemTime(Date.now() - 3_600_000);
    agenda.sooner("a", 250_000, () => done.push("later"));
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(["first"]);
  });

  test("has no timer in a hidden tab, and does what is due when the tab is seen again", () => {
    const { window, show } = tab();
    const agenda = openAgenda(window);
    const done: string[] = [];
    agenda.later("a", 100, () => done.push("a"));
    show(true);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1000);
    show(false);
    vi.advanceTimersByTime(0);
    expect(done).toEqual(["a"]);
  });

  test("does a job for a time that is further off than a timer can hold", () => {
    const agenda = openAgenda();
    const job = vi.fn();
    agenda.later("a", 60 * 86_400_000, job);
    vi.advanceTimersByTime(59 * 86_400_000);
    expect(job).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * 86_400_000);
    expect(job).toHaveBeenCalledTimes(1);
  });

  test("does what is due a minute after the computer has slept, or its clock was set", () => {
    const agenda = openAgenda();
    const job = vi.fn();
    agenda.later("a", 5 * 3_600_000, job);
    // Timers go on where they were.
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(job).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("doesn't wait for the hours by which the clock was set back, nor for a job that was taken off", () => {
    const agenda = openAgenda();
    const done: string[] = [];
    agenda.later("soon", 90_000, () => done.push("soon"));
    agenda.later("never", Number.POSITIVE_INFINITY, () => done.push("never"));
    vi.advanceTimersByTime(10_000);
    vi.setSystemTime(Date.now() - 3 * 3_600_000);
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(["soon"]);
    expect(vi.getTimerCount()).toBe(0);
    agenda.later("next", 30_000, () => done.push("next"));
    vi.advanceTimersByTime(29_999);
    expect(done).toEqual(["soon"]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(["soon", "next"]);
  });

  test("does the next job though one throws, and none when it is stopped", () => {
    const agenda = openAgenda();
    const job = vi.fn();
    agenda.later("bad", 10, () => {
      throw new Error("bad");
    });
    agenda.later("good", 10, job);
    vi.advanceTimersByTime(10);
    expect(job).toHaveBeenCalledTimes(1);
    agenda.later("late", 10, job);
    agenda.stop();
    vi.advanceTimersByTime(100);
    expect(job).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
