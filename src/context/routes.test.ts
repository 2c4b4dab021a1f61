import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { watchRoutes } from "./routes";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ORIGIN = "https://a.example";

/** A history whose methods live on the prototype, and a location that follows it. */
function openWindow({ hasNavigation = false } = {}) {
  const location = { href: `${ORIGIN}/` };
  const navigation = Object.assign(new EventTarget(), {
    currentEntry: {} as object | null,
    transition: null as object | null,
  });
  class FakeHistory {
    state: unknown = null;
    pushState(state: unknown, _unused: string, url?: string | URL | null) {
      this.state = state;
      if (url) location.href = new URL(url, location.href).href;
      navigation.dispatchEvent(new Event("currententrychange"));
    }
    replaceState(state: unknown, unused: string, url?: string | URL | null) {
      FakeHistory.prototype.pushState.call(this, state, unused, url);
    }
  }
  const history = new FakeHistory();
  const window = Object.assign(new EventTarget(), { location, history, document: { title: "" } });
  return { ...listening(window), ...(hasNavigation && { navigation }) };
}
const listening = <W extends EventTarget>(window: W) => ({
  ...window,
  addEventListener: window.addEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
});

function watch(window: ReturnType<typeof openWindow>, fail = false) {
  const left: string[] = [];
  const soon: string[] = [];
  const replaced: boolean[] = [];
  const routes: { href: string; title: string }[] = [];
  const stop = watchRoutes({
    window,
    onLeave: () => {
      left.push(window.location.href);
      if (fail) throw new Error("ours");
    },
    onAddress: (href, isReplaced) => {
      soon.push(href);
      replaced.push(isReplaced);
      if (fail) throw new Error("ours");
    },
    onRoute: (href) => {
      routes.push({ href, title: window.document.title });
      if (fail) throw new Error("ours");
    },
  });
  const paths = () => routes.map(({ href }) => href.replace(ORIGIN, ""));
  return { left, soon, replaced, routes, paths, stop };
}
const settle = () => vi.advanceTimersByTimeAsync(200);

test("an address that was replaced is told from one that was added", async () => {
  const window = openWindow();
  const { replaced } = watch(window);
  window.history.pushState(null, "", "/a");
  await settle();
  window.history.replaceState(null, "", "/b");
  await settle();
  expect(replaced).toEqual([false, true]);
});

