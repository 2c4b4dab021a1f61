/** The application's data and the SDK's are never the same object: an edit of either changes nothing of the other. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { onEvent } from "../surface-pages";

const HTML = `<h1>Page</h1><div data-service-slot="top"></div>
  <p data-service-show-if="beta_export">Export</p>`;
const BETA = { handle: "beta", condition: { "traits.tags": { $in: ["vip"] } } };
const BOOK = playbook({
  segments: [BETA],
  entitlements: [
    { handle: "beta_export", name: "Export", type: "feature", grants: [{ segments: ["beta"] }] },
    { handle: "export", name: "Export", type: "feature", grants: [{ plans: ["pro"] }] },
    { handle: "seats", name: "Seats", type: "seats", grants: [{ plans: ["free"], limit: 3 }] },
  ],
  placements: [placement("top", { payload: { target: { segments: ["beta"] } } })],
});
const user = { id: "u1", plan_handle: "free", usage: { seats: 1 } };
const title = (page: Page) => page.getByText("Title of top");

test.describe("a list that the application adds to and gives again", () => {
  for (const [list, given] of [
    ["traits", "{ traits: { tags: list } }"],
    ["segments", "{ segments: list }"],
    ["a reactive object's list", "{ traits: { tags: new Proxy(list, {}) } }"],
  ] as const) {
    test(`is heard of: ${list}`, async ({ site }) => {
      const page = await site.open({ html: HTML, config: localConfig(BOOK, { user }) });
      await page.evaluate(`window.list = ["new"]; Service.setUser(${given})`);
      await expect(title(page)).toHaveCount(0);
      await page.evaluate(`list.push("vip", "beta"); Service.setUser(${given})`);
      await expect(title(page)).toBeVisible();
      await expect(page.getByText("Export", { exact: true })).toBeVisible();
    });
  }
});

test("an event's properties are those it had when it happened", async ({ site }) => {
  const small = onEvent("saved", { content: { title: "Small" } });
  const trigger = { type: "event", name: "saved", condition: { "event.properties.size": 1 } };
  const book = playbook({ placements: [{ ...small, trigger }] });
  const page = await site.open({ html: HTML, config: localConfig(book) });
  await page.evaluate("{ const of = { size: 1 }; Service.trigger('saved', of); of.size = 2 }");
  await expect(page.getByText("Small")).toBeVisible();
});

for (const [name, edit] of [
  ["a listener's", "Service.on('context', edit); Service.setUser({ name: 'Ada' })"],
  ["getUserContext()'s", "Service.getUserContext().then(edit)"],
  ["a source's", "Service.checkEntitlement('export')"],
] as const) {
  test(`an edit of ${name} context grants nothing`, async ({ site }) => {
    const config = localConfig(BOOK, { user });
    const script = `<script>
      window.edit = (context) => {
        context.plan_handle = "pro"; context.usage.seats = 3; window.edited = true;
      };
      ServiceConfig.localRuntime.resolvers = { checkEntitlement: (_, context) => edit(context) };
      </script><script src="/dist/service.js"></script>`;
    const page = await site.open({ html: HTML, config, script });
    await page.evaluate(edit);
    await page.waitForFunction("window.edited");
    const results = await page.evaluate(
      "Promise.all([Service.checkEntitlement('export'), Service.checkEntitlement('seats')])",
    );
    expect(results).toMatchObject([{ allowed: false }, { allowed: true, used: 1 }]);
  });
}

test("what is null is null for conditions, listeners, resolvers and getUserContext()", async ({
  site,
}) => {
  const payload = {
    target: { condition: { "traits.company": null } },
    ctas: [{ label: "Buy", action: "buy", params: { coupon: null } }],
  };
  const failed = onEvent("done", { content: { title: "Without an error" } });
  const trigger = { type: "event", name: "done", condition: { "event.properties.error": null } };
  const book = playbook({ placements: [placement("top", { payload }), { ...failed, trigger }] });
  const script = `<script>window.asked = [];
    ServiceConfig.uiPathResolvers = { buy: ({ params }) => asked.push(params) };
    </script><script src="/dist/service.js"></script>`;
  const config = localConfig(book, { user: { ...user, traits: { company: null } } });
  const page = await site.open({ html: HTML, config, script });
  await page.getByRole("button", { name: "Buy" }).click();
  await expect.poll(() => page.evaluate("asked")).toEqual([{ coupon: null }]);
  await page.evaluate(`Service.on("context", ({ traits }) => asked.push(traits));
    Service.setUser({ traits: { list: [null] } })`);
  const traits = { company: null, list: [null] };
  await expect.poll(() => page.evaluate("asked[1]")).toEqual(traits);
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ traits });
  await page.evaluate("Service.track('done', { error: null })");
  await expect(page.getByText("Without an error")).toBeVisible();
});

test("what a resolver does to a CTA's params doesn't reach its next click", async ({ site }) => {
  const ctas = [{ label: "Buy", action: "buy", params: { seats: 1 } }];
  const book = playbook({ placements: [placement("top", { payload: { ctas } })] });
  const script = `<script>window.asked = [];
    ServiceConfig.uiPathResolvers = { buy: ({ params }) => asked.push(params.seats++) };
    </script><script src="/dist/service.js"></script>`;
  const page = await site.open({ html: HTML, config: localConfig(book), script });
  await page.getByRole("button", { name: "Buy" }).click();
  await page.getByRole("button", { name: "Buy" }).click();
  await expect.poll(() => page.evaluate("asked")).toEqual([1, 1]);
});

test("a decision asked for another user counts nothing of the present one's history", async ({
  site,
}) => {
  const caps = [{ count: 1, period: "lifetime" }];
  const once = placement("top", { payload: { caps } });
  const config = localConfig(playbook({ placements: [once] }), { user });
  const page = await site.open({ html: HTML, config });
  await expect(title(page)).toBeVisible();
  await page.reload();
  await expect.poll(() => page.evaluate("Service.explain('top').reasons")).toEqual(["cap_reached"]);
  const ask = (id: string) =>
    page.evaluate(`Service.getPlacementDecision({ slot: "top" }, undefined, { id: "${id}" })`);
  expect(await ask("u1")).toMatchObject({ visible: false, reasons: ["cap_reached"] });
  expect(await ask("u2")).toMatchObject({ visible: true, reasons: ["shown"] });
});

test("an edit of what fetchUserContext gave, or of the options, says nothing to the SDK", async ({
  site,
}) => {
  const plans = [{ handle: "free" }, { handle: "pro" }];
  const entitlements = [{ handle: "export", type: "feature", grants: [{ plans: ["pro"] }] }];
  const initialData = { userContextByUserId: { u2: { id: "u2", plan_handle: "free" } } };
  const config = localConfig(playbook(), {
    user: { id: "u1", plan_handle: "free", usage: { seats: 1 } },
    localRuntime: { playbook: playbook({ plans, entitlements }), initialData },
  });
  const page = await site.open({ html: HTML, config });
  await page.evaluate(`Service.ready.then(async () => {
    ServiceConfig.user.usage.seats = 99;
    Service.setUser({ name: "Ada" });
  })`);
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ usage: { seats: 1 } });
  await page.evaluate(`(async () => {
    const fetched = await Service.fetchUserContext("u2");
    fetched.plan_handle = "pro";
    await Service.identify("u2");
  })()`);
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ plan_handle: "free" });
  expect(await page.evaluate("Service.can('export')")).toBe(false);
});

test("what another window gives is heard of when it is given again, and not before", async ({
  site,
}) => {
  const large = { target: { condition: { "traits.team.size": { $gte: 5 } } } };
  const config = localConfig(playbook({ placements: [placement("top", { payload: large })] }));
  const page = await site.open({ html: `${HTML}<iframe></iframe>`, config });
  const give = () => page.evaluate("Service.setUser({ traits: frames[0].traits })");
  await page.evaluate(`frames[0].eval("window.traits = { team: { size: 1 } }")`);
  await give();
  await page.evaluate("frames[0].traits.team.size = 9; Service.setUser({ name: 'Ada' })");
  const traits = { team: { size: 1 } };
  expect(await page.evaluate("Service.getUserContext()")).toMatchObject({ name: "Ada", traits });
  await expect(title(page)).toHaveCount(0);
  await give();
  await expect(title(page)).toBeVisible();
});
