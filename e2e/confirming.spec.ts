/** Two purchases on one page, and one on a page that is left before it is confirmed. */
import { placement, playbook } from "./playbooks";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  FAILED_LOAD,
  openService,
  serveTokens,
  test,
} from "./service-page";

const offer = (slot: string, action: string) =>
  placement(slot, {
    payload: {
      target: { plans: ["free"] },
      content: { title: `Offer of ${slot}` },
      ctas: [{ label: action, action }],
    },
  });
const BOOK = playbook({ placements: [offer("top", "buy_plan"), offer("side", "buy_seats")] });
const HTML = '<div data-service-slot="top"></div><div data-service-slot="side"></div>';

test("both say that they are being confirmed, and neither is busy when it is over", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "ada");
  const free = { plan_handle: "free", payment_state: "none" } as const;
  await plane.setUser("ada", free);
  serveTokens(site, plane);
  const code = `${CLIENT_SESSION}, uiPathResolvers: {
    buy_plan: () => "completed", buy_seats: () => { bought = (window.bought ?? 0) + 1; return "completed"; } }`;
  const config = { user: { id: "ada", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  await page.getByRole("button", { name: "buy_plan" }).click();
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await expect(confirming).toHaveCount(1);
  await page.getByRole("button", { name: "buy_seats" }).click();
  await expect(confirming).toHaveCount(2);
  await confirming.last().click({ force: true });
  expect(await page.evaluate("bought")).toBe(1);
  await plane.setUser("ada", { ...free, payment_state: "paid" });
  for (const name of ["buy_plan", "buy_seats"]) {
    const button = page.getByRole("button", { name });
    await expect(button).toBeVisible();
    await expect(button).not.toHaveAttribute("aria-busy", "true");
    await expect(button).not.toHaveAttribute("aria-disabled", "true");
  }
});

test("a page that is loaded again goes on confirming, until the purchase is known", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "eve");
  const free = { plan_handle: "free", payment_state: "none" } as const;
  await plane.setUser("eve", free);
  serveTokens(site, plane, "eve");
  const code = `${CLIENT_SESSION}, uiPathResolvers: {
    buy_plan: () => { location.reload(); return "completed"; } }`;
  const config = { user: { id: "eve", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const button = page.getByRole("button", { name: "buy_plan" });
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await Promise.all([page.waitForEvent("load"), button.click()]);
  await expect(confirming).toHaveAttribute("aria-disabled", "true");
  await page.waitForTimeout(2500);
  await expect(confirming).toHaveCount(1);
  await plane.setUser("eve", { ...free, payment_state: "paid" });
  await expect(button).toBeVisible();
  await expect(confirming).toHaveCount(0);
  await page.reload();
  await expect(button).toBeVisible();
  expect(await page.evaluate("Object.keys(sessionStorage)")).not.toContain("service:confirming");
});

test("while a payment is under way nobody buys again", async ({ site, plane }) => {
  await plane.launch(BOOK);
  await addUser(plane, "kim");
  await plane.setUser("kim", { plan_handle: "free", payment_state: "paid" });
  serveTokens(site, plane, "kim");
  const code = `${CLIENT_SESSION}, uiPathResolvers: {
    buy_plan: () => { bought = (window.bought ?? 0) + 1; return "completed"; } }`;
  const config = { user: { id: "kim", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const button = page.getByRole("button", { name: "buy_plan" });
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await expect(button).toBeVisible();
  await button.click();
  // What else the service learns of its user meanwhile is not what was bought.
  await plane.setUser("kim", { payment_state: "pending", segments: ["vip"] });
  await page.waitForTimeout(3500);
  await confirming.click({ force: true });
  expect(await page.evaluate("bought")).toBe(1);
  // More of what they had: only the payment tells.
  await plane.setUser("kim", { payment_state: "paid" });
  await expect(button).not.toHaveAttribute("aria-disabled", "true");

  await plane.setUser("kim", { payment_state: "none" });
  await page.reload();
  await button.click();
  await plane.pay("kim", "pro", 3000);
  await page.waitForTimeout(2000);
  await expect(confirming).toBeVisible();
  await expect(page.getByText("Offer of top")).toHaveCount(0);
});

test("who buys before the service has said anything of them is confirmed all the same", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "amy");
  await plane.setUser("amy", { plan_handle: "free", payment_state: "none" });
  let arrive = () => {};
  const isLate = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  site.serve("/token", async () => {
    await isLate;
    return { body: (await plane.mintToken("amy")).client_token };
  });
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const config = { user: { id: "amy", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await page.getByRole("button", { name: "buy_plan" }).click();
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
  await plane.launch(BOOK);
  await addUser(plane, "ida");
  await plane.setUser("ida", { plan_handle: "free", payment_state: "none" });
  // The tokens stay Ida's, so nothing is told of Bob.
  site.allowConsole(FAILED_LOAD);
  serveTokens(site, plane, "ida");
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const config = { user: { id: "ida", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const button = page.getByRole("button", { name: "buy_plan" });
  await expect(button).toBeVisible();
  // Looking for what was bought ends with its next look, but nobody shall have to wait for that.
  await page.evaluate(STOP_WAITING);
  await button.click();
  await expect(page.getByRole("button", { name: "Confirming…" })).toHaveCount(1);
  await page.evaluate("void Service.identify('bob', { plan_handle: 'free' })");
  await expect(button).toBeVisible();
  // Nor on the next page.
  expect(await page.evaluate("Object.keys(sessionStorage)")).not.toContain("service:confirming");
});

test("somebody's purchase is waited for, though somebody before them bought something too", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  for (const id of ["ann", "bob"]) {
    await addUser(plane, id);
    await plane.setUser(id, { plan_handle: "free", payment_state: "none" });
  }
  let present = "ann";
  site.serve("/token", async () => ({ body: (await plane.mintToken(present)).client_token }));
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const config = { user: { id: "ann", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const button = page.getByRole("button", { name: "buy_plan" });
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await button.click();
  await expect(confirming).toHaveCount(1);
  present = "bob";
  await page.evaluate("void Service.identify('bob', { plan_handle: 'free' })");
  await button.click();
  await expect(confirming).toHaveCount(1);
  // Ann's wait is over with its next look.
  await page.waitForTimeout(2500);
  await expect(confirming).toHaveCount(1);
  await plane.setUser("bob", { plan_handle: "free", payment_state: "paid" });
  await expect(button).toBeVisible();
  await expect(confirming).toHaveCount(0);
});

test("it is over as soon as any answer tells of the purchase, not only at the next look", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "lou");
  const free = { plan_handle: "free", payment_state: "none" } as const;
  await plane.setUser("lou", free);
  serveTokens(site, plane, "lou");
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const config = { user: { id: "lou", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("client-context")) asked++;
  });
  await page.getByRole("button", { name: "buy_plan" }).click();
  // The page asks each second anyway, beside the looks after 1, 2, 4 and 8 seconds more.
  await expect.poll(() => asked).toBeGreaterThan(10);
  await plane.setUser("lou", { ...free, payment_state: "paid" });
  const before = asked;
  await expect(page.getByRole("button", { name: "buy_plan" })).not.toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(asked - before).toBeLessThan(6);
});
