/** What happened to somebody, once somebody else sits in front of the page. */
import { expect, test } from "../fixtures";
import { localConfig, playbook } from "../playbooks";
import { openSourced } from "../sourced-page";
import { onEvent, PAGE } from "../surface-pages";

for (const [who, user] of [
  ["somebody", undefined],
  ["somebody with an empty id", { id: "" }],
] as const) {
  test(`what answers the event of ${who} leaves with them, and stays with whoever becomes known`, async ({
    site,
  }) => {
    const toast = onEvent("saved", {
      surface: "toast",
      content: { title: "Saved, {{user_name|you}}", duration_ms: 60_000 },
    });
    const config = localConfig(playbook({ placements: [toast] }), { user });
    const page = await site.open({ html: PAGE, config });
    await page.evaluate("Service.track('saved')");
    await expect(page.getByText("Saved, you")).toBeVisible();
    await page.evaluate("Service.identify('ada', { name: 'Ada' })");
    await expect(page.getByText("Saved, Ada")).toBeVisible();
    await page.evaluate("Service.identify('bob', { name: 'Bob' })");
    await expect(page.getByText(/^Saved/)).toHaveCount(0);
    await page.evaluate("Service.track('saved')");
    await expect(page.getByText("Saved, Bob")).toBeVisible();
    await page.evaluate("Service.reset()");
    await expect(page.getByText(/^Saved/)).toHaveCount(0);
  });
}

test("what the options say beside an empty id is true of whoever is named first", async ({
  site,
}) => {
  const user = { id: "", plan_handle: "pro", traits: { role: "owner" } };
  const page = await site.open({ html: PAGE, config: localConfig(playbook(), { user }) });
  await page.evaluate("Service.identify('ada')");
  expect(await page.evaluate("Service.can('export')")).toBe(true);
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ ...user, id: "ada" });
});

for (const call of [
  "identify(42, { plan_handle: 'pro', name: 'Bob' })",
  "identify('', { plan_handle: 'pro', name: 'Bob' })",
  "identify(undefined, { plan_handle: 'pro', name: 'Bob' })",
  "setUser({ id: 42, plan_handle: 'pro', name: 'Bob' })",
]) {
  test(`${call} is nobody, so that nothing of it is taken for the user's own`, async ({ site }) => {
    site.allowConsole(/\[Service\] .*id must be .*string/);
    const user = { id: "ada", plan_handle: "free", name: "Ada" };
    const page = await site.open({ html: PAGE, config: localConfig(playbook(), { user }) });
    await page.evaluate(`Service.${call}`);
    const known = await page.evaluate("Service.getUserContext()");
    expect(known).toMatchObject({ id: "ada", plan_handle: "free", name: "Ada" });
  });
}

test("reset() closes what somebody without a name has asked for", async ({ site }) => {
  const gate = onEvent(
    "denied",
    { content: { title: "Part of Pro" } },
    { trigger: { type: "entitlement_denied", entitlement: "export" } },
  );
  const page = await site.open({
    html: '<button type="button" data-service-gate="export">Export</button>',
    config: localConfig(playbook({ placements: [gate] }), { user: { plan_handle: "free" } }),
  });
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("dialog", { name: "Part of Pro" })).toBeVisible();
  await page.evaluate("Service.reset()");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a gate's answer about somebody who has left opens nothing for whoever is here then", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    `local.resolvers = { async checkEntitlement(_, { id }) {
       asked.push(id);
       if (id === "u1") await new Promise((resolve) => { window.answer = resolve; });
       return { allowed: id === "u1" };
     } };`,
  );
  await page.evaluate("Service.ready");
  await page.evaluate(`window.asking = Service.gate("export", () => { window.ran = true; });
    void Service.identify("u2", { plan_handle: "free" }).then(answer);`);
  expect(await page.evaluate("asking")).toMatchObject({ ran: false });
  expect(await page.evaluate("[window.ran, asked.includes('u2')]")).toEqual([undefined, true]);
});
