/** The application's own sources: who is asked, who answers in whose place, and what a failing one costs. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";
import type { Site } from "./site";

const GATE = placement("export_gate", {
  slot: undefined,
  category: "gated",
  trigger: { type: "entitlement_denied", entitlement: "export" },
  payload: { surface: "modal", content: { title: "Export is part of Pro" } },
});
const BOOK = playbook({
  placements: [
    placement("top"),
    GATE,
    placement("refused", {
      category: "gated",
      trigger: { type: "entitlement_denied", entitlement: "export" },
    }),
  ],
});
const HTML = `<div data-service-slot="top"><p>The page's own</p></div>
  <div data-service-slot="refused"></div>
  <p data-service-show-if="export">Shown if</p>
  <button type="button" data-service-gate="export" onclick="window.ran = true">Export</button>`;

/** Options that JSON cannot hold are written as a script. */
function open(site: Site, setup: string, options: object = {}): Promise<Page> {
  const user = { id: "u1", plan_handle: "free" };
  return site.open({
    html: HTML,
    config: localConfig(BOOK, { user, ...options }),
    script: `<script>
      const asked = [];
      const hang = () => new Promise(() => {});
      const output = (title, more) => ({ placement: "mine", payload: "only", surface: "card",
        content: { title }, ctas: [], playbook_version: 1, ...more });
      const shows = (title, more) => ({ visible: true, output: output(title, more) });
      const local = ServiceConfig.localRuntime;
      ${setup}
    </script><script src="/dist/service.js"></script>`,
  });
}
const top = (page: Page) => page.locator("[data-service-slot=top]");
const FAILED = /(resolvers|provider|providerFallbacks\[0\]|domainProviders\[\d\])\.\w+ failed/;

/** Where a source may stand, given as an expression. */
const PLACES: Readonly<Record<string, (source: string) => string>> = {
  resolvers: (source) => `local.resolvers = ${source};`,
  provider: (source) => `ServiceConfig.provider = ${source};`,
  "a factory": (source) => `ServiceConfig.provider = async () => (${source});`,
  providerFallbacks: (source) => `ServiceConfig.providerFallbacks = [() => (${source})];`,
  domainProviders: (source) => `ServiceConfig.domainProviders = [
    { domain: "entitlements", provider: ${source} }, { domain: "placements", provider: ${source} }];`,
};
const FAULTS: Readonly<Record<string, string>> = {
  throws: '() => { throw new Error("no"); }',
  rejects: 'async () => { throw new Error("no"); }',
  "answers nonsense": 'async () => ({ allowed: "yes", visible: "yes" })',
};

for (const [place, put] of Object.entries(PLACES)) {
  test.describe(place, () => {
    test("answers for slots, gates, marks and triggers alike", async ({ site }) => {
      const page = await open(
        site,
        put(`{ checkEntitlement: async (handle) => ({ allowed: handle === "export" }),
          getPlacementDecision: async ({ slot }) => slot === "top" ? shows("Decided") : undefined }`),
      );
      await expect(top(page)).toContainText("Decided");
      await expect(page.getByText("Decided")).toBeVisible();
      await expect(page.getByText("Shown if")).toBeVisible();
      await expect(page.getByText("Title of refused")).toHaveCount(0);
      await page.getByRole("button", { name: "Export" }).click();
      expect(await page.evaluate("window.ran")).toBe(true);
      expect(await page.evaluate("Service.can('export')")).toBe(true);
      expect(await page.evaluate("Service.checkEntitlement('export')")).toEqual({
        handle: "export",
        allowed: true,
        status: "granted",
        reason: "by_resolver",
        source: place === "resolvers" ? "resolver" : "provider",
      });
      expect(await page.evaluate("Service.getPlacementDecision({ slot: 'top' })")).toMatchObject({
        visible: true,
        reasons: ["by_resolver"],
      });
    });

    for (const [fault, code] of Object.entries(FAULTS)) {
      test(`one that ${fault} is told once, and the Playbook answers`, async ({ site }) => {
        site.expectConsole(FAILED);
        const page = await open(
          site,
          put(`{ checkEntitlement: ${code}, getPlacementDecision: ${code} }`),
          { user: { id: "u1", plan_handle: "pro" } },
        );
        await expect(page.getByText("Title of top")).toBeVisible();
        await expect(page.getByText("Shown if")).toBeVisible();
        expect(await page.evaluate("Service.checkEntitlement('export')")).toMatchObject({
          allowed: true,
          reason: "granted_by_plan",
        });
        const told = site.console.filter((line) => /checkEntitlement failed/.test(line));
        expect(told).toHaveLength(1);
      });
    }

    test("one that hangs is given three seconds", async ({ site }) => {
      site.expectConsole(FAILED);
      const page = await open(site, put("{ checkEntitlement: hang, getPlacementDecision: hang }"), {
        user: { id: "u1", plan_handle: "pro" },
      });
      await page.waitForTimeout(1000);
      await expect(page.getByText("Title of top")).toHaveCount(0);
      await expect(page.getByText("The page's own")).toBeVisible();
      expect(await page.evaluate("Service.can('export')")).toBe(false);
      await expect(page.getByText("Title of top")).toBeVisible();
      await expect(page.getByText("Shown if")).toBeVisible();
    });
  });
}

