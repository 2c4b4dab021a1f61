/** `explain` says what the page shows: of slots that something has answered, that refuse a surface, that are there twice. */
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { settled } from "../slot-pages";

const refusal = { type: "entitlement_denied", entitlement: "export" };

const open = (site: TestSite, html: string, ...placements: object[]) =>
  site.open({
    html: `${html}<button type="button" data-service-gate="export">Export</button>`,
    config: localConfig(playbook({ placements }), {
      user: { id: "u1", plan_handle: "free" },
    }),
  });
/** Whether it is visible, and each candidate with its reason. */
const explained = (page: Page, handle: string) =>
  page.evaluate<string[]>(`(({ visible, reasons, candidates }) =>
    [visible, reasons, ...candidates.map(({ placement, reason }) => placement + " " + reason)].map(String)
  )(Service.explain("${handle}"))`);

for (const [what, trigger, happens] of [
  ["an event", { type: "event", name: "saved" }, "Service.trigger('saved')"],
  ["a refusal", refusal, "document.querySelector('[data-service-gate]').click()"],
] as const) {
  test(`what answers ${what} in a slot is shown, and what it has taken the place of is not`, async ({
    site,
  }) => {
    const standing = placement("standing", { slot: "top", priority: 10 });
    const answer = placement("answer", { slot: "top", trigger });
    const page = await open(site, '<div data-service-slot="top"></div>', standing, answer);
    await expect(page.getByText("Title of standing")).toBeVisible();
    expect(await explained(page, "top")).toContain("standing shown");
    await page.evaluate(happens);
    await expect(page.getByText("Title of answer")).toBeVisible();
    await expect(page.getByText("Title of standing")).toHaveCount(0);
    const told = ["standing lower_priority", "answer shown"];
    expect(await explained(page, "top")).toEqual(["true", "shown", ...told]);
    expect(await explained(page, "answer")).toEqual(["true", "shown", "answer shown"]);
    expect(await explained(page, "standing")).toEqual([
      ...["false", "lower_priority", "standing lower_priority"],
    ]);
  });
}

test("of a slot that shows what was asked for, all other candidates are explained, too", async ({
  site,
}) => {
  const page = await open(
    ...([site, '<div data-service-slot="top"></div>'] as const),
    ...["standing", "asked", "last"].map((handle) => placement(handle, { slot: "top" })),
  );
  await expect(page.getByText("Title of standing")).toBeVisible();
  await page.evaluate("Service.show('asked')");
  await expect(page.getByText("Title of asked")).toBeVisible();
  const others = ["standing lower_priority", "last lower_priority"];
  expect(await explained(page, "top")).toEqual(["true", "shown", "asked shown", ...others]);
});

for (const surface of ["banner", "panel"]) {
  test(`a gated placement whose slot refuses its ${surface} is not shown`, async ({ site }) => {
    const gated = placement("gated", { slot: "top", trigger: refusal, payload: { surface } });
    const slot = '<div data-service-slot="top" data-service-surfaces="card"></div>';
    const page = await open(site, slot, gated);
    await page.evaluate("Service.ready");
    await page.evaluate("Service.registerSurface('panel', () => {})");
    await settled(page);
    await expect(page.getByText("Title of gated")).toHaveCount(0);
    const refused = ["false", "surface_not_accepted", "gated surface_not_accepted"];
    expect(await explained(page, "gated")).toEqual(refused);
    expect(await explained(page, "top")).toEqual(refused);
  });
}

test("of two slots of a name the one that shows something is explained", async ({ site }) => {
  const slots = `<div data-service-slot="top" data-service-surfaces="card"></div>
    <div data-service-slot="top"></div>`;
  const one = placement("one", { slot: "top", payload: { surface: "banner" } });
  const page = await open(site, slots, one);
  await expect(page.getByText("Title of one")).toBeVisible();
  for (const handle of ["one", "top"]) {
    expect(await explained(page, handle)).toEqual(["true", "shown", "one shown"]);
  }
});

test("of two slots of a name the one that shows something says why another placement isn't shown", async ({
  site,
}) => {
  const slots = `<div data-service-slot="top" data-service-surfaces="card"></div>
    <div data-service-slot="top"></div>`;
  const payload = { surface: "banner" };
  const page = await open(
    ...([site, slots, placement("one", { slot: "top", payload })] as const),
    placement("two", { slot: "top", payload }),
  );
  await expect(page.getByText("Title of one")).toBeVisible();
  expect(await explained(page, "two")).toEqual([
    ...["false", "lower_priority", "two lower_priority"],
  ]);
});

