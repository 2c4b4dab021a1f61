/** Many events at once: each request is taken, none has to be sent again; and what is no event is told of. */
import { expect, test } from "../relay";
import { bookOf, FAILED_LOAD, openService } from "../service-page";
import { begun, sent } from "./telemetry-page";

/** Several requests, one after the other. */
const MANY = { timeout: 60_000 };

test("batch after batch arrives at the first attempt", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  const failed: string[] = [];
  page.on("requestfailed", (request) => {
    // A busy Chromium calls this one aborted, though the page has read its answer to the end.
    if (!request.url().includes("/api/sdk/bootstrap")) failed.push(request.url());
  });
  // Some 200 KiB: more than three times what a browser lets be on its way while a page ends.
  await page.evaluate("for (let n = 0; n < 600; n++) Service.track('many', { n })");
  const arrived = () => relay.bodiesOf("/api/track").flatMap(({ events }) => events);
  await expect
    .poll(() => arrived().filter((event) => Object(event).name === "many").length, MANY)
    .toBe(600);
  expect(failed).toEqual([]);
});

test("what goes on and on is told in batches, not one by one as answers come", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  await page.route("**/api/track", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  await page.evaluate(`(async () => {
    for (const end = Date.now() + 5000; Date.now() < end; ) {
      Service.track("on");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })()`);
  // A second at least lies between two turns.
  expect(relay.bodiesOf("/api/track").length).toBeLessThan(10);
});

test("more at once than may be stored arrives all the same, though the page is left in that moment", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  site.serve("/away", { body: "<!doctype html><title>Away</title>" });
  const page = await openService({ site, plane: relay });
  await page.evaluate("Service.flush()");
  const url = page.url();
  const stored = await page.evaluate(`
    for (let n = 0; n < 200; n++) Service.track("burst", { n, text: "x".repeat(1000) });
    location.href = "/away";
    Object.entries(localStorage).filter(([key]) => key.startsWith("service:queue.")).join("").length`);
  expect(stored).toBeLessThanOrEqual(256 * 1024);
  await page.waitForURL("**/away");
  await page.goto(url);
  const numbers = () =>
    relay
      .bodiesOf("/api/track")
      .flatMap(({ events }) => events)
      .flatMap((event) => {
        const { name, properties } = Object(event);
        return name === "burst" ? [properties.n] : [];
      });
  await expect.poll(() => new Set(numbers()).size, MANY).toBe(200);
});

test("what has no name is no event, and what are no properties are none: both are told of", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  await page.evaluate(`for (const name of [undefined, null, 5, "", {}]) Service.track(name, { n: 1 });
    for (const properties of ["text", 5, [1]]) Service.track("odd", properties);
    Service.track("even", { n: 2 });`);
  const arrived = () =>
    relay.bodiesOf("/api/track").flatMap(({ events }) => (Array.isArray(events) ? events : []));
  await expect.poll(() => arrived().some(({ name }) => name === "even")).toBe(true);
  const told = arrived().map(({ name, properties }) => [name, properties]);
  expect(told.filter(([name]) => name !== "page_view")).toEqual([
    ["odd", {}],
    ["odd", {}],
    ["odd", {}],
    ["even", { n: 2 }],
  ]);
  expect(site.console.join()).toContain("track needs a name");
  expect(site.console.join()).toContain('track("odd") needs an object of properties');
});

test("what is no object in JSON is no properties", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  await page.evaluate(`for (const properties of [new Date(0), new URL("https://a.example/"), { toJSON: () => [1] }])
      Service.track("odd", properties);
    Service.track("even", { toJSON: () => ({ n: 2 }) });`);
  const told = () =>
    sent(relay, "/api/track", "events").map(({ name, properties }) => [name, properties]);
  await expect
    .poll(() => told().filter(([name]) => name !== "page_view"))
    .toEqual([
      ["odd", {}],
      ["odd", {}],
      ["odd", {}],
      ["even", { n: 2 }],
    ]);
  expect(site.console.join()).toContain('track("odd") needs an object of properties');
});

test("an event with much in it keeps its time and its page", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  await page.evaluate(`history.pushState(null, "", "/search?filter=" + "wide+".repeat(300))`);
  await page.evaluate(`Service.track("cart", { total: 99, lines: Array.from({ length: 80 },
      (_, i) => ({ sku: "sku " + i, name: "a thing to buy", price: 9.5, count: 1 })) })`);
  const carts = () =>
    relay
      .bodiesOf("/api/track")
      .flatMap(({ events }): unknown => events)
      .filter((event) => Object(event).name === "cart");
  await expect.poll(carts).toMatchObject([
    {
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      properties: { total: 99 },
      page: { path: "/search", url: expect.stringContaining("filter=wide") },
    },
  ]);
});

test("what is tracked before the SDK has started happened on a page, and so does its view", async ({
  site,
  relay,
  context,
}) => {
  await relay.launch(bookOf(10));
  await context.addInitScript(() => {
    Object.assign(window, {
      Service: [(sdk: { track(name: string): void }) => sdk.track("early")],
    });
  });
  await openService({ site, plane: relay, path: "/pricing" });
  const paths = () =>
    relay
      .bodiesOf("/api/track")
      .flatMap(({ events }) => (Array.isArray(events) ? events : []))
      .map(({ name, page }) => `${name} ${page?.path}`)
      .sort();
  await expect.poll(paths).toEqual(["early /pricing", "page_view /pricing"]);
});

test("what one endpoint wants to wait for holds no report to another one back", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  site.allowConsole(FAILED_LOAD);
  // It gives no Playbook.
  site.allowConsole(/Playbook refused: bootstrap: answered 404/);
  site.serve("/api/track", { status: 429, headers: { "retry-after": "3600" }, body: {} });
  const busy = await openService({ site, plane: relay, config: { endpoint: site.url } });
  await expect.poll(() => site.requestsTo("/api/track").length).toBe(1);
  // Its answer is read, too.
  const keys = () => busy.evaluate("Object.keys(localStorage).join()");
  await expect.poll(keys).toContain("retry_at");
  await busy.close();
  const page = await openService({ site, plane: relay, path: "/other" });
  await page.evaluate("Service.track('here')");
  const names = () =>
    relay
      .bodiesOf("/api/track")
      .flatMap(({ events }) => (Array.isArray(events) ? events : []))
      .map(({ name }) => name);
  await expect.poll(names).toContain("here");
  // Told once there is a Playbook, which may come later than what was tracked is sent.
  await begun(relay);
  // The first one is still left alone.
  const again = await openService({ site, plane: relay, config: { endpoint: site.url } });
  await again.evaluate("Service.track('there')");
  await again.waitForTimeout(2500);
  expect(site.requestsTo("/api/track")).toHaveLength(1);
});

test("an answer that the server's framework calls HTML is a receipt; a log-in page is none", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  relay.fault("track", relay.faults.notJson());
  const page = await openService({ site, plane: relay });
  const attempts = () =>
    relay.bodiesOf("/api/track").filter(({ events }) => JSON.stringify(events).includes("once"));
  await page.evaluate("Service.track('once')");
  await expect.poll(() => attempts().length).toBe(2);
  const headers = { "content-type": "text/html; charset=utf-8" };
  relay.fault("track", async () => new Response("ok", { headers }));
  await expect.poll(() => attempts().length, { timeout: 15_000 }).toBe(3);
  await expect
    .poll(() =>
      page.evaluate("Object.keys(localStorage).filter((key) => key.includes('.events.'))"),
    )
    .toEqual([]);
});
