/** On a device whose clock is right, what happens is in order by its time, however long answers take. */
import { expect, test } from "../relay";
import { bookOf, openService } from "../service-page";
import { begun, flush, sent } from "./telemetry-page";

test("what happens on one page after the other is told in that order", async ({
  site,
  relay,
  context,
}) => {
  await relay.launch(bookOf(10));
  await context.route(/\/api\/sdk\/bootstrap/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  const first = await openService({ site, plane: relay, path: "/first" });
  await begun(relay);
  await first.evaluate("Service.track('first')");
  const second = await openService({ site, plane: relay, path: "/second", tab: first });
  await second.evaluate("Service.track('second')");
  await begun(relay, 2);
  await flush(second);
  const events = new Map(
    sent(relay, "/api/track", "events").map((one) => [one.event_id, one] as const),
  );
  const times = ["first", "second"].map(
    (name) => [...events.values()].find((one) => one.name === name)?.occurred_at,
  );
  expect(times).toEqual([...times].sort());
  expect(Date.parse(`${times[1]}`)).toBeLessThanOrEqual(Date.now());
});
