/** Calls to action: what each does, and who does it. */
import { card, configOf, press, SLOT, withResolvers } from "../cta-page";
import { expect, test } from "../fixtures";
import { eventsOf, recordEvents } from "../page-events";
import { localConfig, placement, playbook } from "../playbooks";

test.beforeEach(({ context }) => recordEvents(context));

test('"dismiss" closes the placement for this session', async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "No", action: "dismiss" }),
  });
  await press(page, "No");
  await expect(card(page)).toHaveCount(0);
  await expect(page.getByText("Own")).toBeVisible();
  const types = (await eventsOf(page)).map(({ type }) => type);
  // On a slow machine it was in sight for a second before.
  expect(types.filter((type) => type !== "impression")).toEqual(["cta", "dismiss"]);
});

test('"remind_later" puts the placement off, and says so', async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Later", action: "remind_later" }),
  });
  await press(page, "Later");
  await expect(card(page)).toHaveCount(0);
  const [putOff] = await eventsOf(page, "dismiss");
  expect(putOff).toMatchObject({ type: "dismiss", detail: { type: "remind_later" } });
});

test("what answers a gate opens again at the next click, though it was put off", async ({
  site,
}) => {
  const gate = placement("gate", {
    slot: undefined,
    trigger: { type: "entitlement_denied", entitlement: "export" },
    payload: { surface: "modal", ctas: [{ label: "Later", action: "remind_later" }] },
  });
  const page = await site.open({
    html: '<button type="button" data-service-gate="export">Export</button>',
    config: localConfig(playbook({ placements: [gate] }), { user: { plan_handle: "free" } }),
  });
  for (const _ of ["first", "second"]) {
    await press(page, "Export");
    await press(page, "Later");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test('"open_url" is a link that works as links do', async ({ site, context }) => {
  site.serve("/plans", { body: "Plans" });
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Plans", action: "open_url", params: { url: "/plans?from=app" } }),
  });
  const link = page.getByRole("link", { name: "Plans" });
  await expect(link).toHaveAttribute("href", `${site.url}/plans?from=app`);
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    link.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL(`${site.url}/plans?from=app`);
  await link.click();
  await expect(page).toHaveURL(`${site.url}/plans?from=app`);
});

test("a link that the middle button opens is a CTA, which the page may cancel", async ({
  site,
  context,
}) => {
  site.serve("/plans", { body: "Plans" });
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Plans", action: "open_url", params: { url: "/plans" } }),
  });
  await page.evaluate(`window.ctas = [];
    document.addEventListener("service:cta", (event) => {
      ctas.push(event.detail.cta);
      if (ctas.length === 1) event.preventDefault();
    })`);
  const link = page.getByRole("link", { name: "Plans" });
  await link.click({ button: "middle" });
  await link.click({ button: "right" });
  await expect.poll(() => page.evaluate("ctas")).toEqual(["open_url"]);
  const [tab] = await Promise.all([context.waitForEvent("page"), link.click({ button: "middle" })]);
  await expect(tab).toHaveURL(`${site.url}/plans`);
  expect(await page.evaluate("ctas")).toEqual(["open_url", "open_url"]);
  expect(context.pages()).toHaveLength(2);
});

for (const url of [
  "javascript:window.hacked=1",
  "java\tscript:window.hacked=1",
  "data:text/html,x",
]) {
  test(`a link to ${JSON.stringify(url)} leads nowhere, and the placement stays`, async ({
    site,
  }) => {
    site.allowConsole(/refused|problems/);
    const page = await site.open({
      html: SLOT,
      config: configOf(
        { label: "Go", action: "open_url", params: { url } },
        { label: "Resolve", action: "mine", params: { url } },
        { label: "No", action: "dismiss" },
      ),
    });
    await expect(page.locator("a")).toHaveCount(0);
    await press(page, "Go");
    await press(page, "Resolve");
    await expect(card(page)).toBeVisible();
    expect(page.url()).toBe(`${site.url}/`);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    await press(page, "No");
    await expect(card(page)).toHaveCount(0);
  });
}

test('"open_placement" opens the named placement, whatever it waits for', async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "More", action: "open_placement", params: { placement: "more" } }),
  });
  await press(page, "More");
  await expect(page.getByRole("dialog", { name: "More about it" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await eventsOf(page, "dismiss")).map(({ target }) => target)).toEqual(["service-host"]);
});

test("one modal can lead to the next", async ({ site }) => {
  const step = (handle: string, next: string) =>
    placement(handle, {
      slot: undefined,
      trigger: { type: "event", name: handle },
      payload: {
        surface: "modal",
        content: { title: `Step ${handle}` },
        ctas: [{ label: "Next", action: "open_placement", params: { placement: next } }],
      },
    });
  const page = await site.open({
    html: "<h1>Page</h1>",
    config: localConfig(playbook({ placements: [step("one", "two"), step("two", "one")] })),
  });
  await page.evaluate("Service.trigger('one')");
  await expect(page.getByRole("dialog", { name: "Step one" })).toBeVisible();
  await press(page, "Next");
  await expect(page.getByRole("dialog", { name: "Step two" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await press(page, "Next");
  await expect(page.getByRole("dialog", { name: "Step one" })).toBeVisible();
});

test("a resolver gets the action, its parameters, the placement and the context", async ({
  site,
}) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Buy", action: "buy", params: { plan: "pro", url: "/never" } }),
    script: withResolvers("{ buy: (...args) => { window.called = args; } }"),
  });
  await press(page, "Buy");
  const [uiPath, context, ...rest] = (await page.evaluate("called")) as unknown[];
  expect(uiPath).toEqual({
    action: "buy",
    params: { plan: "pro", url: "/never" },
    placement: "top",
  });
  expect(context).toMatchObject({ id: "u1", plan_handle: "free", page: { path: "/" } });
  expect(rest).toEqual([]);
  expect(page.url()).toBe(`${site.url}/`);
  await expect(card(page)).toBeVisible();
});

