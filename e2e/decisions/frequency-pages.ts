/** A page with one placement that is limited, and several tabs of it. */
import type { BrowserContext, Page } from "@playwright/test";
import { localConfig, placement, playbook } from "../playbooks";

export const SLOT = '<h1>Page</h1><div data-service-slot="top"><p>Own</p></div>';
export const LATER = [{ label: "Later", action: "remind_later" }];
export const configOf = (payload: Readonly<Record<string, unknown>>, overrides: object = {}) =>
  localConfig(playbook({ placements: [placement("top", { payload, ...overrides })] }), {
    user: { id: "u1", plan_handle: "free" },
  });
export const popup = (payload: Readonly<Record<string, unknown>>) =>
  configOf({ surface: "modal", ...payload }, { slot: undefined, trigger: { type: "page_view" } });

export const shown = (page: Page) => page.locator(".box");
/** Everything has been decided, and whatever was going to appear has appeared. */
export async function quiet(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) await page.evaluate("Service.ready");
  await pages[0]?.waitForTimeout(400);
}
export async function tabs(
  count: number,
  { context, url }: { context: BrowserContext; url: string },
): Promise<Page[]> {
  const pages = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  await Promise.all(pages.map((page) => page.goto(url)));
  return pages;
}
export const countShown = async (pages: readonly Page[]): Promise<number> => {
  const counts = await Promise.all(pages.map((page) => shown(page).count()));
  return counts.reduce((sum, count) => sum + count, 0);
};
