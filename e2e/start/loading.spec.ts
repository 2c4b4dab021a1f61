/** How the snippet comes onto a page, and what counts of what was said before. */
import { expect, test } from "../fixtures";
import { BOOK, CONFIG, inline, openWith, SLOT, setConfig, TAG } from "../loading-pages";
import { localConfig, placement, playbook } from "../playbooks";

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

test("a module tag takes no attributes of a consent manager's script before it", async ({
  site,
}) => {
  const page = await openWith(
    site,
    `<script type="text/plain" data-consent="marketing" src="/ads.js"></script>
      <script type="module" src="/dist/service.js" data-playbook="#book"></script>`,
    JSON_BOOK + SLOT,
  );
  await expect(page.getByText("Title of top")).toBeVisible();
  // Stored only where nothing withholds it.
  await expect.poll(() => page.evaluate("Object.keys(localStorage)")).not.toEqual([]);
});

test("while the page is still being parsed, what needs an entitlement is out of reach", async ({
  site,
  context,
}) => {
  site.allowConsole(/not known yet/);
  let go = () => {};
  const parsed = new Promise<void>((resolve) => {
    go = resolve;
  });
  site.serve("/slow.js", async () => {
    await parsed;
    return { headers: { "content-type": "text/javascript" }, body: "" };
  });
  site.serve("/", {
    headers: { "content-type": "text/html" },
    body: `<!doctype html><html lang="en"><head><title>Test</title>
      <script>window.Service = [(sdk) => sdk.track("early")]; var hits = 0;</script>
      <script src="/dist/service.js" data-playbook="#book" data-user-id="u1"
        data-plan-handle="pro"></script></head><body>${SLOT}
      <p data-service-show-if="export">For Pro</p>
      <button type="button" data-service-gate="export" onclick="hits++">Export</button>
      <script src="/slow.js"></script>${JSON_BOOK}</body></html>`,
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/`, { waitUntil: "commit" });
  await expect(page.getByText("For Pro")).toBeAttached();
  await expect(page.getByText("For Pro")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  expect(await page.evaluate("[document.readyState, hits, Service.can('export')]")).toEqual([
    "loading",
    0,
    false,
  ]);
  await expect(page.getByText("Page content")).toBeVisible();
  go();
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("For Pro")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  expect(await page.evaluate("hits")).toBe(1);
});

test("data-playbook takes a URL, which is then the only request", async ({ site }) => {
  site.serve("/books/main.json", { body: BOOK });
  const tag = '<script src="/dist/service.js" data-playbook="/books/main.json"></script>';
  const page = await openWith(site, tag, SLOT);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(site.requests.map(({ path }) => path)).toEqual(["/", "/books/main.json"]);
});

test("data-playbook that fails is named without the secrets of its URL", async ({ site }) => {
  site.serve("/book.json", { status: 403, body: "No" });
  site.expectConsole(/\[Service\] .*failed .*\/book\.json\?token=redacted.* answered 403/);
  site.allowConsole(/Failed to load resource/);
  const tag = '<script src="/dist/service.js" data-playbook="/book.json?token=hush"></script>';
  const page = await openWith(site, tag, SLOT);
  await expect(page.getByText("Page content")).toBeVisible();
  await page.evaluate("Service.ready");
  expect(site.console.filter((line) => line.includes("[Service]")).join()).not.toContain("hush");
});

test("data-playbook with an element whose JSON is none says why, and no more", async ({ site }) => {
  site.expectConsole(
    /did not start:\n- localRuntime.playbook cannot be read: data-playbook "#book": .*JSON.*$/,
  );
  const tag = '<script src="/dist/service.js" data-playbook="#book"></script>';
  const page = await openWith(site, JSON_BOOK.replace("{", "{,") + tag, SLOT);
  await page.evaluate("Service.ready");
  expect(site.console).toHaveLength(1);
  await expect(page.getByText("Page content")).toBeVisible();
});

test("data-playbook that names no element says so", async ({ site }) => {
  site.expectConsole(
    /did not start:\n- localRuntime.playbook cannot be read: data-playbook "#nope": there is no such script$/,
  );
  const tag = '<script src="/dist/service.js" data-playbook="#nope"></script>';
  const page = await openWith(site, tag, SLOT);
  await page.evaluate("Service.ready");
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
    // Problems are told a second later, all together.
    await page.waitForTimeout(1500);
    expect(site.console.filter((line) => line.includes("[Service]"))).toHaveLength(1);
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

for (const others of [0, 500]) {
  test(`an event tracked before load opens the placement that waits for it, with ${others} others after it`, async ({
    site,
  }) => {
    const toast = placement("saved", {
      slot: undefined,
      trigger: { type: "event", name: "saved" },
      payload: { surface: "toast", content: { title: "It is saved" } },
    });
    const queue = inline(`window.Service = [];
      Service.push((sdk) => sdk.track("saved"));
      Service.push((sdk) => { for (let i = 0; i < ${others}; i++) sdk.track("other_" + i); });`);
    const config = setConfig(localConfig(playbook({ placements: [toast] })));
    const page = await openWith(site, queue + config + TAG, "");
    await expect(page.getByText("It is saved")).toBeVisible();
  });
}

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
  await page.evaluate("Service.on('ready', () => heard.push('late'))");
  expect(await page.evaluate("heard")).toEqual(["ready", "late"]);
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
  await page.waitForTimeout(300);
  expect(site.console).toEqual([]);
  site.expectConsole(/tenantId is required/);
  await page.evaluate("Service.start()");
  expect(await page.evaluate("Service.ready.then(() => Service.can('export'))")).toBe(false);
});
