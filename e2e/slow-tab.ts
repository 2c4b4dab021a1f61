/** A tab on a slow processor, and how long its tasks are. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixtures";

export const SLOW_DOWN = 4;
export const LONGEST_MS = 50;

/** Pastes the tag into a page that is there already. */
export const PASTE = `document.body.append(
  Object.assign(document.createElement("script"), { src: "/dist/service.js" }))`;

export async function slowTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW_DOWN });
  return page;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread in µs: what other programs of a busy machine take isn't in it. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly url?: string } };
}
const CATEGORIES = ["-*", "toplevel", "devtools.timeline", "blink.user_timing"];
CATEGORIES.push("disabled-by-default-devtools.timeline");

/** What is traced of the page while something is done, and its tasks, or what else a name says, of one thread. */
async function trace(page: Page, act: () => Promise<unknown>) {
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser to ask");
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const text = (await browser.stopTracing()).toString("utf8");
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(text);
  const onThreadOf = (one: TraceEvent | undefined, names: RegExp) =>
    traceEvents.filter(
      ({ name, pid, tid }) => names.test(name) && pid === one?.pid && tid === one.tid,
    );
  return { traceEvents, onThreadOf };
}
const longest = (events: readonly TraceEvent[]) =>
  // Where a task was too short to measure there is none.
  Math.max(0, ...events.map(({ tdur = 0 }) => tdur / 1000));

/**
 * Processor time of the longest of the page's tasks from `act` until every slot is filled and
 * painted, and for `rest` ms more; in ms.
 */
export async function longestOf(page: Page, act: string, rest = 200): Promise<number> {
  const { traceEvents, onThreadOf } = await trace(page, () =>
    page.evaluate(
      `new Promise((resolve) => {
        const isFilled = ({ shadowRoot }) => shadowRoot?.querySelector(".box");
        const look = () => {
          const slots = [...document.querySelectorAll("[data-service-slot]")];
          if (slots.every(isFilled)) setTimeout(resolve, ${rest});
          else setTimeout(look, 200);
        };
        setTimeout(() => { performance.mark("act"); ${act}; look(); }, 100);
      })`,
    ),
  );
  const mark = traceEvents.find(({ name }) => name === "act");
  const tasks = onThreadOf(mark, /^RunTask$/).filter(
    ({ ts, dur = 0 }) => ts + dur >= (mark?.ts ?? 0),
  );
  expect(tasks.length).toBeGreaterThan(0);
  return longest(tasks);
}

/**
 * Processor time of what a script does at the most in one go while a page is opened, and of the
 * longest task of the page that has none of it; in ms.
 */
export async function longestBy(page: Page, script: string, open: () => Promise<unknown>) {
  const { traceEvents, onThreadOf } = await trace(page, open);
  const isOurs = ({ args }: TraceEvent) => !!args.data?.url?.endsWith(script);
  const ours = onThreadOf(traceEvents.find(isOurs), /^(FunctionCall|EvaluateScript)$/).filter(
    isOurs,
  );
  expect(ours.length).toBeGreaterThan(0);
  const others = onThreadOf(ours[0], /^RunTask$/).filter(
    ({ ts, dur = 0 }) => !ours.some((one) => one.ts >= ts && one.ts < ts + dur),
  );
  return { ours: longest(ours), others: longest(others) };
}
