/** The SDK's DOM events as the pages of a test hear them, in order, at the document. */
import type { BrowserContext, Page } from "@playwright/test";

export interface HeardEvent {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Id of the element it started from, else its name. */
  readonly target: string;
  readonly cancelable: boolean;
  /** Ms since the page began. */
  readonly at: number;
}

/** Before the page opens. */
export async function recordEvents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const heard: HeardEvent[] = [];
    Object.assign(window, { heard });
    for (const type of ["impression", "dismiss", "cta", "error"]) {
      document.addEventListener(`service:${type}`, (event) => {
        if (!(event instanceof CustomEvent) || !(event.target instanceof Element)) return;
        const { id, localName } = event.target;
        const { detail, cancelable } = event;
        heard.push({ type, detail, target: id || localName, cancelable, at: performance.now() });
      });
    }
  });
}

/** Those heard so far, of one type when named. */
export async function eventsOf(page: Page, type?: string): Promise<HeardEvent[]> {
  const heard: HeardEvent[] = await page.evaluate("window.heard");
  return heard.filter((event) => !type || event.type === type);
}
