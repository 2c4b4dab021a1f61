/** README.md is true: every snippet runs and does what it says, every table names what there is. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { evaluateCondition, validatePlaybook } from "../dist/decision.mjs";
import { expect, type PageOptions, test } from "./fixtures";
import {
  type Block,
  blocks,
  headings,
  namesUnder,
  parseJsonc,
  readme,
  tableUnder,
} from "./readme-blocks";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CDN = "https://cdn.example";
const SNIPPET = '<script src="/dist/service.js"></script>';
const IMPORTS = `<script type="importmap">
  { "imports": { "service-snippet": "/dist/service.mjs" } }
</script>`;

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const sorted = (names: Iterable<string>) => [...names].sort();

/** Lists of a Playbook, parts of a payload, and what a targeting context holds. */
const KINDS = {
  lists: /^(plans|segments|entitlements|trials|placements)$/,
  payload: /^(target|schedule|rollout_percent|caps|\w+_hours|locales|variants)$/,
  context: /^(id|\w+_handle|email_domain|locale|device|segments|traits|usage|trial|page)$/,
};
type Kind = keyof typeof KINDS | "playbook";

function kindOf(json: object): Kind | undefined {
  if ("format_version" in json) return "playbook";
  const kinds = ["lists", "payload", "context"] as const;
  return kinds.find((kind) => Object.keys(json).every((key) => KINDS[kind].test(key)));
}

const jsonBlocks = blocks
  .filter(({ language }) => /^jsonc?$/.test(language))
  .map(({ name, heading, code }) => {
    const json = parseJsonc(code);
    return { name, heading, json, kind: kindOf(json) };
  });
const complete = jsonBlocks.find(({ kind }) => kind === "playbook")?.json ?? {};
const listOf = (value: unknown) => (Array.isArray(value) ? value : []);

/** The complete example, with these lists added to its own. */
const withLists = (lists: object) => ({
  ...complete,
  ...Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, [...listOf(complete[name]), ...list]]),
  ),
});

