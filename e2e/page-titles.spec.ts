/** Conditions see the title of the page that the reader sees. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

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
