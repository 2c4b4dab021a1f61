/** What the server knows of the user: the client session, its token, and what follows a purchase. */
import type { Page } from "@playwright/test";
import { placement, playbook } from "../playbooks";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  FAILED_LOAD,
  openService,
  refreshHourly,
  serveTokens,
  slotIn,
  test,
} from "../service-page";

/** For people on Free, with a button to buy Pro. */
const OFFER = playbook({
  placements: [
    placement("top", {
      payload: {
        target: { plans: ["free"] },
        content: { title: "You are on {{plan_name}}" },
        ctas: [{ label: "Upgrade", action: "open_checkout", params: { plan: "pro" } }],
      },
    }),
  ],
});
const free = { plan_handle: "free", payment_state: "none", usage: {}, segments: [] } as const;
const can = (page: Page) => page.evaluate("Service.can('export')");

test.beforeEach(async ({ plane }) => {
  await plane.launch(OFFER);
  for (const id of ["ada", "bob"]) await addUser(plane, id);
  await plane.setUser("ada", { ...free, entitlements: { export: null } });
  await plane.setUser("bob", { ...free, plan_handle: "pro" });
});

test("what the server knows wins over what the page says", async ({ site, plane }) => {
  serveTokens(site, plane);
  await plane.setUser("ada", { plan_handle: "pro", payment_state: "failed", segments: ["vip"] });
  const config = { user: { id: "ada", plan_handle: "free", traits: { role: "owner" } } };
  const page = await openService({ site, plane, config, code: CLIENT_SESSION });
  await expect.poll(() => can(page)).toBe(true);
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
  const known = await page.evaluate<object>("Service.getUserContext()");
  expect(known).toMatchObject({
    id: "ada",
    plan_handle: "pro",
    segments: ["vip"],
    traits: { role: "owner", payment_state: "failed" },
  });
  for (const other of ["as_of", "trial"]) expect(known).not.toHaveProperty(other);
});

test("an entitlement that the server grants or denies is the server's word", async ({
  site,
  plane,
}) => {
  serveTokens(site, plane);
  await plane.setUser("ada", { entitlements: { export: true } });
  const config = { user: { id: "ada" } };
  const page = await openService({ site, plane, config, code: CLIENT_SESSION });
  await expect.poll(() => can(page)).toBe(true);
  const check = "Service.checkEntitlement('export').then(({ reason }) => reason)";
  expect(await page.evaluate(check)).toBe("granted_by_server");
  await plane.setUser("ada", { plan_handle: "pro", entitlements: { export: false } });
  await expect.poll(() => page.evaluate(check)).toBe("denied_by_server");
});

test.describe("a client-session token", () => {
  test("is asked for once, again after identify(), and again when it has expired", async ({
    site,
    plane,
    context,
  }) => {
    site.allowConsole(FAILED_LOAD);
    // Else the page asks about its user each second, and for new tokens while they count as expired.
    await refreshHourly(context);
    let user = "ada";
    const given: string[] = [];
    site.serve("/token", async () => {
      const { client_token: body } = await plane.mintToken(user);
      given.push(body);
      return { body };
    });
    const config = { user: { id: "ada", plan_handle: "free" } };
    const page = await openService({ site, plane, config, code: CLIENT_SESSION });
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    await page.evaluate("Service.refreshContext()");
    expect(given).toHaveLength(1);

    user = "bob";
    await page.evaluate("Service.identify('bob')");
    expect(given).toHaveLength(2);
    expect(await can(page)).toBe(true);

    plane.fault("client_context", plane.faults.status(401, "client_session_expired"));
    await page.evaluate("Service.refreshContext()");
    plane.fault("client_context", undefined);
    const asked = given.length;
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThan(6);
    await page.evaluate("Service.refreshContext()");
    expect(await can(page)).toBe(true);
  });

  test("is in no storage, URL, log, event, element or telemetry", async ({ site, plane }) => {
    const given = serveTokens(site, plane);
    const sent: string[] = [];
    const page = await openService({
      site,
      plane,
      config: { user: { id: "ada", plan_handle: "free" }, debug: true },
      code: CLIENT_SESSION,
    });
    page.on("request", (request) => sent.push(request.url(), request.postData() ?? ""));
    await page.evaluate(`
      window.heard = [];
      for (const name of ["ready", "playbook", "context", "decision", "impression", "cta", "route", "error"]) {
        Service.on(name, (detail) => heard.push(detail));
      }`);
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    await page.evaluate("Service.refreshContext().then(() => Service.track('done'))");
    await page.evaluate("Service.flush()");
    const [token = ""] = given;
    expect(token).toMatch(/^svc_client_/);
    const known = await page.evaluate(`JSON.stringify([
      { ...localStorage }, { ...sessionStorage }, heard, document.cookie, location.href,
      document.documentElement.outerHTML, document.querySelector("[data-service-slot]").shadowRoot.innerHTML,
      performance.getEntriesByType("resource").map(({ name }) => name),
    ])`);
    const everything = [known, ...sent, ...site.console].join();
    expect(everything).toContain("ada");
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(token.slice("svc_client_".length));
  });

  for (const [name, minter] of [
    ["throws", "() => { throw new Error('no') }"],
    ["rejects", "async () => { throw new Error('no') }"],
    ["gives no token", "() => 'svc_server_oops'"],
    ["never answers", "() => new Promise(() => {})"],
  ]) {
    test(`of a minter that ${name}: what the page says counts, and no failure is raised`, async ({
      site,
      plane,
    }) => {
      const page = await openService({
        site,
        plane,
        config: { user: { id: "ada", plan_handle: "pro" } },
        code: `clientSession: ${minter}`,
      });
      await page.evaluate("window.errors = []; Service.on('error', (e) => errors.push(e))");
      await page.evaluate("Service.ready");
      expect(await can(page)).toBe(true);
      expect(await page.evaluate("errors")).toEqual([]);
      expect(site.console.join()).not.toContain("svc_server_oops");
    });
  }

  test("of another user is dropped, and so is what was asked for before reset()", async ({
    site,
    plane,
  }) => {
    site.allowConsole(FAILED_LOAD);
    serveTokens(site, plane, "bob");
    const config = { user: { id: "ada", plan_handle: "free" } };
    const page = await openService({ site, plane, config, code: CLIENT_SESSION });
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    await page.evaluate("Service.refreshContext()");
    expect(await can(page)).toBe(false);

    plane.fault("client_context", plane.faults.slow(500));
    serveTokens(site, plane, "ada");
    await plane.setUser("ada", { plan_handle: "pro" });
    await page.evaluate("Service.identify('ada'); Service.reset()");
    await page.waitForTimeout(1500);
    expect(await can(page)).toBe(false);
    expect(await page.evaluate("Service.getUserContext()")).not.toHaveProperty("id");
  });
});

