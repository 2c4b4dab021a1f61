/** Two purchases on one page, and one on a page that is left before it is confirmed. */
import { freeze } from "../frozen-time";
import {
  expect,
  FAILED_LOAD,
  refreshHourly,
  serveTokens,
  settle,
  test,
  waitForAnswers,
} from "../service-page";
import { createSignal } from "../signal";
import { FREE, knowsUser, makeOffers, openOffers, paymentOf } from "./offer-page";

test("both say that they are being confirmed, and neither is busy when it is over", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "ada");
  serveTokens(site, plane);
  const buySeats = '() => { bought = (window.bought ?? 0) + 1; return "completed"; }';
  const { page, button, confirming } = await openOffers({ site, plane, id: "ada", buySeats });
  await knowsUser(page);
  await button.click();
  await expect(confirming).toHaveCount(1);
  await page.getByRole("button", { name: "buy_seats" }).click();
  await expect(confirming).toHaveCount(2);
  await confirming.last().click({ force: true });
  expect(await page.evaluate("bought")).toBe(1);
  await plane.setUser("ada", { ...FREE, payment_state: "paid" });
  for (const name of ["buy_plan", "buy_seats"]) {
    const button = page.getByRole("button", { name });
    await expect(button).toBeVisible();
    await expect(button).not.toHaveAttribute("aria-busy", "true");
    await expect(button).not.toHaveAttribute("aria-disabled", "true");
  }
});

test("a screen reader speaks that a purchase is being confirmed: the buttons' row is live before", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "ivy");
  serveTokens(site, plane, "ivy");
  const buyPlan = '() => new Promise((resolve) => { window.finish = () => resolve("completed"); })';
  const { page, button, confirming } = await openOffers({ site, plane, id: "ivy", buyPlan });
  await knowsUser(page);
  // Live when it comes, it would be spoken as it comes.
  await expect(button.locator("..")).not.toHaveAttribute("aria-live");
  await button.click();
  await expect(button.locator("..")).toHaveAttribute("aria-live", "polite");
  await page.evaluate("finish()");
  await expect(confirming).toBeVisible();
  await expect(confirming.locator("..")).toHaveAttribute("aria-live", "polite");
});

test("a page that is loaded again goes on confirming, until the purchase is known", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "eve");
  serveTokens(site, plane, "eve");
  const buyPlan = '() => { location.reload(); return "completed"; }';
  const { page, button, confirming } = await openOffers({ site, plane, id: "eve", buyPlan });
  await Promise.all([page.waitForEvent("load"), button.click()]);
  await expect(confirming).toHaveAttribute("aria-disabled", "true");
  await knowsUser(page);
  await page.waitForTimeout(2500);
  await expect(confirming).toHaveCount(1);
  await plane.setUser("eve", { ...FREE, payment_state: "paid" });
  await expect(button).toBeVisible();
  await expect(confirming).toHaveCount(0);
  await page.reload();
  await expect(button).toBeVisible();
  expect(await page.evaluate("Object.keys(sessionStorage)")).not.toContain("service:confirming");
});

test("while a payment is under way nobody buys again", async ({ site, plane }) => {
  await makeOffers(plane, "kim");
  await plane.setUser("kim", { ...FREE, payment_state: "paid" });
  serveTokens(site, plane, "kim");
  const buyPlan = '() => { bought = (window.bought ?? 0) + 1; return "completed"; }';
  const { page, button, confirming } = await openOffers({ site, plane, id: "kim", buyPlan });
  await expect(button).toBeVisible();
  await expect.poll(() => paymentOf(page)).toBe("paid");
  await button.click();
  // What else the service learns of its user meanwhile is not what was bought.
  await plane.setUser("kim", { payment_state: "pending", segments: ["vip"] });
  await expect.poll(() => paymentOf(page)).toBe("pending");
  await settle(page);
  await confirming.click({ force: true });
  expect(await page.evaluate("bought")).toBe(1);
  // More of what they had: only the payment tells.
  await plane.setUser("kim", { payment_state: "paid" });
  await expect(button).not.toHaveAttribute("aria-disabled", "true");

  await plane.setUser("kim", { payment_state: "none" });
  await page.reload();
  await button.click();
  await plane.setUser("kim", { payment_state: "pending" });
  await expect.poll(() => paymentOf(page)).toBe("pending");
  await settle(page);
  await expect(confirming).toBeVisible();
  await plane.pay("kim", "pro", 0);
  await expect(page.getByText("Offer of top")).toHaveCount(0);
});

test("who buys before the service has said anything of them is confirmed all the same", async ({
  site,
  plane,
}) => {
  await makeOffers(plane, "amy");
  const { settle: arrive, settled: isLate } = createSignal();
  site.serve("/token", async () => {
    await isLate;
    return { body: (await plane.mintToken("amy")).client_token };
  });
  const { page, button, confirming } = await openOffers({ site, plane, id: "amy" });
  await button.click();
  await expect(confirming).toHaveCount(1);
  arrive();
  await page.waitForTimeout(2500);
  await expect(confirming).toHaveCount(1);
  await plane.setUser("amy", { plan_handle: "pro", payment_state: "paid" });
  await expect(page.getByText("Offer of top")).toHaveCount(0);
});

