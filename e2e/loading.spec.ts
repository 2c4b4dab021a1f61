/** How the snippet and the ESM build come onto a page, and what they leave there. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";
import type { Site } from "./site";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("..", import.meta.url));

const BOOK = playbook({ placements: [placement("top")] });
const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
const inline = (code: string) => `<script>${code}</script>`;
const setConfig = (config: unknown) => inline(`window.ServiceConfig = ${JSON.stringify(config)}`);
const CONFIG = setConfig(localConfig(BOOK));
const TAG = '<script src="/dist/service.js"></script>';
/** A whole document, which brings its own scripts. */
const documentOf = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Test</title>${head}</head><body>${body}</body></html>`;

async function openWith(site: Site, head: string, body: string) {
  return site.open({ html: documentOf(head, body) });
}

const TAGS = {
  "a plain tag in the head": [CONFIG + TAG, SLOT],
  "a plain tag at the end of the body": [CONFIG, SLOT + TAG],
  "a plain tag before the slot": [CONFIG, TAG + SLOT],
  "an async tag": [`${CONFIG}<script async src="/dist/service.js"></script>`, SLOT],
  "a deferred tag": [`${CONFIG}<script defer src="/dist/service.js"></script>`, SLOT],
  "a module tag": [`${CONFIG}<script type="module" src="/dist/service.js"></script>`, SLOT],
  "a tag manager that strips attributes": [
    CONFIG,
    `${SLOT}${inline(`
      const script = document.createElement("script");
      script.src = "/dist/service.js";
      document.head.append(script);
    `)}`,
  ],
  "a tag manager that evaluates the text": [
    CONFIG,
    `${SLOT}${inline(`
      fetch("/dist/service.js").then((answer) => answer.text()).then((text) => (0, eval)(text));
    `)}`,
  ],
} as const;
for (const [name, [head, body]] of Object.entries(TAGS)) {
  test(`the snippet works as ${name}`, async ({ site }) => {
    const page = await openWith(site, head, body);
    await expect(page.getByText("Title of top")).toBeVisible();
    await expect(page.getByText("Page content")).toBeHidden();
  });
}

const JSON_BOOK = `<script type="application/json" id="book">${JSON.stringify(BOOK)}</script>`;
for (const kind of ["", "async", "defer", 'type="module"']) {
  test(`data-attributes alone are enough on a ${kind || "plain"} tag`, async ({ site }) => {
    const page = await openWith(
      site,
      "",
      `${JSON_BOOK}${SLOT}<script ${kind} src="/dist/service.js" data-playbook="#book"
        data-user-id="u1" data-plan-handle="pro"></script>`,
    );
    await expect(page.getByText("Title of top")).toBeVisible();
    expect(await page.evaluate("Service.can('export')")).toBe(true);
  });
}

test("data-playbook takes a URL, which is then the only request", async ({ site }) => {
  site.serve("/books/main.json", { body: BOOK });
  const tag = '<script src="/dist/service.js" data-playbook="/books/main.json"></script>';
  const page = await openWith(site, tag, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(site.requests.map(({ path }) => path)).toEqual(["/", "/books/main.json"]);
});

for (const [name, reply] of [
  ["is missing", { status: 404, body: "Not found" }],
  ["is no JSON", { body: "<!doctype html>" }],
  ["is of another format", { body: { ...BOOK, format_version: 2 } }],
] as const) {
  test(`a Playbook at a URL that ${name} leaves the page as it was, told once`, async ({
    site,
  }) => {
    site.allowConsole(/Failed to load resource/);
    site.expectConsole(/Playbook/);
    site.serve("/book.json", reply);
    const tag = '<script src="/dist/service.js" data-playbook="/book.json"></script>';
    const page = await openWith(
      site,
      tag,
      `${SLOT}<p data-service-show-if="export" hidden>For Pro</p>`,
    );
    await page.evaluate("Service.ready");
    await expect(page.getByText("Page content")).toBeVisible();
    await expect(page.getByText("For Pro")).toBeHidden();
    expect(await page.evaluate("Service.can('export')")).toBe(false);
    await expect
      .poll(() => site.console.filter((line) => line.includes("[Service]")).length)
      .toBe(1);
  });
}

test("an attribute wins over ServiceConfig, field by field", async ({ site }) => {
  const config = localConfig(BOOK, { user: { id: "u1", plan_handle: "free", name: "Ann" } });
  const page = await openWith(
    site,
    `${setConfig(config)}<script src="/dist/service.js" data-plan-handle="pro"></script>`,
    SLOT,
  );
  await expect.poll(() => page.evaluate("Service.can('export')")).toBe(true);
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({
    id: "u1",
    plan_handle: "pro",
    name: "Ann",
  });
});

test("calls from before load run in order, one that throws aside", async ({ site }) => {
  site.expectConsole(/the second failed/);
  const queue = inline(`
    window.ran = [];
    window.Service = window.Service || [];
    Service.push((sdk) => ran.push("first " + typeof sdk.can));
    Service.push(() => { throw new Error("the second failed"); });
    Service.push((sdk) => { ran.push("third"); sdk.push(() => ran.push("inner")); });
  `);
  const page = await openWith(
    site,
    `${queue}${CONFIG}<script async src="/dist/service.js"></script>`,
    SLOT,
  );
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("ran")).toEqual(["first function", "third", "inner"]);
});

test("push runs at once after load", async ({ site }) => {
  const page = await openWith(site, CONFIG + TAG, SLOT);
  const ran =
    "(() => { const ran = []; Service.push((sdk) => ran.push(sdk === Service)); return ran; })()";
  expect(await page.evaluate(ran)).toEqual([true]);
});

test("a queue that holds what is no function does no harm", async ({ site }) => {
  const queue = inline('window.Service = [1, null, ["track", "x"], {}]');
  const page = await openWith(site, queue + CONFIG + TAG, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
});

test("an event tracked before load opens the placement that waits for it", async ({ site }) => {
  const toast = placement("saved", {
    slot: undefined,
    trigger: { type: "event", name: "saved" },
    payload: { surface: "toast", content: { title: "It is saved" } },
  });
  const queue = inline('window.Service = []; Service.push((sdk) => sdk.track("saved"))');
  const config = setConfig(localConfig(playbook({ placements: [toast] })));
  const page = await openWith(site, queue + config + TAG, "");
  await expect(page.getByText("It is saved")).toBeVisible();
});

test("two tags make one instance, one warning, and run the queue once", async ({ site }) => {
  const queue = inline("window.ran = 0; window.Service = [() => ran++]");
  const keep = inline("window.first = Service");
  const page = await openWith(site, queue + CONFIG + TAG + keep + TAG, SLOT);
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

const MANUAL = '<script src="/dist/service.js" data-manual></script>';

test("with data-manual nothing happens before Service.start(options)", async ({ site }) => {
  const page = await openWith(site, MANUAL, SLOT);
  await expect(page.getByText("Page content")).toBeVisible();
  expect(await page.evaluate("[Service.can('export'), localStorage.length]")).toEqual([false, 0]);
  const config = localConfig(BOOK, { user: { plan_handle: "pro" } });
  await page.evaluate((options) => {
    const { Service } = window as unknown as { Service: { start(given: unknown): void } };
    Service.start(options);
  }, config);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("Service.ready.then(() => Service.can('export'))")).toBe(true);
});

test("with data-manual, start() takes ServiceConfig, and twice is once", async ({ site }) => {
  const page = await openWith(site, CONFIG + MANUAL, SLOT);
  await page.evaluate("Service.start(); Service.start()");
  await expect(page.getByText("Title of top")).toHaveCount(1);
});

test("with data-manual, what was said before start() still counts", async ({ site }) => {
  const page = await openWith(site, CONFIG + MANUAL, SLOT);
  await page.evaluate(`
    window.heard = [];
    Service.on("ready", () => heard.push("ready"));
    Service.identify("u1", { plan_handle: "pro" });
    Service.start();
  `);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("heard")).toEqual(["ready"]);
  expect(await page.evaluate("Service.can('export')")).toBe(true);
});

test("with data-manual, destroy() after start() puts the page back", async ({ site }) => {
  const page = await openWith(site, CONFIG + MANUAL, SLOT);
  await page.evaluate("Service.start()");
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("Page content")).toBeVisible();
  await page.addScriptTag({ url: "/dist/service.js" });
  await expect(page.getByText("Page content")).toBeHidden();
});

test("data-manual without a start leaves a wrong configuration untold", async ({ site }) => {
  const page = await openWith(site, setConfig({}) + MANUAL, SLOT);
  await expect(page.getByText("Page content")).toBeVisible();
  site.expectConsole(/tenantId is required/);
  await page.evaluate("Service.start()");
  expect(await page.evaluate("Service.ready.then(() => Service.can('export'))")).toBe(false);
});

test("a prerendered page waits for its activation", async ({ site, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  });
  const page = await openWith(site, CONFIG + TAG, SLOT);
  await expect(page.getByText("Page content")).toBeVisible();
  expect(await page.evaluate("document.querySelector('[data-service-slot]').shadowRoot")).toBe(
    null,
  );
  await page.evaluate(() => {
    Object.defineProperty(document, "prerendering", { value: false });
    document.dispatchEvent(new Event("prerenderingchange"));
  });
  await expect(page.getByText("Title of top")).toBeVisible();
});

for (const routerAutoTrack of [true, false]) {
  test(`back from the back/forward cache everything is decided again (routes ${
    routerAutoTrack ? "watched" : "not watched"
  })`, async ({ site, context }) => {
    const page = await context.newPage();
    await page.clock.setFixedTime("2026-03-01T10:00:00Z");
    const campaign = placement("top", { payload: { schedule: { until: "2026-03-01T12:00:00Z" } } });
    const config = localConfig(playbook({ placements: [campaign] }), {
      contextPolicy: { routerAutoTrack },
    });
    site.servePage({ html: SLOT, config });
    await page.goto(site.url);
    await expect(page.getByText("Title of top")).toBeVisible();
    await page.clock.setFixedTime("2026-03-01T13:00:00Z");
    await page.evaluate(() => {
      // What a browser tells a page that it brings back.
      document.dispatchEvent(new Event("visibilitychange"));
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    });
    await expect(page.getByText("Page content")).toBeVisible();
  });
}

test("nothing listens to what keeps a page out of the back/forward cache", async ({
  site,
  context,
}) => {
  await context.addInitScript(() => {
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
  const page = await openWith(site, CONFIG + TAG, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
  const types = await page.evaluate<string[]>("types");
  expect(types).toContain("click");
  expect(types.filter((type) => /unload/.test(type))).toEqual([]);
  expect(await page.evaluate("[window.onunload, window.onbeforeunload]")).toEqual([null, null]);
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

test.describe("the ESM build", () => {
  test("does nothing when imported, and returns the SDK of initService", async ({ site }) => {
    const page = await openWith(site, CONFIG, SLOT);
    const names = await page.evaluate("import('/dist/service.mjs').then(Object.keys)");
    expect(names).toEqual(expect.arrayContaining(["initService", "ServiceConfigError"]));
    await expect(page.getByText("Page content")).toBeVisible();
    await page.evaluate(
      "import('/dist/service.mjs').then((m) => void m.initService(ServiceConfig))",
    );
    await expect(page.getByText("Title of top")).toBeVisible();
    expect(await page.evaluate("typeof window.Service")).toBe("undefined");
  });

  test("returns the first instance again, with a warning", async ({ site }) => {
    const page = await openWith(site, CONFIG, SLOT);
    const same = await page.evaluate(`import("/dist/service.mjs").then(({ initService }) =>
      initService(ServiceConfig) === initService({ ...ServiceConfig, debug: true }))`);
    expect(same).toBe(true);
    await expect(page.getByText("Title of top")).toHaveCount(1);
    expect(site.console.filter((line) => line.startsWith("warning"))).toHaveLength(1);
  });

  test("throws a ServiceConfigError that lists every fault and holds no value", async ({
    site,
  }) => {
    const page = await openWith(site, "", SLOT);
    const error = await page.evaluate(`import("/dist/service.mjs").then((sdk) => {
      try {
        sdk.initService({ publicKey: "svc_server_abc123", consent: "perhaps", colour: "crimson" });
      } catch (error) {
        const { name, code, option, message } = error;
        return { name, code, option, message, is: error instanceof sdk.ServiceConfigError };
      }
    })`);
    expect(error).toMatchObject({ name: "ServiceConfigError", code: "refused", is: true });
    expect(error).toMatchObject({ option: "publicKey" });
    const { message } = error as { message: string };
    for (const option of ["publicKey", "tenantId", "consent", "colour"]) {
      expect(message).toContain(option);
    }
    expect(message).not.toMatch(/abc123|perhaps|crimson/);
  });

  test("decides in Node, where there is no DOM", async () => {
    const config = localConfig(BOOK, { user: { plan_handle: "pro" } });
    const { stdout } = await run(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { initService } from "./dist/service.mjs";
         import { bucket, compilePlaybook, decideEntitlement } from "./dist/decision.mjs";
         const config = ${JSON.stringify(config)};
         const sdk = initService(config);
         await sdk.ready;
         const compiled = compilePlaybook(config.localRuntime.playbook);
         const said = decideEntitlement(compiled, "export", {
           context: { plan_handle: "pro" }, now: 0,
         });
         console.log(JSON.stringify([
           sdk.can("export"), said.allowed, typeof bucket("seed", "id"),
           (await sdk.getPlacement({ slot: "top" }))?.content.title,
         ]));
         sdk.destroy();`,
      ],
      { cwd: ROOT },
    );
    expect(JSON.parse(stdout)).toEqual([true, true, "number", "Title of top"]);
  });

  test("makes an SDK for each initService on a server", async () => {
    const { stdout, stderr } = await run(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { initService } from "./dist/service.mjs";
         const book = ${JSON.stringify(BOOK)};
         const of = (plan_handle) => initService({
           runtimeMode: "local_only", localRuntime: { playbook: book }, user: { plan_handle },
         });
         const sdks = [of("free"), of("pro")];
         await Promise.all(sdks.map((sdk) => sdk.ready));
         console.log(JSON.stringify(sdks.map((sdk) => sdk.can("export"))));
         for (const sdk of sdks) sdk.destroy();`,
      ],
      { cwd: ROOT },
    );
    expect(JSON.parse(stdout)).toEqual([false, true]);
    expect(stderr).toBe("");
  });
});
