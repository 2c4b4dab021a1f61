/** What changes inside a slot, and what doesn't, whatever the page does to it. */
import { expect, test } from "./fixtures";
import { append, CONFIG, countMutations, mutationsOf, settled } from "./slot-pages";

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

test("a framework that wipes a slot's inside 1,000 times does no harm", async ({ site }) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await countMutations(page, "#slot");
  const longest = await page.evaluate(async () => {
    const slot = document.querySelector("#slot");
    let worst = 0;
    for (let index = 0; index < 1000; index++) {
      const before = performance.now();
      if (slot) slot.innerHTML = `<p>Rendered ${index}</p>`;
      await Promise.resolve();
      worst = Math.max(worst, performance.now() - before);
    }
    return worst;
  });
  await settled(page);
  await expect(page.getByText("Hi Ann")).toBeVisible();
  expect(await mutationsOf(page)).toEqual([]);
  expect(longest).toBeLessThan(50);
});

test("a framework that renders the slot anew 1,000 times costs no long task and ends with one placement", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="app"><div data-service-slot="top"></div></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  const longTasks = await page.evaluate(async () => {
    const durations: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    });
    const app = document.querySelector("#app");
    observer.observe({ type: "longtask" });
    for (let index = 0; index < 1000; index++) {
      if (app) app.innerHTML = '<div data-service-slot="top"></div>';
      if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    return durations;
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(1);
  expect(longTasks).toEqual([]);
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
