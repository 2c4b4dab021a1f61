/** Page-level placements: the application's own sources decide about them too, and `explain` says what came of it. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { openSourced } from "../sourced-page";

const modal = (handle: string, more: object = {}) =>
  placement(handle, {
    slot: undefined,
    payload: { surface: "modal", content: { title: `Title of ${handle}` } },
    ...more,
  });
const onShared = { trigger: { type: "event", name: "shared" } };
const withBook = (placements: readonly object[]) => ({
  localRuntime: { playbook: playbook({ placements }) },
});
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const reasons = (page: Page, handle: string) =>
  page.evaluate(`Service.explain("${handle}").reasons`);
const RESOLVER = `local.resolvers = { getPlacementDecision: async (input, placement, context) => {
  asked.push([input.placement ?? input.slot, placement?.handle, context.plan_handle]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  return answers[input.placement];
} };`;

test("a resolver hides one, words another anew, and leaves the third to the Playbook", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    `const answers = { hidden: { visible: false },
       worded: shows("Mine", { placement: "worded", surface: "modal" }) };
     ${RESOLVER}`,
    withBook([modal("hidden"), modal("worded"), modal("kept")]),
  );
  await expect(dialog(page, "Mine")).toBeVisible();
  // While the page is being decided anew, `explain` has what the Playbook says.
  await expect.poll(() => reasons(page, "hidden")).toEqual(["by_resolver"]);
  await expect.poll(() => reasons(page, "worded")).toEqual(["by_resolver"]);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(dialog(page, "Title of kept")).toBeVisible();
  await expect(page.getByText("Title of hidden")).toHaveCount(0);
  expect(await page.evaluate("asked")).toContainEqual(["hidden", "hidden", "free"]);
});

test("what answers a click or an event waits for the resolver, and is not lost", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    `const answers = { export_gate: shows("Ask sales", { placement: "export_gate", surface: "modal" }) };
     ${RESOLVER}`,
  );
  await page.evaluate(`window.titles = new Set();
    setInterval(() => {
      const { shadowRoot } = document.querySelector("service-host") ?? {};
      for (const title of shadowRoot?.querySelectorAll(".title") ?? []) titles.add(title.textContent);
    }, 10);`);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(dialog(page, "Ask sales")).toBeVisible();
  expect(await page.evaluate("[...titles]")).toEqual(["Ask sales"]);
});

test("an event waits for an entitlement that a source is still asked for", async ({ site }) => {
  const words = { title: "{{usage_used}} used", meter: { entitlement: "seats" } };
  const page = await openSourced(
    site,
    `local.resolvers = { checkEntitlement: async () => {
       await new Promise((resolve) => setTimeout(resolve, 400));
       return { allowed: true, used: 2, limit: 3 };
     } };`,
    withBook([modal("used", { ...onShared, payload: { surface: "modal", content: words } })]),
  );
  await page.evaluate("Service.ready");
  await page.evaluate("Service.track('shared')");
  await expect(dialog(page, "2 used")).toBeVisible();
});

test("an event that comes while placements are being drawn is not lost", async ({ site }) => {
  const own = placement("top", { payload: { surface: "own" } });
  const page = await site.open({
    html: `<div data-service-slot="top"></div><script>
      Service.registerSurface("own", (box, { content }) => {
        box.textContent = content.title;
        Service.track("shared");
      });
    </script>`,
    config: localConfig(playbook({ placements: [own, modal("late", onShared)] })),
    script: '<script src="/dist/service.js"></script>',
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(dialog(page, "Title of late")).toBeVisible();
});

test("no failure is told while the Playbook may still come", async ({ site }) => {
  site.expectConsole(/getPlacementDecision failed/);
  const page = await openSourced(
    site,
    `local.playbook = undefined;
     local.resolvers = {
       resolvePlaybook: () => new Promise((resolve) => { window.give = resolve; }),
       getPlacementDecision: async () => { throw new Error("away"); },
     };
     window.told = [];
     window.Service = [(sdk) => sdk.on("decision", ({ decision }) => {
       told.push(...decision.reasons);
       // Given by the page itself: a slow machine may take longer than a source is waited for.
       if (told.length > 2) give(${JSON.stringify(playbook({ placements: [placement("top")] }))});
     })];`,
    { providerFailureSlotBehavior: "placeholder" },
  );
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("told")).not.toContain("provider_failure");
});

test("explain says of a page-level placement what the page says", async ({ site }) => {
  const banner = placement("flat", { slot: undefined, payload: { surface: "banner" } });
  const page = await openSourced(
    site,
    "",
    withBook([modal("first"), modal("second"), modal("third", onShared), banner]),
  );
  await expect(dialog(page, "Title of first")).toBeVisible();
  expect(await reasons(page, "first")).toEqual(["shown"]);
  expect(await reasons(page, "second")).toEqual(["waiting_turn"]);
  expect(await reasons(page, "third")).toEqual(["trigger_not_met"]);
  expect(await reasons(page, "flat")).toEqual(["surface_not_accepted"]);
  // What has just been said of the user counts at once.
  const target = "Service.setPage({ title: 'x' }); Service.explain('second').reasons";
  expect(await page.evaluate(target)).toEqual(["shown"]);
  await page.evaluate("Service.trigger('shared')");
  await expect.poll(() => reasons(page, "third")).toEqual(["waiting_turn"]);
});

test("a decision that is asked for has the id of what is seen", async ({ site }) => {
  const setup = `window.seen = new Promise((resolve) => {
      window.Service = [(sdk) => sdk.on("impression", resolve)];
    });`;
  const page = await openSourced(site, setup, withBook([placement("top")]));
  await expect(page.getByText("Title of top")).toBeVisible();
  const ids = await page.evaluate<string[]>(`(async () => {
    const output = await Service.getPlacement({ slot: "top" });
    const decision = await Service.getPlacementDecision({ slot: "top" });
    return [output, decision.output, await seen].map(({ decision_id }) => decision_id);
  })()`);
  expect(ids[0]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(ids).size).toBe(1);
});

test("what a source shows waits for a surface that nobody has registered yet", async ({ site }) => {
  const page = await site.open({
    html: `<div data-service-slot="top" data-service-surfaces="ticker"></div>
      <div data-service-slot="other"></div>`,
    config: localConfig(playbook({ placements: [placement("top")] })),
    script: `<script>
      ServiceConfig.localRuntime.resolvers = { getPlacement: async ({ slot }) => slot && {
        placement: "news", payload: "a", surface: "ticker", content: { title: "News of " + slot },
      } };
    </script><script src="/dist/service.js"></script>`,
  });
  await expect.poll(() => reasons(page, "top")).toEqual(["surface_unknown"]);
  await expect.poll(() => reasons(page, "other")).toEqual(["surface_unknown"]);
  await page.evaluate(`Service.registerSurface("ticker", (box, { content }) => {
    box.textContent = "Drawn: " + content.title;
  })`);
  await expect(page.getByText("Drawn: News of top")).toBeVisible();
  await expect(page.getByText("Drawn: News of other")).toBeVisible();
});
