/** What a person does with a placement, and what the page hears of it. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { eventsOf, recordEvents } from "./page-events";
import { localConfig, placement, playbook } from "./playbooks";

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SLOT = '<div id="slot" data-service-slot="top"><p>Own</p></div>';

/** A card with these calls to action, and a modal that one of them may open. */
const configOf = (...ctas: unknown[]) =>
  localConfig(
    playbook({
      placements: [
        placement("top", { payload: { ctas, caps: undefined } }),
        placement("more", {
          slot: undefined,
          trigger: { type: "event", name: "never" },
          payload: { surface: "modal", content: { title: "More about it" } },
        }),
      ],
    }),
    { user: { id: "u1", plan_handle: "free" } },
  );
const withResolvers = (resolvers: string) =>
  `<script>ServiceConfig.uiPathResolvers = ${resolvers};</script>
   <script src="/dist/service.js"></script>`;

const card = (page: Page) => page.getByText("Title of top");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test.beforeEach(({ context }) => recordEvents(context));

test("a placement that was seen, pressed and closed tells so from its slot", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Buy", action: "buy", params: { url: "#bought" } }),
  });
  await expect.poll(async () => (await eventsOf(page)).length).toBe(1);
  await press(page, "Buy");
  await press(page, "Dismiss");
  await expect(card(page)).toHaveCount(0);
  const heard = await eventsOf(page);
  const common = {
    placement: "top",
    payload: "only",
    slot: "top",
    surface: "card",
    playbook_version: 1,
    event_id: expect.stringMatching(UUID_7),
    occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    decision_id: expect.stringMatching(UUID_7),
  };
  expect(heard.map(({ type, detail, target }) => ({ type, detail, target }))).toEqual([
    { type: "impression", target: "slot", detail: { ...common, type: "impression" } },
    { type: "cta", target: "slot", detail: { ...common, type: "cta_click", cta: "buy" } },
    { type: "dismiss", target: "slot", detail: { ...common, type: "dismiss" } },
  ]);
  expect(heard.map(({ cancelable }) => cancelable)).toEqual([false, true, false]);
  expect(new Set(heard.map(({ detail }) => detail.event_id)).size).toBe(3);
  expect(new Set(heard.map(({ detail }) => detail.decision_id)).size).toBe(1);
});

test("Service.on hears the same as the document, until it is asked to stop", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "No", action: "dismiss" }),
  });
  await page.evaluate(`
    window.told = [];
    for (const name of ["impression", "dismiss", "cta", "context", "decision", "route"])
      Service.on(name, (detail) => told.push([name, detail]));
    Service.on("dismiss", () => told.push(["never"]))();
  `);
  await expect.poll(async () => (await eventsOf(page, "impression")).length).toBe(1);
  await press(page, "No");
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await page.evaluate("history.pushState(null, '', '/next')");
  const told = (): Promise<[string, Record<string, unknown>][]> => page.evaluate("told");
  const names = async () => (await told()).map(([name]) => name);
  await expect.poll(names).toContain("route");
  expect(await names()).not.toContain("never");
  const heard = await eventsOf(page);
  for (const { type, detail } of heard) expect(await told()).toContainEqual([type, detail]);
  const details = Object.fromEntries(await told());
  expect(details.context).toMatchObject({ plan_handle: "pro" });
  expect(details.route).toMatchObject({ path: "/next" });
  expect(details.decision).toMatchObject({ slot: "top", decision: { visible: false } });
});

test("ready and playbook are told to who listens in time", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf(),
    script: `<script>window.told = []; window.Service = [(sdk) => {
      sdk.on("ready", () => told.push("ready"));
      sdk.on("playbook", ({ version }) => told.push("playbook " + version));
    }];</script><script src="/dist/service.js"></script>`,
  });
  await expect.poll(() => page.evaluate("told")).toEqual(["playbook 1", "ready"]);
});

test("a listener that throws harms nobody", async ({ site }) => {
  site.expectConsole(/\[Service\] mine/);
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "No", action: "dismiss" }),
  });
  await page.evaluate(`Service.on("dismiss", () => { throw new Error("mine"); });
    Service.on("dismiss", () => { window.second = true; });`);
  await press(page, "No");
  await expect(card(page)).toHaveCount(0);
  expect(await page.evaluate("second")).toBe(true);
});

test("the page can cancel what a call to action would do", async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf(
      { label: "Go", action: "open_url", params: { url: "/elsewhere" } },
      { label: "No", action: "dismiss" },
    ),
  });
  await page.evaluate("addEventListener('service:cta', (event) => event.preventDefault())");
  await page.getByRole("link", { name: "Go" }).click();
  await press(page, "No");
  await expect(card(page)).toBeVisible();
  expect(page.url()).toBe(`${site.url}/`);
});

test('"dismiss" closes the placement for this session', async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "No", action: "dismiss" }),
  });
  await press(page, "No");
  await expect(card(page)).toHaveCount(0);
  await expect(page.getByText("Own")).toBeVisible();
  expect((await eventsOf(page)).map(({ type }) => type)).toEqual(["cta", "dismiss"]);
});

test('"remind_later" puts the placement off, and says so', async ({ site }) => {
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Later", action: "remind_later" }),
  });
  await press(page, "Later");
  await expect(card(page)).toHaveCount(0);
  const [, putOff] = await eventsOf(page);
  expect(putOff).toMatchObject({ type: "dismiss", detail: { type: "remind_later" } });
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
    config: configOf({ label: "Buy", action: "buy" }),
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

test("what happens over the page is told from the host", async ({ site }) => {
  const page = await site.open({ html: SLOT, config: configOf() });
  await page.evaluate("Service.show('more')");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect.poll(async () => (await eventsOf(page, "impression")).length).toBe(2);
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await eventsOf(page, "dismiss")).at(-1)).toMatchObject({
    target: "service-host",
    detail: { placement: "more", surface: "modal" },
  });
});
