/** Where nobody else can answer: each place fails, the slots show what was asked for, and it recovers. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import type { Site } from "../site";

const BOOK = playbook({ placements: [placement("top")] });
const HTML = `<div data-service-slot="top"><p>The page's own</p></div>
  <p data-service-show-if="export">Shown if</p><p data-service-hide-if="export">Hidden if</p>
  <button type="button" data-service-gate="export" onclick="window.ran = true">Export</button>`;
const USER = { id: "u1", plan_handle: "pro" };

/** Where a source of the Playbook may stand, given as an expression. */
const PLACES: Readonly<Record<string, (playbook: string) => string>> = {
  "resolvers.resolvePlaybook": (get) => `local.resolvers = { resolvePlaybook: ${get} };`,
  provider: (get) => `ServiceConfig.provider = { getPlaybook: ${get} };`,
  "a factory": (get) =>
    `ServiceConfig.provider = async () => { await (${get})(); return { getPlaybook: ${get} }; };`,
  providerFallbacks: (get) =>
    `ServiceConfig.provider = {}; ServiceConfig.providerFallbacks = [{ getPlaybook: ${get} }];`,
  domainProviders: (get) =>
    `ServiceConfig.domainProviders = [{ domain: "playbook", provider: { getPlaybook: ${get} } }];`,
  configProvider: (get) => `ServiceConfig.configProvider = { getPlaybook: ${get} };`,
};
/** Until `isUp`. */
const FAULTS: Readonly<Record<string, string>> = {
  throws: '() => { if (isUp) return book; throw new Error("away"); }',
  rejects: 'async () => { if (isUp) return book; throw new Error("away"); }',
  "answers nonsense": "async () => isUp ? book : { placements: 3 }",
};
const FAILED =
  /(resolvers|provider|providerFallbacks\[0\]|domainProviders\[0\]|configProvider)(\.\w+)? failed/;

const open = (site: Site, setup: string, options: object): Promise<Page> =>
  site.open({
    html: HTML,
    config: localConfig(BOOK, { user: USER, ...options }),
    script: `<script>
      let isUp = false;
      const local = ServiceConfig.localRuntime;
      const book = local.playbook;
      delete local.playbook;
      ${setup}
    </script><script src="/dist/service.js"></script>`,
  });
const reserved = (page: Page) => page.locator(".placeholder .box");

