/** What happened just before a page ended must still reach the service, from every engine. */
import { expect, test } from "vitest";
import { placement, playbook } from "../playbooks";
import type { SiteServer } from "../site";
import { arrivedAt, networkedConfig, serveControlPlane } from "./control-plane";
import type { Tab } from "./driver";
import { clickOn, expectSeen } from "./sight";
import { newTab, servePage, startSite } from "./visit";

const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
/** Longer than a copy would take that is sent once more. */
const AGAIN_MS = 2_500;
/** How long the page that is gone to lets wait for it, while the old one lives on. */
const SLOW_MS = 500;

const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The page whose Playbook the control plane has signed; `/next` is another one of the site. */
async function openNetworked(): Promise<{ site: SiteServer; tab: Tab }> {
  const site = await startSite();
  serveControlPlane(site, playbook({ placements: [placement("top")] }));
  for (const path of ["/", "/next"]) {
    servePage(site, { path, html: SLOT, config: networkedConfig(site) });
  }
  const tab = await newTab(site.url);
  await expectSeen(tab, "Title of top");
  return { site, tab };
}

/** The ids under which it has arrived, once no more is to be expected. */
async function idsOf(site: SiteServer, path: string, what: string): Promise<string[]> {
  const found = () => arrivedAt(site, path).filter(({ name, type }) => (name ?? type) === what);
  await expect.poll(() => found().length, { message: `“${what}” has arrived` }).toBeGreaterThan(0);
  await pass(AGAIN_MS);
  return [...new Set(found().map(({ event_id }) => event_id))];
}

test("page end: what is tracked just before leaving arrives, under one id", async () => {
  const { site, tab } = await openNetworked();
  await tab.evaluate("void setTimeout(() => { Service.track('left'); location.assign('/next'); })");
  expect(await idsOf(site, "/api/track", "left")).toHaveLength(1);
  expect(await tab.evaluate("location.pathname")).toBe("/next");
  expect(site.requests.filter(({ method }) => method === "OPTIONS")).toEqual([]);
});

test("page end: what is dismissed just before leaving arrives, under one id", async () => {
  const { site, tab } = await openNetworked();
  await tab.evaluate("addEventListener('service:dismiss', () => location.assign('/next'))");
  await clickOn(tab, "Dismiss");
  expect(await idsOf(site, "/api/events/interactions", "dismiss")).toHaveLength(1);
  expect(await tab.evaluate("location.pathname")).toBe("/next");
});

test("page end: what is tracked in a closing tab arrives, at the latest with the next visit", async () => {
  const { site, tab } = await openNetworked();
  await tab.evaluate("Service.track('closed')");
  await tab.close();
  await newTab(`${site.url}/next`);
  expect(await idsOf(site, "/api/track", "closed")).toHaveLength(1);
});

test("page end: a page that is left before its Playbook comes reports none as refused", async () => {
  const site = await startSite();
  site.serve("/api/sdk/bootstrap", async () => {
    await pass(AGAIN_MS);
    return { status: 204 };
  });
  servePage(site, { html: SLOT, config: networkedConfig(site) });
  site.serve("/next", async () => {
    await pass(SLOW_MS);
    return { body: "Next" };
  });
  const tab = await newTab(site.url);
  await expect.poll(() => site.requestsTo("/api/sdk/bootstrap").length).toBe(1);
  await tab.evaluate("void setTimeout(() => location.assign('/next'))");
  await expect.poll(() => tab.evaluate("document.body.innerText")).toBe("Next");
});
