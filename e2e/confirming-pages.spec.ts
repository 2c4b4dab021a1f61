/** What was bought, on the pages that follow, and by whom. */
import type { Page } from "@playwright/test";
import { placement, playbook } from "./playbooks";
import {
  addUser,
  CLIENT_SESSION,
  expect,
  FAILED_LOAD,
  openService,
  serveTokens,
  test,
} from "./service-page";
import { onEvent } from "./surface-pages";

const BOOK = playbook({
  placements: [
    placement("top", {
      payload: {
        target: { plans: ["free"] },
        content: { title: "Offer of top" },
        ctas: [{ label: "buy_plan", action: "buy_plan" }],
      },
    }),
    onEvent("asked", { content: { title: "Asked for" } }),
  ],
});
const HTML = '<div data-service-slot="top"></div>';

test("the next page of the tab that names somebody else has no button busy", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  for (const id of ["uma", "vic"]) {
    await addUser(plane, id);
    await plane.setUser(id, { plan_handle: "free", payment_state: "none" });
  }
  let present = "uma";
  site.serve("/token", async () => ({ body: (await plane.mintToken(present)).client_token }));
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const open = (id: string, tab?: Page) => {
    const config = { user: { id, plan_handle: "free" } };
    return openService({
      site,
      plane,
      config,
      code,
      html: HTML,
      path: `/${id}`,
      ...(tab && { tab }),
    });
  };
  const page = await open("uma");
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await page.getByRole("button", { name: "buy_plan" }).click();
  await expect(confirming).toHaveCount(1);
  await page.reload();
  await expect(confirming).toHaveCount(1);
  present = "vic";
  await open("vic", page);
  await expect(page.getByRole("button", { name: "buy_plan" })).toBeVisible();
  await page.waitForTimeout(500);
  await expect(confirming).toHaveCount(0);
});

test("pages that are loaded meanwhile don't begin the two minutes anew", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "wes");
  await plane.setUser("wes", { plan_handle: "free", payment_state: "none" });
  serveTokens(site, plane, "wes");
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const config = { user: { id: "wes", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const confirming = page.getByRole("button", { name: "Confirming…" });
  await page.getByRole("button", { name: "buy_plan" }).click();
  await expect(confirming).toHaveCount(1);
  // As if it had been two minutes ago, less a few seconds.
  await page.evaluate(`{
    const key = "service:confirming";
    const lines = JSON.parse(sessionStorage.getItem(key)).split("\\n");
    lines[1] -= 105_000;
    sessionStorage.setItem(key, JSON.stringify(lines.join("\\n")));
  }`);
  await page.reload();
  await expect(confirming).toHaveCount(1);
  await expect(page.getByRole("button", { name: "buy_plan" })).toBeVisible({ timeout: 30_000 });
});

test("what the service knows before the resolver has answered needs no confirming", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "xia");
  const free = { plan_handle: "free", payment_state: "none" } as const;
  await plane.setUser("xia", free);
  serveTokens(site, plane, "xia");
  site.serve("/pay", async () => {
    await plane.setUser("xia", { ...free, payment_state: "paid" });
    return { body: "paid" };
  });
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: async () => {
    await fetch("/pay");
    await Service.refreshContext();
    return "completed";
  } }`;
  const config = { user: { id: "xia", plan_handle: "free" } };
  const page = await openService({ site, plane, config, code, html: HTML });
  const completed = page.evaluate(
    "new Promise((resolve) => addEventListener('service:cta', ({ detail }) => detail.type === 'cta_complete' && resolve(true)))",
  );
  await page.getByRole("button", { name: "buy_plan" }).click();
  await completed;
  await expect(page.getByRole("button", { name: "Confirming…" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "buy_plan" })).toBeEnabled();
});

test("what somebody whom only a token names has asked for is not the next one's", async ({
  site,
  plane,
}) => {
  await plane.launch(BOOK);
  await addUser(plane, "yan");
  await plane.setUser("yan", { plan_handle: "free", payment_state: "none" });
  serveTokens(site, plane, "yan");
  const code = `${CLIENT_SESSION}, uiPathResolvers: { buy_plan: () => "completed" }`;
  const page = await openService({ site, plane, code, html: HTML });
  // The tokens stay hers.
  site.allowConsole(FAILED_LOAD);
  await page.getByRole("button", { name: "buy_plan" }).click();
  await expect(page.getByRole("button", { name: "Confirming…" })).toHaveCount(1);
  await page.evaluate("Service.trigger('asked')");
  await expect(page.getByRole("dialog", { name: "Asked for" })).toBeVisible();
  await page.evaluate("void Service.identify('zoe', { plan_handle: 'free' })");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Confirming…" })).toHaveCount(0);
});
