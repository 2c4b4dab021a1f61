/** What a page does before somebody sees it, and what follows when they do. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { BOOK, CONFIG, openWith, SLOT, setConfig, TAG } from "../loading-pages";
import { localConfig } from "../playbooks";

const prerender = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  });
const activate = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, "prerendering", { value: false });
    document.dispatchEvent(new Event("prerenderingchange"));
  });

test("while a page is prerendered, what needs an entitlement is out of reach", async ({
  site,
  context,
}) => {
  site.allowConsole(/not known yet/);
  await prerender(context);
  const clickable = `<button data-service-gate="export" onclick="document.title += '!'">Export</button>`;
  const body = `<p data-service-show-if="export">For Pro</p>${clickable}`;
  const config = setConfig(localConfig(BOOK, { user: { id: "u1", plan_handle: "pro" } }));
  const page = await openWith(site, config + TAG, body);
  await expect(page.getByText("For Pro")).toBeHidden();
  const title = await page.title();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle(title);
  await activate(page);
  await expect(page.getByText("For Pro")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle(`${title}!`);
});

test("a prerendered page waits for its activation", async ({ site, context }) => {
  await prerender(context);
  const page = await openWith(site, CONFIG + TAG, SLOT);
  await expect(page.getByText("Page content")).toBeVisible();
  await page.evaluate("window.asked = Service.getPlacement({ slot: 'top' }); undefined");
  expect(await page.evaluate("document.querySelector('[data-service-slot]').shadowRoot")).toBe(
    null,
  );
  await activate(page);
  await expect(page.getByText("Title of top")).toBeVisible();
  expect(await page.evaluate("asked")).toMatchObject({ placement: "top" });
});
