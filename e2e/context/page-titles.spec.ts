/** Conditions see the title of the page that the reader sees. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { openSourced } from "../sourced-page";

/** Longer than the time a router has to set its title. */
const SETTLED_MS = 400;

test("a script in the head sees the title that comes after it", async ({ site, context }) => {
  const target = { condition: { "page.title": "Late" } };
  const book = playbook({ placements: [placement("top", { payload: { target } })] });
  const [head, rest] = [
    `<!doctype html><head><script>ServiceConfig = ${JSON.stringify(localConfig(book))}</script>
    <script src="${site.url}/dist/service.js"></script><!--${"-".repeat(5000)}-->`,
    '<title>Late</title></head><body><div data-service-slot="top"></div>',
  ];
  const slow = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write(head);
    setTimeout(() => response.end(rest), 500);
  });
  await new Promise<void>((resolve) => slow.listen(0, resolve));
  const page = await context.newPage();
  await page.goto(`http://localhost:${(slow.address() as AddressInfo).port}/`);
  await expect(page.getByText("Title of top")).toBeVisible();
  slow.close();
});

for (const [when, before] of [
  ["the route", "history.pushState(null, '', '/b')"],
  ["the page has loaded", "0"],
] as const) {
  test(`a title that comes long after ${when} is the page's all the same`, async ({ site }) => {
    const target = { condition: { "page.title": "Pricing" } };
    const book = playbook({ placements: [placement("top", { payload: { target } })] });
    const html = '<div data-service-slot="top"></div>';
    const page = await site.open({ html, config: localConfig(book) });
    await page.evaluate(`Service.ready.then(() => ${before})`);
    for (const title of ["Loading", "Pricing"]) {
      await page.waitForTimeout(SETTLED_MS);
      await page.evaluate(`document.title = "${title}"`);
    }
    await expect(page.getByText("Title of top")).toBeVisible();
    await page.evaluate("document.querySelector('title').firstChild.data = 'Loading'");
    await expect(page.getByText("Title of top")).toHaveCount(0);
  });
}

test("a title that goes on and on, such as a count of messages, asks sources a few times only", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    "local.resolvers = { getPlacementDecision: (input, placement, { page }) => void asked.push(page.title) };",
  );
  await page.evaluate("Service.ready");
  for (let n = 0; n < 30; n++) {
    await page.evaluate(`document.title = "(${n}) Inbox"`);
    await page.waitForTimeout(20);
  }
  const count = async () => new Set(await page.evaluate<string[]>("asked")).size;
  expect(await count()).toBeGreaterThan(2);
  expect(await count()).toBeLessThanOrEqual(6);
  // On another route as many are told again, also when the route itself is no news any more.
  await page.evaluate("history.pushState(null, '', '/b')");
  await page.waitForTimeout(SETTLED_MS);
  await page.evaluate("document.title = 'Elsewhere'");
  await expect.poll(() => page.evaluate("asked.at(-1)")).toBe("Elsewhere");
});