/** What waits for its time in the page goes on waiting. */
const STOP_WAITING = `{
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...rest) => setTimeout(act, ms >= 500 ? 1e9 : ms, ...rest);
}`;

test("who comes after the buyer finds no button busy", async ({ site, plane }) => {
  await makeOffers(plane, "ida");
  // The tokens stay Ida's, so nothing is told of Bob.
  site.allowConsole(FAILED_LOAD);
  serveTokens(site, plane, "ida");
  const { page, button, confirming } = await openOffers({ site, plane, id: "ida" });
  await expect(button).toBeVisible();
  // Looking for what was bought ends with its next look, but nobody shall have to wait for that.
  await page.evaluate(STOP_WAITING);
  await button.click();
  await expect(confirming).toHaveCount(1);
  await page.evaluate("void Service.identify('bob', { plan_handle: 'free' })");
  await expect(button).toBeVisible();
  // Nor on the next page.
  expect(await page.evaluate("Object.keys(sessionStorage)")).not.toContain("service:confirming");
});

test("somebody's purchase is waited for, though somebody before them bought something too", async ({
  site,
  plane,
  context,
}) => {
  await makeOffers(plane, "ann", "bob");
  await refreshHourly(context);
  await waitForAnswers(context);
  let present = "ann";
  site.serve("/token", async () => ({ body: (await plane.mintToken(present)).client_token }));
  const { page, button, confirming } = await openOffers({ site, plane, id: "ann" });
  await knowsUser(page);
  let isAsked = false;
  const { settle: answerAnn, settled: mayAnswer } = createSignal();
  plane.fault("client_context", async (_, next) => {
    const isFirst = !isAsked;
    isAsked = true;
    if (isFirst) await mayAnswer;
    await next();
  });
  const asked = page.waitForRequest(/client-context/);
  await button.click();
  await expect(confirming).toHaveCount(1);
  await expect.poll(() => isAsked).toBe(true);
  present = "bob";
  await page.evaluate("void Service.identify('bob', { plan_handle: 'free' })");
  await button.click();
  await expect(confirming).toHaveCount(1);
  await knowsUser(page);
  // Ann's wait is over with the look that was under way.
  answerAnn();
  await (await asked).response();
  await page.waitForTimeout(2500);
  await expect(confirming).toHaveCount(1);
  await plane.setUser("bob", { ...FREE, payment_state: "paid" });
  await expect(button).toBeVisible();
  await expect(confirming).toHaveCount(0);
});

test("it is over as soon as any answer tells of the purchase, not only at the next look", async ({
  site,
  plane,
  context,
}) => {
  await makeOffers(plane, "lou");
  serveTokens(site, plane, "lou");
  await refreshHourly(context);
  await context.clock.install();
  const { page, button, confirming } = await openOffers({ site, plane, id: "lou" });
  await expect(button).toBeVisible();
  await knowsUser(page);
  // No look of its own from here on, be the machine ever so slow: the first is due a second after the purchase.
  await freeze(page);
  await button.click();
  await page.clock.runFor(300);
  await expect(confirming).toHaveCount(1);
  await plane.setUser("lou", { ...FREE, payment_state: "paid" });
  await page.clock.runFor(300);
  await expect(confirming).toHaveCount(1);
  await page.evaluate("Service.refreshContext()");
  await page.clock.runFor(300);
  await expect(button).toBeVisible();
});

test("the pauses between two looks stop growing after a few seconds: a webhook that is late is soon heard of", async ({
  site,
  plane,
  context,
}) => {
  // Some 25 rounds, of which each is three questions to the page.
  test.setTimeout(150_000);
  await makeOffers(plane, "ola");
  serveTokens(site, plane, "ola");
  await refreshHourly(context);
  await context.clock.install();
  // A minute goes by at once, be the trial still asked for just then or not.
  await waitForAnswers(context);
  await context.addInitScript(() => {
    const looks: number[] = [];
    let open = 0;
    const { fetch } = window;
    Object.assign(window, { looks, isIdle: () => open === 0 });
    window.fetch = async (...args) => {
      if (String(args[0]).includes("/api/sdk/client-context")) looks.push(Date.now());
      open++;
      try {
        return await fetch(...args);
      } finally {
        open--;
      }
    };
  });
  const { page, button, confirming } = await openOffers({ site, plane, id: "ola" });
  await expect(button).toBeVisible();
  await knowsUser(page);
  await freeze(page);
  await page.evaluate("looks.length = 0");
  await button.click();
  await expect(confirming).toHaveCount(1);
  const looks = async () => {
    await expect.poll(() => page.evaluate("isIdle()")).toBe(true);
    await page.clock.runFor(500);
    return page.evaluate<number[]>("looks");
  };
  await expect
    .poll(async () => (await looks()).length, { intervals: [10], timeout: 80_000 })
    .toBeGreaterThan(3);
  const times = await looks();
  const pauses = times.slice(1).map((at, i) => at - (times[i] ?? 0));
  expect((pauses[2] ?? 0) / (pauses[1] ?? 1)).toBeLessThan(1.6);
  await page.clock.resume();
  await plane.setUser("ola", { ...FREE, payment_state: "paid" });
  await expect(button).toBeVisible();
});
