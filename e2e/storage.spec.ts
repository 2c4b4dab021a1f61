/** What the SDK keeps in the browser: where, how much, with whose consent, and what if it can't. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

/** Shown once in a lifetime, and dismissible. */
const ONCE = placement("top", { payload: { caps: [{ count: 1, period: "lifetime" }] } });
const SLOT = '<div data-service-slot="top"><span>Page content</span></div>';
const TAG = '<script src="/dist/service.js"></script>';

const pageWith = (options: Record<string, unknown> = {}, one = ONCE) => ({
  html: SLOT,
  config: localConfig(playbook({ placements: [one] }), options),
});
const stored = (page: Page) =>
  page.evaluate<Record<string, string>>("({ ...localStorage, ...sessionStorage })");
const shown = (page: Page) => page.getByText("Title of top");
const own = (page: Page) => page.getByText("Page content");

test("what was shown is remembered on the next visit, under our own prefix", async ({ site }) => {
  const page = await site.open(pageWith());
  await expect(shown(page)).toBeVisible();
  const kept = await stored(page);
  expect(Object.keys(kept).length).toBeGreaterThan(0);
  for (const key of Object.keys(kept)) expect(key).toMatch(/^service:/);
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
});

test("localRuntime.storageKey is the prefix of every key", async ({ site }) => {
  const book = playbook({ placements: [ONCE] });
  const page = await site.open({
    html: SLOT,
    config: { runtimeMode: "local_only", localRuntime: { playbook: book, storageKey: "acme_app" } },
  });
  await expect(shown(page)).toBeVisible();
  const keys = Object.keys(await stored(page));
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatch(/^acme_app:/);
});

test("no user id is readable in storage", async ({ site }) => {
  const page = await site.open(pageWith({ user: { id: "ann-4711", email: "ann@acme.com" } }));
  await expect(shown(page)).toBeVisible();
  expect(JSON.stringify(await stored(page))).not.toMatch(/4711|acme/);
});

test("the next user of the browser has displays of their own", async ({ site }) => {
  const page = await site.open(pageWith({ user: { id: "ann" } }));
  await expect(shown(page)).toBeVisible();
  site.servePage(pageWith({ user: { id: "bob" } }));
  await page.reload();
  await expect(shown(page)).toBeVisible();
  site.servePage(pageWith({ user: { id: "ann" } }));
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
});

test("the application's own storage replaces the browser's", async ({ site }) => {
  const { html, config } = pageWith();
  const page = await site.open({
    html: `<script>
      const open = (lasts) => {
        const kept = JSON.parse((lasts && window.name) || "{}");
        return {
          kept,
          getItem: (key) => kept[key] ?? null,
          setItem: (key, value) => {
            kept[key] = value;
            if (lasts) window.name = JSON.stringify(kept);
          },
          removeItem: (key) => { delete kept[key]; },
        };
      };
      window.ServiceConfig = ${JSON.stringify(config)};
      ServiceConfig.persistentStorage = open(true);
      ServiceConfig.sessionStorage = open(false);
    </script>${html}${TAG}`,
    script: "",
  });
  await expect(shown(page)).toBeVisible();
  expect(await stored(page)).toEqual({});
  expect(await page.evaluate("Object.keys(ServiceConfig.persistentStorage.kept)")).toContain(
    "service:history",
  );
  expect(await page.evaluate("Object.keys(ServiceConfig.sessionStorage.kept)")).toContain(
    "service:session",
  );
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
});

for (const [name, adapter] of Object.entries({
  throws: "{ getItem() { throw 1; }, setItem() { throw 1; }, removeItem() { throw 1; } }",
  "answers promises":
    "{ getItem: async () => { throw 1; }, setItem: async () => { throw 1; }, removeItem: async () => {} }",
  "answers nonsense": "{ getItem: () => 5, setItem() {}, removeItem() {} }",
})) {
  test(`a storage of the application's that ${name} does no harm`, async ({ site }) => {
    const { html, config } = pageWith();
    const page = await site.open({
      html: `<script>
        window.ServiceConfig = ${JSON.stringify(config)};
        ServiceConfig.persistentStorage = ServiceConfig.sessionStorage = ${adapter};
      </script>${html}${TAG}`,
      script: "",
    });
    await expect(shown(page)).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(page)).toBeVisible();
    await page.evaluate("history.pushState(null, '', '/next')");
    await expect(own(page)).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
  });
}

