/** What was bought, on the pages that follow, and by whom. */
import type { Page } from "@playwright/test";
import { expect, FAILED_LOAD, serveTokens, test } from "../service-page";
import { FREE, knowsUser, makeOffers, openOffers } from "./offer-page";

test("the next page of the tab that names somebody else has no button busy", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "uma", "vic");
  let present = "uma";
  site.serve("/token", async () => ({ body: (await plane.mintToken(present)).client_token }));
  const open = (id: string, tab?: Page) =>
    openOffers({ site, plane, id, path: `/${id}`, ...(tab && { tab }) });
  const { page, button, confirming } = await open("uma");
  await button.click();
  await expect(confirming).toHaveCount(1);
  await page.reload();
  await expect(confirming).toHaveCount(1);
  present = "vic";
  await open("vic", page);
  await expect(button).toBeVisible();
  await page.waitForTimeout(500);
  await expect(confirming).toHaveCount(0);
});

for (const [who, isBuyer] of [
  ["the buyer", true],
  ["somebody else", false],
] as const) {
  test(`the next page of the tab, on which identify() names ${who}, ${isBuyer ? "goes on confirming" : "has no button busy"}`, async ({
    site,
    plane,
  }) => {
    await makeOffers(plane, "pia", "rob");
    let present = "pia";
    site.serve("/token", async () => ({ body: (await plane.mintToken(present)).client_token }));
    // The service tells late whose token it is: by then the page has said so.
    plane.fault("client_context", plane.faults.slow(700));
    const open = async (id: string, tab?: Page) => {
      const opened = await openOffers({ site, plane, path: `/${id}`, ...(tab && { tab }) });
      await opened.page.evaluate("Service.ready");
      await opened.page.evaluate(`void Service.identify("${id}", { plan_handle: "free" })`);
      return opened;
    };
    const { page, button, confirming } = await open("pia");
    await button.click();
    await expect(confirming).toHaveCount(1);
    if (!isBuyer) present = "rob";
    await open(present, page);
    await expect(isBuyer ? confirming : button).toBeVisible();
    await page.waitForTimeout(2500);
    await expect(confirming).toHaveCount(isBuyer ? 1 : 0);
    if (!isBuyer) return;
    await plane.setUser("pia", { plan_handle: "pro", payment_state: "paid" });
    await expect(page.getByText("Offer of top")).toHaveCount(0);
  });
}

test("pages that are loaded meanwhile don't begin the two minutes anew", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "wes");
  serveTokens(site, plane, "wes");
  const { page, button, confirming } = await openOffers({ site, plane, id: "wes" });
  await button.click();
  await expect(confirming).toHaveCount(1);
  // As if it had been two minutes ago, less a few seconds.
  await page.evaluate(`{
    const key = "service:confirming";
    const lines = JSON.parse(sessionStorage.getItem(key)).split("\\n");
    lines[1] -= 100_000;
    sessionStorage.setItem(key, JSON.stringify(lines.join("\\n")));
  }`);
  await page.reload();
  await expect(confirming).toHaveCount(1);
  await expect(button).toBeVisible({ timeout: 45_000 });
});

test("what the service knows before the resolver has answered needs no confirming", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "xia");
  serveTokens(site, plane, "xia");
  site.serve("/pay", async () => {
    await plane.setUser("xia", { ...FREE, payment_state: "paid" });
    return { body: "paid" };
  });
  const buyPlan = `async () => {
    await fetch("/pay");
    await Service.refreshContext();
    return "completed";
  }`;
  const { page, button, confirming } = await openOffers({ site, plane, id: "xia", buyPlan });
  await knowsUser(page);
  const completed = page.evaluate(
    "new Promise((resolve) => addEventListener('service:cta', ({ detail }) => detail.type === 'cta_complete' && resolve(true)))",
  );
  await button.click();
  await completed;
  await expect(confirming).toHaveCount(0);
  await expect(button).toBeEnabled();
});

test("what somebody whom only a token names has asked for is not the next one's", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "yan");
  serveTokens(site, plane, "yan");
  const { page, button, confirming } = await openOffers({ site, plane });
  // The tokens stay hers.
  site.allowConsole(FAILED_LOAD);
  await button.click();
  await expect(confirming).toHaveCount(1);
  await page.evaluate("Service.trigger('asked')");
  await expect(page.getByRole("dialog", { name: "Asked for" })).toBeVisible();
  await page.evaluate("void Service.identify('zoe', { plan_handle: 'free' })");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(confirming).toHaveCount(0);
});
