/** What an analytics provider is told and what is sent are the same events: by their ids they count once. */
import type { Page } from "@playwright/test";
import { expect, test } from "../relay";
import { bookOf, openService, settle, slotIn } from "../service-page";
import { begun, flush, sent } from "./telemetry-page";

test("an event has one id and one time, whoever is told of it", async ({ site, relay }) => {
  await relay.launch(bookOf(10));
  const code = `domainProviders: [{ domain: "analytics", provider: {
    onEvent: (event) => void (window.told ??= []).push(event) } }]`;
  const page = await openService({ site, plane: relay, code });
  await begun(relay);
  await page.evaluate("Service.track('tracked', { n: 1 })");
  await page.evaluate("history.pushState(null, '', '/next')");
  await settle(page);
  await slotIn(page).getByRole("button", { name: "Dismiss" }).click();
  await flush(page);
  const told: Record<string, string>[] = await page.evaluate("window.told");
  const kept = [
    ...sent(relay, "/api/track", "events"),
    ...sent(relay, "/api/events/interactions", "interactions"),
  ];
  const timeOf = new Map(kept.map(({ event_id, occurred_at }) => [event_id, occurred_at]));
  expect(told.map(({ type }) => type).filter((type) => type !== "impression")).toEqual([
    "track",
    "route",
    "dismiss",
  ]);
  for (const { event_id, occurred_at } of told) expect(timeOf.get(event_id)).toBe(occurred_at);
});

test("reset() in one tab is another anonymous id in the other, once that is looked at again", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(10));
  const open = () => openService({ site, plane: relay });
  const tabs = [await open(), await open()] as const;
  await begun(relay, 2);
  const idOf = async (page: Page, name: string) => {
    await page.evaluate(`Service.track("${name}")`);
    await flush(page);
    return sent(relay, "/api/track", "events").find((event) => event.name === name)?.anonymous_id;
  };
  const before = await idOf(tabs[1], "before");
  expect(before).toEqual(expect.any(String));
  await tabs[0].evaluate("Service.reset()");
  const after = await idOf(tabs[0], "reset");
  expect(after).not.toBe(before);
  await tabs[1].evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  expect(await idOf(tabs[1], "after")).toBe(after);
});
