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
