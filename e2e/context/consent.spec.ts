/** With whose consent the SDK keeps something in the browser. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { before, own, pageWith, SLOT, shown, stored } from "../stored-page";

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
  const decision = page.evaluate("Service.getPlacementDecision({ slot: 'top' })");
  expect(await decision).toMatchObject({ visible: false, reasons: ["cap_reached"] });
  await expect(own(page)).toBeVisible();
});

test("what was dismissed before consent stays away, also where an earlier visit left a history", async ({
  site,
}) => {
  const once = { caps: [{ count: 1, period: "lifetime" }] };
  const page = await site.open({
    html: `${SLOT}<div data-service-slot="once"></div>`,
    config: localConfig(
      playbook({ placements: [placement("top"), placement("once", { payload: once })] }),
      { consent: "pending" },
    ),
  });
  const grant = () => page.evaluate("Service.ready.then(() => Service.setConsent('granted'))");
  const history = async () => (await stored(page))["service:history"];
  await expect(page.getByText("Title of once")).toBeVisible();
  await grant();
  await expect.poll(history).toContain("once/only");
  await page.reload();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(own(page)).toBeVisible();
  await grant();
  await expect.poll(history).toContain("dismissed top/only");
  await expect(own(page)).toBeVisible();
  await page.reload();
  await expect(shown(page)).toBeVisible();
  await grant();
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

test("whoever consents on each page anew is the same person, with the same variants", async ({
  site,
}) => {
  const variants = Array.from({ length: 50 }, (_, i) => ({
    ...{ handle: `v${i}`, weight: 1 },
    content: { title: `Variant ${i}` },
  }));
  const book = playbook({ placements: [placement("top", { payload: { variants } })] });
  const page = await site.open({ html: SLOT, config: localConfig(book, { consent: "pending" }) });
  const seen: unknown[] = [];
  for (const _ of [1, 2, 3]) {
    await page.evaluate("Service.ready.then(() => Service.setConsent('granted'))");
    const variant = "Service.getPlacement({ slot: 'top' }).then((one) => one.variant)";
    seen.push(await page.evaluate(variant));
    await page.reload();
  }
  expect(seen[0]).toMatch(/^v/);
  expect(new Set(seen).size).toBe(1);
});

test("granted again on an SDK that does nothing, what is stored stays; withdrawn, it goes", async ({
  site,
}) => {
  const page = await site.open(pageWith());
  await expect(shown(page)).toBeVisible();
  await expect.poll(async () => Object.keys(await stored(page))).toContain("service:history");
  const kept = await stored(page);
  await page.evaluate("Service.destroy(); Service.setConsent('granted')");
  expect(await stored(page)).toEqual(kept);
  await page.evaluate("Service.setConsent('denied')");
  expect(await stored(page)).toEqual({});
});

for (const word of ["'accepted'", "true", "undefined", "'Granted'"]) {
  test(`setConsent(${word}) is told of, and counts as denied`, async ({ site }) => {
    const page = await site.open(pageWith());
    await expect(shown(page)).toBeVisible();
    await expect.poll(async () => Object.keys(await stored(page))).toContain("service:history");
    const told = () => site.console.filter((line) => line.includes("consent must be"));
    for (const known of ["pending", "denied", "granted"]) {
      await page.evaluate(`Service.setConsent("${known}")`);
    }
    expect(told()).toEqual([]);
    expect(Object.keys(await stored(page))).toContain("service:history");
    await page.evaluate(`Service.setConsent(${word}); Service.setConsent(${word})`);
    expect(await stored(page)).toEqual({});
    expect(told()).toEqual([
      "warning: [Service] consent must be one of granted, pending, denied; it counts as denied",
    ]);
    await page.evaluate("Service.setUser({ traits: { a: 1 } }), Service.reset()");
    expect(await stored(page)).toEqual({});
  });
}
