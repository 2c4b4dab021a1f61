/** A service that can't be reached, or says to wait: the page lets it be. Clocks of their own. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../relay";
import { bookOf, FAILED_LOAD, openService, slotIn, waitForAnswers } from "../service-page";

const TELEMETRY = /\/api\/(track|events|placements|sdk\/meta)/;

test.beforeEach(async ({ context, relay, site }) => {
  site.serve("/nothing", { status: 204 });
  await context.clock.install();
  // Several seconds go by at once, be an answer still under way or not.
  await waitForAnswers(context);
  await relay.launch(bookOf(30));
});

/** URLs below this one that pages ask for from now on, whatever becomes of it. */
function watch(context: BrowserContext, url: string): string[] {
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.url().startsWith(url)) asked.push(request.url());
  });
  return asked;
}
/** So many seconds of all pages, with some real time for the network after every step. */
async function pass(page: Page, seconds: number, step = 1): Promise<void> {
  for (let i = 0; i < seconds; i += step) {
    await page.clock.runFor(step * 1000);
    await page.evaluate(() => fetch("/nothing").catch(() => undefined));
  }
}
/**
 * A page takes its time to read an answer, and what it stores to another tab, which may be of another
 * process, and whose clock, on a slow machine, is not where the first one's is.
 */
async function expectPause(page: Page): Promise<void> {
  const hasBegun = () => {
    const key = Object.keys(localStorage).find((name) => name.includes("retry_at"));
    return key !== undefined && Date.now() >= parseInt(JSON.parse(localStorage[key]), 10);
  };
  await expect.poll(() => page.evaluate(hasBegun)).toBe(true);
}

test("a blocked endpoint is tried a few times, then left in peace until the browser is online again", async ({
  site,
  relay,
  context,
}) => {
  test.setTimeout(120_000);
  site.allowConsole(FAILED_LOAD);
  site.allowConsole(/Playbook refused/);
  const blocked = (url: URL) => url.href.startsWith(relay.url);
  await context.route(blocked, (route) => route.abort("blockedbyclient"));
  const asked = watch(context, relay.url);
  const page = await openService({ site, plane: relay });
  await page.evaluate("Service.track('waiting')");
  await pass(page, 60);
  const attempts = asked.length;
  expect(asked.filter((url) => TELEMETRY.test(url)).length).toBeGreaterThan(2);
  expect(asked.filter((url) => TELEMETRY.test(url)).length).toBeLessThanOrEqual(6);
  expect(attempts).toBeLessThanOrEqual(12);
  await page.evaluate("Service.track('more'); Service.flush()");
  await pass(page, 300, 10);
  expect(asked).toHaveLength(attempts);
  await expect(page.getByText("Page content")).toBeVisible();

  await context.unroute(blocked);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await pass(page, 5);
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  // The page view waits for an idle moment, which may come before or after what is tracked.
  const events = relay.bodiesOf("/api/track").flatMap(({ events }) => events);
  expect(events).toHaveLength(3);
  for (const name of ["waiting", "page_view", "more"]) {
    expect(events).toContainEqual(expect.objectContaining({ name }));
  }
});

test("a dead endpoint is asked about the user ever more seldom, and at once when the browser is online again", async ({
  site,
  relay,
  context,
}) => {
  test.setTimeout(180_000);
  site.allowConsole(FAILED_LOAD);
  site.allowConsole(/Playbook refused/);
  const dead = (url: URL) => url.href.startsWith(relay.url);
  await context.route(dead, (route) => route.abort("connectionrefused"));
  const asked = watch(context, relay.url);
  const about = (since: number) =>
    asked
      .slice(since)
      .map((url) => /(\w+)-(?:context|status)/.exec(url)?.[1])
      .filter((call) => call);
  const { client_token } = await relay.mintToken("ada");
  const page = await openService({
    ...{ site, plane: relay, config: { user: { id: "ada" } } },
    code: `clientSession: () => ${JSON.stringify(client_token)}`,
  });
  await pass(page, 1800, 30);
  const before = asked.length;
  await pass(page, 3600, 60);
  // Each 9 to 17 minutes; the client context with every check for a Playbook besides.
  expect(about(before).filter((call) => call === "user").length).toBeGreaterThan(2);
  expect(about(before).filter((call) => call === "user").length).toBeLessThan(8);
  expect(about(before).filter((call) => call === "client").length).toBeLessThan(16);

  await context.unroute(dead);
  for (const calls of [["client", "trial", "user"], ["client"]]) {
    const since = asked.length;
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => about(since).sort()).toEqual(calls);
  }
});

