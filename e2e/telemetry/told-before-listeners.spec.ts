/** What happened is told of whoever did it, though a listener says at once that this is somebody else now. */
import { expect, test } from "../relay";
import { bookOf, openService, slotIn } from "../service-page";
import { begun, flush, sent } from "./telemetry-page";

test("an interaction is its user's, whomever a listener to it names", async ({ site, relay }) => {
  await relay.launch(bookOf(10, { ctas: [{ label: "Sign in", action: "sign_in" }] }));
  const code = "uiPathResolvers: { sign_in() {} }";
  const page = await openService({ site, plane: relay, code, config: { user: { id: "cara" } } });
  await page.evaluate("void Service.on('cta', () => Service.identify('dora'))");
  await page.evaluate("void Service.on('dismiss', () => Service.reset())");
  await page.getByRole("button", { name: "Sign in" }).click();
  await slotIn(page).getByRole("button", { name: "Dismiss" }).click();
  await flush(page);
  const told = sent(relay, "/api/events/interactions", "interactions")
    .filter(({ type }) => type !== "impression")
    .map(({ type, user_id }) => [type, user_id]);
  expect(told).toEqual([
    ["cta_click", "cara"],
    ["dismiss", "dora"],
  ]);
});

test("a page view comes before what is tracked as the route changes, and is its user's", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const page = await openService({ site, plane: relay, config: { user: { id: "cara" } } });
  await begun(relay);
  await page.evaluate(`Service.on("route", () => {
    Service.track("step");
    Service.identify("dora");
  })`);
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
  await flush(page);
  const told = sent(relay, "/api/track", "events").map(({ name, user_id }) => [name, user_id]);
  expect(told).toEqual([
    ["page_view", "cara"],
    ["page_view", "cara"],
    ["step", "cara"],
  ]);
});
