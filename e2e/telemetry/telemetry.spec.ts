/** What leaves the page of what a person does, in the wire's exact shapes. */
import { eventsOf, recordEvents } from "../page-events";
import { expect, type Relay, test } from "../relay";
import { bookOf, openService, SLOT, slotIn } from "../service-page";
import { begun, envelope, flush, type Item, sent, TIME, whenFlushed } from "./telemetry-page";

const UUID_7 = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
const events = (relay: Relay) => sent(relay, "/api/track", "events");
const named = (relay: Relay, name: string) => events(relay).filter((one) => one.name === name);
const interactions = (relay: Relay) => sent(relay, "/api/events/interactions", "interactions");

test("a library that gives lists methods of its own takes no event away", async ({
  site,
  relay,
  context,
}) => {
  await context.addInitScript("Array.prototype.entries = function () { return this.slice(); }");
  const page = await openService({ site, plane: relay });
  await page.evaluate("for (const name of ['one', 'two', 'three']) Service.track(name)");
  await whenFlushed(page, () =>
    events(relay)
      .map(({ name }) => name)
      .filter((name) => name !== "page_view"),
  ).toEqual(["one", "two", "three"]);
});

test("an event says what, who, where and when, in a request that owes no preflight", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const page = await openService({
    ...{ site, plane: relay, path: "/editor" },
    config: { user: { id: "ada", email: "ada@acme.example" } },
    html: `${SLOT}<a href="#x" data-service-event="clicked" data-service-prop-plan-name="pro">
      Text nobody <b>reads</b></a><input data-service-event="typed" value="secret">
      <p data-service-no-capture><button data-service-event="hushed">Hushed</button></p>
      <p contenteditable><b data-service-event="written">Written</b></p>`,
  });
  await begun(relay);
  await page.evaluate("Service.track('tracked', { n: 1, deep: { list: [true, null] } })");
  await page.evaluate("Service.capture('captured')");
  await page.getByText("reads").click();
  await page.locator("input").click();
  await page.getByText("Hushed").click();
  await page.getByText("Written").click();
  await flush(page);

  const event = (name: string, properties: Item = {}) => ({
    ...{ event_id: UUID_7, name, occurred_at: TIME, anonymous_id: UUID_7, session_id: UUID_7 },
    ...{ user_id: "ada", properties },
    page: { url: `${site.url}/editor`, path: "/editor", title: "Test", query: {} },
  });
  expect(events(relay)).toEqual([
    { ...event("page_view"), page: expect.objectContaining({ path: "/editor" }) },
    event("tracked", { n: 1, deep: { list: [true, null] } }),
    event("captured"),
    event("clicked", { plan_name: "pro" }),
  ]);
  expect(new Set(events(relay).map(({ event_id }) => event_id)).size).toBe(4);
  expect(new Set(events(relay).map(({ session_id }) => session_id)).size).toBe(1);

  const requests = relay.requests.filter(({ path }) => path === "/api/track");
  for (const { method, headers, body, query } of requests) {
    expect(JSON.parse(body)).toEqual({ ...envelope(relay), events: expect.any(Array) });
    expect(method).toBe("POST");
    expect(`${query}`).toBe("");
    expect(headers["content-type"]).toBe("text/plain;charset=UTF-8");
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("cookie");
  }
  expect(relay.requests.filter(({ method }) => method === "OPTIONS")).toEqual([]);
});

test("the page that was opened is told of as itself, though its route changes at once", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(11));
  const leave = "<script>Service.ready.then(() => history.pushState(null, '', '/next'))</script>";
  const page = await openService({ site, plane: relay, html: SLOT + leave });
  await begun(relay);
  await flush(page);
  const views = () => named(relay, "page_view").map(({ page }) => Object(page).path);
  await expect.poll(views).toEqual(["/", "/next"]);
});

test("a page view is told at the start, and once for each route", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay });
  await begun(relay);
  for (const code of [
    "history.pushState(null, '', '/a')",
    "history.replaceState(null, '', location.href)",
    "history.pushState(null, '', '/b?tab=1')",
    "history.back()",
  ]) {
    // The page's own timers come in order, however late they are on a busy machine.
    await page.evaluate(`document.title = ${JSON.stringify(code)}; ${code};
      new Promise((resolve) => setTimeout(resolve, 200))`);
  }
  const views = () => named(relay, "page_view").map(({ page }) => page);
  const each = [
    { path: "/" },
    { path: "/a" },
    { path: "/b", query: { tab: "1" } },
    { path: "/a", title: "history.back()" },
  ];
  // The way back goes by the browser, which may take its time.
  await whenFlushed(page, views).toMatchObject(each);
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 200))");
  await flush(page);
  expect(views()).toMatchObject(each);
});

