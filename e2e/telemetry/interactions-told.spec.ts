/** What is told of placements: from when on, and by which names. */
import { placement, playbook } from "../playbooks";
import { expect, test } from "../relay";
import { bookOf, openService, slotIn } from "../service-page";
import { sent } from "./telemetry-page";

/** Long enough for an impression and the first batch. */
const WAIT = 2500;

test("what is on display when consent is given is seen anew, and told before what is done with it", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(20));
  const page = await openService({ site, plane: relay, config: { consent: "pending" } });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  await page.waitForTimeout(WAIT);
  await page.evaluate("Service.setConsent('granted')");
  const told = (field: string) =>
    relay
      .bodiesOf("/api/events/interactions")
      .flatMap(({ interactions }) => interactions)
      .map((interaction) => Reflect.get(Object(interaction), field));
  await expect.poll(() => told("type")).toEqual(["impression"]);
  await slotIn(page).getByRole("button", { name: "Dismiss" }).click();
  await page.evaluate("Service.flush()");
  await expect.poll(() => told("type")).toEqual(["impression", "dismiss"]);
  expect(new Set(told("decision_id")).size).toBe(1);
});

test("names that the Playbook's author gave are told whatever they look like", async ({
  site,
  relay,
}) => {
  const name = "svc_upsell_banner";
  await relay.launch(playbook({ version: 21, placements: [placement(name)] }));
  const html = `<div data-service-slot="${name}"></div>`;
  const page = await openService({ site, plane: relay, html });
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.evaluate("Service.flush()");
  const told = (path: string) => JSON.stringify(relay.bodiesOf(path));
  const named = [`"placement":"${name}"`, `"slot":"${name}"`];
  for (const one of named) await expect.poll(() => told("/api/events/interactions")).toContain(one);
  await expect.poll(() => told("/api/placements")).toContain(`"slot":"${name}"`);
});

test("what is completed is told of the decision that was clicked, though the route has changed", async ({
  site,
  relay,
}) => {
  const ctas = [{ label: "Buy", action: "buy" }];
  await relay.launch(bookOf(22, { ctas }));
  const code = `uiPathResolvers: { async buy() {
    history.pushState(null, "", "/checkout");
    await new Promise((resolve) => setTimeout(resolve, ${WAIT}));
    return "completed";
  } }`;
  const page = await openService({ site, plane: relay, code });
  await slotIn(page).getByRole("button", { name: "Buy" }).click();
  await page.waitForTimeout(WAIT);
  const told = () =>
    sent(relay, "/api/events/interactions", "interactions")
      .filter(({ type }) => type !== "impression")
      .map(({ type, decision_id }) => [type, decision_id]);
  await expect.poll(() => told().map(([type]) => type)).toEqual(["cta_click", "cta_complete"]);
  expect(new Set(told().map(([, id]) => id)).size).toBe(1);
});
