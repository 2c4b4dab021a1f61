/** How the service's answers about the user are asked for: never from a cache, and not before `Retry-After`. */
import { freeze } from "../frozen-time";
import { placement, playbook } from "../playbooks";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  FAILED_LOAD,
  openService,
  serveTokens,
  slotIn,
  test,
  waitForAnswers,
} from "../service-page";
import { createSignal } from "../signal";

const payload = { target: { plans: ["free"] }, content: { title: "You are on {{plan_name}}" } };
const book = playbook({ placements: [placement("top", { payload })] });
/** So that nothing is asked again with the next check for a newer Playbook. */
const WITHOUT_CHECKS = `configProvider: { getPlaybook: () => (${JSON.stringify(book)}) }`;

test.beforeEach(async ({ plane }) => {
  await plane.launch(book);
  await addUser(plane, "ada");
});

test("what the browser would keep of an answer is asked for anew", async ({ site, plane }) => {
  let plan_handle = "free";
  site.serve("/context", () => ({
    headers: { "cache-control": "private, max-age=600", "content-type": "application/json" },
    body: JSON.stringify({ user_id: "ada", plan_handle, as_of: new Date().toISOString() }),
  }));
  const config = {
    runtimeMode: "custom_endpoints",
    endpointOverrides: { clientContext: `${site.url}/context` },
    user: { id: "ada" },
  };
  serveTokens(site, plane);
  const page = await openService({ site, plane, config, code: CLIENT_SESSION });
  await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
  plan_handle = "pro";
  await page.evaluate("Service.refreshContext()");
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
});

for (const status of [503, 429]) {
  test(`after one ${status} it is asked again soon, without anything happening`, async ({
    site,
    plane,
  }) => {
    site.allowConsole(FAILED_LOAD);
    serveTokens(site, plane);
    let isBusy = true;
    const seen = createSignal();
    site.serve("/context", async () => {
      if (isBusy) {
        isBusy = false;
        return { status, headers: { "retry-after": "1" }, body: "{}" };
      }
      await seen.settled;
      return { body: JSON.stringify({ user_id: "ada", plan_handle: "pro" }) };
    });
    const config = {
      runtimeMode: "custom_endpoints",
      endpointOverrides: { clientContext: `${site.url}/context` },
      user: { id: "ada", plan_handle: "free" },
    };
    const code = `${WITHOUT_CHECKS}, ${CLIENT_SESSION}`;
    const page = await openService({ site, plane, config, code });
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    seen.settle();
    await expect(slotIn(page).getByText("Page content")).toBeVisible();
  });
}

for (const call of ["userContext", "trialStatus"]) {
  test(`a ${call} of the application's own that fails once is asked again soon`, async ({
    site,
    plane,
  }) => {
    site.allowConsole(FAILED_LOAD);
    let count = 0;
    const seen = createSignal();
    site.serve(`/${call}`, async () => {
      if (count++ === 0) return { status: 503, body: "{}" };
      await seen.settled;
      return { body: JSON.stringify({ plan_handle: "pro", in_trial: true, days_remaining: 3 }) };
    });
    const config = {
      runtimeMode: "custom_endpoints",
      endpointOverrides: { [call]: `${site.url}/${call}` },
      user: { id: "ada", plan_handle: "free" },
    };
    const page = await openService({ site, plane, config });
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    seen.settle();
    await expect.poll(() => count).toBe(2);
    const text = call === "userContext" ? "Page content" : "You are on Free";
    await expect(slotIn(page).getByText(text)).toBeVisible();
    // Once it has answered it is left alone: after a second failure it would be asked in four seconds.
    await page.waitForTimeout(4500);
    expect(count).toBe(2);
  });
}

for (const [what, failure] of [
  ["fails", 'throw new Error("busy")'],
  ["gives a server's words for its failure", 'return "502 Bad Gateway"'],
]) {
  test(`a clientSession that ${what} at first is asked again soon`, async ({ site, plane }) => {
    site.allowConsole(FAILED_LOAD);
    const seen = createSignal();
    site.serve("/token", async () => {
      await seen.settled;
      return { body: (await plane.mintToken("ada")).client_token };
    });
    await plane.setUser("ada", { plan_handle: "pro" });
    const page = await openService({
      ...{ site, plane, config: { user: { id: "ada", plan_handle: "free" } } },
      code: `${WITHOUT_CHECKS}, clientSession: ((count) => async () => {
        if (count++ < 2) ${failure};
        return (await fetch("/token")).text();
      })(0)`,
    });
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    seen.settle();
    await expect(slotIn(page).getByText("Page content")).toBeVisible();
  });
}