/** Runs before every page of the context, in it. */
const before = (context: BrowserContext, code: string) =>
  context.addInitScript({ content: `if (location.protocol === "http:") {${code}}` });

test("with a full quota the page works, and a dismissal holds for the visit", async ({
  site,
  context,
}) => {
  await before(
    context,
    `for (const storage of [localStorage, sessionStorage]) {
       if (storage.full) continue;
       for (let size = 2 ** 22; size >= 1; size = size >> 1) {
         try { for (let n = 0; ; n++) storage["full" + (n || "") + "_".repeat(size > 1 ? 1 : 0) + size] = "x".repeat(size); }
         catch {}
       }
       try { storage.full = ""; } catch {}
     }`,
  );
  const page = await site.open(pageWith());
  await expect(shown(page)).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(own(page)).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/next')");
  await expect(own(page)).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
});

const POISON = {
  "random bytes": () =>
    String.fromCharCode(...Array.from({ length: 500 }, (_, n) => (n * 7919) % 65536)),
  nothing: () => "",
  null: () => "null",
  "a number": () => "5",
  "a list": () => "[[[]]]",
  "an object": () => '{"__proto__":{"polluted":1},"displays":5,"length":-1}',
  "half a JSON": () => '{"displays":[',
  "another script's text": () => '"hello"',
  "a text of 2 MB": () => JSON.stringify("x".repeat(2 ** 21)),
  "a text full of entries": () =>
    JSON.stringify("0.12340.5678 displays top/only 1000;".repeat(2 ** 12)),
};
for (const [name, make] of Object.entries(POISON)) {
  test(`${name} under our keys reads as nothing`, async ({ site, context }) => {
    const value = make();
    await before(
      context,
      `if (!sessionStorage.poisoned) {
         sessionStorage.poisoned = 1;
         const value = ${JSON.stringify(value)};
         sessionStorage["service:session"] = value;
         for (const key of ["anonymous_id", "history"]) localStorage["service:" + key] = value;
       }`,
    );
    const page = await site.open(pageWith());
    await expect(shown(page)).toBeVisible();
    expect(await page.evaluate("({}).polluted")).toBe(undefined);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(page)).toBeVisible();
    // From here on it is our own again.
    await page.reload();
    await page.evaluate("Service.ready");
    await expect(own(page)).toBeVisible();
    await expect(shown(page)).toHaveCount(0);
    const { "service:history": history = "", "service:anonymous_id": id } = await stored(page);
    expect(history.length).toBeLessThanOrEqual(32 * 1024);
    expect(id).toMatch(/^"[\da-f-]{36}"$/);
  });
}

test("the history stays under 32 KiB however many placements were seen", async ({ site }) => {
  const handles = Array.from({ length: 500 }, (_, n) => `placement_of_a_rather_long_handle_${n}`);
  const page = await site.open({
    html: handles.map((handle) => `<div data-service-slot="${handle}"></div>`).join(""),
    config: localConfig(
      playbook({
        placements: handles.map((handle) =>
          placement(handle, { payload: { caps: [{ count: 1, period: "day" }] } }),
        ),
      }),
    ),
  });
  await expect(page.getByText("Title of")).toHaveCount(500);
  const { "service:history": history = "" } = await stored(page);
  expect(history.length).toBeGreaterThan(20_000);
  expect(history.length).toBeLessThanOrEqual(32 * 1024);
});

for (const consent of ["pending", "denied"]) {
  test(`with consent ${consent} nothing is stored, and decisions work from memory`, async ({
    site,
    context,
  }) => {
    await before(
      context,
      `window.touched = [];
       for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
         const { get } = Object.getOwnPropertyDescriptor(window, name) ?? {};
         if (get) Object.defineProperty(window, name, { configurable: true, get() {
           touched.push(name); return get.call(window);
         } });
       }`,
    );
    const page = await site.open(pageWith({ consent }));
    await expect(shown(page)).toBeVisible();
    await page.evaluate("Service.identify('ann'); Service.track('x'); void Service.flush()");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(page)).toBeVisible();
    expect(await page.evaluate("touched")).toEqual([]);
    expect(await stored(page)).toEqual({});
    expect(await context.cookies()).toEqual([]);
    expect(site.requests.map(({ path }) => path)).toEqual(["/"]);
  });
}

