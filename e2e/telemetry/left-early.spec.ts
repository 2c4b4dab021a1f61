/** A page that is left while its Playbook is still on the way was viewed all the same. */
import { expect, test } from "../relay";
import { bookOf, openService, settle } from "../service-page";
import { begun, flush, sent } from "./telemetry-page";

test("each page is told of once, however early it is left", async ({ site, relay, context }) => {
  await relay.launch(bookOf(10));
  let isSlow = true;
  await context.route(/\/api\/sdk\/bootstrap/, async (route) => {
    if (!isSlow) await route.continue();
  });
  const page = await openService({ site, plane: relay, path: "/slow" });
  await settle(page);
  await openService({ site, plane: relay, path: "/slower", tab: page });
  await settle(page);
  isSlow = false;
  await openService({ site, plane: relay, path: "/last", tab: page });
  await begun(relay, 3);
  await flush(page);
  // What a page sends as it is left may be sent again by the next one; it counts once by its id.
  const views = new Map(
    sent(relay, "/api/track", "events").map(({ event_id, page }) => [event_id, Object(page).path]),
  );
  expect([...views.values()]).toEqual(["/slow", "/slower", "/last"]);
});

test("what came while a batch was under way is sent as the page is left", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(11));
  relay.fault("track", relay.faults.slow(5000));
  const page = await openService({ site, plane: relay });
  const names = () => sent(relay, "/api/track", "events").map(({ name }) => name);
  await expect.poll(names).toEqual(["page_view"]);
  // Not kept for going back: then it is the browser that ends what is under way, before `pagehide`.
  await page.evaluate("addEventListener('unload', () => {}); Service.track('last')");
  await page.goto("about:blank");
  await expect.poll(names).toEqual(["page_view", "last"]);
});
