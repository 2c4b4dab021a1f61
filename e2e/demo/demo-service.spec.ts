/** The demo with a control plane beside it: what the panel shows of the database, and changes. */
import { readFile } from "node:fs/promises";
import { test as base, expect, type Page } from "@playwright/test";
import { type ControlPlane, startControlPlane } from "../../demo/control-plane/index.mjs";
import { serveDemo } from "../../demo/serve.mjs";
import { ask, credentialsOf, interaction, trackedEvent } from "../control-plane/control-plane";
import { createPageConsole } from "../page-console";

const test = base.extend<{ plane: ControlPlane; url: string; demo: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
  plane: async ({}, use) => {
    const plane = await startControlPlane({ admin: true, webhookMs: 3_600_000, refreshSeconds: 1 });
    await use(plane);
    await plane.close();
  },
  url: async ({ plane }, use) => {
    const { url, server } = await serveDemo(() => plane);
    await use(url);
    server.close();
  },
  /** The page, opened with the control plane chosen. */
  demo: async ({ page, context, url }, use) => {
    const pageConsole = createPageConsole();
    pageConsole.watch(context);
    await page.goto(`${url}?mode=service_server`);
    await use(page);
    pageConsole.verifyConsole();
  },
});

const known = (page: Page, name: string) => page.locator(`[data-known="${name}"]`);

test("a chosen control plane is told to the page, less its server key", async ({
  demo,
  plane,
  url,
}) => {
  await expect(known(demo, "launch")).toHaveText("Version 12, launch 1");
  expect(await demo.evaluate("ServiceConfig")).toMatchObject({
    endpoint: plane.url,
    tenantId: "acme_studio",
    publicKey: "svc_public_acme_studio",
  });
  expect(await demo.evaluate("ServiceConfig.clientSession()")).toMatch(/^svc_client_/);
  expect(await demo.content()).not.toContain(plane.serverKey);
  const body = { user_id: "user_ann" };
  expect((await ask(`${url}session`, { body })).text).not.toContain(plane.serverKey);
});

const header = (page: Page) => page.locator("[data-service-slot=header_upgrade]");

test("the control plane's Playbook decides, and what is seen is in the database", async ({
  demo,
}) => {
  await expect(header(demo)).toContainText("Go unlimited");
  const events = demo.getByRole("list", { name: /^Events/ });
  await expect(events.getByText("page view")).toBeVisible();
  await expect(
    events.getByRole("listitem").filter({ hasText: "impression upgrade_button" }),
  ).toBeVisible();
});

test("a launch changes the page without a reload", async ({ demo, plane }) => {
  await expect(header(demo)).toContainText("Go unlimited");
  await demo.evaluate("window.kept = true");
  const text = await readFile(new URL("../../demo/playbook.json", import.meta.url), "utf8");
  const book = text.replaceAll("Go unlimited", "Newly launched");
  await plane.launch({ ...JSON.parse(book), version: 13 });
  await expect(header(demo)).toContainText("Newly launched");
  await expect(known(demo, "launch")).toHaveText("Version 13, launch 2");
  expect(await demo.evaluate("window.kept")).toBe(true);
});

test("who has paid is told to wait, is offered nothing twice, and is welcomed to the new plan", async ({
  demo,
  plane,
}) => {
  await header(demo).getByRole("button", { name: "Go unlimited" }).click();
  const confirming = header(demo).getByRole("button", { name: "Confirming…" });
  await expect(confirming).toHaveAttribute("aria-disabled", "true");
  await expect(demo.getByText(/^Welcome to/)).toHaveCount(0);
  await expect(known(demo, "payment")).toContainText("webhook is late");
  await plane.pay("user_ann", "pro", 0);
  await expect(known(demo, "plan")).toHaveText("pro", { timeout: 20_000 });
  // Looked for after one second, then two, then every four.
  const next = header(demo).getByRole("button", { name: "Upgrade to Team" });
  await expect(next).toBeVisible({ timeout: 20_000 });
  await expect(demo.getByText("Welcome to Pro")).toBeVisible();
  expect(await demo.evaluate("Service.can('brand_kit')")).toBe(true);
});

test("the source is chosen in the panel, and kept", async ({ demo }) => {
  const heading = demo.getByRole("heading", { name: "In the database" });
  await demo.getByRole("radio", { name: "This page" }).check();
  await expect(heading).toBeHidden();
  await expect(demo.locator("[data-service-slot=header_upgrade]")).toContainText("Go unlimited");
  await demo.getByRole("radio", { name: "Control plane" }).check();
  await expect(heading).toBeVisible();
  await demo.reload();
  await expect(heading).toBeVisible();
});

