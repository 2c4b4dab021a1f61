/** `service_server`: the launched Playbook arrives, is verified, and the last good one stays. */

import { randomBytes } from "node:crypto";
import { placement, playbook } from "../playbooks";
import {
  bookOf,
  expect,
  FAILED_LOAD,
  openService,
  settle,
  slotIn,
  test,
  titled,
  waitForAnswers,
} from "../service-page";

const checkExport = "Service.checkEntitlement('export').then(({ source }) => source)";

test("what is launched is shown, and a newer launch changes the page without reload", async ({
  site,
  plane,
}) => {
  await plane.launch(titled(1, "The first"));
  const page = await openService({ site, plane });
  await expect(slotIn(page).getByText("The first")).toBeVisible();
  expect(await page.evaluate(checkExport)).toBe("playbook");
  await plane.launch(titled(2, "The second"));
  await expect(slotIn(page).getByText("The second")).toBeVisible();
  await expect(slotIn(page).getByText("The first")).toHaveCount(0);
});

test("other branding shows without reload, though the Playbook is the same", async ({
  site,
  plane,
}) => {
  const name = (workspace_name: string) =>
    plane.query("UPDATE tenants SET branding = $1 WHERE tenant_id = $2", [
      JSON.stringify({ workspace_name }),
      plane.tenantId,
    ]);
  await plane.launch(titled(1, "Welcome to {{workspace_name}}"));
  await name("Acme");
  const page = await openService({ site, plane });
  await expect(slotIn(page).getByText("Welcome to Acme")).toBeVisible();
  await name("Acme Corp");
  await expect(slotIn(page).getByText("Welcome to Acme Corp")).toBeVisible();
  await plane.query("UPDATE tenants SET branding = NULL");
});

test("on a second visit the stored one decides at once, though nobody answers", async ({
  site,
  plane,
  context,
}) => {
  site.allowConsole(FAILED_LOAD);
  site.allowConsole(/Playbook refused/);
  await plane.launch(titled(1, "From the last visit"));
  const first = await openService({ site, plane });
  await expect(slotIn(first).getByText("From the last visit")).toBeVisible();
  await first.close();
  // Not even a refusal, until the test says so.
  let isHeld = true;
  const held: (() => Promise<void>)[] = [];
  await waitForAnswers(context);
  await context.route(`${plane.url}/**`, (route) =>
    isHeld ? void held.push(() => route.abort()) : route.continue(),
  );
  const second = await openService({ site, plane });
  await expect(slotIn(second).getByText("From the last visit")).toBeVisible();
  expect(await second.evaluate(checkExport)).toBe("cached_playbook");
  isHeld = false;
  for (const refuse of held) await refuse();
  await expect.poll(() => second.evaluate(checkExport), { timeout: 40_000 }).toBe("playbook");
});

test("without any Playbook the page's own content stays and everything is denied", async ({
  site,
  plane,
}) => {
  site.allowConsole(FAILED_LOAD);
  site.expectConsole(/Playbook refused: bootstrap: answered 500/);
  plane.fault("bootstrap", plane.faults.status(500));
  const page = await openService({ site, plane, config: { user: { plan_handle: "pro" } } });
  await page.evaluate("Service.ready");
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
  const answer = page.evaluate("Service.checkEntitlement('export')");
  const denied = { allowed: false, reason: "playbook_unavailable", source: "none" };
  expect(await answer).toMatchObject(denied);
  plane.fault("bootstrap", undefined);
  await plane.launch(titled(1, "Here at last"));
  await expect(slotIn(page).getByText("Here at last")).toBeVisible({ timeout: 20_000 });
});