test("each is asked in its turn, up to the first that answers", async ({ site }) => {
  const source = (name: string, answer: string) =>
    `{ checkEntitlement: async () => { asked.push("${name}"); ${answer} } }`;
  site.expectConsole(/provider.checkEntitlement failed/);
  const page = await open(
    site,
    `local.resolvers = ${source("resolver", "")};
     ServiceConfig.provider = ${source("provider", "throw 1;")};
     ServiceConfig.providerFallbacks = [${source("first", "return null;")}, () => (${source("second", "")})];
     ServiceConfig.domainProviders = [
       { domain: "placements", provider: ${source("other domain", "return { allowed: true };")} },
       { domain: "entitlements", provider: ${source("domain", "return { allowed: true };")} },
       { domain: "entitlements", provider: ${source("never", "return { allowed: false };")} }];`,
  );
  site.allowConsole(/providerFallbacks\[0\].checkEntitlement failed/);
  await expect(page.getByText("Shown if")).toBeVisible();
  const asked: string[] = await page.evaluate("asked");
  expect(asked.slice(0, 5)).toEqual(["resolver", "provider", "first", "second", "domain"]);
  expect(asked).not.toContain("never");
});

test("the resolver's decision stands over a stated one, that over the Playbook's", async ({
  site,
}) => {
  const stated = `local.initialData = { placementDecisionsByPlacementId: {
    top: shows("Stated", { placement: "top" }), refused: { visible: false } } };`;
  const page = await open(site, stated);
  await expect(page.getByText("Stated")).toBeVisible();
  await expect(page.getByText("Title of refused")).toHaveCount(0);
  expect(await page.evaluate("Service.getPlacement({ placement: 'top' })")).toMatchObject({
    content: { title: "Stated" },
  });
  const other = await open(
    site,
    `${stated} local.resolvers = { getPlacement: async ({ slot }) => slot === "top" ? output("Resolved") : undefined };`,
  );
  await expect(other.getByText("Resolved")).toBeVisible();
  await expect(other.getByText("Title of refused")).toHaveCount(0);
  await other.getByRole("button", { name: "Dismiss" }).click();
  await expect(other.getByText("The page's own")).toBeVisible();
  await expect(other.getByText("Resolved")).toHaveCount(0);
});

test("a surface that the slot cannot hold is not shown in it", async ({ site }) => {
  const page = await open(
    site,
    'local.resolvers = { getPlacementDecision: async () => shows("Too big", { surface: "modal" }) };',
  );
  await page.evaluate("Service.getPlacementDecision({ slot: 'top' })");
  await expect(page.getByText("The page's own")).toBeVisible();
  await expect(page.getByText("Too big")).toHaveCount(0);
  expect(await page.evaluate("Service.explain('top').visible")).toBe(false);
});

