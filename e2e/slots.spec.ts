/** Slots: where placements go, however the page makes, moves, fills and removes them. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

const HI = { content: { title: "Hi {{user_name|there}}", body: "On {{plan_name|no plan}}" } };
const BOOK = playbook({
  placements: [
    placement("top", { payload: HI }),
    placement("side"),
    placement("editor", {
      payload: { target: { condition: { "page.path": "/editor" } } },
    }),
    placement("usage", {
      payload: { target: { condition: { "usage.seats": { $gte: 2 } } } },
    }),
  ],
});
const CONFIG = localConfig(BOOK, { user: { id: "u1", plan_handle: "free", name: "Ann" } });

const append = (page: Page, html: string) =>
  page.evaluate((text) => document.body.insertAdjacentHTML("beforeend", text), html);

/** Counts what changes inside the shadow root of a slot from now on. */
const countMutations = (page: Page, selector: string) =>
  page.evaluate((slot) => {
    const root = document.querySelector(slot)?.shadowRoot;
    const mutations: string[] = [];
    Object.assign(window, { mutations });
    if (!root) throw new Error("no shadow root");
    new MutationObserver((records) => {
      for (const { type, target } of records) mutations.push(`${type} ${target.textContent}`);
    }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }, selector);
const mutationsOf = (page: Page): Promise<string[]> => page.evaluate("window.mutations");
/** Everything that was asked for has been decided and drawn. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

test("a slot that is there at load shows its placement in place of its own children", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div data-service-slot="top"><p>While nothing is placed</p></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await expect(page.getByText("On Free")).toBeVisible();
  await expect(page.getByText("While nothing is placed")).toBeHidden();
});

test("a slot without a placement shows its own children, as does one that loses its placement", async ({
  site,
}) => {
  const page = await site.open({
    html: `<div data-service-slot="nobody"><p>Nothing for this one</p></div>
      <div data-service-slot="top"><p>Came back</p></div>`,
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await expect(page.getByText("Nothing for this one")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Hi Ann")).toBeHidden();
  await expect(page.getByText("Came back")).toBeVisible();
});

test("a slot is found when it appears later, deep inside what was added", async ({ site }) => {
  const page = await site.open({ html: "<h1>Page</h1>", config: CONFIG });
  await page.evaluate("Service.ready");
  await append(page, '<section><ul><li><div data-service-slot="top"></div></li></ul></section>');
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

test("a slot whose handle changes shows the other placement, and none without the attribute", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"><p>Own</p></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate("slot.dataset.serviceSlot = 'side'");
  await expect(page.getByText("Title of side")).toBeVisible();
  await expect(page.getByText("Hi Ann")).toBeHidden();
  await page.evaluate("slot.removeAttribute('data-service-slot')");
  await expect(page.getByText("Title of side")).toBeHidden();
  await expect(page.getByText("Own")).toBeVisible();
});

test("an element becomes a slot when it gets the attribute", async ({ site }) => {
  const page = await site.open({ html: '<div id="later">Own</div>', config: CONFIG });
  await page.evaluate("Service.ready");
  await page.evaluate("later.setAttribute('data-service-slot', 'top')");
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

test("a removed slot is unmounted, and shows its placement again when it returns", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate("window.kept = slot; slot.remove()");
  await expect
    .poll(() => page.evaluate("kept.shadowRoot.querySelectorAll('.root').length"))
    .toBe(0);
  await page.evaluate("document.body.append(kept)");
  await expect(page.getByText("Hi Ann")).toBeVisible();
});

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

test("an element that cannot hold a shadow root is told about once and left as it is", async ({
  site,
}) => {
  site.allowConsole(/\[Service\].*<a>/);
  const page = await site.open({
    html: '<a id="link" href="#x" data-service-slot="top">A link</a>',
    config: CONFIG,
  });
  await page.evaluate("Service.ready");
  await page.evaluate("document.body.append(link); Service.setUser({ name: 'Bob' })");
  await settled(page);
  await expect(page.getByText("A link")).toBeVisible();
  expect(site.console.filter((line) => line.includes("[Service]"))).toEqual([
    expect.stringMatching(/^(warning|error): \[Service\].*<a>.*slot/),
  ]);
});

test("every element that can hold a shadow root can be a slot, undefined custom elements too", async ({
  site,
}) => {
  const names =
    "div section aside p span h1 h2 h3 h4 h5 h6 header footer main nav article my-slot".split(" ");
  const page = await site.open({
    html: names.map((name) => `<${name} data-service-slot="top"></${name}>`).join(""),
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(names.length);
});

test("a custom element that is defined late keeps its own shadow root", async ({ site }) => {
  site.allowConsole(/<late-one> cannot be a slot/);
  const page = await site.open({
    html: `<late-one data-service-slot="top"></late-one>
      <script>customElements.define("late-one", class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<p>My own</p>"; }
      });</script>`,
    config: CONFIG,
  });
  await page.evaluate("Service.ready");
  await settled(page);
  await expect(page.getByText("My own")).toBeVisible();
});

test("several elements of one handle all show the placement", async ({ site }) => {
  const page = await site.open({
    html: '<div data-service-slot="top"></div><aside data-service-slot="top"></aside>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(2);
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.getByText("Hi Ann")).toHaveCount(0);
});

test("a slot takes only the surfaces it names", async ({ site }) => {
  const page = await site.open({
    html: `<div id="slot" data-service-slot="top" data-service-surfaces="banner"><p>Own</p></div>
      <div data-service-slot="top" data-service-surfaces="banner card"></div>`,
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toHaveCount(1);
  await expect(page.getByText("Own")).toBeVisible();
  await page.evaluate("slot.dataset.serviceSurfaces = 'card'");
  await expect(page.getByText("Hi Ann")).toHaveCount(2);
});

test("a slot never shows a page-level surface by itself", async ({ site }) => {
  const page = await site.open({
    html: '<div data-service-slot="big"><p>Own</p></div>',
    config: localConfig(
      playbook({ placements: [placement("big", { payload: { surface: "modal" } })] }),
    ),
  });
  await page.evaluate("Service.ready");
  await settled(page);
  await expect(page.getByText("Title of big")).toBeHidden();
  await expect(page.getByText("Own")).toBeVisible();
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

test("slots cloned from a template work, and the template itself stays as it is", async ({
  site,
}) => {
  const page = await site.open({
    html: '<template id="row"><div data-service-slot="top"></div></template><main></main>',
    config: CONFIG,
  });
  await page.evaluate("Service.ready");
  await page.evaluate(`
    for (let index = 0; index < 3; index++)
      document.querySelector("main").append(row.content.cloneNode(true));
  `);
  await expect(page.getByText("Hi Ann")).toHaveCount(3);
  expect(await page.evaluate("row.content.firstElementChild.shadowRoot")).toBe(null);
});

test("a copy of a slot that shows a placement is a slot of its own", async ({ site }) => {
  const page = await site.open({
    html: '<div id="slot" data-service-slot="top"></div>',
    config: CONFIG,
  });
  await expect(page.getByText("Hi Ann")).toBeVisible();
  await page.evaluate("document.body.append(slot.cloneNode(true))");
  await expect(page.getByText("Hi Ann")).toHaveCount(2);
});
