/** What lies over the page where there is little room for it, and where the device covers an edge of the window. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { onEvent, PAGE, pageLevel } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** The longest of what people write. */
const content = {
  title: "A rather long title of this one",
  body: "Several words that go on for some lines, so that it is high enough.\nAnd a third line.",
  duration_ms: 60_000,
};
const over = (handle: string, surface: string, more = {}) =>
  onEvent(handle, {
    surface,
    content: { ...content, ...more },
    ctas: [
      { label: "Upgrade to Pro", action: "upgrade" },
      { label: "Later", action: "remind_later" },
    ],
  });
const toasts = ["one", "two", "three", "four"].map((name) => over(name, "toast"));
const bar = (handle: string) => over(handle, "bar", { position: "bottom" });

for (const [what, width, height, placements, count = placements.length] of [
  // There is room for the latest two.
  ["four toasts", 1280, 650, toasts, 2],
  ["two toasts and a bar", 844, 420, [...toasts.slice(0, 2), bar("bar")]],
  ["a toast and a bar, four times as large", 320, 256, [...toasts.slice(0, 1), bar("bar")]],
  ["a toast and two bars", 320, 256, [...toasts.slice(0, 1), bar("bar"), bar("other")]],
] as const) {
  test(`of ${what} in a window of ${width} × ${height} nothing lies outside it, and each button can be seen`, async ({
    site,
  }) => {
    const page = await site.open({ html: PAGE, config: localConfig(playbook({ placements })) });
    await page.setViewportSize({ width, height });
    for (const { handle } of placements) {
      await page.evaluate(`Service.trigger("${handle}")`);
    }
    const boxes = page.locator(":is(.toast, .bar) .box:visible");
    await expect(boxes).toHaveCount(count);
    for (const box of await boxes.all()) await expect(box).toBeInViewport({ ratio: 1 });
    for (const button of await page.getByRole("button", { name: "Later" }).all()) {
      await button.focus();
      // A box is scrolled by whole pixels.
      await expect(button).toBeInViewport({ ratio: 0.98 });
    }
  });
}

test("the cross of a full page is below a phone's status bar", async ({ site, context }) => {
  site.servePage({
    html: PAGE,
    config: localConfig(playbook({ placements: [pageLevel("full_page")] })),
  });
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 700 });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setSafeAreaInsetsOverride", { insets: { top: 59 } });
  await page.goto(site.url);
  await page.evaluate("Service.ready");
  await page.evaluate("Service.trigger('opened')");
  const cross = page.getByRole("button", { name: "Dismiss" });
  await expect(cross).toBeVisible();
  expect((await cross.boundingBox())?.y).toBeGreaterThanOrEqual(59);
  const { scrollHeight, clientHeight } = await page
    .getByRole("dialog")
    .evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }));
  expect(scrollHeight).toBe(clientHeight);
});

test("the focus ring of a button is apart from its fill, which may have the ring's colour", async ({
  site,
}) => {
  const one = placement("top", {
    payload: { surface: "banner", ctas: [{ label: "Buy", action: "buy" }] },
  });
  const branding = { theme: { colors: { primary: "#111827" } } };
  const page = await site.open({
    html: PAGE,
    config: localConfig({ ...playbook({ placements: [one] }), branding }),
  });
  const button = page.getByRole("button", { name: "Buy" });
  await expect(button).toBeVisible();
  await page.getByRole("button", { name: "Open" }).focus();
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  // The browser's ring is 2 px wide, half a pixel of which may lie on the fill.
  await expect(button).toHaveCSS("outline-style", "auto");
  await expect(button).toHaveCSS("outline-offset", "3px");
});

for (const zoomed of ["html", "body"]) {
  for (const placements of [toasts.slice(0, 1), [...toasts.slice(0, 1), bar("bar")]]) {
    test(`on a page whose ${zoomed} has a zoom all of a toast can be seen, ${placements.length - 1} bars below it`, async ({
      site,
    }) => {
      const html = `<style>${zoomed} { zoom: 1.5 }</style>${PAGE}`;
      const page = await site.open({ html, config: localConfig(playbook({ placements })) });
      await page.setViewportSize({ width: 375, height: 667 });
      for (const { handle } of placements) await page.evaluate(`Service.trigger("${handle}")`);
      const box = page.locator(".toast .box");
      await expect(box).toBeVisible();
      await expect(box).toBeInViewport({ ratio: 1 });
      await page.setViewportSize({ width: 900, height: 800 });
      await expect(box).toBeInViewport({ ratio: 1 });
      // As wide as elsewhere, where there is room: 22em.
      const { width = 0 } = (await box.boundingBox()) ?? {};
      expect(Math.round(width)).toBe(22 * 14 * 1.5);
    });
  }
}

for (const surface of ["modal", "full_page"]) {
  test(`a wide logo in a ${surface} fits a narrow window, and leaves the cross its room`, async ({
    site,
  }) => {
    const headers = { "content-type": "image/svg+xml" };
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="100"/>';
    site.serve("/wide.svg", { headers, body });
    const branding = { workspace_name: "Acme", logo_url: "/wide.svg" };
    const placements = [over("wide", surface)];
    const page = await site.open({
      html: PAGE,
      config: localConfig(playbook({ branding, placements })),
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate("Service.trigger('wide')");
    const box = page.getByRole("dialog");
    await expect(box).toBeVisible();
    const logo = box.getByRole("img", { name: "Acme" });
    await expect(logo).toHaveJSProperty("complete", true);
    await expect.poll(() => box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    const right = ({ x, width }: { x: number; width: number }) => x + width;
    const cross = await box.getByRole("button", { name: "Dismiss" }).boundingBox();
    const own = await logo.boundingBox();
    expect(own && right(own)).toBeLessThanOrEqual(cross?.x ?? 0);
    expect(own?.width).toBeGreaterThan(150);
  });
}

for (const surface of ["modal", "full_page", "bar", "toast"]) {
  test(`where a ${surface} scrolls, the ring of a focused button is in view`, async ({ site }) => {
    const ctas = ["One", "Two", "Three", "Four"].map((label) => ({ label, action: "upgrade" }));
    const long = onEvent("long", { surface, content, ctas });
    const page = await site.open({
      html: PAGE,
      config: localConfig(playbook({ placements: [long] })),
    });
    await page.setViewportSize({ width: 320, height: 200 });
    await page.evaluate("Service.trigger('long')");
    const box = page.locator(".box");
    await expect(box).toBeVisible();
    for (const { label } of ctas) {
      const button = page.getByRole("button", { name: label });
      await button.focus();
      const gap = await button.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const around = one.closest(".box")?.getBoundingClientRect();
        return Math.min(top - (around?.top ?? 0), (around?.bottom ?? 0) - bottom);
      });
      expect(gap).toBeGreaterThan(5);
    }
  });
}
