/** The demo's own panel: what it tells a newcomer, and what it shows of the page beside it. */
import type { Locator, Page } from "@playwright/test";
import { choose, expect, NARROW, row, slot, test } from "./demo-page";

const dot = (page: Page, handle: string, name: string) =>
  row(page, handle).getByRole("img", { name, exact: true });
const outlineOf = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).outlineStyle);
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not to be seen");
  return { ...box, end: box.y + box.height };
};

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [768, 900],
  [360, 740],
] as const) {
  test.describe(`at ${width} × ${height}`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: "reduce" } });

    test("says at first sight what is looked at, and what to try", async ({ demo }) => {
      const intro = demo.getByText("Service decides on the offers, meters and gates");
      await expect(intro).toBeInViewport({ ratio: 1 });
      await expect(intro).toContainText("be somebody else");
    });

    test("hides neither the meter nor its own words", async ({ demo }) => {
      const meter = slot(demo, "sidebar_usage").locator(".box");
      await expect(meter).toBeInViewport({ ratio: 1 });
      const panel = await boxOf(demo.getByRole("complementary", { name: "Demo" }));
      const { x, width: wide, end } = await boxOf(meter);
      expect(x + wide <= panel.x || end <= panel.y).toBe(true);
    });

    test("leaves a bar the room that it takes", async ({ demo }) => {
      await demo.evaluate("acme.update({ plan: 'pro' }); acme.go('billing')");
      const bar = demo.locator("service-host .box", { hasText: "Two months free" });
      await expect(bar).toBeVisible();
      const top = async () => (await boxOf(demo.getByRole("banner"))).y;
      await expect.poll(top).toBe((await boxOf(bar)).end);
      await bar.getByRole("button", { name: "Dismiss" }).click();
      await expect.poll(top).toBe(0);
    });
  });
}

test("says of what is shown on another page that it is there", async ({ demo }) => {
  await expect(dot(demo, "projects_tile", "visible")).toBeVisible();
  await expect(dot(demo, "editor_brand", "on another page")).toBeVisible();
  await expect(row(demo, "editor_brand")).toContainText("brand_kit_gate, on the Editor page");
  await expect(demo.locator(".log")).toContainText(
    "decided brand_kit_gate as gate, on the Editor page",
  );
  await choose(demo, "Page", "Editor");
  await expect(dot(demo, "editor_brand", "visible")).toBeVisible();
  await expect(row(demo, "editor_brand").locator("summary")).not.toContainText("page");
  await expect(dot(demo, "projects_tile", "on another page")).toBeVisible();
  await expect(row(demo, "projects_tile")).toContainText("on the Projects page");
});

test("knows of what was decided before it was loaded", async ({ page, demoUrl }) => {
  let load = () => {};
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/explanations.js", async (route) => {
    await mayLoad;
    await route.fallback();
  });
  await page.goto(demoUrl, { waitUntil: "commit" });
  await expect(slot(page, "sidebar_usage")).toContainText("12 / 20");
  load();
  await expect(dot(page, "sidebar_usage", "visible")).toBeVisible();
  await expect(page.locator(".log")).toContainText("shown exports_meter as usage_meter");
});

test.describe("on a narrow screen", () => {
  test.use({ viewport: NARROW });

  test("counts the placements that can be seen", async ({ demo }) => {
    const handle = demo.getByRole("button", { name: /^Try it/ });
    await expect(handle).toContainText("3 placements shown");
    await demo.getByRole("link", { name: "Billing" }).click();
    await expect(handle).toContainText("2 placements shown");
  });
});

test("outlines the slot whose row is pointed at, dashed where nothing is in it", async ({
  demo,
}) => {
  const [tile, top] = [slot(demo, "projects_tile"), slot(demo, "app_top")];
  await row(demo, "projects_tile").locator("summary").hover();
  await expect.poll(() => outlineOf(tile)).toBe("solid");
  await row(demo, "app_top").locator("summary").hover();
  await expect.poll(() => outlineOf(top)).toBe("dashed");
  expect(await outlineOf(tile)).toBe("none");
  await demo.getByRole("heading", { level: 1 }).hover();
  await expect.poll(() => outlineOf(top)).toBe("none");
});

test("outlines the slot whose row has the focus", async ({ demo }) => {
  const usage = slot(demo, "sidebar_usage");
  await demo.getByRole("link", { name: "Every surface" }).focus();
  expect(await outlineOf(usage)).toBe("none");
  await demo.keyboard.press("Tab");
  await expect(row(demo, "sidebar_usage").locator("summary")).toBeFocused();
  expect(await outlineOf(usage)).toBe("solid");
  await demo.keyboard.press("Tab");
  expect(await outlineOf(usage)).toBe("none");
  expect(await outlineOf(slot(demo, "header_upgrade"))).toBe("solid");
});

test("outlines on demand whatever Service has filled, and moves nothing", async ({ demo }) => {
  const tile = slot(demo, "projects_tile");
  const before = await boxOf(tile);
  const all = demo.getByRole("checkbox", { name: "Outline them" });
  await all.check();
  for (const handle of ["sidebar_usage", "header_upgrade", "projects_tile"]) {
    expect(await outlineOf(slot(demo, handle)), handle).toBe("solid");
  }
  expect(await outlineOf(slot(demo, "app_top"))).toBe("none");
  expect(await boxOf(tile)).toEqual(before);
  await choose(demo, "Plan", "Pro");
  await expect(tile.getByText("New project")).toBeVisible();
  await expect.poll(() => outlineOf(tile)).toBe("none");
  await all.uncheck();
  expect(await outlineOf(slot(demo, "header_upgrade"))).toBe("none");
});

test("keeps its links apart from its buttons, and large enough to hit", async ({ demo }) => {
  const forget = await boxOf(demo.getByRole("button", { name: "Forget what I dismissed" }));
  const gallery = await boxOf(demo.getByRole("link", { name: "Every surface" }));
  expect(gallery.y - forget.end).toBeGreaterThanOrEqual(8);
  expect(gallery.height).toBeGreaterThanOrEqual(24);
  const walks = await boxOf(demo.getByRole("link", { name: "seven walk-throughs" }));
  expect(walks.height).toBeGreaterThanOrEqual(24);
});

test.describe("in forced colours", () => {
  test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

  test("shows what is chosen, what is shown and where one is", async ({ demo }) => {
    const ground = (locator: Locator) =>
      locator.evaluate((element) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(element);
        return `${backgroundColor} ${backgroundImage}`;
      });
    const choice = (text: string) => demo.locator(".choices span", { hasText: text });
    expect(await ground(choice("Ann"))).not.toBe(await ground(choice("Ben")));
    const nav = (name: string) => demo.getByRole("navigation").getByRole("link", { name });
    expect(await ground(nav("Projects"))).not.toBe(await ground(nav("Editor")));
    const dots = [
      await ground(dot(demo, "projects_tile", "visible")),
      await ground(dot(demo, "editor_brand", "on another page")),
      await ground(dot(demo, "app_top", "not visible")),
    ];
    expect(new Set(dots).size).toBe(3);
  });
});
