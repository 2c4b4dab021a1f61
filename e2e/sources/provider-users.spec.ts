/** What sources know of a user counts for that user alone. */
import { expect, test } from "../fixtures";
import { stopTime } from "../frozen-time";
import { openSourced } from "../sourced-page";

test("an answer for an earlier user is dropped, and counts for nobody else", async ({
  site,
  context,
}) => {
  // Sources have three seconds, which stand still: they answer when the test says so.
  await stopTime(context);
  const page = await openSourced(
    site,
    `const answers = {};
     local.resolvers = { checkEntitlement: (handle, { id }) =>
       new Promise((resolve) => { asked.push(id); answers[id] = resolve; }) };`,
  );
  await expect.poll(() => page.evaluate("asked.join()")).toBe("u1");
  await page.evaluate("Service.identify('u2')");
  await expect.poll(() => page.evaluate("asked.join()")).toBe("u1,u2");
  await page.evaluate("answers.u1({ allowed: true })");
  await page.evaluate("answers.u2({ allowed: false })");
  await expect(page.getByText("Title of refused")).toBeVisible();
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  await page.evaluate("void Service.identify('u3')");
  await expect.poll(() => page.evaluate("asked.join()")).toBe("u1,u2,u3");
  await page.evaluate("answers.u3({ allowed: true })");
  await expect(page.getByText("Shown if")).toBeVisible();
  expect(await page.evaluate("Service.identify('u4'), Service.can('export')")).toBe(false);
});

for (const [what, change, now] of [
  ["plan", "Service.setUser({ plan_handle: 'basic' })", "basic /"],
  ["route", "history.pushState(null, '', '/next')", "free /next"],
] as const) {
  test(`an answer on its way when the ${what} changes is about what is over, and counts for nothing`, async ({
    site,
    context,
  }) => {
    await stopTime(context);
    const page = await openSourced(
      site,
      `const answers = {}, open = (kind, { plan_handle, page }) => new Promise((resolve) => {
         answers[[kind, plan_handle, page.path].join(" ")] = resolve; });
       local.resolvers = { checkEntitlement: (handle, context) => open("may", context),
         getPlacementDecision: (input, placement, context) =>
           input.slot === "top" ? open("show", context) : undefined };`,
    );
    const asked = () => page.evaluate("Object.keys(answers).sort().join()");
    await expect.poll(asked).toBe("may free /,show free /");
    await page.evaluate("Service.gate('export', () => { window.gone = true; }); 0");
    await page.evaluate(change);
    await page.evaluate(`answers["may free /"]({ allowed: true });
      answers["show free /"](shows("Of the past"));`);
    await expect.poll(asked).toContain(`may ${now},`);
    expect(await page.evaluate("Service.can('export')")).toBe(false);
    await page.getByRole("button", { name: "Export" }).click();
    await expect.poll(asked).toContain(`show ${now}`);
    await page.evaluate(`answers["may ${now}"]({ allowed: false });
      answers["show ${now}"](shows("Of now"));`);
    await expect(page.getByText("Of now")).toBeVisible();
    await expect(page.getByText("Shown if")).toBeHidden();
    expect(await page.evaluate("[window.gone, window.ran]")).toEqual([undefined, undefined]);
  });
}

test("a provider is told who the user is, and gives users and trials", async ({ site }) => {
  const page = await openSourced(
    site,
    `ServiceConfig.provider = {
       name: "mine",
       identify(id, context) { asked.push([id, context.plan_handle]); },
       async fetchUserContext(id) { return { id, plan_handle: "pro", nonsense: 1 }; },
       async getTrialStatus() { return { in_trial: true, trial_handle: "pro_trial", day_number: 2 }; } };`,
  );
  await page.evaluate("Service.identify('u2', { plan_handle: 'free' })");
  expect(await page.evaluate("asked")).toEqual([["u2", "free"]]);
  expect(await page.evaluate("Service.fetchUserContext('u2')")).toEqual({
    id: "u2",
    plan_handle: "pro",
  });
  expect(await page.evaluate("Service.can('export')")).toBe(true);
  expect(await page.evaluate("Service.getTrialStatus()")).toMatchObject({ day_number: 2 });
});

test("the trial of a user who is identified later is asked for", async ({ site }) => {
  const page = await openSourced(
    site,
    `let user = "u1"; local.resolvers = { getTrialStatus: async () => user === "u2" && {
       in_trial: true, plan_handle: "pro", days_remaining: 3 } || undefined };`,
  );
  await page.evaluate("Service.ready");
  await expect(page.getByText("Shown if")).toBeHidden();
  await page.evaluate("user = 'u2'; void Service.identify('u2', { plan_handle: 'free' })");
  await expect(page.getByText("Shown if")).toBeVisible();
});

test("what is said about somebody else says nothing of this user", async ({ site }) => {
  const page = await openSourced(
    site,
    `local.resolvers = { fetchUserContext: async () => ({ id: "other", plan_handle: "pro" }) };`,
  );
  await page.evaluate("Service.ready");
  expect(await page.evaluate("Service.fetchUserContext('u1')")).toMatchObject({ id: "other" });
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ id: "u1" });
  expect(await page.evaluate("Service.can('export')")).toBe(false);
});

test("what was asked for before reset() is dropped", async ({ site, context }) => {
  await stopTime(context);
  const page = await openSourced(
    site,
    `let answer; delete ServiceConfig.user;
     local.getContext = () => new Promise((resolve) => { answer = resolve; });`,
  );
  await expect.poll(() => page.evaluate("!!answer")).toBe(true);
  await page.evaluate("Service.reset(); answer({ id: 'old', plan_handle: 'pro' })");
  // After whatever follows from that.
  await page.evaluate("scheduler.postTask(() => {}, { priority: 'background' })");
  expect(await page.evaluate("Service.getUserContext()")).not.toHaveProperty("id");
});
