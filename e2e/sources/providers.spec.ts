/** The application's own sources: who is asked, who answers in whose place, and when again. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { openSourced, top } from "../sourced-page";

test("each is asked in its turn, up to the first that answers", async ({ site }) => {
  const source = (name: string, answer: string) =>
    `{ checkEntitlement: async () => { asked.push("${name}"); ${answer} } }`;
  site.expectConsole(/provider.checkEntitlement failed/);
  const page = await openSourced(
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
  const page = await openSourced(site, stated);
  await expect(page.getByText("Stated")).toBeVisible();
  await expect(page.getByText("Title of refused")).toHaveCount(0);
  expect(await page.evaluate("Service.getPlacement({ placement: 'top' })")).toMatchObject({
    content: { title: "Stated" },
  });
  const other = await openSourced(
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
  const page = await openSourced(
    site,
    'local.resolvers = { getPlacementDecision: async () => shows("Too big", { surface: "modal" }) };',
  );
  await page.evaluate("Service.getPlacementDecision({ slot: 'top' })");
  await expect(page.getByText("The page's own")).toBeVisible();
  await expect(page.getByText("Too big")).toHaveCount(0);
  expect(await page.evaluate("Service.explain('top').visible")).toBe(false);
});

test("a change of the context asks again; until the answer comes the last one counts, and the Playbook if it fails", async ({
  site,
  context,
}) => {
  await context.clock.install();
  site.expectConsole(/resolvers.checkEntitlement failed/);
  const page = await openSourced(
    site,
    `let answer = async () => { throw new Error("away"); };
     const count = async (context) => ({ allowed: (context.usage?.export ?? 0) < 5 });
     local.resolvers = { checkEntitlement: (handle, context) => answer(context) };`,
  );
  await expect(page.getByText("Title of refused")).toBeVisible();
  await page.evaluate("answer = count; void Service.refreshContext()");
  await expect(page.getByText("Shown if")).toBeVisible();
  await expect(page.getByText("Title of refused")).toHaveCount(0);
  await page.evaluate("Service.updateUsage({ export: 9 })");
  await expect(page.getByText("Shown if")).toBeHidden();
  await expect(page.getByText("Title of refused")).toBeVisible();
  await page.evaluate("Service.updateUsage({ export: 1 })");
  await expect(page.getByText("Shown if")).toBeVisible();

  // The three seconds that the answer has stand still.
  await freeze(page);
  await page.evaluate(`answer = () => new Promise((_, reject) => {
      window.failNow = () => reject(new Error("away"));
    });
    Service.updateUsage({ export: 3 })`);
  await page.waitForFunction("window.failNow");
  await page.waitForTimeout(300);
  await expect(page.getByText("Shown if")).toBeVisible();
  expect(await page.evaluate("Service.can('export')")).toBe(true);
  await page.evaluate("failNow()");
  await expect(page.getByText("Shown if")).toBeHidden();
});

test("gate waits for the answer, and opens the gated placement on a refusal", async ({ site }) => {
  const page = await openSourced(
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

test("resolvers that are an instance of a class are called as its methods", async ({ site }) => {
  const page = await openSourced(
    site,
    `class Resolvers {
       #plan = "pro";
       async getTrialStatus() { return { in_trial: true, plan_handle: this.#plan }; } }
     local.resolvers = new Resolvers();`,
  );
  await expect(page.getByText("Shown if")).toBeVisible();
});

for (const [button, reason] of [
  ["Dismiss", "cooling_down"],
  ["Later", "reminded_later"],
] as const) {
  test(`a stated decision leaves its slot to the next at "${button}", after a reload too`, async ({
    site,
  }) => {
    const page = await openSourced(
      site,
      `local.playbook.placements = [{ ...local.playbook.placements[0], handle: "next" }];
       const ctas = [{ label: "Later", action: "remind_later" }];
       local.initialData = { placementDecisionsByPlacementId: {
         stated: shows("Stated", { placement: "stated", slot: "top", ctas }) } };`,
    );
    await expect(page.getByText("Stated")).toBeVisible();
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByText("Title of top")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Title of top")).toBeVisible();
    const stated = page.evaluate("Service.getPlacementDecision({ placement: 'stated' })");
    expect(await stated).toMatchObject({ visible: false, reasons: [reason] });
  });
}

test.describe("the Playbook", () => {
  const gives = (version: number) => `async () => ({ ...local.playbook, version: ${version} })`;
  const version = (page: Page) =>
    page.evaluate("Service.ready.then(() => Service.getPlacement({ slot: 'top' }))");

  test("comes from the first that has a sound one", async ({ site }) => {
    site.expectConsole(/resolvers.resolvePlaybook failed/);
    const page = await openSourced(
      site,
      `local.resolvers = { resolvePlaybook: async () => ({ format_version: 2 }) };
       ServiceConfig.provider = async () => ({ getPlaybook: ${gives(7)} });
       ServiceConfig.configProvider = { getPlaybook: ${gives(8)} };`,
    );
    expect(await version(page)).toMatchObject({ playbook_version: 7 });
  });

  test("is the one given when nobody gives another", async ({ site }) => {
    site.expectConsole(/configProvider.getPlaybook failed/);
    const page = await openSourced(
      site,
      'ServiceConfig.configProvider = { getPlaybook() { throw new Error("away"); } };',
    );
    expect(await version(page)).toMatchObject({ playbook_version: 1 });
  });

  test("that comes too late is better than none", async ({ site }) => {
    site.expectConsole(/configProvider.getPlaybook failed/);
    const page = await openSourced(
      site,
      `const late = local.playbook; delete local.playbook;
       ServiceConfig.configProvider = { getPlaybook: () =>
         new Promise((resolve) => { window.give = () => resolve(late); }) };`,
    );
    await page.evaluate("Service.ready");
    await expect(page.getByText("Title of top")).toHaveCount(0);
    await page.evaluate("give()");
    await expect(page.getByText("Title of top")).toBeVisible();
  });
});

for (const behavior of ["placeholder", "invisible"]) {
  test(`nobody answers: ${behavior}`, async ({ site }) => {
    site.expectConsole(/provider.getPlaybook failed/);
    const page = await openSourced(
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
  const page = await openSourced(
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

test("an analytics provider is told no more than the service would be", async ({ site }) => {
  const page = await openSourced(
    site,
    `ServiceConfig.domainProviders = [
       { domain: "analytics", provider: { onEvent: (event) => void asked.push(JSON.stringify(event)) } }];`,
  );
  await page.evaluate(`Service.track("asked", {
    mail: "ann@acme.example", access_token: "tok_1234567890", url: "https://a.example/x?token=abcdef" })`);
  await page.evaluate("history.pushState(null, '', '/next?token=abcdef')");
  await expect.poll(() => page.evaluate("asked.join().includes('route')")).toBe(true);
  const told = await page.evaluate<string>("asked.join()");
  expect(told).toContain('"name":"asked"');
  expect(told).not.toMatch(/ann@acme|tok_1234|abcdef/);
});

test("a factory that never answers is waited for once, and the next is asked", async ({
  site,
  context,
}) => {
  // Time goes by as the test says, however slow the machine.
  await context.clock.install({ time: 0 });
  await context.clock.pauseAt(1000);
  site.expectConsole(/\[Service\] provider failed/);
  const page = await openSourced(
    site,
    `let began;
     Service = [(sdk) => sdk.ready.then(() => { window.took = performance.now() - began; })];
     ServiceConfig.provider = () => { began ??= performance.now(); return hang(); };
     ServiceConfig.providerFallbacks = [{ getPlaybook: hang }];`,
  );
  site.allowConsole(/providerFallbacks\[0\].getPlaybook failed/);
  // Which may be 0: the clock tells the milliseconds since it was installed.
  await expect.poll(() => page.evaluate("began !== undefined")).toBe(true);
  const isReady = () => page.evaluate("'took' in window");
  // Three seconds each.
  await page.clock.runFor(3100);
  expect(await isReady()).toBe(false);
  await page.clock.runFor(3100);
  await expect.poll(isReady).toBe(true);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate<number>("took / 3000")).toBeCloseTo(2, 1);
});

test("with nothing configured nobody waits: what is decided is decided at once", async ({
  site,
}) => {
  const page = await openSourced(site, "");
  await page.evaluate("Service.ready");
  expect(
    await page.evaluate("let ran = false; void Service.gate('seats', () => { ran = true; }); ran"),
  ).toBe(true);
});
