/** What decisions know of the user and the page, and that they follow when it changes. */
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

/** A page on which each condition has a slot of its name, which says so when it holds. */
function pageOf(conditions: Record<string, unknown>, options: Record<string, unknown> = {}) {
  const placements = Object.entries(conditions).map(([handle, condition]) =>
    placement(handle, { payload: { target: { condition } } }),
  );
  return {
    html: Object.keys(conditions)
      .map((handle) => `<div data-service-slot="${handle}"></div>`)
      .join(""),
    config: localConfig(playbook({ placements }), options),
  };
}

const INFERRED = {
  by_locale: { locale: "en-US" },
  by_timezone: { timezone: "UTC" },
  by_device: { device: "desktop" },
};
const PAGE = {
  by_path: { "page.path": "/prices" },
  by_query: { "page.query.plan": "pro" },
  by_title: { "page.title": "Test" },
};

test("language, time zone and device come from the browser", async ({ site }) => {
  const page = await site.open(pageOf(INFERRED));
  for (const handle of Object.keys(INFERRED)) {
    await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
  }
});

test("contextPolicy.inferUser: false leaves what the browser says of its user out", async ({
  site,
}) => {
  const page = await site.open(
    pageOf({ ...INFERRED, ...PAGE }, { contextPolicy: { inferUser: false } }),
  );
  await expect(page.getByText("Title of by_title")).toBeVisible();
  for (const handle of Object.keys(INFERRED)) {
    await expect(page.getByText(`Title of ${handle}`)).toHaveCount(0);
  }
});

test("address and title come from the page", async ({ site }) => {
  const options = pageOf(PAGE);
  site.servePage({ ...options, path: "/prices" });
  const page = await site.open({ ...options, path: "/" });
  await page.goto(`${site.url}/prices?plan=pro`);
  for (const handle of Object.keys(PAGE)) {
    await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
  }
});

test("contextPolicy.inferPage: false leaves only what was given of the page", async ({ site }) => {
  const given = { by_given: { "page.title": "Given" }, by_tag: { "page.tags": { $in: ["docs"] } } };
  const page = await site.open({
    ...pageOf(
      { ...INFERRED, ...PAGE, ...given },
      {
        contextPolicy: { inferPage: false },
        page: { title: "Given", tags: ["docs"] },
      },
    ),
    path: "/prices",
  });
  for (const handle of [...Object.keys(given), ...Object.keys(INFERRED)]) {
    await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
  }
  for (const handle of Object.keys(PAGE)) {
    await expect(page.getByText(`Title of ${handle}`)).toHaveCount(0);
  }
});

test("contextPolicy.inferPage: false: a given path is one of this site, and stays until another is given", async ({
  site,
}) => {
  const page = await site.open(
    pageOf(
      { editor: { "page.path": "/editor" }, here: { "page.path": "/" } },
      { contextPolicy: { inferPage: false }, page: { url: "/editor" } },
    ),
  );
  await expect(page.getByText("Title of editor")).toBeVisible();
  await page.evaluate("history.replaceState({}, '', '?tab=2')");
  await page.waitForTimeout(300);
  await expect(page.getByText("Title of editor")).toBeVisible();
  await page.evaluate("Service.setPage({ url: '/' })");
  await expect(page.getByText("Title of here")).toBeVisible();
  await expect(page.getByText("Title of editor")).toHaveCount(0);
});

test("what is given wins over what is inferred", async ({ site }) => {
  const page = await site.open(
    pageOf(
      { given: { locale: "de-DE", timezone: "Europe/Berlin", country: "DE" } },
      { user: { locale: "de-DE", timezone: "Europe/Berlin", country: "DE" } },
    ),
  );
  await expect(page.getByText("Title of given")).toBeVisible();
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({
    locale: "de-DE",
    device: "desktop",
  });
});

test("identify() says who the user is, and what is known of them", async ({ site }) => {
  const page = await site.open(pageOf({ ann: { id: "ann" }, gold: { "traits.tier": "gold" } }));
  await page.evaluate(
    "Service.ready.then(() => Service.identify('ann', { traits: { tier: 'gold' } }))",
  );
  await expect(page.getByText("Title of ann")).toBeVisible();
  await expect(page.getByText("Title of gold")).toBeVisible();
});