test("what a person sees and does of a placement is told once", async ({
  site,
  relay,
  context,
}) => {
  await recordEvents(context);
  await relay.launch(
    bookOf(10, {
      ctas: [
        { label: "Buy", action: "buy" },
        { label: "Later", action: "remind_later" },
      ],
    }),
  );
  const code = "uiPathResolvers: { buy: async () => 'completed' }";
  const page = await openService({ site, plane: relay, code, config: { user: { id: "cara" } } });
  await expect.poll(() => eventsOf(page, "impression")).toHaveLength(1);
  await page.getByRole("button", { name: "Buy" }).click();
  await expect.poll(() => eventsOf(page, "cta")).toHaveLength(2);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByText("Page content")).toBeVisible();
  await page.evaluate("Service.setUser({ id: 'dora' })");
  await slotIn(page).getByRole("button", { name: "Dismiss" }).click();
  await flush(page);
  const told = (type: string, more: Item = {}) => ({
    ...{ event_id: UUID_7, type, placement: "top", payload: "only", slot: "top", surface: "card" },
    ...{ occurred_at: TIME, decision_id: UUID_7, playbook_version: 10 },
    ...{ anonymous_id: UUID_7, session_id: UUID_7, user_id: "cara", ...more },
  });
  const all = interactions(relay);
  expect(all.filter((one) => one.user_id === "cara")).toEqual([
    told("impression"),
    told("cta_click", { cta: "buy" }),
    told("cta_complete", { cta: "buy" }),
    told("cta_click", { cta: "remind_later" }),
    told("remind_later"),
  ]);
  expect(all).toContainEqual(told("dismiss", { user_id: "dora" }));
  for (const body of relay.bodiesOf("/api/events/interactions")) {
    expect(body).toEqual({ ...envelope(relay), interactions: expect.any(Array) });
  }
  const rows = await relay.query(
    "SELECT event_id FROM interactions WHERE user_id IN ('cara', 'dora')",
  );
  expect(rows.map(({ event_id }) => event_id).sort()).toEqual(
    all.map(({ event_id }) => event_id).sort(),
  );
});

test("what nobody looked at is no impression", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const html = `<div style="height: 300vh"></div>${SLOT}`;
  const page = await openService({ site, plane: relay, html });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await page.waitForTimeout(1500);
  await flush(page);
  expect(interactions(relay)).toEqual([]);
  await slotIn(page).scrollIntoViewIfNeeded();
  await whenFlushed(page, () => interactions(relay)).toMatchObject([{ type: "impression" }]);
});

test("the beacon names nobody, and comes once a page", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const page = await openService({
    ...{ site, plane: relay, path: "/secret-path" },
    config: { user: { id: "ada" }, mode: "react", debug: true },
  });
  await begun(relay);
  await page.evaluate("Service.identify('bob'); Service.setConsent('granted'); Service.start()");
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.waitForTimeout(700);
  await flush(page);
  const [beacon, ...more] = relay.requests.filter(({ path }) => path === "/api/sdk/meta");
  expect(more).toEqual([]);
  expect(JSON.parse(beacon?.body ?? "")).toEqual({
    event: "sdk_init",
    sdk_version: expect.stringMatching(/^0\.11\.\d+$/),
    mode: "react",
    runtime_mode: "service_server",
    features: expect.arrayContaining(["mode", "debug"]),
  });
  const said = JSON.stringify([beacon?.body, `${beacon?.query}`, beacon?.headers.referer]);
  const stored: string[] = await page.evaluate(
    "Object.values({ ...localStorage, ...sessionStorage })",
  );
  const ids = stored.flatMap(
    (value) => value.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/) ?? [],
  );
  expect(ids.length).toBeGreaterThan(0);
  for (const one of [...ids, "ada", "bob", relay.tenantId, relay.publicKey, "secret-path"]) {
    expect(said).not.toContain(one);
  }
  expect(beacon?.headers).not.toHaveProperty("authorization");
  expect(beacon?.headers).not.toHaveProperty("cookie");
});

test("the label of the integration is told, and decides nothing", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  for (const mode of ["snippet", "react", "iframe"]) {
    const page = await openService({ site, plane: relay, config: { mode } });
    await expect(slotIn(page).getByText("Title of top")).toBeVisible();
    await page.evaluate("Service.track('labelled')");
    await flush(page);
    expect(relay.bodiesOf("/api/track").at(-1)).toMatchObject({ sdk: { mode } });
    await page.close();
  }
});
