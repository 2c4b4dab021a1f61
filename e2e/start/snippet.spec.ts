import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
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

test("in one file with others the snippet works, and so do they", async ({ site }) => {
  const built = readFileSync(new URL("../../dist/service.js", import.meta.url), "utf8");
  const before = "window.before = function () { throw new Error('called'); }";
  const after = "undeclared = 010; document.title = undeclared;";
  site.serve("/first.js", { body: [built, after].join("\n") });
  site.serve("/last.js", { body: [before, built].join("\n") });
  const config = localConfig(playbook({ placements: [placement("top")] }));
  const html = '<div data-service-slot="top"></div>';
  for (const file of ["first", "last"]) {
    const page = await site.open({ html, config, script: `<script src="/${file}.js"></script>` });
    await expect(page.getByText("Title of top")).toBeVisible();
    await expect(page).toHaveTitle(file === "first" ? "8" : "Test");
  }
});

test("a page that is opened from disk follows addresses and shows images of its folder", async ({
  page,
}, testInfo) => {
  const folder = testInfo.outputPath("page");
  mkdirSync(folder, { recursive: true });
  const ctas = [{ label: "Plans", action: "open_url", params: { url: "plans.html" } }];
  const image = { url: "dot.svg", alt: "Dot" };
  const content = { title: "Saved", image };
  const config = localConfig(
    playbook({ placements: [placement("top", { payload: { content, ctas } })] }),
  );
  const files = {
    "plans.html": "<!doctype html><title>Plans</title>",
    "dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    "service.js": readFileSync(new URL("../../dist/service.js", import.meta.url), "utf8"),
    "index.html": `<!doctype html><title>Page</title>
      <script>ServiceConfig = ${JSON.stringify(config)}</script>
      <script src="service.js"></script><div data-service-slot="top"></div>`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  await expect(page.getByRole("img", { name: "Dot" })).toBeVisible();
  await page.getByRole("link", { name: "Plans" }).click();
  await expect(page).toHaveTitle("Plans");
});
