/** Whose answer about the user counts: of several, of late ones, and of those about somebody else. */
import { placement, playbook } from "../playbooks";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  FAILED_LOAD,
  openService,
  refreshHourly,
  serveTokens,
  settle,
  slotIn,
  test,
  waitForAnswers,
} from "../service-page";
import { createSignal } from "../signal";

const BOOK = playbook({
  placements: [
    placement("top", {
      payload: {
        target: { plans: ["free"] },
        content: { title: "You are on Free" },
      },
    }),
  ],
});
const idOf = "Service.getUserContext().then(({ id }) => id)";

test.beforeEach(async ({ plane }) => {
  await plane.launch(BOOK);
  for (const id of ["ann", "ben"]) {
    await addUser(plane, id);
    await plane.setUser(id, { plan_handle: "free" });
  }
});

test("what the service says of another one is dropped, with a word", async ({ site, plane }) => {
  serveTokens(site, plane, "ann");
  const page = await openService({ site, plane, code: CLIENT_SESSION });
  await expect.poll(() => page.evaluate(idOf)).toBe("ann");
  await page.evaluate("Service.setUser({ traits: { role: 'owner' } })");
  serveTokens(site, plane, "ben");
  await page.evaluate("Service.refreshContext()");
  plane.fault("client_context", async () =>
    Response.json({ user_id: "ben", plan_handle: "pro", as_of: new Date().toISOString() }),
  );
  await page.evaluate("Service.refreshContext()");
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({
    id: "ann",
    plan_handle: "free",
  });
  expect(site.console.join()).toContain("clientContext is about another user");
});

test("what was asked for before reset() is not about who comes after it", async ({
  site,
  plane,
  context,
}) => {
  site.allowConsole(FAILED_LOAD);
  await refreshHourly(context);
  await waitForAnswers(context);
  serveTokens(site, plane, "ann");
  const config = { user: { id: "ann", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code: CLIENT_SESSION });
  await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
  // After this no question of the start is under way.
  await page.evaluate("Service.refreshContext()");
  let calls = 0;
  const { settle: answerFirst, settled: mayAnswer } = createSignal();
  plane.fault("user_context", async () => Response.json({}, { status: 404 }));
  plane.fault("client_context", async (c, next) => {
    const isFirst = calls++ === 0;
    await next();
    // The later question has no answer.
    if (isFirst) await mayAnswer;
    else c.res = Response.json({}, { status: 404 });
  });
  await plane.setUser("ann", { plan_handle: "pro" });
  await page.evaluate("void Service.refreshContext()");
  await expect.poll(() => calls).toBe(1);
  await page.evaluate("Service.reset(), void Service.identify('ann', { plan_handle: 'free' })");
  await expect.poll(() => calls).toBe(2);
  const first = page.waitForResponse((one) => one.url().includes("/client-context") && one.ok());
  answerFirst();
  await (await first).finished();
  await settle(page);
  expect(await page.evaluate("Service.can('export')")).toBe(false);
});

test("an older answer about the user that comes later does not count", async ({
  site,
  plane,
  context,
}) => {
  await waitForAnswers(context);
  await refreshHourly(context);
  const config = { user: { id: "ann", plan_handle: "free" } };
  let asked = 0;
  const { settle: answerOlder, settled: mayAnswer } = createSignal();
  site.serve("/context", async () => {
    const number = ++asked;
    if (number === 2) await mayAnswer;
    return { body: { user_id: "ann", traits: { answer: number } } };
  });
  const code = `runtimeMode: "custom_endpoints", endpointOverrides: { userContext: location.origin + "/context" }`;
  const page = await openService({ site, plane, config, code });
  const answer = "Service.getUserContext().then(({ traits }) => traits?.answer)";
  await expect.poll(() => page.evaluate(answer)).toBe(1);
  const older = page.evaluate("Service.refreshContext()");
  // Two that are asked at once may arrive in either order.
  await expect.poll(() => asked).toBe(2);
  await page.evaluate("Service.refreshContext()");
  expect(await page.evaluate(answer)).toBe(3);
  answerOlder();
  await older;
  expect(await page.evaluate(answer)).toBe(3);
});

