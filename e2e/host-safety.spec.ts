/** The page is never broken, whatever the browser lacks or another script has done to it. */
import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

const BOOK = playbook({
  placements: [
    placement("top", { payload: { ctas: [{ label: "Later", action: "remind_later" }] } }),
    placement("ask", {
      slot: undefined,
      category: "gated",
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface: "modal", content: { title: "Export is part of Pro" } },
    }),
    placement("saved", {
      slot: undefined,
      trigger: { type: "event", name: "saved" },
      payload: {
        surface: "toast",
        content: { title: "It is saved" },
        caps: [{ count: 5, period: "day" }],
      },
    }),
  ],
});
const PAGE = {
  html: `<h1>Page</h1>
    <div data-service-slot="top"><span>Page content</span></div>
    <button onclick="document.title = 'saved'" data-service-event="saved">Save</button>
    <button onclick="document.title = 'exported'" data-service-gate="export">Export</button>
    <p data-service-show-if="seats">Add a seat</p>
    <p data-service-hide-if="seats">Full</p>`,
  config: localConfig(BOOK, { user: { id: "u1", plan_handle: "free" } }),
};

/** Runs before every page of the context, in it. */
const before = (context: BrowserContext, code: string) =>
  context.addInitScript({ content: `if (location.protocol === "http:") {${code}}` });
const throwing = (object: string, name: string) => `
  Object.defineProperty(${object}, "${name}", {
    configurable: true,
    get() { throw new Error("hostile ${name}"); },
  });`;
const missing = (object: string, name: string) =>
  `Object.defineProperty(${object}, "${name}", { configurable: true, value: undefined });`;
const failing = (object: string, name: string) => `
  Object.defineProperty(${object}, "${name}", {
    configurable: true,
    writable: true,
    value: function () { throw new Error("hostile ${name}"); },
  });`;

const GLOBALS = [
  "MutationObserver",
  "IntersectionObserver",
  "BroadcastChannel",
  "fetch",
  "matchMedia",
  "Intl",
  "crypto",
  "localStorage",
  "sessionStorage",
  "navigation",
  "queueMicrotask",
  "Blob",
  "screen",
];
const MEMBERS = [
  ["Navigator.prototype", "locks"],
  ["Navigator.prototype", "sendBeacon"],
  ["Navigator.prototype", "language"],
  ["Navigator.prototype", "onLine"],
  ["Crypto.prototype", "getRandomValues"],
  ["Crypto.prototype", "randomUUID"],
  ["Crypto.prototype", "subtle"],
  ["Storage.prototype", "getItem"],
  ["Storage.prototype", "setItem"],
  ["Storage.prototype", "removeItem"],
  ["History.prototype", "pushState"],
  ["History.prototype", "replaceState"],
  ["Document.prototype", "referrer"],
  ["Document.prototype", "cookie"],
  ["Element.prototype", "checkVisibility"],
  ["LockManager.prototype", "request"],
  ["MutationObserver.prototype", "observe"],
  ["IntersectionObserver.prototype", "observe"],
] as const;

const HOSTILE: Record<string, string> = {};
for (const name of GLOBALS) {
  // The test's own tool needs `Intl` to read.
  if (name !== "Intl") HOSTILE[`${name} throws at the touch`] = throwing("window", name);
  HOSTILE[`${name} is missing`] = missing("window", name);
  HOSTILE[`${name} fails`] = failing("window", name);
}
for (const [object, name] of MEMBERS) {
  HOSTILE[`${object}.${name} throws at the touch`] = throwing(object, name);
  HOSTILE[`${object}.${name} is missing`] = missing(object, name);
  HOSTILE[`${object}.${name} fails`] = failing(object, name);
}
Object.assign(HOSTILE, {
  "locks are never granted": "LockManager.prototype.request = () => new Promise(() => {});",
  "locks are refused": 'LockManager.prototype.request = async () => { throw new Error("no"); };',
  "every prototype has enumerable additions": `
    Object.prototype.extra = function () { throw new Error("hostile addition"); };
    Array.prototype.remove = function () { throw new Error("hostile addition"); };
    Function.prototype.extra2 = function () { throw new Error("hostile addition"); };`,
  "arrays have a toJSON of an old library": `
    Array.prototype.toJSON = function () { return "[" + this.map((one) => JSON.stringify(one)).join() + "]"; };`,
  "history is frozen": "Object.freeze(history);",
});