/** The complete example, with what the section adds to it. */
function playbookOf(section: string) {
  const added = jsonBlocks.find(({ heading, kind }) => heading === section && kind === "lists");
  return withLists(added?.json ?? {});
}
const configOf = (section: string) => ({
  runtimeMode: "local_only",
  user: { id: "user_1", plan_handle: "free", name: "Ann" },
  localRuntime: {
    playbook: playbookOf(section),
    placements: [
      {
        handle: "pricing_toast",
        category: "fixed",
        trigger: { type: "event", name: "pricing_opened" },
        payloads: [{ handle: "default", surface: "toast", content: { title: "Pricing" } }],
      },
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
    await expect(page.getByRole("status", { name: "Pricing" })).toBeVisible();
  },
  async "Data-attributes: html 1"(page) {
    await expect(slotOf(page).getByText("Started by hand")).toBeVisible();
  },
  async "DOM attributes: html 1"(page) {
    await expect(slotOf(page).getByText("Hello Ann")).toBeVisible();
    await expect(
      slotOf(page).getByText(/^0 of 50 exports used. Pro is €29 a month.$/),
    ).toBeVisible();
    await expect(page.getByText("Your own words")).toBeHidden();
    await expect(page.getByText("You may export.")).toBeHidden();
    await expect(page.getByText("Exports are part of Pro.")).toBeVisible();
    await page.evaluate("Service.on('context', () => {}); Service.trackedBefore = 0");
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
    await expect(page.getByRole("status", { name: "Report shared" })).toBeVisible();
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
    await expect(slotOf(page).locator(".box")).toHaveCSS("display", "flex");
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
    });
    return stdout.trim().split("\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.describe("snippets", () => {
  for (const block of blocks) {
    const { name, heading, language, code } = block;
    const show = SHOWS[name];

    if (language === "html") {
      test(name, async ({ site }) => {
        const page = await site.open(pageOf(block));
        expect(show, "nothing says what it shows").toBeDefined();
        await show?.(page);
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
    } else if (/^jsonc?$/.test(language)) {
      test(name, () => {
        const { json = {}, kind } = jsonBlocks.find((one) => one.name === name) ?? {};
        const [payload] = listOf(listOf(complete.placements)[0]?.payloads);
        const placement = {
          ...listOf(complete.placements)[0],
          handle: "part",
          payloads: [{ ...payload, ...json }],
        };
        const tried: Partial<Record<Kind, object>> = {
          playbook: json,
          lists: withLists(json),
          payload: withLists({ placements: [placement] }),
          context: complete,
        };
        expect(kind, "of no known kind").toBeDefined();
        expect(validatePlaybook(kind && tried[kind])).toMatchObject({ ok: true });
      });
    } else {
      test(name, () => {
        expect(language, "a language that nothing runs").toBe("sh");
        const { scripts } = JSON.parse(read("package.json"));
        for (const line of code.trim().split("\n")) {
          const [, script = line] = /^npm (?:run )?([\w:]+)$/.exec(line) ?? [];
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

/** Members of an interface in the built declarations. */
function membersOf(file: string, name: string): string[] {
  const [, body = ""] = new RegExp(`interface ${name} {\\n([^]*?)\\n}`).exec(read(file)) ?? [];
  return [...body.matchAll(/^ {4}(?:readonly )?(\w+)[?:(<]/gm)].map(([, member = ""]) => member);
}
const OPTION_TYPES = "dist/types/options/types.d.ts";

test.describe("tables", () => {
  test("the options are those of ServiceInitOptions", () => {
    const options = membersOf(OPTION_TYPES, "ServiceInitOptions");
    expect(options.length).toBeGreaterThan(20);
    expect(sorted(namesUnder("Options"))).toEqual(sorted(options));
    const local = membersOf(OPTION_TYPES, "ServiceLocalRuntimeOptions");
    expect(sorted(namesUnder("localRuntime"))).toEqual(
      sorted(local.map((key) => `localRuntime.${key}`)),
    );
  });

  test("the methods are those of Service", () => {
    const members = membersOf("dist/types/sdk/types.d.ts", "Service");
    expect(members.length).toBeGreaterThan(20);
    expect(sorted(namesUnder("Methods"))).toEqual(sorted(members));
  });

  test("the attributes are those of the contract", () => {
    expect(sorted(namesUnder("DOM attributes"))).toEqual(
      sorted(
        "slot surfaces gate show-if hide-if event prop-* no-capture"
          .split(" ")
          .map((name) => `data-service-${name}`),
      ),
    );
    const tag =
      "tenant-id public-key endpoint runtime-mode mode playbook user-id plan-handle infer-user infer-page router-auto-track provider-failure-slot-behavior consent debug manual";
    expect(sorted(namesUnder("Data-attributes"))).toEqual(
      sorted(tag.split(" ").map((name) => `data-${name}`)),
    );
    expect(sorted(namesUnder("DOM events"))).toEqual(
      ["cta", "dismiss", "error", "impression"].map((name) => `service:${name}`),
    );
  });

  test("the operators are all there are, and each example holds", () => {
    const operators =
      "$eq $ne $in $nin $ini $nini $gt $gte $lt $lte $exists $type $regex $regexi $size $elemMatch $all $alli $not $and $or $nor $veq $vne $vgt $vgte $vlt $vlte $inSegment $notInSegment";
    const rows = tableUnder("Conditions");
    expect(sorted(rows.map(([name = ""]) => name))).toEqual(sorted(operators.split(" ")));
    const { json: context } = jsonBlocks.find(({ kind }) => kind === "context") ?? {};
    for (const [name = "", example = ""] of rows) {
      expect(example, name).toContain(`"${name}"`);
      const condition = JSON.parse(example);
      expect(evaluateCondition(condition, context, { power_user: ["user_1"] }), name).toBe(true);
    }
  });

  test("every trigger is one of the Playbook's", () => {
    const triggers = tableUnder("Triggers").map(([json = ""]) => JSON.parse(json));
    const types = "slot_render entitlement_denied usage_threshold trial_stage event page_view";
    expect(triggers.map(({ type }) => type)).toEqual(types.split(" "));
    const placements = triggers.map((trigger, i) => ({
      ...listOf(complete.placements)[0],
      handle: `trigger_${i}`,
      trigger,
    }));
    expect(validatePlaybook(withLists({ placements }))).toMatchObject({ ok: true });
  });
});

test("every link leads somewhere", () => {
  const anchors = headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const [, target = ""] of readme.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (target.startsWith("#")) expect(anchors).toContain(target.slice(1));
    else expect(existsSync(join(ROOT, target)), target).toBe(true);
  }
});
