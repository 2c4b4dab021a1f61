/** What changes inside a slot, and what doesn't, whatever the page does to it. */
import { expect, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { localConfig, placement, playbook } from "../playbooks";
import { append, CONFIG, countMutations, mutationsOf, settled } from "../slot-pages";

test("a slot that is moved keeps its placement untouched", async ({ site }) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div><main id="main"></main>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await countMutations(page, "#slot");
  await page.evaluate("main.append(slot)");
  await settled(page);
  await expect(page.locator("main").getByText("Hi Ann")).toHaveCount(1);
  expect(await mutationsOf(page)).toEqual([]);
});

test("a framework that wipes a slot's inside 1,000 times does no harm", async ({
  site,
  context,
}) => {
  await context.clock.install();
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  // No timer fires from here on, and the steps that are under way end.
  await freeze(page);
  const ended = `Scheduler.prototype.postTask.call(scheduler, () => {}, { priority: "background" })`;
  await page.evaluate(ended);
  await countMutations(page, "#slot");
  await page.evaluate(`window.steps = 0;
    scheduler.postTask = (...all) => {
      steps++;
      return Scheduler.prototype.postTask.apply(scheduler, all);
    };`);
  await page.evaluate(async () => {
    const element = document.querySelector("#slot");
    for (let index = 0; index < 1000; index++) {
      if (element) element.innerHTML = `<p>Rendered ${index}</p>`;
      await Promise.resolve();
    }
  });
  await page.evaluate(ended);
  await expect(page.getByText("Hi Ann")).toBeVisible();
  expect(await mutationsOf(page)).toEqual([]);
  // Nothing is decided for it; for another user everything is.
  expect(await page.evaluate("steps")).toBe(0);
  await page.evaluate("Service.setUser({ name: 'Bob' })");
  await expect(page.getByText("Hi Bob")).toBeVisible();
  expect(await page.evaluate("steps")).toBeGreaterThan(0);
});