test("an answer with nothing in it does not outdate another", async ({ site, plane, context }) => {
  await waitForAnswers(context);
  const config = { user: { id: "ann", plan_handle: "free" } };
  let asked = 0;
  const { settle: answerFirst, settled: mayAnswer } = createSignal();
  site.serve("/trial", async () => {
    const isFirst = asked++ === 0;
    if (isFirst) await mayAnswer;
    return isFirst ? { body: { in_trial: true, days_remaining: 5 } } : { status: 404 };
  });
  site.allowConsole(FAILED_LOAD);
  const code = `runtimeMode: "custom_endpoints", endpointOverrides: { trialStatus: location.origin + "/trial" }`;
  const page = await openService({ site, plane, config, code });
  await expect.poll(() => asked).toBe(1);
  await page.evaluate("heard = [], Service.on('context', (context) => heard.push(context))");
  await page.evaluate("Service.refreshContext()");
  expect(asked).toBe(2);
  answerFirst();
  await expect
    .poll(() => page.evaluate("heard.at(-1)?.trial"))
    .toMatchObject({ days_remaining: 5 });
});

test("what waits for a token when reset() comes is not asked any more", async ({ site, plane }) => {
  const { settle: mint, settled: minted } = createSignal();
  site.serve("/token", async () => {
    await minted;
    return { status: 503 };
  });
  for (const call of ["user", "trial"]) site.serve(`/own/${call}`, { body: {} });
  site.allowConsole(FAILED_LOAD);
  const page = await openService({
    site,
    plane,
    config: {
      runtimeMode: "custom_endpoints",
      endpointOverrides: {
        userContext: `${site.url}/own/user`,
        trialStatus: `${site.url}/own/trial`,
      },
      user: { id: "ann", plan_handle: "free" },
    },
    code: CLIENT_SESSION,
  });
  await expect.poll(() => site.requestsTo("/token").length).toBe(1);
  await page.evaluate("Service.reset()");
  mint();
  await page.evaluate("Service.identify('ben')");
  await expect.poll(() => site.requestsTo("/own/user").length).toBeGreaterThan(0);
  const ids = ["/own/user", "/own/trial"].flatMap((path) =>
    site.requestsTo(path).map(({ query }) => query.get("user_id")),
  );
  expect(ids).not.toContain("ann");
});

test("of two answers the one counts that says to be of later, whichever was asked for first", async ({
  site,
  context,
}) => {
  await waitForAnswers(context);
  site.allowConsole(FAILED_LOAD);
  let asked = 0;
  const { settle: answerSecond, settled: mayAnswer } = createSignal();
  site.serve("/api/sdk/client-context", async () => {
    const isSecond = ++asked === 2;
    if (isSecond) await mayAnswer;
    const plan_handle = isSecond ? "pro" : "free";
    return { body: { user_id: "ann", plan_handle, as_of: new Date().toISOString() } };
  });
  const config = JSON.stringify({ tenantId: "acme", publicKey: "svc_pub_1", user: { id: "ann" } });
  const page = await site.open({
    html: `<!doctype html><html lang="en"><title>Test</title><script>window.ServiceConfig = { ...${config}, endpoint: location.origin,
      clientSession: () => "svc_client_abcdef",
      configProvider: { getPlaybook: async () => (${JSON.stringify(BOOK)}) } };</script>
      <script src="/dist/service.js"></script>`,
  });
  const plan = () =>
    page.evaluate("Service.getUserContext().then(({ plan_handle }) => plan_handle)");
  await expect.poll(plan).toBe("free");
  await page.evaluate("void Service.refreshContext()");
  await expect.poll(() => asked).toBe(2);
  await page.evaluate("Service.refreshContext()");
  expect(await plan()).toBe("free");
  answerSecond();
  await expect.poll(plan).toBe("pro");
});

test("who is there at the start is asked about, though somebody was named and reset before", async ({
  site,
}) => {
  site.allowConsole(FAILED_LOAD);
  site.serve("/trial", { body: { in_trial: true, plan_handle: "pro" } });
  const page = await site.open({
    html: `<!doctype html><html lang="en"><title>Test</title><script>window.Service = [(sdk) => { sdk.identify("ann"); sdk.reset(); }];
      window.ServiceConfig = { tenantId: "acme", publicKey: "svc_pub_1", endpoint: location.origin,
        runtimeMode: "custom_endpoints", endpointOverrides: { trialStatus: "/trial" },
        configProvider: { getPlaybook: async () => (${JSON.stringify(BOOK)}) } };</script>
      <script src="/dist/service.js"></script>`,
  });
  await expect.poll(() => page.evaluate("Service.can('export')")).toBe(true);
});
