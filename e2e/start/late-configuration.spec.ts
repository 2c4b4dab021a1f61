/** Tags that run before their configuration is there, as `async` ones may. */
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { BOOK, documentOf, SLOT } from "../loading-pages";
import { localConfig } from "../playbooks";
import { createSignal } from "../signal";
import { settled } from "../slot-pages";

const CONFIGURE = `window.ServiceConfig = ${JSON.stringify(localConfig(BOOK))}`;

/** Opens a page of which one file comes when the test lets it. The SDK has had the time to start before. */
async function openWithout(path: string, site: TestSite, page: Page, head: string) {
  const late = createSignal();
  site.serve(path, async () => {
    await late.settled;
    return { headers: { "content-type": "text/javascript" }, body: CONFIGURE };
  });
  site.servePage({ html: documentOf(head, SLOT) });
  await page.goto(`${site.url}/`, { waitUntil: "commit" });
  // `waitForFunction` waits for frames, and nothing is painted before the head is done.
  await expect.poll(() => page.evaluate("'Service' in window")).toBe(true);
  await settled(page);
  return late.settle;
}

for (const kind of ["", "defer", 'type="module"']) {
  // React puts an `async` script before the page's others.
  test(`an async tag waits for its configuration in a <script ${kind}> below`, async ({
    site,
    page,
  }) => {
    const head = `<script async src="/dist/service.js"></script>
      <script ${kind} src="/config.js"></script>`;
    const arrive = await openWithout("/config.js", site, page, head);
    arrive();
    await expect(page.getByText("Title of top")).toBeVisible();
  });
}

test("a tag that is added to a page that still loads waits until it has", async ({
  site,
  page,
}) => {
  const head = `<script type="module">
    const add = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));
    addEventListener("DOMContentLoaded", () => {
      for (const src of ["/config.js", "/dist/service.js"]) add(src);
    });</script>`;
  const arrive = await openWithout("/config.js", site, page, head);
  arrive();
  await expect(page.getByText("Title of top")).toBeVisible();
});
