/** The page is never broken, whatever the browser lacks or another script has done to it. */
import type { BrowserContext, Page } from "@playwright/test";
import { PAGE } from "../busy-page";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

/** Code that runs before the page's own, by what it does. */
type Ways = Readonly<Record<string, string>>;

const define = (object: string, name: string, descriptor: string) =>
  `Object.defineProperty(${object}, "${name}", { configurable: true, ${descriptor} });`;
const hostile = (name: string) => `throw new Error("hostile ${name}");`;
const throwing = (object: string, name: string) =>
  define(object, name, `get() { ${hostile(name)} }`);
const missing = (object: string, name: string) => define(object, name, "value: undefined");
const failing = (object: string, name: string) =>
  define(object, name, `writable: true, value: function () { ${hostile(name)} }`);

/** Visits the page once for each way, in one tab: `code` runs first, and nothing is stored yet. */
async function visitEach(
  { site, context }: { site: TestSite; context: BrowserContext },
  ways: Ways,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await context.newPage();
  for (const [way, code] of Object.entries(ways)) {
    const first = `localStorage.clear(); sessionStorage.clear(); ${code}`;
    const script = `<script>${first}</script><script src="/dist/service.js"></script>`;
    await test.step(way, async () => {
      await site.open({ ...PAGE, script }, page);
      await visit(page);
    });
  }
}

/** What the SDK touches, and can do without. */
const SPARE = [
  ["window", "MutationObserver"],
  ["window", "IntersectionObserver"],
  ["window", "fetch"],
  ["window", "matchMedia"],
  ["window", "Intl"],
  ["window", "crypto"],
  ["window", "localStorage"],
  ["window", "sessionStorage"],
  ["window", "navigation"],
  ["window", "queueMicrotask"],
  ["window", "scheduler"],
  ["window", "requestIdleCallback"],
  ["window", "console"],
  ["window", "Blob"],
  ["window", "screen"],
  ["Navigator.prototype", "locks"],
  ["Navigator.prototype", "language"],
  ["Crypto.prototype", "getRandomValues"],
  ["HTMLElement.prototype", "hidePopover"],
  ["Storage.prototype", "getItem"],
  ["Storage.prototype", "setItem"],
  ["Storage.prototype", "removeItem"],
  ["History.prototype", "pushState"],
  ["History.prototype", "replaceState"],
  ["Document.prototype", "referrer"],
  ["Element.prototype", "checkVisibility"],
  ["LockManager.prototype", "request"],
  ["LockManager.prototype", "query"],
  ["MutationObserver.prototype", "observe"],
  ["IntersectionObserver.prototype", "observe"],
] as const;

const HOSTILE: Record<string, Ways> = {
  "locks never come": {
    "never granted": "LockManager.prototype.request = () => new Promise(() => {});",
    "never listed": "LockManager.prototype.query = () => new Promise(() => {});",
    refused: 'LockManager.prototype.request = async () => { throw new Error("no"); };',
  },
  "another script has extended what is built in": {
    "every prototype has enumerable additions": `
      Object.prototype.extra = function () { throw new Error("hostile addition"); };
      Array.prototype.remove = function () { throw new Error("hostile addition"); };
      Function.prototype.extra2 = function () { throw new Error("hostile addition"); };`,
    "every object has an option of the platform's": "Object.prototype.signal = () => {};",
    "arrays have a toJSON of an old library": `
      Array.prototype.toJSON = function () {
        return "[" + this.map((one) => JSON.stringify(one)).join() + "]";
      };`,
    "history is frozen": "Object.freeze(history);",
    "the time is a date, as an old library has it": "Date.now = () => new Date();",
    "lists are made as an old library does it": `
      Array.from = (list) => Number.isInteger(list.length) ? [].slice.call(list) : [];`,
    "messages fail a test": `
      console.error = console.warn = () => { throw new Error("hostile message"); };`,
  },
};
for (const [object, name] of SPARE) {
  HOSTILE[`${object}.${name} is missing or broken`] = {
    // The test's own tool needs some of them to read.
    ...(!["Intl", "requestIdleCallback"].includes(name) && {
      "throws at the touch": throwing(object, name),
    }),
    "is missing": missing(object, name),
    fails: failing(object, name),
  };
}

