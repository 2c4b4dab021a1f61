/** A page whose configuration has faults, and an SDK that stands still. */
import type { Page } from "@playwright/test";
import { expect, type TestSite } from "../fixtures";

export const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';

export const errors = ({ console }: TestSite) =>
  console.filter((line) => line.startsWith("error: "));

/** Opens a page whose configuration has faults, and returns the one error that lists them. */
export async function openWrong(
  site: TestSite,
  config: unknown,
): Promise<{ page: Page; told: string }> {
  site.expectConsole(/\[Service\]/);
  const page = await site.open({ html: SLOT, config });
  await page.evaluate("Service.ready");
  expect(errors(site)).toHaveLength(1);
  return { page, told: errors(site)[0] ?? "" };
}

export async function expectInert(page: Page, site: TestSite) {
  await expect(page.getByText("Page content")).toBeVisible();
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  expect(site.requests.map(({ path }) => path)).toEqual(["/"]);
  expect(site.outside).toEqual([]);
}
