import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchImpression } from "./impression";

const getBoundingClientRect = () => ({ width: 100, height: 100 });

/** A window whose tab and view the test moves. */
function createPage({ observes = true, element = {}, image = {} } = {}) {
  const document = Object.assign(new EventTarget(), { hidden: false });
  const callbacks: ((entries: unknown[]) => void)[] = [];
  const disconnect = vi.fn(() => void callbacks.splice(0));
  function IntersectionObserver(callback: (entries: unknown[]) => void) {
    if (!observes) throw new Error("blocked");
    callbacks.push(callback);
    return { observe() {}, disconnect };
  }
  const onImpression = vi.fn();
  vi.stubGlobal("document", document);
  vi.stubGlobal("IntersectionObserver", IntersectionObserver);
  const watched = { querySelector: () => image, getBoundingClientRect, ...element };
  // @ts-expect-error only what the watcher needs of an element
  const stop = watchImpression(watched, onImpression);
  return {
    onImpression,
    disconnect,
    stop,
    show(intersectionRatio: number, width = 100, height = 100) {
      for (const callback of callbacks) {
        callback([{ intersectionRatio, boundingClientRect: { width, height } }]);
      }
    },
    turnTab(hidden: boolean) {
      document.hidden = hidden;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an impression", () => {
  it("is half of the pixels for a second, once", () => {
    const { show, onImpression, disconnect } = createPage();
    show(0.5);
    vi.advanceTimersByTime(999);
    expect(onImpression).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    show(0);
    show(1);
    vi.advanceTimersByTime(5000);
    expect(onImpression).toHaveBeenCalledTimes(1);
    expect(disconnect).toHaveBeenCalled();
  });

  it.each([
    ["hidden", { isShown: false }],
    ["without a size", { width: 0 }],
    ["shrunk to nothing", { width: 0.1, height: 0.1 }],
  ])("waits while it is %s where it is, and its second begins when it isn't", (_, way) => {
    const seen = { isShown: true, width: 100, height: 100 };
    const now = { ...seen, ...way };
    const element = { checkVisibility: () => now.isShown, getBoundingClientRect: () => now };
    const { show, onImpression } = createPage({ element });
    show(1);
    vi.advanceTimersByTime(5000);
    Object.assign(now, seen);
    vi.advanceTimersByTime(900);
    expect(onImpression).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(onImpression).toHaveBeenCalledTimes(1);
  });

  it("isn't what can be seen at the beginning and the end of the second only", () => {
    const element = { isShown: true, checkVisibility: () => element.isShown };
    const { show, onImpression } = createPage({ element });
    show(1);
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(second ? 200 : 100);
      element.isShown = false;
      vi.advanceTimersByTime(800);
      element.isShown = true;
    }
    expect(onImpression).not.toHaveBeenCalled();
  });

  it("goes by the view alone where nothing tells whether it can be seen", () => {
    const broken = () => {
      throw new Error("hostile");
    };
    const element = { checkVisibility: broken, getBoundingClientRect: broken };
    const { show, onImpression } = createPage({ element });
    show(1);
    vi.advanceTimersByTime(1000);
    expect(onImpression).toHaveBeenCalledTimes(1);
  });

  it("waits for the picture", () => {
    const image = { complete: false };
    const { show, onImpression } = createPage({ image });
    show(1);
    vi.advanceTimersByTime(3500);
    expect(onImpression).not.toHaveBeenCalled();
    image.complete = true;
    vi.advanceTimersByTime(900);
    expect(onImpression).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(onImpression).toHaveBeenCalledTimes(1);
  });

  it("isn't looked for again once it is out of view or stopped", () => {
    const checkVisibility = vi.fn(() => false);
    const { show, stop } = createPage({ element: { checkVisibility } });
    show(1);
    vi.advanceTimersByTime(100);
    show(0);
    vi.advanceTimersByTime(5000);
    show(1);
    vi.advanceTimersByTime(100);
    stop();
    vi.advanceTimersByTime(5000);
    expect(checkVisibility).toHaveBeenCalledTimes(2);
  });

  it("is not less than half", () => {
    const { show, onImpression } = createPage();
    show(0.49);
    vi.advanceTimersByTime(5000);
    expect(onImpression).not.toHaveBeenCalled();
  });

  it.each([
    [969, 250, 0],
    [970, 250, 1],
  ])("of %i by %i pixels with less than half in view counts %i times", (width, height, times) => {
    const { show, onImpression } = createPage();
    show(0.3, width, height);
    vi.advanceTimersByTime(5000);
    expect(onImpression).toHaveBeenCalledTimes(times);
  });

  it("begins anew after leaving the view, and not when more comes into view", () => {
    const { show, onImpression } = createPage();
    show(0.6);
    vi.advanceTimersByTime(900);
    show(0.2);
    show(0.6);
    vi.advanceTimersByTime(900);
    expect(onImpression).not.toHaveBeenCalled();
    show(0.9);
    vi.advanceTimersByTime(100);
    expect(onImpression).toHaveBeenCalledTimes(1);
  });

  it("needs a visible tab", () => {
    const { show, turnTab, onImpression } = createPage();
    turnTab(true);
    show(1);
    vi.advanceTimersByTime(5000);
    expect(onImpression).not.toHaveBeenCalled();
    turnTab(false);
    vi.advanceTimersByTime(1000);
    expect(onImpression).toHaveBeenCalledTimes(1);
  });

  it("goes by the tab alone where the view can't be observed", () => {
    const { onImpression } = createPage({ observes: false });
    vi.advanceTimersByTime(1000);
    expect(onImpression).toHaveBeenCalledTimes(1);
  });

  it("never comes after stop", () => {
    const { show, stop, onImpression } = createPage();
    show(1);
    stop();
    vi.advanceTimersByTime(5000);
    expect(onImpression).not.toHaveBeenCalled();
  });
});
