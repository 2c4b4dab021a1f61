/** What a page has is told to the service: its slots, and its types of placements. */
import type { Page } from "@playwright/test";
import { expect, type Relay, test } from "../relay";
import { bookOf, openService, SLOT } from "../service-page";
import { begun, envelope, flush, sent, whenFlushed } from "./telemetry-page";

const slots = (relay: Relay) => sent(relay, "/api/placements", "slots");

test("each slot is told once a session", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const open = (path: string, tab?: Page) =>
    openService({
      ...{ site, plane: relay, path, ...(tab && { tab }) },
      html: `${SLOT}<p data-service-slot="side" data-service-surfaces="banner bar"></p>`,
    });
  const page = await open("/first");
  await begun(relay);
  await page.evaluate("history.pushState(null, '', '/second')");
  await page.evaluate(
    "document.body.insertAdjacentHTML('beforeend', '<p data-service-slot=\"late\"></p>'.repeat(2))",
  );
  await whenFlushed(page, () => slots(relay).length).toBe(3);
  await open("/third", page);
  await begun(relay, 2);
  // They are looked through when the browser is idle, half a second later at the latest.
  await page.waitForTimeout(1000);
  await flush(page);
  expect(slots(relay)).toEqual([
    { slot: "top", surfaces: expect.arrayContaining(["banner", "card"]), page_path: "/first" },
    { slot: "side", surfaces: ["banner", "bar"], page_path: "/first" },
    { slot: "late", surfaces: expect.any(Array), page_path: "/second" },
  ]);
  // Another tab is another session.
  const other = await open("/other");
  await begun(relay, 3);
  await whenFlushed(other, () => slots(relay).length).toBe(5);
  expect(slots(relay).slice(3)).toMatchObject([{ page_path: "/other" }, { page_path: "/other" }]);
});

test("in a session that begins in the same tab the slots are told anew", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay, html: SLOT });
  await begun(relay);
  await whenFlushed(page, () => slots(relay).length).toBe(1);
  await page.evaluate("Service.reset()");
  await page.reload();
  await begun(relay, 2);
  await whenFlushed(page, () => slots(relay).length).toBe(2);
});

test("a tab that goes on to another endpoint tells its slots to that one as well", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const elsewhere = { ...relay, url: relay.url.replace("localhost", "127.0.0.1") };
  const tab = await openService({ site, plane: elsewhere, html: SLOT });
  await whenFlushed(tab, () => slots(relay).length).toBe(1);
  await openService({ site, plane: relay, html: SLOT, tab });
  await begun(relay, 2);
  await whenFlushed(tab, () => slots(relay).length).toBe(2);
});

test("types of placements are told where the application answers that call", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  site.serve("/types", { status: 202 });
  const code = 'runtimeMode: "custom_endpoints"';
  const register = `for (const name of ["carousel", "carousel", "ann@example.com"])
    Service.registerSurface(name, () => undefined)`;
  const overrides = { placementTypes: `${site.url}/types` };
  const page = await openService({
    ...{ site, plane: relay, code, config: { endpointOverrides: overrides } },
  });
  await page.evaluate(register);
  await flush(page);
  const bodies = site.requestsTo("/types").map(({ body }) => JSON.parse(body));
  expect(bodies.flatMap(({ types }) => types)).toEqual([
    { name: "carousel" },
    { name: "redacted" },
  ]);
  expect(bodies[0]).toEqual({
    ...envelope(relay),
    sdk: expect.objectContaining({ runtime_mode: "custom_endpoints" }),
    types: expect.any(Array),
  });
  const plain = await openService({ site, plane: relay });
  await plain.evaluate(register);
  await flush(plain);
  expect(relay.requests.filter(({ path }) => path.includes("types"))).toEqual([]);
});

test("a page of more slots than a session tells of tells of none again", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const rows = Array.from({ length: 520 }, (_, i) => `<p data-service-slot="row_${i}"></p>`);
  const page = await openService({ site, plane: relay, html: rows.join("") });
  await begun(relay);
  await whenFlushed(page, () => slots(relay).length).toBe(500);
  await page.evaluate(
    "document.body.insertAdjacentHTML('beforeend', '<p data-service-slot=\"late\"></p>')",
  );
  await page.waitForTimeout(1500);
  await flush(page);
  expect(new Set(slots(relay).map(({ slot }) => slot)).size).toBe(slots(relay).length);
  expect(slots(relay)).toHaveLength(500);
});
