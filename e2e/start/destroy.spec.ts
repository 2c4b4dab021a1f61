/** destroy() puts the page back, and the SDK may start again. */
import { PAGE } from "../busy-page";
import { configOf, press, SLOT, withResolvers } from "../cta-page";
import { expect, test } from "../fixtures";
import { freeze, stopTime } from "../frozen-time";
import { localConfig, placement, playbook } from "../playbooks";
import { createSignal } from "../signal";
import { before, countDisplays } from "../stored-page";

/** What the browser says itself of an answer that is an error. */
const FAILED_LOAD = /Failed to load resource/;

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

test("a display that was to be counted as destroy() was called uses no cap up", async ({
  site,
  context,
}) => {
  await before(
    context,
    "navigator.locks.request('service:history', () => new Promise((resolve) => { window.release = resolve; }))",
  );
  const caps = [{ count: 1, period: "lifetime" }];
  const book = playbook({ placements: [placement("top", { payload: { caps } })] });
  const page = await site.open({
    config: localConfig(book),
    html: '<div data-service-slot="top"></div>',
  });
  // In one step as soon as it waits for the lock: it has patience for five seconds only.
  await page.evaluate(`(async () => {
    const isWaiting = async () =>
      (await navigator.locks.query()).pending.some(({ name }) => name === "service:history");
    while (!window.release || !(await isWaiting())) await new Promise((next) => setTimeout(next, 10));
    Service.destroy();
    release();
    await navigator.locks.request("service:history", () => {});
  })()`);
  expect(await countDisplays(page)).toBe(0);
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

test("after destroy() nothing is kept or sent any more", async ({ site }) => {
  site.serve("/api/track", { status: 202, body: { accepted: 1 } });
  const config = { tenantId: "t", publicKey: "svc_1", endpoint: site.url };
  site.allowConsole(/./);
  const page = await site.open({ html: "", config });
  // The view of the page is reported when the page is idle, and nothing is after that.
  const seen = () => page.evaluate("Service.flush()").then(() => site.requestsTo("/api/track"));
  await expect.poll(seen).toHaveLength(1);
  await page.evaluate("Service.destroy(); Service.track('late'); void Service.identify('late')");
  const kept = "Object.keys(localStorage).filter((key) => key.includes('queue'))";
  expect(await page.evaluate(kept)).toEqual([]);
  await page.evaluate("Service.flush()");
  await page.goto("about:blank");
  const sent = site.requestsTo("/api/track").map(({ body }) => body);
  expect(sent.join()).not.toContain("late");
});

test("what waits to be sent is sent when destroy() begins, also where nothing can be stored", async ({
  site,
}) => {
  site.serve("/api/track", { status: 202, body: { accepted: 1 } });
  site.allowConsole(/./);
  const config = { tenantId: "t", publicKey: "svc_1", endpoint: site.url };
  const script = `<script>Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } });
    </script><script src="/dist/service.js"></script>`;
  const page = await site.open({ html: "", config, script });
  await expect.poll(() => site.requestsTo("/api/track").length).toBe(1);
  await page.evaluate("Service.track('last'); Service.destroy()");
  const sent = () => site.requestsTo("/api/track").map(({ body }) => body);
  await expect.poll(() => sent().join()).toContain('"last"');
});

test("what arrives after destroy() is followed by no request, stored nowhere and told to nobody", async ({
  site,
}) => {
  const { settle: answer, settled: released } = createSignal();
  const body = { tenant_id: "t", environment: "e", playbook: { manifest_path: "/manifest" } };
  site.serve("/api/sdk/bootstrap", async () => {
    await released;
    return { headers: { "retry-after": "30" }, body };
  });
  site.serve("/api/sdk/client-context", async () => {
    await released;
    return { status: 401, body: { error: { code: "client_session_expired" } } };
  });
  site.allowConsole(FAILED_LOAD);
  let tokens = 0;
  site.serve("/token", () => ({ body: `svc_client_${tokens++}` }));
  const config = { tenantId: "t", publicKey: "svc_1", endpoint: site.url };
  const script = `<script>ServiceConfig.clientSession = () => fetch("/token").then((r) => r.text());
    </script><script src="/dist/service.js"></script>`;
  const page = await site.open({ html: "", config, script });
  await expect.poll(() => site.requestsTo("/api/sdk/bootstrap").length).toBe(1);
  await expect.poll(() => site.requestsTo("/api/sdk/client-context").length).toBe(1);
  await page.evaluate("Service.destroy(); localStorage.clear()");
  const arrivals = ["bootstrap", "client-context"].map((call) =>
    page.waitForEvent("requestfinished", (request) => request.url().includes(`/sdk/${call}?`)),
  );
  answer();
  await Promise.all(arrivals);
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
  expect(site.requestsTo("/manifest")).toEqual([]);
  expect(tokens).toBe(1);
  expect(await page.evaluate("Object.keys(localStorage)")).toEqual([]);
  expect(site.console.filter((line) => line.includes("[Service]"))).toEqual([]);
});

test("destroyed while a source of the application hangs, it tells nobody of that", async ({
  site,
  context,
}) => {
  await context.clock.install();
  const code = `<script>window.heard = [];
    ServiceConfig = { runtimeMode: "local_only", localRuntime: {
      playbook: { format_version: 1, playbook_id: "p", version: 1 },
      resolvers: { checkEntitlement: () => { asked = true; return new Promise(() => {}); } },
    } };</script><script src="/dist/service.js"></script>
    <script>Service.on("error", () => heard.push("error"));</script>`;
  const page = await site.open({ html: "", script: code });
  await page.evaluate("Service.ready");
  await freeze(page);
  await page.evaluate("void Service.checkEntitlement('export')");
  await expect.poll(() => page.evaluate("window.asked")).toBe(true);
  await page.evaluate("Service.destroy()");
  // Three seconds are what a source has.
  await page.clock.runFor(3500);
  expect(await page.evaluate("heard")).toEqual([]);
  expect(site.console).toEqual([]);
});

test("destroyed while its Playbook is on the way, it is silent, and asks nobody", async ({
  site,
  context,
}) => {
  // The three seconds that a source has stand still.
  await stopTime(context);
  const code = `<script>window.heard = [];
    ServiceConfig = { runtimeMode: "local_only", localRuntime: {
      resolvers: { resolvePlaybook: () => new Promise((resolve) => { arrive = resolve; }) },
      getContext() { heard.push("getContext"); },
    } };</script><script src="/dist/service.js"></script>
    <script>for (const name of ["ready", "playbook", "context"])
      Service.on(name, () => heard.push(name));</script>`;
  const heardAfter = async (act: string) => {
    const page = await site.open({ html: "", script: code });
    await expect.poll(() => page.evaluate("typeof window.arrive")).toBe("function");
    await page.evaluate(`${act}; heard = [];
      arrive({ format_version: 1, playbook_id: "p", version: 1 })`);
    // After whatever follows from that.
    await page.evaluate("scheduler.postTask(() => {}, { priority: 'background' })");
    return page.evaluate<string[]>("heard");
  };
  expect(await heardAfter("")).toEqual(expect.arrayContaining(["playbook", "ready"]));
  expect(await heardAfter("Service.destroy()")).toEqual([]);
});

test("a purchase that is completed after destroy() is told to nobody", async ({ site }) => {
  const page = await site.open({
    html: `${SLOT}<script>
      told = [];
      const tell = ({ type, cta }) => told.push(type + " " + cta);
      Service.on("cta", tell);
      document.addEventListener("service:cta", ({ detail }) => tell(detail));
    </script>`,
    config: configOf({ label: "Buy", action: "buy" }),
    script: withResolvers("{ buy: () => new Promise((resolve) => { finish = resolve; }) }"),
  });
  await press(page, "Buy");
  await expect.poll(() => page.evaluate("typeof window.finish")).toBe("function");
  const clicks = ["cta_click buy", "cta_click buy"];
  expect(await page.evaluate("told")).toEqual(clicks);
  await page.evaluate("Service.destroy(); finish('completed')");
  await page.waitForTimeout(300);
  expect(await page.evaluate("told")).toEqual(clicks);
});

test("destroyed by a surface's own renderer, it takes away what that draws", async ({ site }) => {
  const config = localConfig(
    playbook({ placements: [placement("top", { payload: { surface: "mine" } })] }),
  );
  const code = `Service.registerSurface("mine", (own) => {
      Service.destroy();
      own.textContent = "Drawn";
      document.title = "drawn";
    })`;
  const html = `<div data-service-slot="top">Page content</div><script>${code}</script>`;
  const page = await site.open({ html, config });
  await expect(page).toHaveTitle("drawn");
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Drawn")).toHaveCount(0);
});
