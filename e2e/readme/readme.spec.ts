/** README.md is true: every snippet runs and does what it says. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, type PageOptions, test } from "../fixtures";
import { type Block, blocks, complete, JSON_BLOCK, playbookOf, ROOT, read } from "../readme-blocks";
import { CONTROL, serveControlPlane } from "./readme-service";

const CDN = "https://cdn.example";
const SNIPPET = '<script src="/dist/service.js"></script>';
const IMPORTS = `<script type="importmap">
  { "imports": { "service-snippet": "/dist/service.mjs" } }
</script>`;

/** Shows that an event arrived. */
const toastOn = (title: string, trigger: { type: string; name: string; condition?: object }) => ({
  handle: `on_${trigger.name}`,
  category: "fixed",
  trigger,
  payloads: [{ handle: "default", surface: "toast", content: { title } }],
});
const configOf = (section: string) => ({
  runtimeMode: "local_only",
  user: { id: "user_1", plan_handle: "free", name: "Ann" },
  localRuntime: {
    playbook: playbookOf(section),
    placements: [
      toastOn("Pricing", { type: "event", name: "pricing_opened" }),
      toastOn("Shared as csv", {
        type: "event",
        name: "report_shared",
        condition: { "event.properties.format": "csv" },
      }),
    ],
  },
});

const slotOf = (page: Page) => page.locator("[data-service-slot]");

/** What a reader sees of the snippets that print nothing. */
const SHOWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async "Quick start: html 1"(page) {
    await expect(slotOf(page).getByText("You are on Free")).toBeVisible();
    const link = slotOf(page).getByRole("link", { name: "See plans" });
    await expect(link).toHaveAttribute("href", /\/plans$/);
  },
  async "Quick start: html 2"(page) {
    await expect
      .poll(() => page.evaluate("Service.version"))
      .toBe(JSON.parse(read("package.json")).version);
  },
  async "Quick start: html 3"(page) {
    await expect(page.getByRole("status").getByText("Pricing")).toBeVisible();
  },
  async "Data-attributes: html 1"(page) {
    await expect(slotOf(page).getByText("Started by hand")).toBeVisible();
  },
  async "The service modes: html 1"(page) {
    // For the name and the plan that the server alone knows of.
    await expect(slotOf(page).getByText("Hello Ann")).toBeVisible({ timeout: 15_000 });
    expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ plan_handle: "free" });
  },
  async "DOM attributes: html 1"(page) {
    await expect(slotOf(page).getByText("Hello Ann")).toBeVisible();
    await expect(
      slotOf(page).getByText(/^0 of 50 exports used. Pro is €29 a month.$/),
    ).toBeVisible();
    await expect(page.getByText("Your own words")).toBeHidden();
    await expect(page.getByText("You may export.")).toBeHidden();
    await expect(page.getByText("Exports are part of Pro.")).toBeVisible();
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("status").getByText("Shared as csv")).toBeVisible();
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Export is part of Pro" })).toBeVisible();
    await page.getByRole("button", { name: "Not now" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect(page.getByText("You may export.")).toBeVisible();
    await expect(page.getByText("Exports are part of Pro.")).toBeHidden();
    await expect(page.getByText("Your own words")).toBeVisible();
  },
  async "DOM attributes: html 2"(page) {
    const height = async () => (await slotOf(page).boundingBox())?.height;
    await expect(slotOf(page).getByText("Hello Ann")).toBeVisible();
    const filled = await height();
    await page.evaluate("Service.destroy()");
    await expect(slotOf(page).getByText("Hello Ann")).toBeHidden();
    expect([filled, await height()]).toEqual([128, 128]);
  },
  async "Triggers: js 1"(page) {
    await expect(page.getByRole("status").getByText("Report shared")).toBeVisible();
  },
  async "CTAs: html 1"(page) {
    await slotOf(page).getByRole("button", { name: "Upgrade" }).click();
    await expect(page.locator("output")).toHaveText("Checkout for pro");
  },
  async "Surfaces of your own: js 1"(page) {
    await expect(slotOf(page).getByText("New: dark mode")).toBeVisible();
    const gone = page.waitForEvent("console", (message) => message.text() === "gone");
    await slotOf(page).getByRole("button", { name: "Close" }).click();
    await expect(slotOf(page).getByText("Hello Ann")).toBeVisible();
    await gone;
  },
  async "CSP: html 1"(page) {
    await expect(slotOf(page).getByText("Styled under CSP")).toBeVisible();
    await expect(slotOf(page).locator(".box")).toHaveCSS("display", "inline-flex");
  },
};

