/** One SDK on a page, what it leaves there, and a page that comes back. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { CONFIG, inline, openWith, SLOT, TAG } from "../loading-pages";
import { localConfig, placement, playbook } from "../playbooks";
import { bookOf, openService, test as serviceTest } from "../service-page";

test("three tags make one instance, one warning, and run the queue once", async ({ site }) => {
  const queue = inline("window.ran = 0; window.Service = [() => ran++]");
  const keep = inline("window.first = Service");
  const page = await openWith(site, queue + CONFIG + TAG + keep + TAG + TAG, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("Title of top")).toHaveCount(1);
  expect(await page.evaluate("[ran, first === Service]")).toEqual([1, true]);
  expect(site.console.filter((line) => line.startsWith("warning"))).toHaveLength(1);
});

test("the snippet and the ESM build on one page are one instance", async ({ site }) => {
  const page = await openWith(site, CONFIG + TAG, SLOT);
  const same = await page.evaluate(`
    import("/dist/service.mjs").then(({ initService }) => initService(ServiceConfig) === Service)
  `);
  expect(same).toBe(true);
  expect(site.console.filter((line) => line.startsWith("warning"))).toHaveLength(1);
});

test("a tag that comes after the ESM build puts its instance in place, and runs what is queued", async ({
  site,
}) => {
  const queue = inline("window.ran = 0; window.Service = [() => ran++]");
  const page = await openWith(site, queue + CONFIG, SLOT);
  await page.evaluate(`import("/dist/service.mjs").then(({ initService }) => {
    window.first = initService(ServiceConfig);
  })`);
  await page.addScriptTag({ url: "/dist/service.js" });
  // As many at once as the list takes before.
  await page.evaluate("Service.push(() => ran++, () => ran++)");
  await expect.poll(() => page.evaluate("[ran, first === Service]")).toEqual([3, true]);
  await expect(page.getByText("Title of top")).toHaveCount(1);
  expect(site.console.filter((line) => line.startsWith("warning"))).toHaveLength(1);
});

for (const [how, routerAutoTrack, events] of [
  ["routes watched", true, ["visibilitychange", "pageshow"]],
  ["routes not watched", false, ["visibilitychange", "pageshow"]],
  ["told of by nothing else", true, ["pageshow"]],
  ["told of by nothing else, routes not watched", false, ["pageshow"]],
] as const) {
  test(`back from the back/forward cache everything is decided again (${how})`, async ({
    site,
    context,
  }) => {
    const page = await context.newPage();
    await page.clock.setFixedTime("2026-03-01T10:00:00Z");
    const campaign = placement("top", { payload: { schedule: { until: "2026-03-01T12:00:00Z" } } });
    const config = localConfig(playbook({ placements: [campaign] }), {
      contextPolicy: { routerAutoTrack },
    });
    site.servePage({ html: SLOT, config });
    await page.goto(site.url);
    await expect(page.getByText("Title of top")).toBeVisible();
    const comeBack = () =>
      page.evaluate((all) => {
        // What a browser tells a page that it brings back.
        for (const type of all) {
          if (type === "pageshow")
            window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
          else document.dispatchEvent(new Event(type));
        }
      }, events);
    await comeBack();
    await expect(page.getByText("Title of top")).toBeVisible();
    await page.waitForTimeout(200);
    await expect(page.getByText("Title of top")).toBeVisible();
    await page.clock.setFixedTime("2026-03-01T13:00:00Z");
    await comeBack();
    await expect(page.getByText("Page content")).toBeVisible();
  });
}

test("back from the back/forward cache no button is busy any more", async ({ site }) => {
  const buy = placement("top", {
    payload: { ctas: [{ label: "Buy", action: "buy" }] },
  });
  const config = localConfig(playbook({ placements: [buy] }), {});
  const page = await site.open({
    ...{ html: SLOT, config },
    script: `<script>window.asked = 0;
      // As one that leads to a checkout, and has nothing more to say.
      ServiceConfig.uiPathResolvers = { buy: () => (asked++, new Promise(() => {})) };</script>
      <script src="/dist/service.js"></script>`,
  });
  const button = page.getByRole("button", { name: "Buy" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.evaluate(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(button).not.toHaveAttribute("aria-busy");
  await button.click();
  expect(await page.evaluate("asked")).toBe(2);
});

/** Keeps what is listened to. */
const noteListeners = (context: BrowserContext) =>
  context.addInitScript(() => {
    const types: string[] = [];
    Object.assign(window, { types });
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (
      this: EventTarget,
      ...parameters: Parameters<typeof addEventListener>
    ) {
      types.push(parameters[0]);
      return Reflect.apply(addEventListener, this, parameters);
    };
  });