test("what arrives in the database is listed", async ({ demo, plane }) => {
  const { fields } = credentialsOf(plane);
  await ask(`${plane.url}/api/track`, {
    body: { ...fields, events: [trackedEvent({ name: "sent_by_hand" })] },
  });
  const interactions = [interaction({ type: "cta_click", placement: "by_hand" })];
  await ask(`${plane.url}/api/events/interactions`, { body: { ...fields, interactions } });
  const events = demo.getByRole("list", { name: /^Events/ });
  await expect(events.getByText("sent by hand")).toBeVisible();
  await expect(events.getByRole("listitem").filter({ hasText: "cta click by_hand" })).toBeVisible();
});

test("a launch is the next version", async ({ demo, plane }) => {
  await demo.getByRole("button", { name: "Launch the next version" }).click();
  await expect(known(demo, "launch")).toHaveText("Version 13, launch 2");
  const { query } = credentialsOf(plane);
  const { body } = await ask(`${plane.url}/api/sdk/bootstrap?${query}`);
  expect(body).toMatchObject({ playbook: { version: 13 } });
});

test("a payment is known when its webhook comes, and a failed one at once", async ({
  demo,
  plane,
}) => {
  await expect(known(demo, "plan")).toHaveText("free");
  await demo.getByRole("button", { name: "Pay for Pro" }).click();
  await expect(known(demo, "payment")).toContainText("webhook is late");
  await expect(known(demo, "plan")).toHaveText("free");
  await plane.pay("user_ann", "pro", 0);
  await expect(known(demo, "plan")).toHaveText("pro", { timeout: 20_000 });
  await expect(known(demo, "payment")).toHaveText("Paid");
  await expect(demo.locator('[data-text="plan"]')).toHaveText("Pro");
  await demo.getByRole("button", { name: "Fail a payment" }).click();
  await expect(known(demo, "payment")).toHaveText("Failed");
});

test("the controls write to the database", async ({ demo, plane }) => {
  await expect(known(demo, "plan")).toHaveText("free");
  await demo.getByRole("radio", { name: "Team", exact: true }).check();
  await demo.getByRole("slider", { name: "Exports" }).fill("17");
  await demo.getByRole("radio", { name: "Midway" }).check();
  await expect
    .poll(() => plane.getUser("user_ann"))
    .toMatchObject({
      plan_handle: "team",
      usage: { exports: 17 },
      trial: { in_trial: true, trial_handle: "pro_trial" },
    });
});

test("another person is as the database knows them, and stays so", async ({ demo, plane }) => {
  await expect(known(demo, "plan")).toHaveText("free");
  await demo.getByRole("radio", { name: "Team", exact: true }).check();
  await demo.getByRole("slider", { name: "Exports" }).fill("17");
  await demo.getByRole("radio", { name: "Midway" }).check();
  await expect.poll(() => plane.getUser("user_ann")).toMatchObject({ trial: { in_trial: true } });
  await demo.getByRole("radio", { name: "Ben" }).check();
  const plan = demo.locator('[data-text="plan"]');
  await expect(plan).toHaveText("Free");
  await expect(demo.getByRole("slider", { name: "Exports" })).toHaveValue("12");
  await demo.getByRole("radio", { name: "Ann" }).check();
  await expect(plan).toHaveText("Team, trying Pro");
  await expect(demo.getByRole("slider", { name: "Exports" })).toHaveValue("17");
  await expect(demo.getByRole("radio", { name: "Midway" })).toBeChecked();
  expect(await plane.getUser("user_ben")).toMatchObject({
    ...{ plan_handle: "free", usage: { exports: 12 }, trial: { in_trial: false } },
  });
  expect(await plane.getUser("user_ann")).toMatchObject({
    ...{ plan_handle: "team", usage: { exports: 17 }, trial: { in_trial: true } },
  });
});

test("a control undoes nothing that the page doesn't know of yet", async ({ demo, plane }) => {
  await expect(known(demo, "plan")).toHaveText("free");
  // The page doesn't look any more; meanwhile a webhook comes.
  let go = () => {};
  const wait = new Promise<void>((resolve) => {
    go = resolve;
  });
  await demo.route("**/demo/database*", async (route) => {
    await wait;
    await route.continue();
  });
  const { query, tenantId } = plane;
  await query("UPDATE users SET plan_handle = 'pro' WHERE tenant_id = $1 AND user_id = $2", [
    ...[tenantId, "user_ann"],
  ]);
  await demo.getByRole("radio", { name: "Dark" }).check();
  await demo.getByRole("slider", { name: "Exports" }).fill("17");
  await expect.poll(() => plane.getUser("user_ann")).toMatchObject({ usage: { exports: 17 } });
  expect(await plane.getUser("user_ann")).toMatchObject({ plan_handle: "pro" });
  go();
  await expect(demo.locator('[data-text="plan"]')).toHaveText("Pro");
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test("the database has room in the sheet", async ({ demo }) => {
    await demo.getByRole("button", { name: /^Try it/ }).click();
    await expect(demo.getByRole("button", { name: "Pay for Pro" })).toBeVisible();
    expect(
      await demo.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      ),
    ).toBe(0);
  });
});
