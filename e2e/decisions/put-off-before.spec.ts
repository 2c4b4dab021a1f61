/** What was put off in an earlier session, and is rightly on display again, is one display, whatever is learnt meanwhile. */
import type { BrowserContext, Page } from "@playwright/test";
import { test as onPage } from "../fixtures";
import { placement, playbook } from "../playbooks";
import { expect, test as inService, openService, type ServicePage } from "../service-page";
import { before, countDisplays, pageWith, shown } from "../stored-page";

const twice = { payload: { caps: [{ count: 2, period: "lifetime" }] } };
const dismiss = (page: Page) => page.getByRole("button", { name: "Dismiss" }).click();

/** A page of the session after the one in which it was shown and dismissed. */
async function openNextSession({
  site,
  plane,
  context,
}: Pick<ServicePage, "site" | "plane"> & { context: BrowserContext }): Promise<Page> {
  await plane.launch(playbook({ placements: [placement("top", twice)] }));
  const html = '<div data-service-slot="top"></div>';
  const config = { user: { id: "u1", plan_handle: "free" } };
  const first = await openService({ site, plane, html, config });
  await dismiss(first);
  await expect(shown(first)).toHaveCount(0);
  await first.close();
  // A new tab is a new session.
  const page = await context.newPage();
  await page.goto(site.url);
  await expect(shown(page)).toBeVisible();
  return page;
}

inService("the service tells the time", async ({ site, plane, context }) => {
  const page = await openNextSession({ site, plane, context });
  // Each answer sets the clock by some milliseconds.
  for (let i = 0; i < 3; i++) {
    await page.evaluate("Service.refreshContext()");
    await page.evaluate(`Service.setUser({ traits: { round: ${i} } })`);
  }
  await expect.poll(() => countDisplays(page)).toBe(2);
  await expect(shown(page)).toBeVisible();
});

onPage("consent is given after it was mounted", async ({ site, context }) => {
  const first = await site.open(pageWith({}, placement("top", twice)));
  await dismiss(first);
  await expect(shown(first)).toHaveCount(0);
  await first.close();
  site.servePage(pageWith({ consent: "pending" }, placement("top", twice)));
  const page = await context.newPage();
  await page.goto(site.url);
  await expect(shown(page)).toBeVisible();
  await page.evaluate("Service.setConsent('granted')");
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  await expect.poll(() => countDisplays(page)).toBe(2);
  await expect(shown(page)).toBeVisible();
});

inService(
  "the service tells the time to a device that is two days ahead",
  async ({ site, plane, context }) => {
    await before(context, "const real = Date.now; Date.now = () => real() + 2 * 86_400_000;");
    const page = await openNextSession({ site, plane, context });
    // By now it has been told the time, whatever it went by at first.
    await page.evaluate("Service.refreshContext()");
    await page.waitForTimeout(1500);
    await expect(shown(page)).toBeVisible();
    expect(await countDisplays(page)).toBe(2);
  },
);