async function expectKept(page: Page, type: string): Promise<void> {
  const types = await page.evaluate<string[]>("types");
  expect(types).toContain(type);
  expect(types.filter((type) => /unload/.test(type))).toEqual([]);
  expect(await page.evaluate("[window.onunload, window.onbeforeunload]")).toEqual([null, null]);
}

test("nothing listens to what keeps a page out of the back/forward cache", async ({
  site,
  context,
}) => {
  await noteListeners(context);
  const page = await openWith(site, CONFIG + TAG, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
  await expectKept(page, "click");
});

serviceTest(
  "nothing does so where a page tells the service what is done on it",
  async ({ site, plane, context }) => {
    await plane.launch(bookOf(1));
    await noteListeners(context);
    const page = await openService({ site, plane });
    await expect(page.getByText("Title of top")).toBeVisible();
    await page.evaluate("Service.track('done'); Service.flush()");
    await expectKept(page, "pagehide");
  },
);

for (const [what, code] of [
  ["a function", "function Service() {}"],
  ["an object", "window.Service = { ping() {} }"],
  ["a constant", 'Object.defineProperty(window, "Service", { value: { ping() {} } })'],
] as const) {
  test(`a Service of the page's own, ${what}, is told of, and placements and gates are there`, async ({
    site,
  }) => {
    const html = `${SLOT}<button data-service-gate="export">Export</button>
      <p data-service-show-if="export">Exports</p>`;
    const page = await openWith(site, inline(code) + CONFIG + TAG, html);
    await expect(page.getByText("Title of top")).toBeVisible();
    await expect(page.getByText("Exports")).toBeHidden();
    await page.evaluate("clicks = 0; document.onclick = () => clicks++");
    await page.getByRole("button", { name: "Export" }).click();
    expect(await page.evaluate("clicks")).toBe(0);
    const warnings = site.console.filter((line) => line.startsWith("warning"));
    expect(warnings.join()).toContain("the page has a window.Service of its own");
  });
}

test("an element that is called Service is no Service of the page's own", async ({ site }) => {
  const page = await openWith(site, CONFIG, `${SLOT}<div id="Service"></div>${TAG}`);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("typeof Service.can")).toBe("function");
  expect(site.console).toEqual([]);
});

test("Service is the only name that the snippet leaves on the window", async ({ site }) => {
  const before = inline("window.before = null; window.before = Object.getOwnPropertyNames(window)");
  const page = await openWith(site, CONFIG + before + TAG, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
  const added = "Object.getOwnPropertyNames(window).filter((name) => !before.includes(name))";
  expect(await page.evaluate(added)).toEqual(["Service"]);
});

test("the ESM build leaves no name on the window", async ({ site }) => {
  const page = await openWith(site, CONFIG, SLOT);
  const added = await page.evaluate(`(async () => {
    const before = Object.getOwnPropertyNames(window);
    const { initService } = await import("/dist/service.mjs");
    await initService(ServiceConfig).ready;
    return Object.getOwnPropertyNames(window).filter((name) => !before.includes(name));
  })()`);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(added).toEqual([]);
});

test("local_only makes no request at all", async ({ site }) => {
  const modal = placement("ask", {
    slot: undefined,
    category: "gated",
    trigger: { type: "entitlement_denied", entitlement: "export" },
    payload: { surface: "modal" },
  });
  const book = playbook({ placements: [placement("top"), modal] });
  const page = await site.open({
    html: `${SLOT}<button data-service-gate="export">Export</button>`,
    config: localConfig(book, { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await page.evaluate(`Promise.all([
    Service.identify("u2"), Service.track("x"), Service.capture("y"), Service.flush(),
    Service.fetchUserContext("u2"), Service.getTrialStatus(), Service.refreshContext(),
  ])`);
  // The one wait of this kind: for what must not come, a second of viewing included.
  await page.waitForTimeout(1500);
  await page.evaluate("Service.flush()");
  await page.close();
  expect(site.requests.map(({ url }) => url)).toEqual(["/"]);
  expect(site.outside).toEqual([]);
});
