/** A dialog is over once its button has led to another route, whatever part of the address is the route. */
import type { Page } from "@playwright/test";
import { withResolvers } from "../cta-page";
import { expect, type TestSite, test } from "../fixtures";
import { placement } from "../playbooks";
import { settled } from "../slot-pages";
import { configOf } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A modal that is there by itself, with one button. */
const open = (site: TestSite, cta: object, script?: string): Promise<Page> =>
  site.open({
    html: "<h1>Page</h1>",
    config: configOf(
      placement("ends_soon", {
        slot: undefined,
        trigger: { type: "page_view" },
        payload: {
          surface: "modal",
          content: { title: "Trial ends soon" },
          ctas: [{ label: "Go", ...cta }],
        },
      }),
    ),
    ...(script && { script }),
  });
/** It leaves, and doesn't come back on that route; on the next one it does. */
async function expectOver(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveCount(0);
  await settled(page);
  await page.waitForTimeout(300);
  await expect(dialog).toHaveCount(0);
  await page.evaluate("history.pushState(null, '', '/next')");
  await expect(dialog).toBeVisible();
}

for (const route of [
  "history.pushState(null, '', '/checkout')",
  "history.pushState(null, '', '?view=checkout')",
  "location.hash = '#/checkout'",
]) {
  test(`by a resolver: ${route}`, async ({ site }) => {
    const page = await open(site, { action: "go" }, withResolvers(`{ go() { ${route}; } }`));
    await page.getByRole("button", { name: "Go" }).click();
    await expectOver(page);
  });
}

for (const [how, resolver] of Object.entries({
  "loads it first": "setTimeout(() => history.pushState(null, '', '/checkout'), 150)",
  "goes there in a view transition":
    "document.startViewTransition(() => history.pushState(null, '', '/checkout'))",
  "sets a hash later": "setTimeout(() => { location.hash = '#/checkout'; }, 100)",
})) {
  test(`by a resolver that has returned before: ${how}`, async ({ site }) => {
    const page = await open(site, { action: "go" }, withResolvers(`{ go() { ${resolver}; } }`));
    await page.getByRole("button", { name: "Go" }).click();
    await page.waitForURL(/checkout$/);
    await expectOver(page);
  });
}

test("a route long after its button was used is another's: the dialog stays", async ({ site }) => {
  const page = await open(site, { action: "go" }, withResolvers("{ go() { asked = true; } }"));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Go" }).click();
  await page.waitForFunction("window.asked");
  await page.evaluate("{ const { now } = Date; Date.now = () => now() + 30_000; }");
  await page.evaluate("history.pushState(null, '', '/next')");
  await settled(page);
  await page.waitForTimeout(300);
  await expect(dialog).toBeVisible();
});

for (const [role, action] of [
  ["link", "open_url"],
  ["button", "see_plans"],
] as const) {
  test(`by a ${role} to a hash route`, async ({ site }) => {
    const page = await open(site, { action, params: { url: "#/plans" } });
    await page.getByRole(role, { name: "Go" }).click();
    await expectOver(page);
  });
}

for (const [router, script] of [
  [
    "listens for clicks",
    `addEventListener("click", (event) => {
      const link = event.composedPath().find(({ localName }) => localName === "a");
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      setTimeout(() => history.pushState(null, "", link.href), 80);
    });`,
  ],
  [
    "intercepts navigations",
    `navigation.addEventListener("navigate", (event) => event.intercept());`,
  ],
] as const) {
  test(`by a link that a router follows which ${router}`, async ({ site }) => {
    const page = await open(
      site,
      { action: "open_url", params: { url: "/plans" } },
      `<script>${script}</script><script src="/dist/service.js"></script>`,
    );
    await page.getByRole("link", { name: "Go" }).click();
    await page.waitForURL("**/plans");
    await expectOver(page);
  });
}

test("a link that is refused leads nowhere: the dialog stays, on the next route too", async ({
  site,
}) => {
  site.allowConsole(/refused/);
  const page = await open(site, { action: "open_url", params: { url: "javascript:1" } });
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Go").click();
  await settled(page);
  await expect(dialog).toBeVisible();
  await page.evaluate("history.pushState(null, '', '/next')");
  await settled(page);
  await page.waitForTimeout(300);
  await expect(dialog).toBeVisible();
});