for (const [name, ways] of Object.entries(HOSTILE)) {
  test(`the page works and placements show where ${name}`, async ({ site, context }) => {
    // Told once at most; nothing uncaught is allowed.
    site.allowConsole(/^error: \[Service\] hostile/);
    await visitEach({ site, context }, ways, async (page) => {
      await expect(page.getByText("Title of top")).toBeVisible();
      await expect(page.getByText("Add a seat")).toBeVisible();
      await expect(page.getByText("Full")).toBeHidden();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveTitle("saved");
      await expect(page.getByText("It is saved")).toBeVisible();
      await page.getByRole("button", { name: "Export" }).click();
      await expect(page.getByText("Export is part of Pro")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByText("Export is part of Pro")).toHaveCount(0);
      await expect(page).toHaveTitle("saved");
      await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
      await expect.poll(() => page.evaluate("Service.can('export')")).toBe(true);
      await page.getByRole("button", { name: "Export" }).click();
      await expect(page).toHaveTitle("exported");
      // The page's own call may be the one that is broken.
      await page.evaluate("try { history.pushState(null, '', '/next'); } catch {}");
      await expect(page.getByText("Title of top")).toBeVisible();
    });
  });
}

/** What no placement can be shown without. */
const NEEDED = [
  ["window", "CSSStyleSheet"],
  ["window", "ShadowRoot"],
  ["window", "Proxy"],
  ["window", "AbortController"],
  ["Element.prototype", "attachShadow"],
  ["CSSStyleSheet.prototype", "replaceSync"],
  ["HTMLElement.prototype", "showPopover"],
  ["HTMLDialogElement.prototype", "showModal"],
  ["Element.prototype", "prepend"],
] as const;
for (const [object, name] of NEEDED) {
  test(`the page's own part works where ${object}.${name} is missing or broken`, async ({
    site,
    context,
  }) => {
    // Told in the console, once for each thing: nothing uncaught is allowed here.
    site.allowConsole(/^error: \[Service\]/);
    const ways = { "is missing": missing(object, name), fails: failing(object, name) };
    await visitEach({ site, context }, ways, async (page) => {
      await expect(page.locator("h1")).toBeVisible();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page).toHaveTitle("saved");
      await page.evaluate(
        "Promise.race([Service.ready, new Promise((_, no) => setTimeout(no, 2000, 'late'))])",
      );
      expect(await page.evaluate("[Service.can('seats'), Service.can('export')]")).toEqual([
        true,
        false,
      ]);
      await page.evaluate("history.pushState(null, '', '/next')");
      await page.evaluate("Service.destroy()");
      await page.getByRole("button", { name: "Export" }).click();
      await expect(page).toHaveTitle("exported");
    });
  });
}

test("a gate for what is no handle is shut, and rejects nothing", async ({ site }) => {
  const page = await site.open(PAGE);
  await page.evaluate("Service.ready");
  for (const handle of ["Symbol('export')", "null", "{ toString() { throw 1; } }", "() => 1"]) {
    const gate = `Service.gate(${handle}, () => 1).then(({ ran }) => ran)`;
    expect(await page.evaluate(gate), handle).toBe(false);
  }
});

test("an error listener that fails itself is told of each error once", async ({ site }) => {
  site.allowConsole(/boom|error listener/);
  const page = await site.open(PAGE);
  const told = await page.evaluate<number>(`Service.ready.then(async () => {
    let told = 0;
    Service.on("error", ({ message }) => { if (told++ < 50) throw new Error("again: " + message); });
    Service.push(() => { throw new Error("boom"); });
    await new Promise((resolve) => setTimeout(resolve, 200));
    return told;
  })`);
  expect(told).toBe(1);
});

test("a dialog that the page's own renderer fails to draw gives way to the next", async ({
  site,
}) => {
  site.allowConsole(/can't draw/);
  const open = { slot: undefined, trigger: { type: "page_view" } };
  const page = await site.open({
    html: `<script>Service.registerSurface("modal", () => { throw new Error("can't draw"); });</script>`,
    config: localConfig(
      playbook({
        placements: [
          placement("first", { ...open, priority: 1, payload: { surface: "modal" } }),
          placement("second", { ...open, payload: { surface: "full_page" } }),
        ],
      }),
    ),
  });
  await expect(page.getByRole("dialog", { name: "Title of second" })).toBeVisible();
});

test("what the page names its frames and fields takes nothing's place", async ({ site }) => {
  const page = await site.open({
    ...PAGE,
    html: `<iframe name="hidden" title="Upload" hidden></iframe>
      <form><input name="matches"><p data-service-show-if="export">For Pro</p></form>${PAGE.html}`,
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("It is saved")).toBeVisible();
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.evaluate(`document.body.insertAdjacentHTML("beforeend",
    '<form><input name="querySelectorAll"><input name="matches"></form>');`);
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve)).then(() =>
    document.body.insertAdjacentHTML("beforeend", '<p data-service-show-if="export">For Pro, too</p>'))`);
  await expect(page.getByText("For Pro, too")).toBeHidden();
});