test("a tab that is seen again after long asks once for what may have changed", async ({
  site,
  plane,
  context,
}) => {
  await context.clock.install();
  serveTokens(site, plane);
  const page = await openService({
    ...{ site, plane, config: { user: { id: "ada", plan_handle: "free" } } },
    code: CLIENT_SESSION,
  });
  await page.evaluate("Service.ready");
  const setHidden = (hidden: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: is });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await setHidden(true);
  // So that no further check is due.
  await freeze(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const count = (call: string) => asked.filter((path) => path.endsWith(call)).length;
  await setHidden(false);
  await expect.poll(() => count("/bootstrap")).toBe(1);
  await expect.poll(() => count("/client-context")).toBe(1);
  // What is to be done at once is.
  await page.clock.runFor(10);
  await page.waitForTimeout(700);
  expect([count("/bootstrap"), count("/client-context")]).toEqual([1, 1]);
});

test("no tab asks again before Retry-After", async ({ site, plane, context }) => {
  site.allowConsole(FAILED_LOAD);
  await context.clock.install();
  // Half an hour goes by at once, be the Playbook asked for just then or not.
  await waitForAnswers(context);
  serveTokens(site, plane);
  let isBusy = true;
  const asked: string[] = [];
  site.serve("/context", ({ path }) => {
    asked.push(path);
    if (isBusy) return { status: 429, headers: { "retry-after": "3600" }, body: "{}" };
    return { body: JSON.stringify({ user_id: "ada", plan_handle: "pro" }) };
  });
  const config = {
    runtimeMode: "custom_endpoints",
    endpointOverrides: { clientContext: `${site.url}/context` },
    user: { id: "ada", plan_handle: "free" },
  };
  const options = { site, plane, config, code: CLIENT_SESSION };
  const page = await openService(options);
  await expect.poll(() => asked.length).toBe(1);
  isBusy = false;
  await page.evaluate("Service.refreshContext()");
  const other = await openService({ ...options, tab: await context.newPage() });
  await other.evaluate("Service.refreshContext()");
  expect(asked).toHaveLength(1);
  const look = async () => {
    for (const tab of [page, other]) await tab.evaluate("Service.refreshContext()");
    return asked.length;
  };
  // What is left of the hour is longer than any machine takes for this.
  await context.clock.fastForward("30:00");
  expect(await look()).toBe(1);
  await context.clock.fastForward("30:00");
  await expect.poll(look).toBeGreaterThan(1);
  await expect(slotIn(other).getByText("Page content")).toBeVisible();
});

test("an answer about another user says nothing of this one, and nobody is asked about", async ({
  site,
  plane,
}) => {
  plane.fault("user_context", async (c) => c.json({ user_id: "bob", plan_handle: "pro" }));
  const page = await openService({ site, plane, config: { user: { id: "ada" } } });
  await page.evaluate("Service.ready");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const id of ["undefined", "null", "''", "{}"]) {
    expect(await page.evaluate(`Service.fetchUserContext(${id})`)).toBeUndefined();
  }
  expect(asked.filter((path) => path.includes("user-context"))).toEqual([]);
  expect(site.console.join()).toContain("fetchUserContext: the id must be a string, not empty");
  expect(await page.evaluate("Service.fetchUserContext('ada')")).toMatchObject({ id: "bob" });
  expect(await page.evaluate("Service.getUserContext()")).not.toHaveProperty("plan_handle");
});

test("a page that is left while it asks about the user says nothing of it", async ({
  site,
  plane,
  page,
}) => {
  const calls = ["client_context", "user_context", "trial_status"] as const;
  for (const call of calls) plane.fault(call, plane.faults.hang());
  serveTokens(site, plane);
  site.servePage({ path: "/next", html: "Next", script: "" });
  // As an error tracker does, which sends it later.
  await page.addInitScript(`const { warn } = console;
    console.warn = (text) => {
      sessionStorage.told = (sessionStorage.told ?? "") + text;
      warn(text);
    };`);
  const asked = Promise.all(
    ["client-context", "user-context", "trial-status"].map((call) =>
      page.waitForRequest((request) => request.url().includes(call)),
    ),
  );
  const config = { user: { id: "ada" } };
  await openService({ site, plane, config, code: CLIENT_SESSION, tab: page });
  await asked;
  await page.evaluate("location.assign('/next')");
  await expect(page.getByText("Next")).toBeVisible();
  expect(await page.evaluate("sessionStorage.told ?? ''")).not.toContain("could not be read");
});

test("a page that stays says that it could not ask about the user", async ({ site, plane }) => {
  site.allowConsole(FAILED_LOAD);
  const calls = ["client_context", "user_context", "trial_status"] as const;
  for (const call of calls) plane.fault(call, plane.faults.refuse());
  serveTokens(site, plane);
  const config = { user: { id: "ada" } };
  await openService({ site, plane, config, code: CLIENT_SESSION });
  for (const call of ["clientContext", "userContext", "trialStatus"]) {
    await expect.poll(() => site.console.join()).toContain(`${call} could not be read`);
  }
});