test("a change of the context asks again; until then, and if it fails, the last answer's user counts", async ({
  site,
}) => {
  site.expectConsole(/resolvers.checkEntitlement failed/);
  const page = await open(
    site,
    `let broken = true;
     local.resolvers = { checkEntitlement: async (handle, context) => {
       if (broken) throw new Error("away");
       return { allowed: (context.usage?.export ?? 0) < 5 };
     } };`,
  );
  await expect(page.getByText("Title of refused")).toBeVisible();
  await page.evaluate("broken = false; void Service.refreshContext()");
  await expect(page.getByText("Shown if")).toBeVisible();
  await expect(page.getByText("Title of refused")).toHaveCount(0);
  await page.evaluate("Service.updateUsage({ export: 9 })");
  await expect(page.getByText("Shown if")).toBeHidden();
  await expect(page.getByText("Title of refused")).toBeVisible();
  await page.evaluate("Service.updateUsage({ export: 1 })");
  await expect(page.getByText("Shown if")).toBeVisible();
});

test("an answer for an earlier user is dropped, and counts for nobody else", async ({ site }) => {
  const page = await open(
    site,
    `const answers = {};
     local.resolvers = { checkEntitlement: (handle, { id }) =>
       new Promise((resolve) => { asked.push(id); answers[id] = resolve; }) };`,
  );
  await expect.poll(() => page.evaluate("asked.join()")).toBe("u1");
  await page.evaluate("Service.identify('u2')");
  await expect.poll(() => page.evaluate("asked.join()")).toBe("u1,u2");
  await page.evaluate("answers.u1({ allowed: true })");
  await page.evaluate("answers.u2({ allowed: false })");
  await expect(page.getByText("Title of refused")).toBeVisible();
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  await page.evaluate("void Service.identify('u3')");
  await expect.poll(() => page.evaluate("asked.join()")).toBe("u1,u2,u3");
  await page.evaluate("answers.u3({ allowed: true })");
  await expect(page.getByText("Shown if")).toBeVisible();
  expect(await page.evaluate("Service.identify('u4'), Service.can('export')")).toBe(false);
});

test("gate waits for the answer, and opens the gated placement on a refusal", async ({ site }) => {
  const page = await open(
    site,
    "let allowed = false; local.resolvers = { checkEntitlement: async () => ({ allowed }) };",
  );
  const gate = () => page.evaluate("Service.gate('export', () => 'done')");
  expect(await gate()).toMatchObject({ ran: false, entitlement: { reason: "by_resolver" } });
  await expect(page.getByRole("dialog", { name: "Export is part of Pro" })).toBeVisible();
  await page.evaluate("allowed = true");
  expect(await gate()).toMatchObject({ ran: true, result: "done" });
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a provider is told who the user is, and gives users and trials", async ({ site }) => {
  const page = await open(
    site,
    `ServiceConfig.provider = {
       name: "mine",
       identify(id, context) { asked.push([id, context.plan_handle]); },
       async fetchUserContext(id) { return { id, plan_handle: "pro", nonsense: 1 }; },
       async getTrialStatus() { return { in_trial: true, trial_handle: "pro_trial", day_number: 2 }; } };`,
  );
  await page.evaluate("Service.identify('u2', { plan_handle: 'free' })");
  expect(await page.evaluate("asked")).toEqual([["u2", "free"]]);
  expect(await page.evaluate("Service.fetchUserContext('u2')")).toEqual({
    id: "u2",
    plan_handle: "pro",
  });
  expect(await page.evaluate("Service.can('export')")).toBe(true);
  expect(await page.evaluate("Service.getTrialStatus()")).toMatchObject({ day_number: 2 });
});