test("a framework that renders the slot anew 1,000 times ends with one placement", async ({
  site,
}) => {
  const slot = '<div data-service-slot="top"></div>';
  const page = await site.open({ html: `<div id="app">${slot}</div>`, config: CONFIG });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate(async (html) => {
    const app = document.querySelector("#app");
    for (let time = 0; time < 1000; time++) {
      if (app) app.innerHTML = html;
      if (time % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  }, slot);
  await expect(page.getByText("Hi Ann")).toHaveCount(1);
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

test("a change that concerns nothing on display touches nothing on display", async ({ site }) => {
  const page = await site.open({ html: '<div data-service-slot="top"></div>', config: CONFIG });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await countMutations(page, "[data-service-slot]");
  await page.evaluate(`
    Service.setUser({ traits: { colour: "red" } });
    Service.updateUsage({ seats: 1 });
    Service.setPage({ tags: ["docs"] });
    Service.track("something");
    history.pushState(null, "", "/other");
    document.body.append(document.createElement("hr"));
  `);
  await settled(page);
  await append(page, '<div data-service-slot="side"></div>');
  await expect(page.getByText("Title of side")).toBeVisible();
  expect(await mutationsOf(page)).toEqual([]);
});

test("a slot that accepts other surfaces keeps what it shows, and the focus in it", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div data-service-slot="top" data-service-surfaces="banner card"></div>',
    config: localConfig(
      playbook({
        placements: [placement("top", { payload: { ctas: [{ label: "Go", action: "go" }] } })],
      }),
    ),
  });
  const button = page.getByRole("button", { name: "Go" });
  await button.focus();
  await countMutations(page, "[data-service-slot]");
  await page.evaluate(`document.querySelector("[data-service-slot]").dataset.serviceSurfaces =
    "card banner button"`);
  await settled(page);
  expect(await mutationsOf(page)).toEqual([]);
  await expect(button).toBeFocused();
  await page.evaluate(`document.querySelector("[data-service-slot]").dataset.serviceSurfaces =
    "button"`);
  await expect(button).toHaveCount(0);
});

test("another word changes that word only", async ({ site }) => {
  const page = await site.open({ html: '<div data-service-slot="top"></div>', config: CONFIG });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await countMutations(page, "[data-service-slot]");
  await page.evaluate("Service.setUser({ name: 'Bob' })");
  await expect(page.getByText("Hi Bob")).toBeVisible();
  expect(await mutationsOf(page)).toEqual(["characterData Hi Bob"]);
});

test("what is placed follows the user, the usage and the page at once", async ({ site }) => {
  const page = await site.open({
    html: `<div data-service-slot="top"></div><div data-service-slot="usage"></div>
      <div data-service-slot="editor"></div>`,
    config: CONFIG,
  });
  await expect(page.getByText("On Free")).toBeVisible();
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await expect(page.getByText("On Pro")).toBeVisible();
  await expect(page.getByText("Title of usage")).toBeHidden();
  await page.evaluate("Service.updateUsage({ seats: 2 })");
  await expect(page.getByText("Title of usage")).toBeVisible();
  await expect(page.getByText("Title of editor")).toBeHidden();
  await page.evaluate("history.pushState(null, '', '/editor')");
  await expect(page.getByText("Title of editor")).toBeVisible();
  await page.evaluate("history.back()");
  await expect(page.getByText("Title of editor")).toBeHidden();
});

for (const separator of [",", ", "]) {
  test(`surfaces may be separated by ${JSON.stringify(separator)}`, async ({ site }) => {
    const named = (...surfaces: string[]) =>
      `<div data-service-slot="top" data-service-surfaces="${surfaces.join(separator)}"><p>Own</p></div>`;
    const page = await site.open({
      html: named("banner", "card") + named("card", "gate") + named("banner", "gate"),
      config: CONFIG,
    });
    await expect(page.getByText("Hi Ann")).toHaveCount(2);
    await expect(page.getByText("Own").nth(0)).toBeHidden();
    await expect(page.getByText("Own").nth(1)).toBeHidden();
    await expect(page.getByText("Own").nth(2)).toBeVisible();
  });
}

test("a slot that goes by another document keeps its looks, and shows nothing while it is there", async ({
  site,
}) => {
  const page = await site.open({
    html: '<main><div data-service-slot="top"></div></main><iframe></iframe>',
    config: CONFIG,
  });
  const box = page.locator(".box");
  const looks = () =>
    box.evaluate((element) => {
      const { borderRadius, paddingTop } = getComputedStyle(element);
      return [borderRadius, paddingTop];
    });
  await expect(box).toBeVisible();
  const before = await looks();
  // As a library does that parses what it swaps in another document, and keeps an element of the page's.
  await page.evaluate(() => {
    const [slot] = document.querySelectorAll("[data-service-slot]");
    if (!slot) return;
    new DOMParser().parseFromString("", "text/html").body.append(slot);
    document.querySelector("main")?.append(slot);
  });
  await expect.poll(looks).toEqual(before);

  const frame = page.frameLocator("iframe");
  await page.evaluate(() => {
    const [slot] = document.querySelectorAll("[data-service-slot]");
    if (slot) document.querySelector("iframe")?.contentDocument?.body.append(slot);
  });
  await expect(frame.locator("[data-service-slot]")).toBeAttached();
  await expect(frame.locator(".box")).toHaveCount(0);
  await page.evaluate(() => {
    const there = document.querySelector("iframe")?.contentDocument;
    const [slot] = there?.querySelectorAll("[data-service-slot]") ?? [];
    if (slot) document.querySelector("main")?.append(slot);
  });
  await expect(box).toBeVisible();
  expect(await looks()).toEqual(before);
});

test("a page that was saved with what its slots showed shows each placement once", async ({
  site,
}) => {
  const page = await site.open({ html: '<div data-service-slot="top"></div>', config: CONFIG });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  const html = await page.evaluate<string>(`(() => {
    const { shadowRoot } = document.querySelector("[data-service-slot]");
    return document.body.getHTML({ shadowRoots: [shadowRoot] });
  })()`);
  await site.open({ html, config: CONFIG }, page);
  await expect(page.getByText("Hi Ann")).toHaveCount(1);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Hi Ann")).toBeHidden();
});
