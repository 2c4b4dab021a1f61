/** Wherever a source stands: it answers for the whole page, and a fault of its reaches nothing. */
import { expect, test } from "../fixtures";
import { openSourced, top } from "../sourced-page";

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
      const page = await openSourced(
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
        const page = await openSourced(
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

    test("one that hangs is given three seconds", async ({ site, context }) => {
      site.expectConsole(FAILED);
      // Time goes by as the test says, however slow the machine.
      await context.clock.install({ time: 0 });
      await context.clock.pauseAt(1000);
      const ask = "() => (asked.push(1), hang())";
      const page = await openSourced(
        site,
        put(`{ checkEntitlement: ${ask}, getPlacementDecision: ${ask} }`),
        {
          user: { id: "u1", plan_handle: "pro" },
        },
      );
      await expect.poll(() => page.evaluate("asked.length")).toBeGreaterThan(0);
      await page.clock.runFor(2900);
      await page.waitForTimeout(300);
      await expect(page.getByText("Title of top")).toHaveCount(0);
      await expect(page.getByText("The page's own")).toBeVisible();
      expect(await page.evaluate("Service.can('export')")).toBe(false);
      const isShown = async () => {
        // What is asked after the first answers has its time as well.
        await page.clock.runFor(200);
        // What follows from that is on the page by then.
        await page.evaluate("scheduler.postTask(() => {}, { priority: 'background' })");
        const texts = ["Title of top", "Shown if"].map((text) => page.getByText(text).isVisible());
        return (await Promise.all(texts)).every(Boolean);
      };
      await expect.poll(isShown).toBe(true);
      // Two questions, one after the other, at most.
      expect(await page.evaluate<number>("Date.now()")).toBeLessThan(1000 + 2 * 3000 + 300);
    });
  });
}

test("one of whose methods all hang is given three seconds in all", async ({ site }) => {
  site.expectConsole(FAILED);
  const page = await openSourced(
    site,
    `ServiceConfig.provider = { getPlacementDecision: hang, getPlacement: hang };
      ServiceConfig.providerFallbacks = [{ getPlacement: async () => output("Second") }];`,
  );
  await expect(top(page)).toContainText("Second", { timeout: 5000 });
  const told = site.console.filter((line) => FAILED.test(line));
  expect(told).toEqual([expect.stringContaining("no answer in 3 seconds")]);
});

test("one whose first method fails is asked by its second", async ({ site }) => {
  site.expectConsole(FAILED);
  const page = await openSourced(
    site,
    `ServiceConfig.provider = { async getPlacementDecision() { throw new Error("no"); },
      getPlacement: async ({ slot }) => slot === "top" ? output("By its second") : undefined };`,
  );
  await expect(top(page)).toContainText("By its second");
});

test("one that asks the SDK its own question gets no further, and the Playbook answers", async ({
  site,
}) => {
  site.expectConsole(FAILED);
  const page = await openSourced(
    site,
    `local.resolvers = {
      getPlacementDecision: (...question) => Service.getPlacementDecision(...question),
      checkEntitlement: (handle, context) => Service.checkEntitlement(handle, context),
      fetchUserContext: (id) => Service.fetchUserContext(id),
      getTrialStatus: () => Service.getTrialStatus() };`,
    { user: { id: "u1", plan_handle: "pro" } },
  );
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("Shown if")).toBeVisible();
  expect(await page.evaluate("Service.getPlacementDecision({ slot: 'top' })")).toMatchObject({
    visible: true,
    output: { placement: "top" },
  });
  const entitlement = await page.evaluate("Service.checkEntitlement('export', {})");
  expect(entitlement).toMatchObject({ allowed: false });
  expect(await page.evaluate("Service.getTrialStatus()")).toEqual({ in_trial: false });
});

test("what a source throws is told with its stack, and without the secrets in it", async ({
  site,
}) => {
  site.expectConsole(FAILED);
  const page = await openSourced(
    site,
    `ServiceConfig.provider = { checkEntitlement: async () => {
      const headers = { Authorization: "Bearer hush-1" };
      throw Object.assign(new Error("GET https://api.example/?access_token=hush-2 failed"), { headers });
    }, getPlacementDecision() { throw { status: 403, api_key: "hush-3" }; } };`,
  );
  await expect(page.getByText("Title of top")).toBeVisible();
  const said = site.console.filter((line) => line.includes("[Service]")).join();
  expect(said).toMatch(/checkEntitlement failed Error: GET https:\/\/api\.example\/ failed\s+at /);
  expect(said).toMatch(/getPlacementDecision failed .*403/);
  expect(said).not.toContain("hush");
});