test("consent given later stores what was seen meanwhile", async ({ site }) => {
  const page = await site.open(pageWith({ consent: "pending" }));
  await expect(shown(page)).toBeVisible();
  await page.evaluate("Service.setConsent('granted')");
  expect(Object.keys(await stored(page))).toEqual(
    expect.arrayContaining(["service:anonymous_id", "service:history"]),
  );
  site.servePage(pageWith());
  await page.reload();
  await page.evaluate("Service.ready");
  await expect(own(page)).toBeVisible();
});

test("consent taken back erases what is ours, and nothing else", async ({ site }) => {
  const page = await site.open(pageWith());
  await expect(shown(page)).toBeVisible();
  await page.evaluate("localStorage.setItem('service', 'of the page'), localStorage.other = '1'");
  await page.evaluate("Service.setConsent('denied')");
  expect(await stored(page)).toEqual({ service: "of the page", other: "1" });
  await page.evaluate("Service.setUser({ traits: { a: 1 } }), Service.reset()");
  expect(await stored(page)).toEqual({ service: "of the page", other: "1" });
});

test("Global Privacy Control counts as denied", async ({ site, context }) => {
  await before(
    context,
    'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })',
  );
  const page = await site.open(pageWith());
  await expect(shown(page)).toBeVisible();
  expect(await stored(page)).toEqual({});
});

test("the page's own word counts over Global Privacy Control", async ({ site, context }) => {
  await before(
    context,
    'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })',
  );
  const page = await site.open(pageWith({ consent: "granted" }));
  await expect(shown(page)).toBeVisible();
  expect(Object.keys(await stored(page))).toContain("service:anonymous_id");
});

test("the inert SDK stores nothing, not even with consent", async ({ site }) => {
  site.expectConsole(/did not start/);
  const page = await site.open({ html: SLOT, config: {} });
  await page.evaluate("Service.setConsent('granted'), Service.reset()");
  expect(await stored(page)).toEqual({});
});

test.describe("two tabs", () => {
  const two = async (
    site: { open: (o: ReturnType<typeof pageWith>) => Promise<Page> },
    one: typeof ONCE,
  ) => [await site.open(pageWith({}, one)), await site.open(pageWith({}, one))] as const;

  test("a cap of one is one display in both", async ({ site }) => {
    const [first, second] = await two(site, ONCE);
    await expect(shown(first)).toBeVisible();
    await second.evaluate("Service.ready");
    await expect(own(second)).toBeVisible();
    await expect(shown(second)).toHaveCount(0);
  });

  test("opened at the same time, a cap of one is one display", async ({ site, context }) => {
    site.servePage(pageWith());
    const pages = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const page = await context.newPage();
        await page.goto(site.url);
        return page;
      }),
    );
    await Promise.all(pages.map((page) => page.evaluate("Service.ready")));
    const count = async () => {
      const all = await Promise.all(pages.map((page) => shown(page).count()));
      return all.reduce((sum, one) => sum + one, 0);
    };
    await expect.poll(count).toBe(1);
    await pages[0]?.waitForTimeout(300);
    expect(await count()).toBe(1);
  });

  test("a dismissal in one closes it in the other", async ({ site }) => {
    const [first, second] = await two(site, placement("top"));
    await expect(shown(first)).toBeVisible();
    await expect(shown(second)).toBeVisible();
    await first.getByRole("button", { name: "Dismiss" }).click();
    await expect(own(first)).toBeVisible();
    await expect(own(second)).toBeVisible({ timeout: 1000 });
  });

  test("a display in one leaves what the other stored", async ({ site }) => {
    const other = placement("other", { payload: { caps: [{ count: 1, period: "day" }] } });
    const book = localConfig(playbook({ placements: [ONCE, other] }));
    await site.open({ html: SLOT, config: book });
    const second = await site.open({
      html: '<div data-service-slot="other"></div>',
      config: book,
      path: "/other",
    });
    await expect(second.getByText("Title of other")).toBeVisible();
    await expect
      .poll(async () => (await stored(second))["service:history"])
      .toMatch(/top\/only.*other\/only|other\/only.*top\/only/);
  });
});