async function expectFailed(page: Page, behavior: "placeholder" | "invisible"): Promise<void> {
  await page.evaluate("Service.ready");
  if (behavior === "placeholder") {
    await expect(reserved(page)).toBeVisible();
    await expect(page.getByText("The page's own")).toBeHidden();
  } else {
    await expect(page.getByText("The page's own")).toBeVisible();
    await expect(reserved(page)).toHaveCount(0);
  }
  await expect(page.getByText("Shown if")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  expect(await page.evaluate("window.ran")).toBeUndefined();
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  expect(await page.evaluate("Service.explain('top').reasons")).toEqual(["provider_failure"]);
}
async function expectRecovered(page: Page): Promise<void> {
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("Service.explain('top').visible")).toBe(true);
  await expect(reserved(page)).toHaveCount(0);
  await expect(page.getByText("The page's own")).toBeHidden();
  await expect(page.getByText("Shown if")).toBeVisible();
  await expect(page.getByText("Hidden if")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  expect(await page.evaluate("window.ran")).toBe(true);
}

for (const [place, put] of Object.entries(PLACES)) {
  for (const [fault, code] of Object.entries(FAULTS)) {
    for (const behavior of ["placeholder", "invisible"] as const) {
      test(`${place} that ${fault}: ${behavior}, and recovery`, async ({ site }) => {
        site.expectConsole(FAILED);
        const page = await open(site, put(code), { providerFailureSlotBehavior: behavior });
        await expectFailed(page, behavior);
        await page.evaluate("isUp = true; void Service.refreshContext()");
        await expectRecovered(page);
      });
    }
  }
}

for (const behavior of ["placeholder", "invisible"] as const) {
  test(`one that hangs has three seconds: ${behavior}, and what comes late counts`, async ({
    site,
    context,
  }) => {
    site.expectConsole(/provider\.getPlaybook failed .*no answer in 3 seconds/);
    // Time goes by as the test says, however slow the machine.
    await context.clock.install({ time: 0 });
    await context.clock.pauseAt(1000);
    const late = "() => new Promise((resolve) => { window.arrive = () => resolve(book); })";
    const page = await open(site, PLACES.provider?.(late) ?? "", {
      providerFailureSlotBehavior: behavior,
    });
    await page.evaluate(
      "window.isReady = false; void Service.ready.then(() => { isReady = true; })",
    );
    await expect.poll(() => page.evaluate("typeof window.arrive")).toBe("function");
    await page.clock.runFor(2900);
    await page.waitForTimeout(300);
    expect(await page.evaluate("isReady")).toBe(false);
    await expect(page.getByText("The page's own")).toBeVisible();
    await expect(reserved(page)).toHaveCount(0);
    await page.clock.runFor(200);
    await expect.poll(() => page.evaluate("isReady")).toBe(true);
    await expectFailed(page, behavior);
    await page.evaluate("arrive()");
    await expectRecovered(page);
  });
}

test("invisible is the default", async ({ site }) => {
  site.expectConsole(FAILED);
  const page = await open(site, PLACES.provider?.(FAULTS.rejects ?? "") ?? "", {});
  await expectFailed(page, "invisible");
});

test("a Playbook that came is not asked for again", async ({ site }) => {
  const counting = "async () => { window.asked = (window.asked ?? 0) + 1; return book; }";
  const page = await open(site, PLACES.provider?.(counting) ?? "", {});
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.refreshContext()");
  await page.evaluate("Service.refreshContext()");
  expect(await page.evaluate("asked")).toBe(1);
});

/** Sources of decisions, where no Playbook is known to fall back to. */
for (const behavior of ["placeholder", "invisible"] as const) {
  test(`a source of decisions and entitlements without a Playbook: ${behavior}, and recovery`, async ({
    site,
  }) => {
    site.expectConsole(/provider(\.\w+)? failed/);
    const page = await open(
      site,
      `const answer = (value) => async () => { if (isUp) return value; throw new Error("away"); };
       ServiceConfig.provider = {
         getPlaybook: async () => { throw new Error("never"); },
         checkEntitlement: answer({ allowed: true }),
         getPlacementDecision: answer({ visible: true, output: { placement: "mine",
           payload: "only", surface: "card", content: { title: "Title of top" } } }) };`,
      { providerFailureSlotBehavior: behavior },
    );
    await expectFailed(page, behavior);
    await page.evaluate("isUp = true; void Service.refreshContext()");
    await expectRecovered(page);
  });
}

test("a source that has recovered takes the place of the Playbook in the configuration", async ({
  site,
}) => {
  site.allowConsole(/resolvePlaybook/);
  const versions = [1, 2].map((version) => ({ ...BOOK, version }));
  const code = `<script>window.asked = 0;
    const [own, theirs] = ${JSON.stringify(versions)};
    ServiceConfig = { ...${JSON.stringify({ runtimeMode: "local_only", user: USER })},
      localRuntime: { playbook: own, resolvers: { resolvePlaybook() {
        if (!asked++) throw new Error("away");
        return theirs;
      } } } };</script><script src="/dist/service.js"></script>`;
  const page = await site.open({ html: HTML, script: code });
  const version = "Service.getPlacement({ slot: 'top' }).then((one) => one.playbook_version)";
  await expect.poll(() => page.evaluate(version)).toBe(1);
  await page.evaluate("Service.refreshContext()");
  await expect.poll(() => page.evaluate(version)).toBe(2);
  await page.evaluate("Service.refreshContext()");
  expect(await page.evaluate("asked")).toBe(2);
});

test("a click while there was no Playbook is too long ago once there is one; an event isn't", async ({
  site,
}) => {
  site.expectConsole(/no answer in 3 seconds/);
  const dialogs = ["export_gate", "asked", "saved"].map((handle) =>
    placement(handle, {
      slot: undefined,
      payload: { surface: "modal" },
      trigger:
        handle === "export_gate"
          ? { type: "entitlement_denied", entitlement: "export" }
          : { type: "event", name: handle },
    }),
  );
  const book = playbook({ placements: dialogs });
  const page = await site.open({
    html: HTML,
    config: { runtimeMode: "local_only", user: { id: "u1", plan_handle: "free" } },
    script: `<script>
      const resolvePlaybook = () => new Promise((resolve) => { arrive = () => resolve(${JSON.stringify(book)}); });
      ServiceConfig.localRuntime = { resolvers: { resolvePlaybook } };
    </script><script src="/dist/service.js"></script>`,
  });
  await page.evaluate("Service.ready");
  // The page waits: by then it is decided that nothing answers.
  await page.evaluate(`Service.gate('export', () => 1), Service.show('asked'), Service.trigger('saved'),
    new Promise((resolve) => setTimeout(resolve, 300))`);
  await page.evaluate("arrive()");
  await expect(page.getByRole("dialog", { name: "Title of saved" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
