/** What `updateUsage` says beside what the server says, whatever the device's clock tells. */
import type { Page } from "@playwright/test";
import type { ControlPlane } from "../../demo/control-plane/index.mjs";
import { placement, playbook } from "../playbooks";
import { addUser, CLIENT_SESSION, expect, openService, serveTokens, test } from "../service-page";
import { createSignal } from "../signal";

const ADA = { user: { id: "ada", plan_handle: "free" } };
const seats = (page: Page) =>
  page.evaluate("Service.checkEntitlement('seats').then(({ used, allowed }) => [used, allowed])");

/** The server knew it at that time; epoch ms. */
function answerAsOf(plane: ControlPlane, time: () => number) {
  plane.fault("client_context", async (c, next) => {
    await next();
    const as_of = new Date(time()).toISOString();
    c.res = Response.json({ ...(await c.res.json()), as_of }, { headers: c.res.headers });
  });
}

test.beforeEach(async ({ site, plane }) => {
  await plane.launch(playbook({ placements: [placement("top", { payload: {} })] }));
  await addUser(plane, "ada");
  await plane.setUser("ada", { plan_handle: "free", usage: { seats: 2 } });
  serveTokens(site, plane);
});

test("updateUsage() counts over what the server said before, however late our clock is", async ({
  site,
  plane,
}) => {
  // Of a server whose clock is ahead of what bootstrap's answer told. It stands still, for the next
  // check may ask at any time.
  let ahead = Date.now() + 60_000;
  answerAsOf(plane, () => ahead);
  const page = await openService({ site, plane, config: ADA, code: CLIENT_SESSION });
  await expect.poll(() => seats(page)).toEqual([2, true]);
  await page.evaluate("Service.updateUsage({ seats: 3 })");
  expect(await seats(page)).toEqual([3, false]);
  await page.evaluate("Service.setPage({ title: 'Another' })");
  expect(await seats(page)).toEqual([3, false]);
  // The server's next answer is later.
  ahead += 1;
  await page.evaluate("Service.refreshContext()");
  expect(await seats(page)).toEqual([2, true]);
});

test("updateUsage() before the server's time is known counts over an earlier answer, however late our clock is", async ({
  site,
  plane,
  context,
}) => {
  // By a device an hour behind, what the server knew a minute ago is later than what is said now.
  await context.addInitScript(`const { now } = Date;
    Date.now = () => now() - 3_600_000;
    window.Service = [(sdk) => sdk.updateUsage({ seats: 3 })];`);
  const answered = Date.now() - 60_000;
  answerAsOf(plane, () => answered);
  const { settle: answer, settled: isAnswered } = createSignal();
  plane.fault("bootstrap", async (_, next) => {
    await isAnswered;
    return next();
  });
  const page = await openService({ site, plane, config: ADA, code: CLIENT_SESSION });
  const used = "Service.getUserContext().then(({ usage }) => usage.seats)";
  await expect.poll(() => page.evaluate(used)).toBe(2);
  answer();
  await expect.poll(() => seats(page)).toEqual([3, false]);
});