test.describe("a launch that must not be followed", () => {
  const flip = (bytes: Uint8Array) =>
    bytes.map((byte, i) => (i === bytes.length - 10 ? byte ^ 1 : byte));
  const cut = (bytes: Uint8Array) => bytes.slice(0, bytes.length - 20);
  const edit = (change: (said: Record<string, unknown>) => object) => (bytes: Uint8Array) =>
    JSON.stringify(change(JSON.parse(Buffer.from(bytes).toString())));
  const TOO_MUCH = 6 * 2 ** 20;

  const REFUSALS: [
    string,
    "bootstrap" | "manifest" | "bundle",
    Parameters<typeof faultOf>[1],
    RegExp,
  ][] = [
    ["a flipped byte of the bundle", "bundle", { alter: flip }, /SHA-256|bytes/],
    ["a flipped byte of the manifest", "manifest", { alter: flip }, /signature|JWS/],
    ["a bundle cut short", "bundle", { alter: cut }, /bytes/],
    ["a huge bundle", "bundle", { huge: TOO_MUCH }, /larger than 5 MiB/],
    ["a manifest that is no JWS", "manifest", { notJson: true }, /JWS/],
    [
      "a bootstrap of another tenant",
      "bootstrap",
      { alter: edit((said) => ({ ...said, tenant_id: "other" })) },
      /tenant/,
    ],
    [
      "a bootstrap with other keys",
      "bootstrap",
      { alter: edit((said) => ({ ...said, keys: [] })) },
      /key/,
    ],
    ["a bootstrap that is no JSON", "bootstrap", { notJson: true }, /bootstrap/],
    ["a bootstrap of another shape", "bootstrap", { wrongShape: true }, /bootstrap: .*tenant_id/],
    ["an answer of 404", "bundle", { status: 404 }, /answered 404/],
    ["an answer of 500", "manifest", { status: 500 }, /answered 500/],
    ["an answer that breaks off", "bundle", { truncated: true }, /bundle/],
    ["no answer", "manifest", { refuse: true }, /manifest/],
  ];
  interface Wrong {
    readonly alter?: (bytes: Uint8Array) => Uint8Array | string;
    readonly huge?: number;
    readonly status?: number;
    readonly notJson?: boolean;
    readonly wrongShape?: boolean;
    readonly truncated?: boolean;
    readonly refuse?: boolean;
  }
  function faultOf(
    { faults }: { faults: typeof import("../../demo/control-plane/faults.mjs").faults },
    { alter, huge, status, ...flags }: Wrong,
  ) {
    if (alter) return faults.altered(alter);
    if (huge) return faults.huge(huge);
    if (status) return faults.status(status);
    if (flags.notJson) return faults.notJson();
    if (flags.wrongShape) return faults.wrongShape();
    return flags.truncated ? faults.truncated() : faults.refuse();
  }

  for (const [name, call, wrong, reason] of REFUSALS) {
    test(`${name}: refused with the reason, the last good one stays, until it is mended`, async ({
      site,
      plane,
    }) => {
      site.allowConsole(FAILED_LOAD);
      site.expectConsole(reason);
      await plane.launch(titled(1, "The last good one"));
      const page = await openService({ site, plane });
      await page.evaluate("window.told = []; Service.on('error', (e) => told.push(e.message))");
      await expect(slotIn(page).getByText("The last good one")).toBeVisible();
      plane.fault(call, faultOf(plane, wrong));
      await plane.launch(titled(2, `Newer ${randomBytes(4).toString("hex")}`));
      await expect.poll(() => page.evaluate("told.join()")).toMatch(reason);
      await expect(slotIn(page).getByText("The last good one")).toBeVisible();
      plane.fault(call, undefined);
      await expect(slotIn(page).getByText(/^Newer/)).toBeVisible({ timeout: 30_000 });
    });
  }
});

test.describe("keys pinned in the page", () => {
  test("verify the Playbook", async ({ site, plane }) => {
    await plane.launch(titled(1, "Pinned"));
    const page = await openService({ site, plane, config: { trustedKeys: plane.keys } });
    await expect(slotIn(page).getByText("Pinned")).toBeVisible();
  });

  test("alone count: a Playbook signed by bootstrap's key is refused", async ({ site, plane }) => {
    site.expectConsole(/manifest: names an unknown key/);
    await plane.launch(titled(1, "Never shown"));
    const user = { plan_handle: "free" };
    const config = { user, trustedKeys: [{ ...plane.keys[0], kid: "another" }] };
    const page = await openService({ site, plane, config });
    await page.evaluate("Service.ready");
    await expect(slotIn(page).getByText("Page content")).toBeVisible();
    expect(await page.evaluate("Service.can('seats')")).toBe(false);
  });
});

