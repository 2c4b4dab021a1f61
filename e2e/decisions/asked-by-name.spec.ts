/** Placements that are asked for by name, or brought by an event: each where it belongs, and `explain` says so. */
import type { Page } from "@playwright/test";
import type { PlacementExplanation } from "service-snippet/decision";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { configOf, onEvent, PAGE } from "../surface-pages";

const SLOTS = ["one", "two", "three"];
const HTML = SLOTS.map((slot) => `<div id="${slot}" data-service-slot="${slot}"></div>`).join("");
const open = (site: TestSite, ...placements: unknown[]) =>
  site.open({ html: HTML, config: configOf(...placements) });
const textsOf = (page: Page) =>
  Promise.all(SLOTS.map((slot) => page.locator(`#${slot} .title`).allTextContents()));
const explained = (page: Page, handle: string) =>
  page.evaluate<unknown>(
    `(({ visible, reasons }) => [visible, ...reasons])(Service.explain("${handle}"))`,
  );

for (const trigger of [
  { type: "event", name: "x" },
  { type: "page_view", condition: { "page.path": "/elsewhere" } },
  { type: "usage_threshold", entitlement: "seats", percent: 100 },
  { type: "trial_stage", stage: "ended" },
]) {
  test(`one with a slot, waiting for ${trigger.type}, shows in its slot and in no other`, async ({
    site,
  }) => {
    const asks = { label: "More", action: "open_placement", params: { placement: "two" } };
    const page = await open(
      site,
      placement("one", { payload: { ctas: [asks] } }),
      placement("two", { trigger }),
    );
    await expect(page.getByText("Title of one")).toBeVisible();
    await page.evaluate("Service.show('two')");
    await expect(page.getByText("Title of two")).toBeVisible();
    expect(await textsOf(page)).toEqual([["Title of one"], ["Title of two"], []]);
    await page.locator("#two").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Title of two")).toHaveCount(0);
    await page.getByRole("button", { name: "More" }).click();
    await expect.poll(() => textsOf(page)).toEqual([["Title of one"], ["Title of two"], []]);
  });
}

test("a surface of the application's own shows once: in its slot, or over the page", async ({
  site,
}) => {
  const ribbon = { surface: "ribbon", content: { title: "In a slot" } };
  const page = await open(
    site,
    placement("two", { trigger: { type: "event", name: "x" }, payload: ribbon }),
    onEvent("over", { surface: "ribbon", content: { title: "Over the page" } }),
  );
  await page.evaluate(`Service.registerSurface("ribbon", (place, { content }) => {
    place.textContent = content.title;
  })`);
  await page.evaluate("Service.trigger('x')");
  await expect(page.getByText("In a slot")).toHaveCount(1);
  await expect(page.locator("#two").getByText("In a slot")).toBeVisible();
  await page.evaluate("Service.show('over')");
  await expect(page.getByText("Over the page")).toHaveCount(1);
  await expect(page.locator("service-host").getByText("Over the page")).toBeVisible();
});

test("a CTA that there isn't is nobody's click", async ({ site }) => {
  const ribbon = { surface: "ribbon", ctas: [{ label: "Buy", action: "buy" }] };
  const page = await open(site, placement("two", { payload: ribbon }));
  await page.evaluate(`window.clicks = []; Service.on("cta", ({ cta }) => clicks.push(cta));
    Service.registerSurface("ribbon", (place, output, { cta }) => { cta(9); cta(0); })`);
  await expect.poll(() => page.evaluate("clicks")).toEqual(["buy"]);
  expect(site.console.join()).not.toContain("has no uiPathResolvers. ");
});

test("explain says of a slot that an event filled what is in it", async ({ site }) => {
  const page = await open(site, placement("two", { trigger: { type: "event", name: "x" } }));
  await page.evaluate("Service.ready");
  expect(await explained(page, "two")).toEqual([false, "trigger_not_met"]);
  await page.evaluate("Service.trigger('x')");
  await expect(page.getByText("Title of two")).toBeVisible();
  expect(await explained(page, "two")).toEqual([true, "shown"]);
});