test.describe("the Playbook", () => {
  const gives = (version: number) => `async () => ({ ...local.playbook, version: ${version} })`;
  const version = (page: Page) =>
    page.evaluate("Service.ready.then(() => Service.getPlacement({ slot: 'top' }))");

  test("comes from the first that has a sound one", async ({ site }) => {
    site.expectConsole(/resolvers.resolvePlaybook failed/);
    const page = await open(
      site,
      `local.resolvers = { resolvePlaybook: async () => ({ format_version: 2 }) };
       ServiceConfig.provider = async () => ({ getPlaybook: ${gives(7)} });
       ServiceConfig.configProvider = { getPlaybook: ${gives(8)} };`,
    );
    expect(await version(page)).toMatchObject({ playbook_version: 7 });
  });

  test("is the one given when nobody gives another", async ({ site }) => {
    site.expectConsole(/configProvider.getPlaybook failed/);
    const page = await open(
      site,
      'ServiceConfig.configProvider = { getPlaybook() { throw new Error("away"); } };',
    );
    expect(await version(page)).toMatchObject({ playbook_version: 1 });
  });

  test("that comes too late is better than none", async ({ site }) => {
    site.expectConsole(/configProvider.getPlaybook failed/);
    const page = await open(
      site,
      `const late = local.playbook; delete local.playbook;
       ServiceConfig.configProvider = { getPlaybook: () =>
         new Promise((resolve) => setTimeout(resolve, 4000, late)) };`,
    );
    await page.evaluate("Service.ready");
    await expect(page.getByText("Title of top")).toHaveCount(0);
    await expect(page.getByText("Title of top")).toBeVisible();
  });
});

for (const behavior of ["placeholder", "invisible"]) {
  test(`nobody answers: ${behavior}`, async ({ site }) => {
    site.expectConsole(/provider.getPlaybook failed/);
    const page = await open(
      site,
      `delete local.playbook;
       ServiceConfig.provider = { getPlaybook: async () => { throw new Error("away"); } };`,
      { providerFailureSlotBehavior: behavior },
    );
    await page.evaluate("Service.ready");
    expect(await page.evaluate("Service.getPlacementDecision({ slot: 'top' })")).toEqual({
      visible: false,
      reasons: ["provider_failure"],
    });
    expect(await page.evaluate("Service.checkEntitlement('export')")).toMatchObject({
      allowed: false,
      reason: "provider_failure",
      source: "none",
    });
    const box = top(page).locator(".placeholder .box");
    if (behavior === "placeholder") {
      await expect(box).toBeVisible();
      await expect(box).toHaveAttribute("aria-hidden", "true");
      await expect(page.getByText("The page's own")).toBeHidden();
    } else {
      await expect(page.getByText("The page's own")).toBeVisible();
      await expect(box).toHaveCount(0);
    }
    await expect(page.getByText("Shown if")).toBeHidden();
    await page.getByRole("button", { name: "Export" }).click();
    expect(await page.evaluate("window.ran")).toBeUndefined();
  });
}

test("an analytics provider hears what a person sees and does, with consent only", async ({
  site,
}) => {
  site.expectConsole(/domainProviders\[0\].onEvent failed/);
  const page = await open(
    site,
    `ServiceConfig.domainProviders = [
       { domain: "analytics", provider: { onEvent: async () => { throw new Error("no"); } } },
       { domain: "analytics", provider: { onEvent: ({ type }) => void asked.push(type) } }];`,
  );
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await page.evaluate("Service.track('exported'); history.pushState(null, '', '/next')");
  await expect
    .poll(() => page.evaluate("asked.filter((type) => type !== 'impression').sort().join()"))
    .toBe("dismiss,route,track");
  await page.evaluate("Service.setConsent('denied'); asked.length = 0; Service.track('more')");
  await page.waitForTimeout(50);
  expect(await page.evaluate("asked")).toEqual([]);
});

test("with nothing configured nobody waits: what is decided is decided at once", async ({
  site,
}) => {
  const page = await open(site, "");
  await page.evaluate("Service.ready");
  expect(
    await page.evaluate("let ran = false; void Service.gate('seats', () => { ran = true; }); ran"),
  ).toBe(true);
});

test("what was asked for before reset() is dropped", async ({ site }) => {
  const page = await open(
    site,
    `let answer; delete ServiceConfig.user;
     local.getContext = () => new Promise((resolve) => { answer = resolve; });`,
  );
  await page.evaluate("Service.ready");
  await page.evaluate("Service.reset(); answer({ id: 'old', plan_handle: 'pro' })");
  await page.waitForTimeout(50);
  expect(await page.evaluate("Service.getUserContext()")).not.toHaveProperty("id");
});