test("without crypto.subtle nothing is asked for and nothing shown, said once", async ({
  site,
  plane,
  context,
}) => {
  site.expectConsole(/insecure_context/);
  await plane.launch(titled(1, "Never shown"));
  await context.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })");
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const page = await openService({ site, plane });
  await page.evaluate("Service.ready");
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
  expect(asked.filter((path) => /bootstrap|manifest|playbooks/.test(path))).toEqual([]);
  expect(site.console.filter((line) => line.includes("insecure_context"))).toHaveLength(1);
});

for (const [name, owner] of [
  ["crypto", "window"],
  ["subtle", "crypto"],
] as const) {
  test(`where ${owner}.${name} is made to throw, that is told and the rest works`, async ({
    site,
    plane,
    context,
  }) => {
    site.expectConsole(/^error: \[Service\] hostile/);
    site.allowConsole(/insecure_context/);
    await plane.launch(titled(1, "Never shown"));
    await context.addInitScript(
      `Object.defineProperty(${owner}, "${name}", { get() { throw new Error("hostile"); } })`,
    );
    const begun = context.waitForEvent("request", (request) => request.url().endsWith("/meta"));
    const page = await openService({ site, plane });
    await begun;
    await expect(slotIn(page).getByText("Page content")).toBeVisible();
    expect(site.console.filter((line) => line.includes("insecure_context"))).toHaveLength(1);
  });
}

test("what is due follows the server's time, on a device two days behind", async ({
  site,
  plane,
  context,
}) => {
  const hour = 3_600_000;
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  await plane.launch(bookOf(1, { schedule: { from: at(-hour), until: at(hour) } }));
  await context.clock.install({ time: Date.now() - 48 * hour });
  const page = await openService({ site, plane });
  await expect(slotIn(page).getByText("Title of top")).toBeVisible();
  expect(await page.evaluate(() => Date.now())).toBeLessThan(Date.now() - 40 * hour);
});

for (const [name, hours] of [
  ["ten minutes ahead", 1 / 6],
  ["two days ahead", 48],
  ["two days behind", -48],
] as const) {
  test(`a dismissal and caps hold on a device ${name} of the server's time`, async ({
    site,
    plane,
    context,
  }) => {
    const card = (handle: string, payload: object) =>
      placement(handle, { payload: { ...payload, surface: "banner" } });
    const placements = [
      card("top", {}),
      card("once", { caps: [{ count: 1, period: "session" }] }),
      card("daily", { caps: [{ count: 1, period: "day" }] }),
    ];
    await plane.launch(playbook({ placements }));
    await context.clock.install({ time: Date.now() + hours * 3_600_000 });
    const html = ["top", "once", "daily"]
      .map((slot) => `<div data-service-slot="${slot}"></div>`)
      .join("");
    const page = await openService({ site, plane, html });
    for (const { handle } of placements)
      await expect(page.getByText(`Title of ${handle}`)).toBeVisible();
    await slotIn(page).getByLabel("Dismiss").click();
    await expect(page.getByText("Title of top")).toHaveCount(0);
    // What was accepted decides here at once, by the device, and the server tells the time again.
    await page.reload();
    await expect.poll(() => page.evaluate(checkExport)).toBe("playbook");
    await settle(page);
    await expect(page.getByText("Title of")).toHaveCount(0);
  });
}

test("a hidden tab asks for nothing, and asks when it is seen again", async ({ site, plane }) => {
  await plane.launch(titled(1, "Before"));
  const page = await openService({ site, plane });
  await expect(slotIn(page).getByText("Before")).toBeVisible();
  const setHidden = (hidden: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: is });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await setHidden(true);
  await page.waitForTimeout(300);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await plane.launch(titled(2, "After"));
  await page.waitForTimeout(2500);
  expect(asked.filter((path) => path.endsWith("/bootstrap"))).toEqual([]);
  await setHidden(false);
  await expect(slotIn(page).getByText("After")).toBeVisible();
});