test("explain says of a placement that an event brought into its slot that it shows", async ({
  site,
}) => {
  const brought = placement("brought", { slot: "two", trigger: { type: "event", name: "x" } });
  const page = await open(site, brought, placement("usual", { slot: "two" }));
  await expect(page.getByText("Title of usual")).toBeVisible();
  await page.evaluate("Service.trigger('x')");
  await expect(page.getByText("Title of brought")).toBeVisible();
  expect(await explained(page, "brought")).toEqual([true, "shown"]);
});

test("each of an event's placements answers it, one dialog at a time", async ({ site }) => {
  const onEventX = { trigger: { type: "event", name: "x" } };
  const meant = { target: { plans: ["pro"] } };
  const page = await open(
    site,
    onEvent("first", {}, { ...onEventX, priority: 1 }),
    onEvent("second", {}, onEventX),
    onEvent("third", meant, onEventX),
    onEvent("bar", { surface: "bar" }, onEventX),
  );
  await page.evaluate("Service.ready");
  expect(await explained(page, "second")).toEqual([false, "trigger_not_met"]);
  await page.evaluate("Service.trigger('x')");
  await expect(page.getByText("Title of first")).toBeVisible();
  await expect(page.getByText("Title of bar")).toBeVisible();
  expect(await explained(page, "first")).toEqual([true, "shown"]);
  expect(await explained(page, "second")).toEqual([false, "waiting_turn"]);
  expect(await explained(page, "third")).toEqual([false, "plan_mismatch"]);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Title of second")).toBeVisible();
  await expect(page.getByText("Title of first")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Title of bar")).toBeVisible();
});

test("a refused gate is answered by one placement, the one of highest priority", async ({
  site,
}) => {
  const refused = { trigger: { type: "entitlement_denied", entitlement: "export" } };
  const page = await open(
    site,
    onEvent("first", {}, { ...refused, priority: 1 }),
    onEvent("second", {}, refused),
  );
  await page.evaluate("Service.gate('export', () => {})");
  await expect(page.getByText("Title of first")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("explain says of a placement whose slot another one has taken that it doesn't show", async ({
  site,
}) => {
  const page = await open(
    site,
    placement("first", { slot: "two", priority: 1 }),
    placement("second", { slot: "two" }),
    placement("third", { slot: "two", payload: { target: { plans: ["pro"] } } }),
  );
  await expect(page.getByText("Title of first")).toBeVisible();
  expect(await explained(page, "first")).toEqual([true, "shown"]);
  expect(await explained(page, "second")).toEqual([false, "lower_priority"]);
  expect(await explained(page, "third")).toEqual([false, "plan_mismatch"]);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Title of second")).toBeVisible();
  expect(await explained(page, "second")).toEqual([true, "shown"]);
});

test("explain warns where the slot of what it calls shown is not on the page", async ({ site }) => {
  const page = await open(site, placement("lost"), placement("one"), onEvent("over", {}));
  expect(await explained(page, "lost")).toEqual([true, "shown"]);
  for (const handle of ["one", "over", "nobody"]) await explained(page, handle);
  const warnings = site.console.filter((line) => line.includes("not on the page"));
  expect(warnings).toEqual(['warning: [Service] slot "lost" is not on the page']);
});

test("explain says of a placement what its slot on the page says of its surface", async ({
  site,
}) => {
  const page = await site.open({
    html: `<div data-service-slot="one" data-service-surfaces="banner"></div><div data-service-slot="two"></div>`,
    config: configOf(
      placement("narrow", { slot: "one", payload: { surface: "card" } }),
      placement("over", { slot: "two", payload: { surface: "modal" } }),
    ),
  });
  await page.evaluate("Service.ready");
  expect(await explained(page, "narrow")).toEqual([false, "surface_not_accepted"]);
  expect(await explained(page, "over")).toEqual([false, "surface_not_accepted"]);
  // Asked for, it opens over the page.
  await page.evaluate("Service.show('over')");
  await expect(page.getByText("Title of over")).toBeVisible();
  expect(await explained(page, "over")).toEqual([true, "shown"]);
});

test("a surface of the application's own makes no other one known", async ({ site }) => {
  const page = await open(site, placement("one", { payload: { surface: "placeholder" } }));
  await page.evaluate("Service.registerSurface('ribbon', () => {})");
  expect(await explained(page, "one")).toEqual([false, "surface_unknown"]);
});

test("what is no function is no surface", async ({ site }) => {
  const page = await open(
    site,
    placement("ribbon", { slot: "one", priority: 1, payload: { surface: "ribbon" } }),
    placement("one"),
  );
  await page.evaluate("Service.registerSurface('ribbon', null)");
  await expect(page.getByText("Title of one")).toBeVisible();
  expect(site.console.join()).toContain("registerSurface needs a function");
});

test("what is no name is no surface, and costs the page nothing", async ({ site }) => {
  const page = await open(site, placement("one"));
  await page.evaluate("for (const name of [1n, {}, null]) Service.registerSurface(name, () => {})");
  await page.evaluate("Service.setUser({ name: 'Bob' })");
  await expect(page.getByText("Title of one")).toBeVisible();
  const told = site.console.filter((line) => line.includes("registerSurface needs a function"));
  expect(told).toHaveLength(1);
});

test("what a renderer returned cleans up once, though it throws", async ({ site }) => {
  site.expectConsole(/cannot clean up/);
  const page = await open(
    site,
    onEvent("popup", { surface: "popup", content: { title: "Over the page" } }),
  );
  await page.evaluate(`window.cleaned = 0; window.errors = 0;
    document.addEventListener("service:error", () => errors++);
    Service.registerSurface("popup", (place, { content }, { dismiss }) => {
      const button = document.createElement("button");
      Object.assign(button, { textContent: content.title, onclick: dismiss });
      place.append(button);
      return () => { cleaned++; throw new Error("cannot clean up"); };
    });
    Service.show("popup")`);
  await page.getByRole("button", { name: "Over the page" }).click();
  await expect(page.getByText("Over the page")).toHaveCount(0);
  expect(await page.evaluate("[cleaned, errors]")).toEqual([1, 1]);
});

test("a CTA whose address is none leads nowhere", async ({ site }) => {
  const ctas = [null, 5, ""].map((url) => ({
    label: `To ${url}`,
    action: "open_url",
    params: { url },
  }));
  const page = await open(site, placement("one", { payload: { ctas } }));
  await expect(page.getByText("Title of one")).toBeVisible();
  await expect(page.locator("#one .cta")).toHaveCount(3);
  await expect(page.locator("#one a")).toHaveCount(0);
});

test("what answers a click is announced, wherever it appears; what comes by itself is not", async ({
  site,
}) => {
  const page = await open(
    site,
    placement("one"),
    placement("two", { trigger: { type: "event", name: "x" } }),
    onEvent("over", { surface: "bar" }),
    onEvent("dialog", { surface: "modal" }),
  );
  await expect(page.getByText("Title of one")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.evaluate("Service.show('two')");
  await expect(page.getByRole("alert")).toContainText("Title of two");
  await page.evaluate("Service.show('over')");
  await expect(page.getByRole("alert").nth(1)).toContainText("Title of over");
  await page.evaluate("Service.show('dialog')");
  // A dialog is announced by the focus that it takes.
  await expect(page.getByRole("dialog")).toBeFocused();
  // Longer than a live region is on the page before its words are.
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog").locator("xpath=..")).not.toHaveRole("alert");
});

test("explain shows the gate that a surface of a slot doesn't pass where there is no slot", async ({
  site,
}) => {
  const page = await open(site, placement("lone", { slot: undefined }));
  const { reasons, candidates } =
    await page.evaluate<PlacementExplanation>("Service.explain('lone')");
  expect(reasons).toEqual(["surface_not_accepted"]);
  expect(candidates[0]?.gates.at(-1)).toMatchObject({ gate: "surface_accepted", passed: false });
});

test("a name that nothing has, and a plan that the Playbook lacks, are told", async ({ site }) => {
  const target = { plans: ["free"] };
  const book = playbook({ placements: [placement("top", { payload: { target } })] });
  const user = { id: "u1", plan_handle: "Free" };
  const page = await site.open({ html: PAGE, config: localConfig(book, { user }) });
  const warnings = () => site.console.filter((line) => line.startsWith("warning"));
  await expect.poll(warnings).toEqual(['warning: [Service] the Playbook has no plan "Free"']);
  await page.evaluate("Service.explain('top'), Service.explain('tpo')");
  expect(warnings().slice(1)).toEqual(['warning: [Service] no slot or placement is named "tpo"']);
});
