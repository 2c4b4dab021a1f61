/** What the page says of its user and of itself by methods is decided on at once. */
import { conditionPage } from "../condition-page";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

test("identify() says who the user is, and what is known of them", async ({ site }) => {
  const page = await site.open(
    conditionPage({ ann: { id: "ann" }, gold: { "traits.tier": "gold" } }),
  );
  await page.evaluate(
    "Service.ready.then(() => Service.identify('ann', { traits: { tier: 'gold' } }))",
  );
  await expect(page.getByText("Title of ann")).toBeVisible();
  await expect(page.getByText("Title of gold")).toBeVisible();
});

test("identify() of another user forgets what was said of the first", async ({ site }) => {
  const page = await site.open(
    conditionPage(
      { ann: { id: "ann" }, bob: { id: "bob" }, pro: { plan_handle: "pro" } },
      { user: { id: "ann", plan_handle: "pro" } },
    ),
  );
  await expect(page.getByText("Title of pro")).toBeVisible();
  await page.evaluate("Service.identify('bob')");
  await expect(page.getByText("Title of bob")).toBeVisible();
  await expect(page.getByText("Title of ann")).toHaveCount(0);
  await expect(page.getByText("Title of pro")).toHaveCount(0);
  expect(await page.evaluate("Service.can('export')")).toBe(false);
});

test("setUser() merges, traits and usage by key", async ({ site }) => {
  const page = await site.open(
    conditionPage(
      { both: { "traits.a": 1, "traits.b": 2, "usage.seats": 2, "usage.exports": 9 } },
      { user: { traits: { a: 1 }, usage: { seats: 2, exports: 1 } } },
    ),
  );
  await page.evaluate("Service.setUser({ traits: { b: 2 }, usage: { exports: 9 } })");
  await expect(page.getByText("Title of both")).toBeVisible();
});

test("reset() forgets the user: another anonymous id and another session follow", async ({
  site,
}) => {
  const page = await site.open(
    conditionPage(
      { known: { id: { $exists: true } }, unknown: { id: { $exists: false } } },
      { user: { id: "ann", plan_handle: "pro" } },
    ),
  );
  await expect(page.getByText("Title of known")).toBeVisible();
  const ids = () =>
    page.evaluate<string[]>(
      `[localStorage["service:anonymous_id"], sessionStorage["service:session"].split(" ")[0]]`,
    );
  const [anonymousId, sessionId] = await ids();
  await page.evaluate("Service.reset()");
  await expect(page.getByText("Title of unknown")).toBeVisible();
  await expect(page.getByText("Title of known")).toHaveCount(0);
  expect(await page.evaluate("Service.can('export')")).toBe(false);
  const [otherAnonymousId, otherSessionId] = await ids();
  for (const id of [anonymousId, sessionId, otherAnonymousId, otherSessionId])
    expect(id).toContain("-");
  expect(otherAnonymousId).not.toBe(anonymousId);
  expect(otherSessionId).not.toBe(sessionId);
});

test("what is asked for together with reset() is decided for somebody who was shown nothing", async ({
  site,
}) => {
  const page = await site.open({
    html: "",
    config: localConfig(
      playbook({
        placements: [
          placement("bye", {
            slot: undefined,
            trigger: { type: "event", name: "signed_out" },
            payload: {
              surface: "toast",
              content: { title: "Signed out", duration_ms: 700 },
              caps: [{ count: 1, period: "day" }],
            },
          }),
        ],
      }),
    ),
  });
  await page.evaluate("Service.ready");
  const toast = page.getByText("Signed out");
  for (const user of ["ann", "bob", "ann"]) {
    await page.evaluate(`Service.identify(${JSON.stringify(user)})`);
    await expect(toast).toHaveCount(0);
    await page.evaluate("Service.reset(), Service.track('signed_out')");
    await expect(toast).toBeVisible();
    // Nobody is shown it twice, as long as they are who they are.
    await expect(toast).toHaveCount(0);
    await page.evaluate("Service.track('signed_out')");
    await page.waitForTimeout(300);
    await expect(toast).toHaveCount(0);
  }
});

test("setPage() is laid over the page, and decided on", async ({ site }) => {
  const page = await site.open(
    conditionPage({
      docs: { "page.tags": { $in: ["docs"] }, "page.title": "Test" },
      away: { "page.path": "/away" },
    }),
  );
  await page.evaluate("Service.setPage({ tags: ['docs'] })");
  await expect(page.getByText("Title of docs")).toBeVisible();
  await page.evaluate("Service.setPage({ url: '/away' })");
  await expect(page.getByText("Title of away")).toBeVisible();
});

test("updateUsage() decides at once, up to the limit and back", async ({ site }) => {
  const page = await site.open({
    html: '<p data-service-show-if="seats">Add a seat</p><p data-service-hide-if="seats">Full</p>',
    config: localConfig(playbook(), { user: { plan_handle: "free" } }),
  });
  await expect(page.getByText("Add a seat")).toBeVisible();
  await expect(page.getByText("Full")).toBeHidden();
  await page.evaluate("Service.updateUsage({ seats: 3 })");
  await expect(page.getByText("Full")).toBeVisible();
  await expect(page.getByText("Add a seat")).toBeHidden();
  expect(await page.evaluate("Service.checkEntitlement('seats')")).toMatchObject({
    reason: "limit_reached",
    used: 3,
    remaining: 0,
  });
  await page.evaluate("Service.updateUsage({ seats: 2 })");
  await expect(page.getByText("Add a seat")).toBeVisible();
});

for (const value of [-1, "3", "NaN"]) {
  test(`usage of ${value} is denied as invalid`, async ({ site }) => {
    const page = await site.open({
      html: "",
      config: localConfig(playbook(), { user: { plan_handle: "free" } }),
    });
    const usage = value === "NaN" ? "NaN" : JSON.stringify(value);
    await page.evaluate(`Service.updateUsage({ seats: ${usage} })`);
    expect(await page.evaluate("Service.checkEntitlement('seats')")).toMatchObject({
      allowed: false,
      reason: "usage_invalid",
    });
  });
}
