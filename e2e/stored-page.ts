/** A page with one placement, and what the SDK keeps of it in the browser. */
import type { BrowserContext, Page } from "@playwright/test";
import { localConfig, placement, playbook } from "./playbooks";

/** Shown once in a lifetime, and dismissible. */
export const ONCE = placement("top", { payload: { caps: [{ count: 1, period: "lifetime" }] } });
export const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';

export const pageWith = (options: Record<string, unknown> = {}, one = ONCE) => ({
  html: SLOT,
  config: localConfig(playbook({ placements: [one] }), options),
});
export const stored = (page: Page) =>
  page.evaluate<Record<string, string>>("({ ...localStorage, ...sessionStorage })");
/** How many displays this browser has counted, of all placements and users. */
export const countDisplays = (page: Page) =>
  page.evaluate(() => `${localStorage.getItem("service:history")}`.split(" displays ").length - 1);
export const shown = (page: Page) => page.getByText("Title of top");
export const own = (page: Page) => page.getByText("Page content");

/** Runs before every page of the context, in it. */
export const before = (context: BrowserContext, code: string) =>
  context.addInitScript({ content: `if (location.protocol === "http:") {${code}}` });
