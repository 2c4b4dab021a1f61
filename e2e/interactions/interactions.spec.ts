/** What the page hears of what a person does with a placement. */
import { card, configOf, press, SLOT, withResolvers } from "../cta-page";
import { expect, test } from "../fixtures";
import { eventsOf, recordEvents } from "../page-events";
import { localConfig, placement, playbook } from "../playbooks";

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

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

test("what fails names its placement as interactions do", async ({ site }) => {
  site.expectConsole(/\[Service\].*buy.*No network/);
  const page = await site.open({
    html: SLOT,
    config: configOf({ label: "Buy", action: "buy" }),
    script: withResolvers("{ buy: () => Promise.reject(new Error('No network')) }"),
  });
  await press(page, "Buy");
  await expect.poll(async () => (await eventsOf(page, "error")).length).toBe(1);
  const [[pressed], [failed]] = [await eventsOf(page, "cta"), await eventsOf(page, "error")];
  const { event_id: _, type: __, cta: ___, occurred_at: ____, ...subject } = pressed?.detail ?? {};
  expect(failed?.detail).toEqual({ ...subject, message: expect.stringContaining("buy") });
});

test("Service.on hears the same as the document, until it is asked to stop", async ({ site }) => {
  const page = await site.open({
    // Before an impression can have been.
    html: `${SLOT}<script>
      window.told = [];
      for (const name of ["impression", "dismiss", "cta", "context", "decision", "route"])
        Service.on(name, (detail) => told.push([name, detail]));
      Service.on("dismiss", () => told.push(["never"]))();
    </script>`,
    config: configOf({ label: "No", action: "dismiss" }),
  });
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

test("a decision that is told of has the id of what is seen, and another on another route", async ({
  site,
}) => {
  const page = await site.open({
    html: SLOT,
    config: configOf(),
    script: `<script>window.told = []; window.Service = [(sdk) => {
      sdk.on("decision", ({ decision }) => told.push(decision.output.decision_id));
    }];</script><script src="/dist/service.js"></script>`,
  });
  const seen = async () => (await eventsOf(page)).map(({ detail }) => detail.decision_id);
  await expect.poll(seen).toEqual([expect.stringMatching(UUID_7)]);
  await page.evaluate("history.pushState(null, '', '/next')");
  await expect.poll(async () => new Set(await seen()).size).toBe(2);
  expect(await page.evaluate("told")).toEqual(await seen());
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

for (const name of ["No", "Dismiss"]) {
  test(`a second click on "${name}", before it has left, closes and tells once`, async ({
    site,
  }) => {
    const page = await site.open({
      html: SLOT,
      config: configOf({ label: "No", action: "dismiss" }),
    });
    await page.getByRole("button", { name }).evaluate(async (button: HTMLElement) => {
      button.click();
      // The first has been answered, but nothing is drawn yet.
      for (let i = 0; i < 20; i++) await null;
      button.click();
    });
    await expect(card(page)).toHaveCount(0);
    const types = (await eventsOf(page)).map(({ detail }) => detail.type);
    expect(types.filter((type) => type === "dismiss")).toHaveLength(1);
    expect(types.filter((type) => type === "cta_click")).toHaveLength(name === "No" ? 1 : 0);
  });
}

test("a surface of the page's own is drawn once, also when the route changes", async ({ site }) => {
  const ticker = placement("top", { payload: { surface: "ticker" } });
  const page = await site.open({
    html: `${SLOT}<script>drawn = [];
      Service.registerSurface("ticker", (root, { content }) => {
        drawn.push("drawn");
        root.append(content.title);
        return () => drawn.push("gone");
      });</script>`,
    config: localConfig(playbook({ placements: [ticker] })),
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  for (const route of ["/one", "/two"]) {
    await page.evaluate(`history.pushState(null, "", "${route}")`);
    await page.waitForTimeout(200);
  }
  expect(await page.evaluate("drawn")).toEqual(["drawn"]);
});

test("a renderer may take apart what it is given: a press is still that of its button", async ({
  site,
}) => {
  const ctas = [
    { label: "Buy", action: "buy" },
    { label: "No", action: "dismiss" },
  ];
  const page = await site.open({
    html: `${SLOT}<script>Service.registerSurface("ticker", (root, { content, ctas }, { cta }) => {
      const { label } = ctas.shift();
      content.title += "!";
      const button = document.createElement("button");
      button.textContent = label;
      button.title = content.title;
      button.onclick = () => cta(0);
      root.append(button);
    });
    ServiceConfig.uiPathResolvers = { buy() {} };</script>`,
    config: localConfig(
      playbook({ placements: [placement("top", { payload: { surface: "ticker", ctas } })] }),
    ),
  });
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.evaluate("Service.setUser({ name: 'Bob' })");
  await page.waitForTimeout(200);
  await page.getByRole("button", { name: "Buy" }).click();
  await expect(page.getByTitle("Title of top!", { exact: true })).toBeVisible();
  const [pressed] = await eventsOf(page, "cta");
  expect(pressed?.detail.cta).toBe("buy");
});

test("what is announced of a stated decision has the id that its impression has", async ({
  site,
}) => {
  const content = { title: "Stated" };
  const output = { placement: "top", payload: "p", slot: "top", surface: "card", content };
  const top = { visible: true, output: { ...output, decision_id: "theirs" } };
  const local = {
    playbook: playbook(),
    initialData: { placementDecisionsByPlacementId: { top } },
  };
  const page = await site.open({
    html: `${SLOT}<script>Service.on("decision", ({ decision }) => { announced = decision; });</script>`,
    config: { runtimeMode: "local_only", localRuntime: local },
  });
  await expect.poll(async () => (await eventsOf(page)).length).toBe(1);
  const id = (await eventsOf(page))[0]?.detail.decision_id;
  expect(id).toMatch(UUID_7);
  expect(await page.evaluate("announced.output.decision_id")).toBe(id);
});

for (const [name, sourced] of [
  ["a stated decision", "initialData = { placementDecisionsByPlacementId: { top: decision } }"],
  ["a resolver's", "resolvers = { getPlacementDecision: () => decision }"],
])
  test(`${name} that names no version is told of under the Playbook's in use`, async ({ site }) => {
    const config = localConfig(playbook({ version: 7 }));
    const script = `<script>
      const content = { title: "Sourced" };
      const output = { placement: "top", payload: "p", slot: "top", surface: "card", content };
      const decision = { visible: true, output };
      ServiceConfig.localRuntime.${sourced};
    </script><script src="/dist/service.js"></script>`;
    const page = await site.open({ html: SLOT, config, script });
    await expect.poll(async () => (await eventsOf(page)).length).toBe(1);
    expect((await eventsOf(page))[0]?.detail.playbook_version).toBe(7);
    const asked = "Service.getPlacement({ slot: 'top' }).then((one) => one.playbook_version)";
    expect(await page.evaluate(asked)).toBe(7);
  });

test("whoever uses the page stays in one session, also on one route", async ({ site, context }) => {
  const html = `<h1>Page</h1><div data-service-slot="top"><p>Own</p></div><input aria-label="Words">
    <button type="button" data-service-event="saved">Save</button>`;
  site.servePage({ html, config: localConfig(playbook({ placements: [placement("top")] })) });
  const page = await context.newPage();
  await page.clock.install({ time: "2026-11-01T10:00:00Z" });
  await page.goto(site.url);
  await page.getByRole("button", { name: "Dismiss" }).click();
  for (const use of ["click", "track", "click", "track"]) {
    await page.clock.fastForward(20 * 60_000);
    if (use === "track") await page.evaluate("Service.track('read')");
    else await page.getByRole("button", { name: "Save" }).click();
  }
  await page.evaluate("history.pushState(null, '', '/two')");
  await page.clock.runFor(1000);
  await expect(page.getByText("Own")).toBeVisible();
  for (const use of ["click", "write", "click", "write"]) {
    await page.clock.fastForward(20 * 60_000);
    if (use === "click") await page.getByRole("heading").click();
    else await page.getByLabel("Words").press("w");
  }
  await page.evaluate("history.pushState(null, '', '/three')");
  await page.clock.runFor(1000);
  await expect(page.getByText("Own")).toBeVisible();
  // Unused for longer, the session is over with the next use.
  await page.clock.fastForward(31 * 60_000);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Title of top")).toBeVisible();
});