/** What the snippet says that it prints. */
const printsOf = ({ code }: Block) =>
  [...code.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map(([, line = ""]) => line);

/** A whole page as it is; else a body, with the tag where the snippet has none. */
function pageOf({ heading, code }: Block): PageOptions {
  const config = configOf(heading);
  const html = code.replace(
    "sha384-…",
    JSON.parse(read("dist/manifest.json")).files["service.js"].integrity,
  );
  if (!html.includes("<script")) return { html, config };
  return { html: html.includes(CDN) ? html : html + SNIPPET, config, script: "" };
}

test.beforeEach(({ context }) =>
  context.route(`${CDN}/**`, (route) =>
    route.fulfill({
      body: read("dist/service.js"),
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
    }),
  ),
);

async function runInNode({ code }: Block): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "service-readme-"));
  try {
    await mkdir(join(folder, "node_modules"));
    await symlink(ROOT, join(folder, "node_modules", "service-snippet"), "dir");
    await writeFile(join(folder, "playbook.json"), JSON.stringify(complete));
    await writeFile(join(folder, "snippet.mjs"), code);
    const { stdout } = await promisify(execFile)(process.execPath, ["snippet.mjs"], {
      cwd: folder,
      env: { ...process.env, FORCE_COLOR: "0" },
    });
    return stdout.trim().split("\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.describe("snippets", () => {
  // JSON is tried in `readme-data.spec.ts`.
  for (const block of blocks.filter(({ language }) => !JSON_BLOCK.test(language))) {
    const { name, heading, language, code } = block;
    const show = SHOWS[name];

    if (language === "html") {
      test(name, async ({ site, context }) => {
        const end = code.includes(CONTROL) && (await serveControlPlane(context, site, complete));
        const page = await site.open(pageOf(block));
        expect(show, "nothing says what it shows").toBeDefined();
        await show?.(page);
        if (end) await end();
      });
    } else if (language === "js" && code.includes('"node:')) {
      test(name, async () => {
        expect(await runInNode(block)).toEqual(printsOf(block));
      });
    } else if (language === "js") {
      test(name, async ({ site }) => {
        const isModule = code.includes('"service-snippet"');
        const page = await site.open({
          html: '<div data-service-slot="dashboard_top"></div>',
          config: configOf(heading),
          script: isModule ? IMPORTS : SNIPPET,
        });
        if (!isModule) await expect(slotOf(page).locator(".cta").first()).toBeVisible();
        await page.addScriptTag({ type: "module", content: code });
        const prints = printsOf(block);
        expect(prints.length > 0 || show, "it prints and shows nothing").toBeTruthy();
        const printed = () => site.console.filter((line) => line.startsWith("log: "));
        if (prints.length) await expect.poll(printed).toEqual(prints.map((line) => `log: ${line}`));
        await show?.(page);
      });
    } else {
      test(name, () => {
        expect(language, "a language that nothing runs").toBe("sh");
        const { scripts } = JSON.parse(read("package.json"));
        for (const line of code.trim().split("\n")) {
          const [, script = line] = /^npm (?:run )?([\w:]+)(?: -- .+)?$/.exec(line) ?? [];
          expect(Object.keys(scripts)).toContain(script);
        }
      });
    }
  }

  test("every expectation has its snippet", () => {
    const names = blocks.map(({ name }) => name);
    expect(Object.keys(SHOWS).filter((name) => !names.includes(name))).toEqual([]);
  });
});

test.describe("claims", () => {
  const account = { tenantId: "acme", publicKey: "svc_public" };
  const html = '<div data-service-slot="dashboard_top"><p>Your own words</p></div>';

  const modes = {
    local_only: {},
    service_server: account,
    custom_endpoints: { ...account, endpointOverrides: { trialStatus: "/own/trial" } },
  };
  for (const [runtimeMode, more] of Object.entries(modes)) {
    test(`configProvider gives the Playbook in ${runtimeMode}, and no other is fetched`, async ({
      site,
      context,
    }) => {
      await context.route(/api\.service\.example/, (route) =>
        route.fulfill({ status: 202, headers: { "access-control-allow-origin": "*" }, body: "{}" }),
      );
      const provided = `<script>window.ServiceConfig = {
        ...${JSON.stringify({ runtimeMode, ...more })},
        configProvider: { getPlaybook: async () => (${JSON.stringify(complete)}) },
        user: { plan_handle: "free" },
      }</script>${html}${SNIPPET}`;
      const page = await site.open({ html: provided, script: "" });
      await expect(slotOf(page).getByText("Hello there")).toBeVisible();
      // The beacon goes out when all has begun.
      const asked = () => site.outside.map((url) => new URL(url).pathname);
      if (runtimeMode !== "local_only") await expect.poll(asked).toContain("/api/sdk/meta");
      expect(asked().filter((path) => /bootstrap|manifest|playbook/.test(path))).toEqual([]);
    });
  }

  test("three keys are stored, under one prefix", async ({ site }) => {
    const { localRuntime, ...config } = configOf("");
    const keys = () =>
      page.evaluate("[Object.keys(localStorage).sort(), Object.keys(sessionStorage)]");
    const page = await site.open({
      html,
      config: { ...config, localRuntime: { ...localRuntime, storageKey: "acme" } },
    });
    await slotOf(page).getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(keys).toEqual([["acme:anonymous_id", "acme:history"], ["acme:session"]]);
    expect(await page.evaluate("localStorage['acme:history']")).not.toContain("user_1");
    await page.evaluate("Service.setConsent('denied')");
    await expect.poll(keys).toEqual([[], []]);
  });
});