test("a button is busy while its resolver works, and works once", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: localConfig(
      playbook({
        placements: [
          placement("top", {
            payload: {
              content: { title: "For {{traits.team}}" },
              ctas: [{ label: "Buy", action: "buy" }],
            },
          }),
        ],
      }),
      { user: { id: "u1", plan_handle: "free", traits: { team: "all" } } },
    ),
    script: withResolvers(
      "{ buy: () => new Promise((resolve) => { window.calls = (window.calls ?? 0) + 1; window.finish = resolve; }) }",
    ),
  });
  const button = page.getByRole("button", { name: "Buy" });
  await button.click();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.dispatchEvent("click");
  await page.evaluate("Service.setUser({ traits: { team: 'a' } })");
  await expect(page.getByText("For a", { exact: true })).toBeVisible();
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.evaluate("finish('completed')");
  await expect(button).not.toHaveAttribute("aria-busy");
  expect(await page.evaluate("calls")).toBe(1);
  const ctas = (await eventsOf(page, "cta")).map(({ detail, cancelable }) => [
    detail.type,
    cancelable,
  ]);
  expect(ctas).toEqual([
    ["cta_click", true],
    ["cta_complete", false],
  ]);
});

test("a button whose resolver still works is not pressed again in a dialog that was closed and opened anew", async ({
  site,
}) => {
  const asked = placement("asked", {
    slot: undefined,
    trigger: { type: "entitlement_denied", entitlement: "export" },
    payload: { surface: "modal", ctas: [{ label: "Buy", action: "buy" }] },
  });
  const page = await site.open({
    html: '<button type="button" data-service-gate="export">Export</button>',
    config: localConfig(playbook({ placements: [asked] })),
    script: withResolvers(
      "{ buy: () => new Promise((resolve) => { window.calls = (window.calls ?? 0) + 1; window.finish = resolve; }) }",
    ),
  });
  const button = page.getByRole("button", { name: "Buy" });
  for (const _time of ["first", "second"]) {
    await page.getByRole("button", { name: "Export" }).click();
    await button.click();
    await expect(button).toHaveAttribute("aria-busy", "true");
    if (_time === "first") await page.keyboard.press("Escape");
  }
  expect(await page.evaluate("calls")).toBe(1);
  await page.evaluate("finish()");
  await expect(button).not.toHaveAttribute("aria-busy");
  await button.click();
  expect(await page.evaluate("calls")).toBe(2);
});

for (const [how, resolver] of Object.entries({
  rejects: "() => Promise.reject(new Error('No network'))",
  throws: "() => { throw new Error('No network'); }",
})) {
  test(`a resolver that ${how} leaves the placement, frees the button and is told`, async ({
    site,
  }) => {
    site.expectConsole(/\[Service\].*buy.*No network/);
    const page = await site.open({
      html: SLOT,
      config: configOf({ label: "Buy", action: "buy" }),
      script: withResolvers(`{ buy: ${resolver} }`),
    });
    await page.evaluate(
      "window.errors = []; Service.on('error', ({ message }) => errors.push(message))",
    );
    await press(page, "Buy");
    await expect.poll(async () => (await eventsOf(page, "error")).length).toBe(1);
    const [error] = await eventsOf(page, "error");
    expect(error).toMatchObject({ target: "slot", detail: { placement: "top" } });
    expect(await page.evaluate("errors")).toEqual([expect.stringContaining("buy")]);
    await expect(card(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Buy" })).not.toHaveAttribute("aria-busy");
    await press(page, "Buy");
    await expect.poll(async () => (await eventsOf(page, "error")).length).toBe(2);
  });
}

test("an action nobody resolves goes to its address", async ({ site }) => {
  site.serve("/checkout", { body: "Checkout" });
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Buy", action: "open_checkout", params: { url: "/checkout" } }),
  });
  await press(page, "Buy");
  await expect(page).toHaveURL(`${site.url}/checkout`);
});

test("an action nobody resolves, without an address, is told and does nothing", async ({
  site,
}) => {
  site.allowConsole(/\[Service\].*uiPathResolvers/);
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Buy", action: "constructor" }),
  });
  await press(page, "Buy");
  await expect
    .poll(() => site.console.filter((line) => /uiPathResolvers/.test(line)).length)
    .toBe(1);
  await expect(card(page)).toBeVisible();
  expect(page.url()).toBe(`${site.url}/`);
});
