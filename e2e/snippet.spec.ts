import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures";

const { version } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

test("the snippet loads and is of this release", async ({ site }) => {
  const page = await site.open({
    html: "<h1>Page</h1>",
    config: {
      runtimeMode: "local_only",
      localRuntime: { playbook: { format_version: 1, playbook_id: "empty", version: 1 } },
    },
  });
  expect(await page.evaluate("Service.version")).toBe(version);
});

for (const [where, script] of [
  ["queued before it loads", "window.Service = [async () => { throw new Error('Oh no') }]"],
  [
    "that listens",
    "window.Service = [(sdk) => sdk.on('ready', async () => { throw new Error('Oh no') })]",
  ],
] as const) {
  test(`an asynchronous function of the page's ${where} fails on the console only`, async ({
    site,
  }) => {
    site.expectConsole(/^error: \[Service\] Oh no/);
    const page = await site.open({
      html: "<h1>Page</h1>",
      config: {
        runtimeMode: "local_only",
        localRuntime: { playbook: { format_version: 1, playbook_id: "empty", version: 1 } },
      },
      script: `<script>${script}</script><script src="/dist/service.js"></script>`,
    });
    await page.evaluate("Service.ready");
  });
}