test("what the application's own sources hide is not shown", async ({ site }) => {
  const placements = ["one", "two", "three"].map((handle) => placement(handle, { slot: "top" }));
  const one = { visible: false, reasons: ["by_resolver"] };
  const initialData = { placementDecisionsByPlacementId: { one } };
  const pageWith = (script: string) =>
    site.open({
      html: '<div data-service-slot="top"></div>',
      config: {
        runtimeMode: "local_only",
        localRuntime: { playbook: playbook({ placements }), initialData },
      },
      script: `<script>${script}</script><script src="/dist/service.js"></script>`,
    });
  const page = await pageWith("");
  await expect(page.getByText("Title of two")).toBeVisible();
  expect(await explained(page, "top")).toEqual([
    ...["true", "shown", "one by_resolver", "two shown", "three lower_priority"],
  ]);
  const other = await pageWith(`ServiceConfig.localRuntime.resolvers = {
    getPlacementDecision: async ({ slot }) => slot === "top" ? { visible: false } : undefined };`);
  await other.evaluate("Service.getPlacementDecision({ slot: 'top' })");
  await settled(other);
  expect(await explained(other, "two")).toEqual(["false", "by_resolver", "two by_resolver"]);
});

test("what is told of a decision is the page's own: to change it changes no decision", async ({
  site,
}) => {
  const stated = { placement: "two", payload: "a", surface: "card", content: { title: "Stated" } };
  const page = await site.open({
    html: '<div data-service-slot="one"></div><div data-service-slot="two"></div>',
    config: {
      ...localConfig(),
      user: { id: "u1", plan_handle: "free" },
      localRuntime: {
        playbook: playbook({
          placements: [
            placement("one", { payload: { target: { plans: ["free"] } } }),
            placement("two"),
          ],
        }),
        initialData: {
          placementDecisionsByPlacementId: { two: { visible: true, reasons: [], output: stated } },
        },
      },
    },
  });
  await expect(page.getByText("Stated")).toBeVisible();
  await page.evaluate(`(async () => {
    for (const { gates } of Service.explain("one").candidates)
      for (const { expected } of gates) if (Array.isArray(expected)) expected.length = 0;
    (await Service.getPlacement({ slot: "two" })).content.title = "Changed";
    Service.setUser({ name: "Bob" });
    history.pushState(null, "", "/next");
  })()`);
  await page.waitForTimeout(300);
  expect(await page.evaluate("Service.explain('one').reasons")).toEqual(["shown"]);
  await expect(page.getByText("Stated")).toBeVisible();
});

for (const [what, trigger, happens] of [
  ["an event", { type: "event", name: "saved" }, "Service.trigger('saved')"],
  ["a refusal", refusal, "document.querySelector('[data-service-gate]').click()"],
] as const) {
  test(`what answers ${what} over the page is shown while the page is decided anew, too`, async ({
    site,
  }) => {
    const payload = { surface: "modal" };
    const page = await open(site, "", placement("answer", { slot: undefined, trigger, payload }));
    await page.evaluate("Service.ready");
    await page.evaluate(happens);
    await expect(page.getByText("Title of answer")).toBeVisible();
    const told = await page.evaluate(`Service.setUser({ traits: { role: "owner" } });
      Service.explain("answer").reasons`);
    expect(told).toEqual(["shown"]);
    await expect(page.getByText("Title of answer")).toBeVisible();
  });
}

test("a decision event tells what a slot shows, whatever it or another of its name accepts", async ({
  site,
}) => {
  const html = '<div data-service-slot="top"></div>';
  const narrow = '<div data-service-slot="top" data-service-surfaces="banner" id="narrow"></div>';
  const page = await open(site, html + narrow, placement("top"));
  await page.evaluate(`window.told = [];
    Service.on("decision", ({ slot, decision }) => told.push(slot + " " + decision.visible))`);
  await expect(page.getByText("Title of top")).toBeVisible();
  const told = () => page.evaluate("told.splice(0)");
  await settled(page);
  await told();
  await page.evaluate("narrow.remove()");
  await settled(page);
  expect(await told()).toEqual([]);
  await page.evaluate(
    "document.querySelector('[data-service-slot]').dataset.serviceSurfaces = 'card gate'",
  );
  await settled(page);
  expect(await told()).toEqual([]);
  await page.evaluate("document.querySelector('[data-service-slot]').remove()");
  await expect.poll(told).toEqual(["top false"]);
});
