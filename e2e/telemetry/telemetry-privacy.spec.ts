/** What never leaves the page: what must not be known of a person, and anything without consent. */
import { chromium, type Page } from "@playwright/test";
import { expect, type Relay, test } from "../relay";
import {
  bookOf,
  CLIENT_SESSION,
  FAILED_LOAD,
  openService,
  SLOT,
  serveTokens,
  slotIn,
} from "../service-page";
import { before, stored } from "../stored-page";
import { begun, whenFlushed } from "./telemetry-page";

const TELEMETRY = /^\/api\/(track|events|placements|sdk\/meta)/;
const told = ({ requests }: Relay) => requests.filter(({ path }) => TELEMETRY.test(path));
/** Long enough for an impression, the beacon and the first batch. */
const wait = (page: Page) => page.waitForTimeout(2500);

test.beforeEach(({ relay }) => relay.launch(bookOf(20)));

test("what must not be known is in no request, log or storage", async ({ site, relay }) => {
  const MAIL = "ann@example.com";
  const CARD = "4111111111111111";
  const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJodXNoIjoxfQ.hush";
  const secrets = `access_token=hush-1&mail=${MAIL}&card=${CARD}&api_key=hush-2`;
  const path = `/users/${MAIL}/${CARD}/${JWT}`;
  site.servePage({ html: "From", path: "/from", script: "" });
  const page = await site.open({ html: "From", path: "/from", script: "" });
  await page.evaluate(`history.replaceState(null, "", "/from?" + ${JSON.stringify(secrets)})`);
  site.servePage({ html: "", path: "/on", script: "" });
  const config = {
    ...{ debug: true, mode: "snippet" },
    user: { id: "u1", name: "Ann", email: MAIL, traits: { card: CARD, password: "hush-3" } },
    page: { tags: [MAIL, `card ${CARD}`] },
  };
  const html = `<meta name="referrer" content="unsafe-url">${SLOT}
    <button data-service-event="pressed" data-service-prop-mail="${MAIL}"
    data-service-prop-token="hush-4">Press</button>`;
  await openService({ site, plane: relay, config, html, path });
  await page.evaluate(`location.href = ${JSON.stringify(`${path}?${secrets}#id_token=hush-5`)}`);
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("document.referrer")).toContain("hush-1");
  await page.evaluate(`
    document.title = "Inbox of ${MAIL}";
    history.pushState(null, "", "?next=%2Fi%3Ftoken%3Dhush-12&session=hush-6&" + ${JSON.stringify(secrets)} + "#/route?code=hush-7");
    Service.track("told to ${MAIL}", { note: "call ${MAIL} with ${CARD}", "${MAIL}": 1,
      deep: [{ Authorization: "Bearer hush-8", urls: ["https://u:hush-9@x.example/?token=hush-10"] }],
      jwt: "${JWT}", text: "4111 1111 1111 1111 or 4111-1111-1111-1111" });
    Service.track("broken", { get secret() { throw new Error("hush-11"); } });`);
  await page.getByText("Press").click();
  await wait(page);
  const queue = await stored(page);
  await page.evaluate("Service.flush()");
  await slotIn(page).getByRole("button", { name: "Dismiss" }).click();
  await page.goto(`${site.url}/on`);
  await expect.poll(() => relay.bodiesOf("/api/events/interactions").length).toBeGreaterThan(0);
  for (const wanted of ["/api/track", "/api/placements", "/api/sdk/meta"]) {
    expect(relay.bodiesOf(wanted).length, wanted).toBeGreaterThan(0);
  }
  const all = JSON.stringify([
    relay.requests.map(({ path, query, headers, body }) => [path, `${query}`, headers, body]),
    ...[site.console, queue, await stored(page)],
  ]);
  for (const secret of [/hush/, /ann(@|%40)example/, /4111.?1111.?1111.?1111/, /eyJodXNo/]) {
    const [around] = new RegExp(`.{0,80}${secret.source}.{0,40}`).exec(all) ?? [];
    expect(around).toBeUndefined();
  }
  // What is harmless is there all the same.
  expect(all).toContain("#/route");
  expect(all).toContain("call redacted with redacted");
});

