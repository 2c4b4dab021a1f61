/** A gated placement that stands in a slot: there while its entitlement is denied, and back at a refusal. */
import type { Page } from "@playwright/test";
import { withResolvers } from "../cta-page";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { settled } from "../slot-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const denied = (handle: string) => ({ handle, type: "feature", grants: [{ plans: ["pro"] }] });
const refusal = { type: "entitlement_denied", entitlement: "export" };

const HTML = `<div data-service-slot="top"><p>Own</p></div>
  <button type="button" data-service-gate="export">Export</button>
  <button type="button" data-service-gate="reports">Reports</button>
  <button type="button" data-service-event="saved">Save</button>`;
const title = (page: Page) => page.getByText("Title of top");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** A page whose user is denied what its gates ask for. */
const openDenied = (site: TestSite, ...placements: object[]) =>
  site.open({
    html: HTML,
    config: localConfig(
      playbook({ entitlements: [denied("export"), denied("reports")], placements }),
      { user: { id: "u1", plan_handle: "free" } },
    ),
  });

for (const surface of ["gate", "card"]) {
  test(`a ${surface} in a slot that was dismissed is back when its gate refuses, and is announced`, async ({
    site,
  }) => {
    const gated = placement("top", { trigger: refusal, payload: { surface } });
    const page = await openDenied(site, gated);
    await expect(title(page)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    for (const _ of ["first", "second"]) {
      await press(page, "Dismiss");
      await expect(page.getByText("Own")).toBeVisible();

      await press(page, "Reports");
      await press(page, "Save");
      await page.evaluate("Service.track('saved'); Service.trigger('saved')");
      await settled(page);
      await expect(title(page)).toHaveCount(0);
      await expect(page.getByText("Own")).toBeVisible();

      await press(page, "Export");
      await expect(page.getByRole("alert")).toContainText("Title of top");
      await expect(title(page)).toBeVisible();
      await expect(page.getByText("Own")).toBeHidden();
    }
    // One that stands there already gives a sign, too.
    await page.evaluate(`{
      window.roles = [];
      const { shadowRoot } = document.querySelector("[data-service-slot=top]");
      new MutationObserver(([{ target }]) => roles.push(target.role))
        .observe(shadowRoot, { subtree: true, attributeFilter: ["role"] });
    }`);
    await press(page, "Export");
    await expect.poll(() => page.evaluate("roles")).toEqual([null, "alert"]);
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect(title(page)).toHaveCount(0);
  });
}

test("the words of an answer come into its live region, for screen readers that speak only what comes", async ({
  site,
}) => {
  const page = await openDenied(site, placement("top", { trigger: refusal }));
  await expect(title(page)).toBeVisible();
  await page.evaluate(`{
    window.states = [];
    const { shadowRoot } = document.querySelector("[data-service-slot=top]");
    new MutationObserver(([{ target }]) => states.push([target.role, target.ariaHidden]))
      .observe(shadowRoot, { subtree: true, attributeFilter: ["role", "aria-hidden"] });
  }`);
  for (const _ of ["first", "second"]) {
    await page.evaluate("states = []");
    await press(page, "Export");
    await expect
      .poll(() => page.evaluate("states"))
      .toEqual([
        [null, "true"],
        ["alert", null],
      ]);
  }
});

test("it is back though another placement of the slot, more urgent and dismissed too, waits for nothing", async ({
  site,
}) => {
  const usual = placement("usual", { slot: "top", priority: 1 });
  const gated = placement("top", { trigger: refusal, payload: { surface: "gate" } });
  const page = await openDenied(site, usual, gated);
  for (const words of ["Title of usual", "Title of top"]) {
    await expect(page.getByText(words)).toBeVisible();
    await press(page, "Dismiss");
  }
  await expect(page.getByText("Own")).toBeVisible();
  await press(page, "Export");
  await expect(page.getByRole("alert")).toContainText("Title of top");
});

for (const [where, slot] of [
  ["without a slot", undefined],
  ["of a slot", "top"],
] as const) {
  test(`explain says of a modal ${where} that it waits for a refusal, and that it shows once it is open`, async ({
    site,
  }) => {
    const page = await site.open({
      html: HTML,
      config: localConfig(
        playbook({
          placements: [placement("ask", { slot, trigger: refusal, payload: { surface: "modal" } })],
        }),
        { user: { id: "u1", plan_handle: "free" } },
      ),
    });
    const explained = () =>
      page.evaluate<unknown>(
        "(({ visible, reasons }) => [visible, ...reasons])(Service.explain('ask'))",
      );
    await page.evaluate("Service.ready");
    await settled(page);
    expect(await explained()).toEqual([false, "trigger_not_met"]);
    await press(page, "Export");
    await expect(page.getByRole("dialog", { name: "Title of ask" })).toBeVisible();
    expect(await explained()).toEqual([true, "shown"]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await settled(page);
    expect(await explained()).toEqual([false, "entitled"]);
  });
}

test("what is more urgent stays in the slot when something over the page answers the refusal", async ({
  site,
}) => {
  const usual = placement("usual", { slot: "top", priority: 100 });
  const gated = placement("top", { priority: 1, trigger: refusal });
  const ask = placement("ask", {
    slot: undefined,
    trigger: refusal,
    payload: { surface: "modal" },
  });
  const page = await openDenied(site, usual, gated, ask);
  const words = page.getByText("Title of usual");
  await expect(words).toBeVisible();
  await press(page, "Export");
  const dialog = page.getByRole("dialog", { name: "Title of ask" });
  await expect(dialog).toBeVisible();
  await settled(page);
  await expect(words).toBeVisible();
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await expect(dialog).toHaveCount(0);
  await settled(page);
  await expect(words).toBeVisible();
  await expect(title(page)).toHaveCount(0);
});

test("what belongs in a slot that isn't on the page, by a surface of the page's own, leaves the answer to the next", async ({
  site,
}) => {
  const own = placement("side", { priority: 9, trigger: refusal, payload: { surface: "panel" } });
  const payload = { surface: "modal" };
  const ask = placement("ask", { slot: undefined, trigger: refusal, payload });
  const page = await openDenied(site, own, ask);
  await page.evaluate(
    "Service.registerSurface('panel', (root) => { root.textContent = 'Drawn'; })",
  );
  await settled(page);
  await press(page, "Export");
  await expect(page.getByRole("dialog", { name: "Title of ask" })).toBeVisible();
  await expect(page.getByText("Drawn")).toHaveCount(0);
});

test("a refusal that was answered in a slot opens nothing later, when something else would answer it", async ({
  site,
}) => {
  const gated = placement("top", { trigger: refusal });
  const target = { condition: { "traits.team": true } };
  const ask = placement("ask", {
    slot: undefined,
    trigger: refusal,
    payload: { surface: "modal", target },
  });
  const page = await openDenied(site, gated, ask);
  await expect(title(page)).toBeVisible();
  await press(page, "Export");
  await settled(page);
  await page.evaluate("Service.setUser({ traits: { team: true } })");
  await settled(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // The next click is answered by it.
  await press(page, "Export");
  await expect(page.getByRole("dialog", { name: "Title of ask" })).toBeVisible();
});

test("explain answers for the slot, though a placement over the page has its name", async ({
  site,
}) => {
  const ask = placement("top", {
    slot: undefined,
    trigger: refusal,
    payload: { surface: "modal" },
  });
  const page = await site.open({
    html: "<h1>No slot</h1>",
    config: localConfig(playbook({ placements: [ask, placement("usual", { slot: "top" })] }), {
      user: { id: "u1", plan_handle: "free" },
    }),
  });
  await page.evaluate("Service.ready");
  await settled(page);
  expect(await page.evaluate("Service.explain('top')")).toMatchObject({
    visible: true,
    reasons: ["shown"],
    candidates: [{ placement: "usual", reason: "shown" }],
  });
  site.allowConsole(/slot "top" is not on the page/);
});

test("of two slots that answer a refusal, one that is dismissed leaves the other", async ({
  site,
}) => {
  const names = ["top", "side"];
  const page = await site.open({
    html: `${HTML}<div data-service-slot="side"></div>`,
    config: localConfig(
      playbook({
        entitlements: [denied("export")],
        placements: names.map((slot) => placement(slot, { trigger: refusal })),
      }),
      { user: { id: "u1", plan_handle: "free" } },
    ),
  });
  const words = (name: string) => page.getByText(`Title of ${name}`);
  const dismiss = (name: string) =>
    page.locator(`[data-service-slot="${name}"]`).getByRole("button", { name: "Dismiss" }).click();
  for (const name of names) {
    await dismiss(name);
    await expect(words(name)).toHaveCount(0);
  }
  await press(page, "Export");
  for (const name of names) await expect(words(name)).toBeVisible();
  await dismiss("top");
  await expect(words("top")).toHaveCount(0);
  await settled(page);
  await expect(words("side")).toBeVisible();
});

test("a placement in a gate answers for itself, and tells of no click of what is around it", async ({
  site,
}) => {
  const page = await site.open({
    html: `<section data-service-gate="reports" data-service-event="looked">
      <div data-service-slot="lock"><button type="button" id="own" onclick="ran = true">Own</button></div>
    </section>`,
    config: localConfig(
      playbook({
        entitlements: [denied("reports")],
        placements: [
          placement("lock", {
            trigger: { type: "entitlement_denied", entitlement: "reports" },
            payload: {
              surface: "gate",
              ctas: [{ label: "Upgrade", action: "up" }],
            },
          }),
          placement("looked", {
            slot: undefined,
            trigger: { type: "event", name: "looked" },
            payload: { surface: "modal" },
          }),
        ],
      }),
      { user: { id: "u1", plan_handle: "free" } },
    ),
    script: withResolvers("{ up() { upgraded = true; } }"),
  });
  await press(page, "Upgrade");
  await expect.poll(() => page.evaluate("window.upgraded")).toBe(true);
  await press(page, "Dismiss");
  await expect(page.getByText("Title of lock")).toHaveCount(0);
  await press(page, "Own");
  await settled(page);
  expect(await page.evaluate("window.ran")).toBe(undefined);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
