/** What decisions know of the user and the page, and that they follow when it changes. */
import { conditionPage } from "../condition-page";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { settled } from "../slot-pages";

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
  const page = await site.open(conditionPage(INFERRED));
  for (const handle of Object.keys(INFERRED)) {
    await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
  }
});

test("contextPolicy.inferUser: false leaves what the browser says of its user out", async ({
  site,
}) => {
  const page = await site.open(
    conditionPage({ ...INFERRED, ...PAGE }, { contextPolicy: { inferUser: false } }),
  );
  await expect(page.getByText("Title of by_title")).toBeVisible();
  for (const handle of Object.keys(INFERRED)) {
    await expect(page.getByText(`Title of ${handle}`)).toHaveCount(0);
  }
});

test("address and title come from the page", async ({ site }) => {
  const options = conditionPage(PAGE);
  site.servePage({ ...options, path: "/prices" });
  const page = await site.open({ ...options, path: "/" });
  await page.goto(`${site.url}/prices?plan=pro`);
  for (const handle of Object.keys(PAGE)) {
    await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
  }
});

test("contextPolicy.inferPage: false leaves only what was given of the page", async ({ site }) => {
  const given = { by_tag: { "page.tags": { $in: ["docs"] } } };
  const titled = { by_given: { "page.title": "Given" } };
  for (const [title, seen, unseen] of [
    ["Given", { ...INFERRED, ...given, ...titled }, PAGE],
    [undefined, { ...INFERRED, ...given }, { ...PAGE, ...titled }],
  ] as const) {
    const options = conditionPage(
      { ...seen, ...unseen },
      { contextPolicy: { inferPage: false }, page: { title, tags: ["docs"] } },
    );
    const page = await site.open({ ...options, path: "/prices" });
    await page.goto(`${site.url}/prices?plan=pro`);
    for (const handle of Object.keys(seen)) {
      await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
    }
    for (const handle of Object.keys(unseen)) {
      await expect(page.getByText(`Title of ${handle}`)).toHaveCount(0);
    }
  }
});

test("contextPolicy.inferPage: false: a given path is one of this site, and stays until another is given", async ({
  site,
}) => {
  const page = await site.open(
    conditionPage(
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
    conditionPage(
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

test("the e-mail address never reaches a decision; its domain does", async ({ site }) => {
  const options = conditionPage(
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
  const page = await site.open(conditionPage({ leaked: { plan: "pro" }, ann: { id: "ann" } }));
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
  const polluted =
    "const { id, traits } = Service.getUserContext(); [id, traits?.polluted, {}.polluted]";
  expect(await page.evaluate(`{ ${polluted} }`)).toEqual([undefined, undefined, undefined]);
  await expect(page.getByText("Page content")).toBeVisible();
});

test("getContext of the page is merged as given, and asked again on a route", async ({ site }) => {
  const { html, config } = conditionPage({ first: { "traits.n": 1 }, second: { "traits.n": 2 } });
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
  const { html, config } = conditionPage({ ann: { id: "ann" } }, { user: { id: "ann" } });
  const page = await site.open({
    html: `<script>
      window.ServiceConfig = ${JSON.stringify(config)};
      ServiceConfig.localRuntime.getContext = () => { throw new Error("offline"); };
    </script>${html}<script src="/dist/service.js"></script>`,
    script: "",
  });
  await expect(page.getByText("Title of ann")).toBeVisible();
});

test("a trial that can't be read grants nothing, and that is told", async ({ site }) => {
  const readable = [
    // Nobody's trial needs no date.
    { in_trial: false, ends_at: "" },
    { in_trial: true, ends_at: null, days_remaining: 5 },
  ];
  const unreadable = [
    { in_trial: true, ends_at: Math.round(Date.now() / 1000) + 86_400 },
    { in_trial: true, days_remaining: "5" },
  ];
  const book = playbook({
    placements: [placement("always")],
    plans: [{ handle: "pro" }],
    entitlements: [{ handle: "export", type: "feature", grants: [{ plans: ["pro"] }] }],
  });
  const answers: unknown[] = [];
  for (const trial of [...readable, ...unreadable]) {
    const trialStatus = { plan_handle: "pro", ...trial };
    const page = await site.open({
      html: '<div data-service-slot="always"></div>',
      config: {
        runtimeMode: "local_only",
        localRuntime: { playbook: book, initialData: { trialStatus } },
      },
    });
    await expect(page.getByText("Title of always")).toBeVisible();
    await settled(page);
    answers.push(await page.evaluate("Service.can('export')"));
  }
  expect(answers).toEqual([false, true, false, false]);
  const told =
    "warning: [Service] a date or count of the trial can't be read, so it grants nothing";
  expect(site.console).toEqual(unreadable.map(() => told));
});