test("what debug writes is without secrets too", async ({ site, relay, context }) => {
  site.allowConsole(FAILED_LOAD);
  await before(context, "window.told = []; console.debug = (...all) => told.push(all);");
  const content = { title: "{{user_name}}", image: { url: "https://a.example/?token=hush-1" } };
  const ctas = [{ label: "Go", action: "go", params: { token: "hush-2", plan: "pro" } }];
  await relay.launch(bookOf(21, { content, ctas }));
  const config = { debug: true, user: { id: "u1", name: "ann@hush.example" } };
  const page = await openService({ site, plane: relay, config });
  await expect(slotIn(page).getByText("ann@hush.example")).toBeVisible();
  const told = await page.evaluate<string>("JSON.stringify(told)");
  expect(told).toContain('"plan":"pro"');
  expect(told).not.toContain("hush");
});

for (const consent of ["pending", "denied", "not given, under Global Privacy Control"]) {
  test(`with consent ${consent}, nothing is told or stored`, async ({ site, relay, context }) => {
    await relay.launch(bookOf(21, { caps: [{ count: 9, period: "day" }] }));
    await before(
      context,
      `window.asked = [];
       navigator.locks.request = function (...all) {
         asked.push(all[0]);
         return LockManager.prototype.request.apply(this, all);
       };`,
    );
    const isGpc = consent.startsWith("not given");
    if (isGpc) {
      await before(
        context,
        'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })',
      );
    }
    const page = await openService({
      ...{ site, plane: relay, config: isGpc ? {} : { consent } },
      html: `${SLOT}<button data-service-event="pressed">Press</button>`,
    });
    await expect(slotIn(page).getByText("Title of top")).toBeVisible();
    await page.evaluate(
      "Service.track('early'); Service.identify('ada'); Service.registerSurface('x', () => {})",
    );
    await page.getByText("Press").click();
    await page.evaluate("history.pushState(null, '', '/next')");
    await wait(page);
    await page.evaluate("Service.flush()");
    expect(await stored(page)).toEqual({});
    expect(await page.evaluate("asked")).toEqual([]);
    await page.close();
    expect(told(relay)).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
}

test("consent given later begins it, with nothing of what was before", async ({ site, relay }) => {
  const page = await openService({ site, plane: relay, config: { consent: "pending" } });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.track('early')");
  await wait(page);
  expect(told(relay)).toEqual([]);
  await page.evaluate("Service.setConsent('granted'); Service.track('late')");
  const events = () => relay.bodiesOf("/api/track").flatMap(({ events }) => events);
  const both = [
    expect.objectContaining({ name: "page_view" }),
    expect.objectContaining({ name: "late" }),
  ];
  await expect.poll(events).toEqual(both);
  await expect.poll(() => relay.bodiesOf("/api/sdk/meta").length).toBe(1);
  await expect.poll(() => relay.bodiesOf("/api/placements").length).toBe(1);
  await wait(page);
  await page.evaluate("Service.flush()");
  expect(events()).toEqual(both);
});

test("consent given again tells of the page that is open, and of what it has", async ({
  site,
  relay,
}) => {
  const overrides = { placementTypes: `${relay.url}/api/sdk/placement-types` };
  const page = await openService({
    ...{ site, plane: relay, code: 'runtimeMode: "custom_endpoints"' },
    config: { consent: "pending", endpointOverrides: overrides },
  });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.registerSurface('carousel', () => undefined)");
  await page.evaluate(`for (const said of ["granted", "denied", "granted", "granted"]) {
    Service.setConsent(said);
  }`);
  const lists = (path: string, list: string) =>
    relay.bodiesOf(path).flatMap(({ [list]: items }) => (Array.isArray(items) ? items : []));
  await expect.poll(() => lists("/api/placements", "slots")).toMatchObject([{ slot: "top" }]);
  await expect
    .poll(() => lists("/api/sdk/placement-types", "types"))
    .toEqual([{ name: "carousel" }]);
  await expect.poll(() => lists("/api/track", "events")).toMatchObject([{ name: "page_view" }]);
  const paths = () => Array.from(told(relay), ({ path }) => path).sort();
  const each = ["/api/events/interactions", "/api/placements", "/api/sdk/meta", "/api/track"];
  await expect.poll(paths).toEqual(each);
  await wait(page);
  expect(paths()).toEqual(each);
});

test("consent given again on another route tells of that page too", async ({ site, relay }) => {
  const page = await openService({ site, plane: relay, path: "/first" });
  const views = () =>
    relay
      .bodiesOf("/api/track")
      .flatMap(({ events }) => (Array.isArray(events) ? events : []))
      .map(({ page }) => page.path);
  await begun(relay);
  await whenFlushed(page, views).toEqual(["/first"]);
  await page.evaluate("Service.setConsent('denied'); history.pushState(null, '', '/second')");
  await wait(page);
  await page.evaluate("Service.setConsent('granted')");
  await whenFlushed(page, views).toEqual(["/first", "/second"]);
});

test("consent withdrawn erases what waits, and nothing more is told", async ({ site, relay }) => {
  site.allowConsole(FAILED_LOAD);
  const page = await openService({ site, plane: relay });
  await expect.poll(() => relay.bodiesOf("/api/sdk/meta").length).toBe(1);
  await wait(page);
  await page.evaluate("Service.flush()");
  const { length } = told(relay);
  await page.evaluate(
    "Service.track('waiting'); Service.setConsent('denied'); Service.track('after')",
  );
  expect(await stored(page)).toEqual({});
  await wait(page);
  await page.close();
  const names = relay
    .bodiesOf("/api/track")
    .flatMap(({ events }) => (Array.isArray(events) ? events : []))
    .map(({ name }) => name);
  expect(names).not.toContain("waiting");
  expect(names).not.toContain("after");
  expect(length).toBeGreaterThan(0);
});

test("a prerendered page asks and tells nothing until somebody sees it", async ({
  site,
  relay,
  context,
}) => {
  await before(
    context,
    'Object.defineProperty(document, "prerendering", { value: true, configurable: true })',
  );
  const given = serveTokens(site, relay, "user_ann");
  const page = await openService({
    ...{ site, plane: relay, code: CLIENT_SESSION },
    html: `${SLOT}<script>Service.identify("user_ann"); Service.track("early"); Service.flush();</script>`,
  });
  await wait(page);
  expect(relay.requests).toEqual([]);
  expect(given).toEqual([]);
  await page.evaluate(`Object.defineProperty(document, "prerendering", { value: false });
    document.dispatchEvent(new Event("prerenderingchange"));`);
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await expect
    .poll(async () => {
      await page.evaluate("Service.flush()");
      return relay.bodiesOf("/api/track").flatMap(({ events }) => events);
    })
    .toEqual([
      expect.objectContaining({ name: "early", user_id: "user_ann" }),
      expect.objectContaining({ name: "page_view" }),
    ]);
  await expect.poll(() => relay.bodiesOf("/api/sdk/meta").length).toBe(1);
  expect(given).toHaveLength(1);
});

test("the page may be kept for going back, and goes on telling then", async ({
  site,
  relay,
  launchOptions,
}) => {
  // Playwright's own way to start it keeps no page.
  const ignoreDefaultArgs = ["--disable-back-forward-cache"];
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs });
  try {
    const context = await browser.newContext();
    site.watch(context);
    await before(
      context,
      `window.leaving = [];
       const { addEventListener } = EventTarget.prototype;
       EventTarget.prototype.addEventListener = function (type, ...rest) {
         if (/unload$/.test(type)) leaving.push(type);
         return addEventListener.call(this, type, ...rest);
       };`,
    );
    const page = await openService({ site, plane: relay, tab: await context.newPage() });
    await expect(slotIn(page).getByText("Title of top")).toBeVisible();
    await wait(page);
    const locks =
      "navigator.locks.query().then(({ held, pending }) => held.length + pending.length)";
    await expect.poll(() => page.evaluate(locks)).toBe(0);
    expect(await page.evaluate("leaving")).toEqual([]);
    const id: string = JSON.parse(await page.evaluate("localStorage['service:anonymous_id']"));
    // From here on the pages act by themselves: who looks on from outside is lost by the way back.
    site.serve("/returned", { status: 204 });
    const back = "<script>setTimeout(() => history.back(), 500)</script>";
    site.servePage({ path: "/on", html: back, script: "" });
    await page.evaluate(`addEventListener("pageshow", ({ persisted }) => {
        Service.track("again");
        fetch("/returned?persisted=" + persisted);
      });
      // Left at the worst moment: in the middle of sending.
      Service.track("first");
      Service.flush();
      location.href = "/on";`);
    await expect
      .poll(() => site.requestsTo("/returned").map(({ url }) => url))
      .toEqual(["/returned?persisted=true"]);
    await expect
      .poll(() =>
        relay.query(
          "SELECT name FROM events WHERE anonymous_id = $1 AND name <> 'page_view' ORDER BY 1",
          [id],
        ),
      )
      .toEqual([{ name: "again" }, { name: "first" }]);
  } finally {
    await browser.close();
  }
});
