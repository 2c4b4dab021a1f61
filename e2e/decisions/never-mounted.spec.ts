/** What nobody has seen, because the page or the SDK went away first, counts towards no cap. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { stopTime } from "../frozen-time";
import { ONCE, own, pageWith, shown, stored } from "../stored-page";

/** A tab in which a display is being recorded, which all others wait for until `end`. */
async function holdHistory(context: BrowserContext, url: string) {
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.evaluate(
    "void navigator.locks.request('service:history', () => new Promise((end) => { window.end = end; }))",
  );
  await expect.poll(() => tab.evaluate("!!window.end")).toBe(true);
  return { end: () => tab.evaluate("window.end()") };
}
/** The display of the tab's placement waits to be recorded, and is not there yet. */
async function expectPending(page: Page): Promise<void> {
  await page.evaluate("Service.ready");
  const pending = () =>
    page.evaluate("navigator.locks.query().then(({ pending }) => pending.map(({ name }) => name))");
  await expect.poll(pending).toContain("service:history");
  await expect(shown(page)).toHaveCount(0);
}

test.beforeEach(({ site }) => {
  site.servePage({ html: "<p>Elsewhere</p>", path: "/elsewhere", script: "" });
});

test("destroyed before it was there it isn't counted: the next start of the SDK shows it", async ({
  site,
  context,
}) => {
  const history = await holdHistory(context, `${site.url}/elsewhere`);
  // What is held is waited for no longer than five seconds: these stand still.
  await stopTime(context);
  const page = await site.open(pageWith({}, ONCE));
  await expectPending(page);
  await page.evaluate("Service.destroy()");
  await history.end();
  await context.clock.resume();
  await page.waitForTimeout(300);
  await expect(own(page)).toBeVisible();
  await page.addScriptTag({ url: "/dist/service.js" });
  await expect(shown(page)).toBeVisible();
});

for (const [how, leave] of Object.entries({
  "for another": (page: Page, url: string) => page.goto(url),
  "by a redirect of its own": (page: Page, url: string) =>
    Promise.all([page.waitForURL(url), page.evaluate(`location.replace("${url}")`)]),
})) {
  test(`on a page that is left ${how} before it was there it isn't counted: the next page shows it`, async ({
    site,
    context,
  }) => {
    const history = await holdHistory(context, `${site.url}/elsewhere`);
    await stopTime(context);
    const page = await site.open(pageWith({}, ONCE));
    await expectPending(page);
    await leave(page, `${site.url}/elsewhere`);
    await history.end();
    await context.clock.resume();
    await page.waitForTimeout(300);
    expect(`${(await stored(page))["service:history"]}`).not.toContain("displays");
    await page.goto(site.url);
    await expect(shown(page)).toBeVisible();
    // And that one counts.
    await page.reload();
    await page.evaluate("Service.ready");
    await page.waitForTimeout(300);
    await expect(shown(page)).toHaveCount(0);
  });
}
