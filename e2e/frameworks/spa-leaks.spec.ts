/** A thousand routes, each with slots that come and go: nothing of them is left behind. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { type AppName, complaints, openApp, ROUTES } from "./framework-pages";

test.describe.configure({ timeout: 240_000 });

/** Code that is compiled and caches that are filled along the way count as memory too. */
const WARM_UP = 800;
const TIMES = 1000;

/** Counts observers that observe and intervals that run; before the page's own scripts. */
async function countObservers(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const active = { observers: new Set<WeakRef<object>>(), intervals: new Set<unknown>() };
    const observers = { MutationObserver, IntersectionObserver, ResizeObserver };
    for (const observer of Object.values(observers)) {
      const { observe, disconnect } = observer.prototype;
      const refs = new WeakMap<object, WeakRef<object>>();
      Object.assign(observer.prototype, {
        observe(...args: unknown[]) {
          const ref = refs.get(this) ?? new WeakRef<object>(this);
          refs.set(this, ref);
          active.observers.add(ref);
          return Reflect.apply(observe, this, args);
        },
        disconnect() {
          const ref = refs.get(this);
          if (ref) active.observers.delete(ref);
          return Reflect.apply(disconnect, this, []);
        },
      });
    }
    const { setInterval, clearInterval } = window;
    Object.assign(window, {
      active,
      setInterval: (...args: Parameters<typeof setInterval>) => {
        const id = Reflect.apply(setInterval, window, args);
        active.intervals.add(id);
        return id;
      },
      clearInterval: (id: number) => {
        active.intervals.delete(id);
        clearInterval(id);
      },
    });
  });
}

/** Goes through the routes; a slot's placement is waited for on each, and closed with the route. */
const travel = (page: Page, times: number): Promise<number> =>
  page.evaluate(
    async ({ times, ROUTES }) => {
      const go: (path: string) => void = Reflect.get(window, "go");
      const isFilled = ({ shadowRoot }: Element) => !!shadowRoot?.querySelector(".box");
      let filled = 0;
      for (let time = 0; time < times; time++) {
        go(ROUTES[time % ROUTES.length] ?? "/");
        await new Promise((resolve) => setTimeout(resolve));
        for (let turn = 0; turn < 100; turn++) {
          const slots = [...document.querySelectorAll("[data-service-slot]")];
          if (slots.length > 0 && slots.every(isFilled)) break;
          await new Promise((resolve) => setTimeout(resolve));
        }
        filled += [...document.querySelectorAll("[data-service-slot]")].filter(isFilled).length;
      }
      // The last slot's impression is the end of all that watches it.
      const isSeen = new Promise((resolve) =>
        document.addEventListener("service:impression", resolve, { once: true }),
      );
      go("/");
      await isSeen;
      return filled;
    },
    { times, ROUTES },
  );

async function measure(page: Page) {
  const session = await page.context().newCDPSession(page);
  for (let time = 0; time < 3; time++) await session.send("HeapProfiler.collectGarbage");
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  const active: number = await page.evaluate(
    "[...[...active.observers].filter((ref) => ref.deref()), ...active.intervals].length",
  );
  return { nodes, listeners: jsEventListeners, heap: usedSize, observers: active };
}

for (const app of ["React", "Vue", "the History API alone"] satisfies AppName[]) {
  test(`${TIMES} routes of an application by ${app} leak no listener, observer, node or memory`, async ({
    site,
    context,
  }) => {
    await countObservers(context);
    const page = await openApp(site, { app, mode: "production" });
    await page.evaluate("hydrate()");
    await page.waitForFunction("window.hydrated && document.querySelector('.slot').shadowRoot");
    await travel(page, WARM_UP);
    const before = await measure(page);
    // Slots of all routes together, so each was filled each time.
    expect(await travel(page, TIMES)).toBe((TIMES / ROUTES.length) * (1 + 3 + 1 + 1));
    const after = await measure(page);
    const growth = Object.entries(after).map(
      ([what, count]) => `${what} ${Number(count) - Number(Reflect.get(before, what))}`,
    );
    test.info().annotations.push({ type: "growth", description: growth.join(", ") });
    expect(after.observers).toBeLessThanOrEqual(before.observers);
    // What is counted comes and goes by a few with the garbage; a leak is one a route at least.
    expect(after.listeners - before.listeners).toBeLessThan(TIMES / 20);
    expect(after.nodes - before.nodes).toBeLessThan(TIMES / 5);
    // In bytes: a node that is kept with what hangs on it is some hundreds.
    expect(after.heap - before.heap).toBeLessThan(TIMES * 200);
    expect(complaints(site)).toEqual([]);
  });
}
