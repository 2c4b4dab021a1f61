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
}
const CATEGORIES = ["-*", "toplevel", "devtools.timeline", "blink.user_timing"];
CATEGORIES.push("disabled-by-default-devtools.timeline");

/**
 * Processor time of the longest of the page's tasks from `act` until every slot is filled and
 * painted, and for `rest` ms more; in ms.
 */
export async function longestOf(page: Page, act: string, rest = 200): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser to ask");
  await browser.startTracing(page, { categories: CATEGORIES });
  await page.evaluate(
    `new Promise((resolve) => {
      const isFilled = ({ shadowRoot }) => shadowRoot?.querySelector(".box");
      const look = () => {
        const slots = [...document.querySelectorAll("[data-service-slot]")];
        if (slots.every(isFilled)) setTimeout(resolve, ${rest});
        else setTimeout(look, 200);
      };
      setTimeout(() => { performance.mark("act"); ${act}; look(); }, 100);
    })`,
  );
  const trace = (await browser.stopTracing()).toString("utf8");
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace);
  const mark = traceEvents.find(({ name }) => name === "act");
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === "RunTask" && pid === mark?.pid && tid === mark.tid && ts + dur >= mark.ts,
  );
  expect(tasks.length).toBeGreaterThan(0);
  // Where a task was too short to measure there is none.
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