describe.each([false, true])("routes, with the Navigation API: %s", (hasNavigation) => {
  test("each change of path, query or hash route is one, however many events tell of it", async () => {
    const window = openWindow({ hasNavigation });
    const { paths } = watch(window);
    for (const url of ["/a", "/a?b=1", "/a?b=1#/c", "/a?b=1#/d"]) {
      window.history.pushState(null, "", url);
      window.dispatchEvent(new Event("popstate"));
      window.dispatchEvent(new Event("hashchange"));
      await settle();
    }
    expect(paths()).toEqual(["/a", "/a?b=1", "/a?b=1#/c", "/a?b=1#/d"]);
  });

  test("what comes after the address has changed is of the new route, in the same task", async () => {
    const window = openWindow({ hasNavigation });
    const { left, soon } = watch(window);
    window.history.pushState(null, "", "/a");
    expect(left).toEqual([`${ORIGIN}/a`]);
    expect(soon).toEqual([]);
    await settle();
    expect(soon).toEqual([`${ORIGIN}/a`]);
  });

  test("the same address and a plain anchor are none", async () => {
    const window = openWindow({ hasNavigation });
    const { routes, soon } = watch(window);
    window.history.replaceState({ scroll: 1 }, "");
    window.history.replaceState(null, "", "/");
    window.history.pushState(null, "", "#section");
    window.dispatchEvent(new Event("hashchange"));
    await settle();
    expect([...routes, ...soon]).toEqual([]);
  });

  test("the address is told before anything else runs, the route with its final title", async () => {
    const window = openWindow({ hasNavigation });
    const { routes, soon } = watch(window);
    window.document.title = "Old";
    window.history.pushState(null, "", "/a");
    setTimeout(() => {
      window.document.title = "New";
    }, 50);
    await Promise.resolve();
    expect(soon).toEqual([`${ORIGIN}/a`]);
    expect(routes).toEqual([]);
    await settle();
    expect(routes).toEqual([{ href: `${ORIGIN}/a`, title: "New" }]);
  });

  test("two changes in one breath are two routes, each with its own address", async () => {
    const window = openWindow({ hasNavigation });
    const { paths } = watch(window);
    window.history.pushState(null, "", "/a");
    window.history.replaceState(null, "", "/b");
    await settle();
    expect(paths()).toEqual(["/a", "/b"]);
  });

  test("coming back from the back/forward cache is told, at the same address too", async () => {
    const window = openWindow({ hasNavigation });
    const { routes } = watch(window);
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
    await settle();
    expect(routes).toEqual([]);
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await settle();
    expect(routes).toMatchObject([{ href: `${ORIGIN}/` }]);
  });

  test("a listener that throws harms neither the router nor the next route", async () => {
    const window = openWindow({ hasNavigation });
    const { paths } = watch(window, true);
    expect(() => window.history.pushState({ kept: 1 }, "", "/a")).not.toThrow();
    window.history.pushState({ kept: 2 }, "", "/b");
    await settle();
    expect(paths()).toEqual(["/a", "/b"]);
    expect(window.history.state).toEqual({ kept: 2 });
  });

  test("nothing is told after stop, of what was under way neither", async () => {
    const window = openWindow({ hasNavigation });
    const { routes, soon, stop } = watch(window);
    window.history.pushState(null, "", "/a");
    stop();
    window.history.pushState(null, "", "/b");
    window.dispatchEvent(new Event("popstate"));
    await settle();
    expect([...routes, ...soon]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the page's history", () => {
  test("is not touched where the Navigation API is, and a kept pushState is still seen", async () => {
    const window = openWindow({ hasNavigation: true });
    const { pushState } = window.history;
    const { paths } = watch(window);
    expect(window.history.pushState).toBe(pushState);
    pushState.call(window.history, null, "", "/kept");
    await settle();
    expect(paths()).toEqual(["/kept"]);
  });

  test("is patched where its events do not come: no current entry", async () => {
    const window = {
      ...openWindow(),
      navigation: Object.assign(new EventTarget(), { currentEntry: null, transition: null }),
    };
    const { paths } = watch(window);
    window.history.pushState(null, "", "/a");
    await settle();
    expect(paths()).toEqual(["/a"]);
  });

  test("patched, its methods keep this, arguments, result, errors, name, length and marks", () => {
    const window = openWindow();
    const { history } = window;
    const seen: unknown[] = [];
    const original = Object.assign(
      function pushState(this: unknown, ...all: unknown[]) {
        seen.push(this, ...all);
        if (all.length > 3) throw new RangeError("the page's");
        return "result";
      },
      { mark: 1 },
    );
    Object.defineProperty(history, "pushState", {
      value: original,
      writable: true,
      configurable: true,
    });
    watch(window);
    const state = { a: 1 };
    expect(history.pushState).not.toBe(original);
    expect(history.pushState(state, "", "/a")).toBe("result");
    expect(seen).toEqual([history, state, "", "/a"]);
    expect(seen[1]).toBe(state);
    expect(() => Reflect.apply(history.pushState, history, [1, 2, 3, 4])).toThrow(RangeError);
    const { name, length } = history.pushState;
    expect({ name, length }).toEqual({ name: "pushState", length: original.length });
    expect(history.pushState).toHaveProperty("mark", 1);
    expect(Object.getOwnPropertyDescriptor(history, "pushState")).toMatchObject({
      enumerable: false,
      writable: true,
    });
  });

  test("is put back at stop", () => {
    const window = openWindow();
    const { pushState, replaceState } = window.history;
    const { stop } = watch(window);
    expect(window.history.pushState).not.toBe(pushState);
    stop();
    expect(window.history.pushState).toBe(pushState);
    expect(window.history.replaceState).toBe(replaceState);
  });

  test("keeps another's later patch at stop, through which ours is silent", async () => {
    const window = openWindow();
    const { routes, stop } = watch(window);
    const ours = window.history.pushState;
    const theirs: typeof ours = (...all) => ours.apply(window.history, all);
    window.history.pushState = theirs;
    stop();
    expect(window.history.pushState).toBe(theirs);
    window.history.pushState(null, "", "/a");
    await settle();
    expect(routes).toEqual([]);
    expect(window.location.href).toBe(`${ORIGIN}/a`);
  });

  test("frozen, is left alone, and the other events still count", async () => {
    const window = openWindow();
    Object.freeze(window.history);
    const { paths } = watch(window);
    window.location.href = `${ORIGIN}/back`;
    window.dispatchEvent(new Event("popstate"));
    await settle();
    expect(paths()).toEqual(["/back"]);
  });

  test.each([
    [700, 800],
    [60_000, 11_000],
  ])(
    "of a router whose transition takes %i ms has its title then, or is told at the latest when %i are over",
    async (takes, latest) => {
      const window = openWindow({ hasNavigation: true });
      const { routes } = watch(window);
      const { navigation, document, history } = window;
      if (navigation) navigation.transition = {};
      history.pushState(null, "", "/slow");
      setTimeout(() => {
        document.title = "Slow";
        if (navigation) navigation.transition = null;
      }, takes);
      await vi.advanceTimersByTimeAsync(latest);
      expect(routes).toEqual([{ href: `${ORIGIN}/slow`, title: takes < latest ? "Slow" : "" }]);
    },
  );

  test("is watched even when navigation throws at the touch", async () => {
    const window = Object.defineProperty(openWindow(), "navigation", {
      get(): never {
        throw new Error("no");
      },
    });
    const { paths } = watch(window);
    window.history.pushState(null, "", "/a");
    await settle();
    expect(paths()).toEqual(["/a"]);
  });
});