test.describe("user context and trial status", () => {
  const trial = {
    trial_handle: "pro_trial",
    plan_handle: "pro",
    started_at: new Date(Date.now() - 86_400_000).toISOString(),
    ends_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  };

  test("are asked for by name, and quietly nobody's without a session", async ({ site, plane }) => {
    site.allowConsole(FAILED_LOAD);
    const config = { user: { id: "ada", plan_handle: "free" } };
    const page = await openService({ site, plane, config });
    await page.evaluate("Service.ready");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    expect(await page.evaluate("Service.fetchUserContext('ada')")).toBeUndefined();
    expect(await page.evaluate("Service.getTrialStatus()")).toEqual({ in_trial: false });
    const contexts = asked.filter((path) => /user-context|trial-status/.test(path));
    expect(contexts.sort()).toEqual(["/api/sdk/trial-status", "/api/sdk/user-context"]);
    expect(site.console.filter((line) => line.includes("[Service]"))).toEqual([]);
  });

  test("are quiet where somebody else's 401 answers", async ({ site, plane }) => {
    site.allowConsole(FAILED_LOAD);
    for (const call of ["user_context", "trial_status"] as const) {
      plane.fault(call, async (c) => c.html("<title>Log in</title>", 401));
    }
    const page = await openService({ site, plane });
    expect(await page.evaluate("Service.fetchUserContext('ada')")).toBeUndefined();
    expect(await page.evaluate("Service.getTrialStatus()")).toEqual({ in_trial: false });
    expect(site.console.filter((line) => line.includes("[Service]"))).toEqual([]);
  });

  test("are read with the session's token, and count", async ({ site, plane }) => {
    serveTokens(site, plane);
    await plane.setUser("ada", { trial });
    const config = { user: { id: "ada", plan_handle: "free" } };
    const page = await openService({ site, plane, config, code: CLIENT_SESSION });
    await expect
      .poll(() => page.evaluate("Service.getTrialStatus()"))
      .toMatchObject({
        in_trial: true,
        trial_handle: "pro_trial",
        plan_handle: "pro",
      });
    expect(await page.evaluate("Service.fetchUserContext('ada')")).toMatchObject({
      plan_handle: "free",
    });
    await plane.setUser("ada", { trial: null });
  });

  test("are not asked for unprompted, without a token or an override", async ({ site, plane }) => {
    const asked: string[] = [];
    const config = { user: { id: "ada", plan_handle: "free" } };
    const page = await openService({ site, plane, config, path: "/empty" });
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.reload();
    await expect(slotIn(page).getByText("You are on Free")).toBeVisible();
    await page.waitForTimeout(1500);
    expect(asked.filter((path) => /context|trial-status/.test(path))).toEqual([]);
    expect(asked).toContain("/api/sdk/bootstrap");
  });
});

test("after a checkout the button says so, nobody buys twice, and the new plan shows without reload", async ({
  site,
  plane,
}) => {
  serveTokens(site, plane);
  const code = `${CLIENT_SESSION}, uiPathResolvers: { open_checkout: () => { window.bought = (window.bought ?? 0) + 1; return "completed"; } }`;
  const config = { user: { id: "ada", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code });
  await slotIn(page).getByRole("button", { name: "Upgrade" }).click();
  const button = slotIn(page).getByRole("button", { name: "Confirming…" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await button.click({ force: true });
  expect(await page.evaluate("bought")).toBe(1);
  await page.waitForTimeout(1500);
  await expect(button).toBeVisible();
  await plane.setUser("ada", { plan_handle: "pro", payment_state: "paid" });
  await expect(slotIn(page).getByText("Page content")).toBeVisible({ timeout: 15_000 });
  expect(await can(page)).toBe(true);
});