for (const [name, code] of Object.entries(HOSTILE)) {
  test(`the page works and placements show where ${name}`, async ({ site, context }) => {
    // Told once at most; nothing uncaught is allowed.
    site.allowConsole(/^error: \[Service\] hostile/);
    await before(context, code);
    const page = await site.open(PAGE);

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
  });
}

/** What no placement can be shown without. */
const CRIPPLED: Record<string, string> = {};
for (const name of ["CSSStyleSheet", "ShadowRoot", "Proxy", "AbortController"]) {
  CRIPPLED[`${name} is missing`] = missing("window", name);
  CRIPPLED[`${name} fails`] = failing("window", name);
}
for (const [object, name] of [
  ["Element.prototype", "attachShadow"],
  ["CSSStyleSheet.prototype", "replaceSync"],
  ["HTMLElement.prototype", "showPopover"],
  ["HTMLDialogElement.prototype", "showModal"],
  ["Element.prototype", "prepend"],
] as const) {
  CRIPPLED[`${object}.${name} is missing`] = missing(object, name);
  CRIPPLED[`${object}.${name} fails`] = failing(object, name);
}
for (const [name, code] of Object.entries(CRIPPLED)) {
  test(`the page's own part works, uncaught errors aside, where ${name}`, async ({
    site,
    context,
  }) => {
    // Told in the console, once for each thing: nothing uncaught is allowed here.
    site.allowConsole(/^error: \[Service\]/);
    await before(context, code);
    const page = await site.open(PAGE);
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
}

test("listeners that throw disturb neither each other nor the SDK, and each is told", async ({
  site,
}) => {
  site.expectConsole(/first failed/);
  const page = await site.open({
    ...PAGE,
    html: `${PAGE.html}<script>
      window.heard = [];
      for (const name of ["ready", "playbook", "context", "decision", "impression", "dismiss", "error"]) {
        Service.on(name, () => { throw new Error("first failed"); });
        Service.on(name, () => heard.push(name));
      }
      Service.push(() => { throw new Error("first failed"); });
    </script>`,
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.getByText("Page content")).toBeVisible();
  await expect
    .poll(() => page.evaluate("heard"))
    .toEqual(expect.arrayContaining(["context", "decision", "dismiss", "error"]));
});

test("handlers of the page that throw on our DOM events are the page's own affair", async ({
  site,
}) => {
  site.expectConsole(/^uncaught: Error: of the page/);
  const page = await site.open({
    ...PAGE,
    html: `${PAGE.html}<script>
      addEventListener("service:dismiss", () => { throw new Error("of the page"); });
    </script>`,
  });
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.getByText("Page content")).toBeVisible();
});

test("calls with senseless arguments neither throw nor reject", async ({ site }) => {
  site.allowConsole(/^error: \[Service\]/);
  const page = await site.open(PAGE);
  await page.evaluate("Service.ready");
  const bad = await page.evaluate(`(async () => {
    const bad = [];
    const values = [undefined, null, 5, "", "x".repeat(10000), [], {}, () => {}, NaN];
    const names = Object.keys(Service).filter((name) =>
      typeof Service[name] === "function" && !["destroy", "start"].includes(name));
    const late = () => new Promise((resolve) => setTimeout(resolve, 1000, "never settled"));
    for (const name of names) for (const value of values) {
      try {
        const answer = Service[name](value, value);
        if (await Promise.race([answer, late()]) === "never settled") bad.push(name + " hangs");
      } catch (error) { bad.push(name + " " + typeof value + ": " + error); }
    }
    return bad;
  })()`);
  expect(bad).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveTitle("saved");
});

test("a price that no browser can write keeps only its own placement away", async ({ site }) => {
  site.allowConsole(/^error: \[Service\]/);
  const priced = placement("priced", {
    payload: {
      content: { title: "Pro is {{price}}" },
      ctas: [{ label: "Buy", action: "buy", params: { plan: "pro" } }],
    },
  });
  const plans = [
    { handle: "free" },
    { handle: "pro", price: { amount: 2900, currency: "no currency" } },
  ];
  const page = await site.open({
    html: `<div data-service-slot="priced"><span>No price</span></div>${PAGE.html}`,
    config: localConfig(playbook({ plans, placements: [priced, placement("top")] }), {
      user: { plan_handle: "free" },
    }),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("No price")).toBeVisible();
});

test("methods work without their object", async ({ site }) => {
  const page = await site.open(PAGE);
  const allowed = "(({ can, ready }) => ready.then(() => can('seats')))(Service)";
  expect(await page.evaluate(allowed)).toBe(true);
});

test("destroy() puts the page back as it was", async ({ site }) => {
  const html = `<p data-service-show-if="export" id="a">For Pro</p>
    <p data-service-show-if="export" id="b" hidden>For Pro, hidden by the page</p>
    <p data-service-hide-if="seats" id="c">Full</p>${PAGE.html}`;
  site.servePage({ html, path: "/bare", script: "" });
  const page = await site.open({ ...PAGE, html });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.locator("#a")).toBeHidden();
  await expect(page.locator("#c")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("Export is part of Pro")).toBeVisible();

  await page.evaluate("Service.destroy()");
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Title of top")).toHaveCount(0);
  await expect(page.getByText("Export is part of Pro")).toHaveCount(0);
  const after = await page.evaluate<string>("document.body.innerHTML");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("exported");
  await page.evaluate("Service.setUser({ plan_handle: 'pro' }), Service.track('saved')");
  await expect(page.locator("#b")).toBeHidden();
  await expect(page.getByText("It is saved")).toHaveCount(0);
  await page.goto(`${site.url}/bare`);
  expect(after).toBe(await page.evaluate("document.body.innerHTML"));
});

test("destroy() twice, and calls after it, do nothing", async ({ site }) => {
  const page = await site.open(PAGE);
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.destroy(), Service.destroy()");
  await page.evaluate("Service.show('ask'), Service.reset(), void Service.identify('u2')");
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.waitForTimeout(300);
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Export is part of Pro")).toHaveCount(0);
});

test("destroy() before the first decision leaves nothing behind", async ({ site }) => {
  const page = await site.open({ ...PAGE, html: `${PAGE.html}<script>Service.destroy()</script>` });
  await page.waitForTimeout(300);
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Full")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("exported");
});

for (const times of [1, 3]) {
  test(`after destroy() the SDK starts again, ${times} times over`, async ({ site }) => {
    const page = await site.open(PAGE);
    for (let time = 0; time < times; time++) {
      await expect(page.getByText("Title of top")).toBeVisible();
      await page.evaluate("Service.destroy()");
      await expect(page.getByText("Page content")).toBeVisible();
      await page.addScriptTag({ url: "/dist/service.js" });
    }
    await expect(page.getByText("Title of top")).toHaveCount(1);
    await expect(page.getByText("Page content")).toBeHidden();
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText("Export is part of Pro")).toHaveCount(1);
    expect(await page.title()).toBe("Test");
    expect(site.console.filter((line) => line.startsWith("warning"))).toEqual([]);
  });
}

test("nothing of the page is restyled or moved by our being there", async ({ site }) => {
  const html = `<main style="display:flex"><section data-service-slot="none"><b>Own</b></section></main>
    <button data-service-gate="seats">Add</button><p>Text</p>`;
  const measure = `[...document.body.querySelectorAll("*")].map((element) => [
    element.outerHTML, JSON.stringify(element.getBoundingClientRect()),
    [...getComputedStyle(element)].map((name) =>
      name + getComputedStyle(element).getPropertyValue(name)).join(),
  ])`;
  const bare = await site.open({ html, script: "", path: "/bare" });
  const page = await site.open({ ...PAGE, html });
  await page.evaluate("Service.ready.then(() => new Promise(requestAnimationFrame))");
  expect(await page.evaluate(measure)).toEqual(await bare.evaluate(measure));
});