test("to be offline is no attempt", async ({ site, relay, context }) => {
  site.allowConsole(FAILED_LOAD);
  site.allowConsole(/Playbook refused/);
  const page = await openService({ site, plane: relay });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await pass(page, 5);
  await context.setOffline(true);
  const asked = watch(context, relay.url);
  await page.evaluate("Service.track('offline')");
  await pass(page, 120, 2);
  expect(asked.filter((url) => TELEMETRY.test(url))).toEqual([]);
  await context.setOffline(false);
  await pass(page, 5);
  await expect
    .poll(() => relay.bodiesOf("/api/track").flatMap(({ events }) => events))
    .toContainEqual(expect.objectContaining({ name: "offline" }));
  expect(asked.filter((url) => TELEMETRY.test(url)).length).toBeGreaterThan(0);
});

test("Retry-After is waited for in all tabs, those that come later too", async ({
  site,
  relay,
}) => {
  site.allowConsole(FAILED_LOAD);
  const tabs = [
    await openService({ site, plane: relay }),
    await openService({ site, plane: relay }),
  ] as const;
  await pass(tabs[0], 5);
  // The pages' own time goes by as well: far longer than a slow machine takes for what is to come.
  relay.fault("track", relay.faults.tooMany(120));
  const told = () => relay.requests.filter(({ path }) => TELEMETRY.test(path));
  // What the pages tell by themselves may still be on its way on a slow machine.
  let before = 0;
  const isQuiet = () => {
    const last = before;
    before = told().length;
    return before > 0 && before === last;
  };
  await expect.poll(isQuiet, { intervals: [500] }).toBe(true);
  await tabs[0].evaluate("Service.track('first'); Service.flush()");
  await expect.poll(() => told().length).toBe(before + 1);
  await expectPause(tabs[1]);
  relay.fault("track");
  for (const tab of tabs) {
    await tab.evaluate("Service.track('second'); Service.flush()");
    await tab.evaluate("document.querySelector('[data-service-slot]').remove()");
    await tab.evaluate("dispatchEvent(new Event('online'))");
  }
  await pass(tabs[1], 10, 2);
  const third = await openService({ site, plane: relay });
  await pass(third, 5);
  await third.close();
  expect(
    told()
      .slice(before + 1)
      .map(({ path, body }) => [path, body]),
  ).toEqual([]);
  await pass(tabs[1], 114, 3);
  const names = relay.bodiesOf("/api/track").flatMap(({ events }) => events);
  for (const name of ["first", "second"]) {
    expect(names).toContainEqual(expect.objectContaining({ name }));
  }
});

test("the beacon's Retry-After is waited for as well", async ({ site, relay }) => {
  site.allowConsole(FAILED_LOAD);
  relay.fault("meta", relay.faults.tooMany(120));
  const told = () => relay.requests.filter(({ path }) => TELEMETRY.test(path));
  const page = await openService({ site, plane: relay });
  await expect.poll(() => told().length).toBeGreaterThan(0);
  await expectPause(page);
  await page.evaluate("Service.track('early'); Service.flush()");
  await pass(page, 5);
  expect(told().map(({ path }) => path)).toEqual(["/api/sdk/meta"]);
  await pass(page, 130, 6.5);
  expect(relay.bodiesOf("/api/track").flatMap(({ events }) => events)).toContainEqual(
    expect.objectContaining({ name: "early" }),
  );
});

test("a page that is left with 200 KB sends no more than browsers allow, and the rest arrives once", async ({
  site,
  relay,
  context,
}) => {
  const COUNT = 200;
  // What is asked of the browser; it refuses what is too much.
  await context.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (url, init) => {
      const spent = Number(localStorage.getItem("spent")) + String(init?.body ?? "").length;
      if (init?.keepalive) localStorage.setItem("spent", String(spent));
      return fetch(url, init);
    };
  });
  const page = await openService({ site, plane: relay });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await pass(page, 5);
  relay.fault("track", relay.faults.hang());
  const before = relay.requests.length;
  await page.evaluate("localStorage.removeItem('spent')");
  site.servePage({ path: "/on", html: "On", script: "" });
  await page.evaluate(`const text = "word ".repeat(150);
    for (let n = 0; n < ${COUNT}; n++) Service.track("much", { n, text });
    location.href = "/on";`);
  await page.waitForURL("**/on");
  const bytes = () =>
    relay.requests
      .slice(before)
      .filter(({ path }) => TELEMETRY.test(path))
      .reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  await expect.poll(bytes).toBeGreaterThan(32 * 1024);
  await expect.poll(bytes).toBe(Number(await page.evaluate("localStorage.spent")));
  expect(bytes()).toBeLessThanOrEqual(64 * 1024);
  relay.fault("track");
  await page.goto(site.url);
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  const id = await page.evaluate("JSON.parse(localStorage['service:anonymous_id'])");
  await expect
    .poll(async () => {
      await page.clock.runFor(1000);
      const rows = await relay.query(
        "SELECT (properties->>'n')::int AS n FROM events WHERE name = 'much' AND anonymous_id = $1 ORDER BY 1",
        [id],
      );
      return rows.map(({ n }) => n);
    })
    .toEqual([...Array(COUNT).keys()]);
  expect(relay.requests.filter(({ method }) => method === "OPTIONS")).toEqual([]);
});