test("identify() of another user forgets what was said of the first", async ({ site }) => {
  const page = await site.open(
    pageOf(
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
    pageOf(
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
    pageOf(
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
  for (const id of [anonymousId, sessionId]) expect(id).toContain("-");
  expect(otherAnonymousId).not.toBe(anonymousId);
  expect(otherSessionId).not.toBe(sessionId);
});

test("setPage() is laid over the page, and decided on", async ({ site }) => {
  const page = await site.open(
    pageOf({
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

test("the e-mail address never reaches a decision; its domain does", async ({ site }) => {
  const options = pageOf(
    { by_domain: { email_domain: "acme.com" }, by_email: { email: { $exists: true } } },
    { user: { id: "u1", email: "Ann@Acme.com" } },
  );
  const page = await site.open(options);
  await expect(page.getByText("Title of by_domain")).toBeVisible();
  await expect(page.getByText("Title of by_email")).toHaveCount(0);
  const heard = await page.evaluate(`new Promise((resolve) => {
    Service.on("context", (context) => resolve(JSON.stringify(context)));
    Service.setUser({ name: "Ann" });
  })`);
  expect(heard).toContain("acme.com");
  expect(heard).not.toMatch(/ann@acme/i);
  expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).not.toMatch(
    /acme/i,
  );
});

test("unknown keys of a user are left out with a warning that names them", async ({ site }) => {
  const page = await site.open(pageOf({ leaked: { plan: "pro" }, ann: { id: "ann" } }));
  await page.evaluate("Service.setUser({ plan: 'pro' })");
  await page.evaluate("Service.identify('ann', { colour: 'crimson' })");
  await expect(page.getByText("Title of ann")).toBeVisible();
  await expect(page.getByText("Title of leaked")).toHaveCount(0);
  expect(site.console).toEqual([
    expect.stringMatching(/^warning: .*user\.plan is unknown; free values go under traits/),
    expect.stringMatching(/^warning: .*user\.colour is unknown; free values go under traits/),
  ]);
});

test("entitlements that the page itself gives grant nothing", async ({ site }) => {
  const page = await site.open({
    html: "",
    config: localConfig(playbook(), {
      user: { plan_handle: "free", entitlements: { export: true } },
    }),
  });
  expect(await page.evaluate("Service.ready.then(() => Service.can('export'))")).toBe(false);
});

test("Object's own names are no entitlements, users or slots", async ({ site }) => {
  const page = await site.open({
    html: '<div data-service-slot="constructor"><span>Page content</span></div>',
    config: localConfig(),
  });
  const names = ["constructor", "toString", "__proto__", "hasOwnProperty"];
  expect(
    await page.evaluate((all) => {
      const { Service } = window as unknown as { Service: { can(name: string): boolean } };
      return all.map((name) => Service.can(name));
    }, names),
  ).toEqual(names.map(() => false));
  await page.evaluate(
    `Service.setUser(JSON.parse('{"traits":{"__proto__":{"polluted":1}},"__proto__":{"id":"x"}}'))`,
  );
  expect(await page.evaluate("({}).polluted")).toBe(undefined);
  await expect(page.getByText("Page content")).toBeVisible();
});

test("getContext of the page is merged as given, and asked again on a route", async ({ site }) => {
  const { html, config } = pageOf({ first: { "traits.n": 1 }, second: { "traits.n": 2 } });
  const page = await site.open({
    html: `<script>
      let asked = 0;
      window.ServiceConfig = ${JSON.stringify(config)};
      ServiceConfig.localRuntime.getContext = async () => ({ traits: { n: ++asked } });
    </script>${html}<script src="/dist/service.js"></script>`,
    script: "",
  });
  await expect(page.getByText("Title of first")).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/next')");
  await expect(page.getByText("Title of second")).toBeVisible();
  await expect(page.getByText("Title of first")).toHaveCount(0);
});

test("getContext that fails leaves the rest of the context in use", async ({ site }) => {
  site.expectConsole(/getContext failed/);
  const { html, config } = pageOf({ ann: { id: "ann" } }, { user: { id: "ann" } });
  const page = await site.open({
    html: `<script>
      window.ServiceConfig = ${JSON.stringify(config)};
      ServiceConfig.localRuntime.getContext = () => { throw new Error("offline"); };
    </script>${html}<script src="/dist/service.js"></script>`,
    script: "",
  });
  await expect(page.getByText("Title of ann")).toBeVisible();
});
