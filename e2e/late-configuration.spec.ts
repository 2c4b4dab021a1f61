/** Tags that run before their configuration is there, as `async` ones may. */
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "./fixtures";
import { BOOK, SLOT } from "./loading-pages";
import { localConfig } from "./playbooks";
import { createSignal } from "./signal";

const CONFIGURE = `window.ServiceConfig = ${JSON.stringify(localConfig(BOOK))}`;

/** Opens a page whose file `late` comes when the test lets it. */
async function openWaiting(site: TestSite, page: Page, html: string, late: string, type: string) {
  const { settle, settled } = createSignal();
  site.serve(late, async () => {
    await settled;
    return { headers: { "content-type": type }, body: CONFIGURE };
  });
  site.serve("/", {
    headers: { "content-type": "text/html" },
    body: `<!doctype html><title>Test</title>${html}${SLOT}`,
  });
  await page.goto(`${site.url}/`, { waitUntil: "commit" });
  await page.waitForFunction("window.Service");
  // It has had the time to start.
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
  return settle;
}

for (const kind of ["", "defer", 'type="module"']) {
  // React puts an `async` script before the page's others.
  test(`an async tag waits for its configuration in a <script ${kind}> below`, async ({
    site,
    page,
  }) => {
    const html = `<script async src="/dist/service.js"></script>
      <script ${kind} src="/config.js"></script>`;
    const arrive = await openWaiting(site, page, html, "/config.js", "text/javascript");
    arrive();
    await expect(page.getByText("Title of top")).toBeVisible();
  });
}

test("a tag that is added while pictures load waits until they have", async ({ site, page }) => {
  const html = `<img alt="" src="/late.png"><script type="module">
    document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
      const tag = document.createElement("script");
      tag.src = "/dist/service.js";
      document.head.append(tag);
    }));</script>`;
  const arrive = await openWaiting(site, page, html, "/late.png", "image/png");
  await page.evaluate(CONFIGURE);
  arrive();
  await expect(page.getByText("Title of top")).toBeVisible();
});
