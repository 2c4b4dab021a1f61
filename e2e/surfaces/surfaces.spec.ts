/** The surfaces as people meet them: words, pictures, keys, focus and room. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import {
  CONTENT,
  CTAS,
  configOf,
  IN_FLOW,
  inFlow,
  PAGE,
  PAGE_LEVEL,
  pageLevel,
  show,
} from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test("what a Playbook says is text, never markup", async ({ site, context }) => {
  const tab = await context.newPage();
  const text = '<b>bold</b><img src="x" onerror="window.hacked = true">&amp;';
  for (const surface of [...IN_FLOW, "modal"]) {
    const page = await show(site, surface, {
      tab,
      payload: { content: { title: text, body: text }, ctas: [{ label: text, action: "dismiss" }] },
    });
    await expect(page.getByText(text).first()).toHaveText(text);
    expect(await page.locator(".box :is(b, img)").count()).toBe(0);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
  }
});

test("tokens are replaced by what is known of the user, or by their fallback", async ({ site }) => {
  const page = await show(site, "card", {
    payload: {
      content: {
        title: "{{user_name}}, {{usage_used}} of {{usage_limit}} seats, {{traits.team|no team}}",
        body: "{{plan_name}} {{ not a token }}",
        meter: { entitlement: "seats" },
      },
    },
  });
  await expect(page.getByText("Ann, 2 of 3 seats, no team")).toBeVisible();
  await expect(page.getByText("Free {{ not a token }}")).toBeVisible();
});

test("an image is shown with its text, and one of a refused address is left out", async ({
  site,
}) => {
  site.serve("/picture.svg", {
    headers: { "content-type": "image/svg+xml" },
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>',
  });
  const shown = await show(site, "card", {
    payload: { content: { title: "T", image: { url: `${site.url}/picture.svg`, alt: "A chart" } } },
  });
  await expect(shown.getByRole("img", { name: "A chart" })).toBeVisible();
  for (const url of ["javascript:alert(1)", "java\tscript:alert(1)", "data:image/png;base64,AA"]) {
    site.allowConsole(/image/);
    const page = await show(site, "card", {
      tab: shown,
      payload: { content: { title: "Without", image: { url, alt: "A chart" } } },
    });
    await expect(page.getByText("Without")).toBeVisible();
    expect(await page.locator(".box img").count()).toBe(0);
  }
});

test("an image that doesn't load leaves its words, and no gap", async ({ site }) => {
  site.allowConsole(/Failed to load resource/);
  const withImage = (image?: object) =>
    show(site, "card", { payload: { content: { title: "T", ...(image && { image }) } } });
  const heightOf = (page: Page) =>
    page.locator(".box").evaluate((box) => box.getBoundingClientRect().height);
  const plain = await heightOf(await withImage());
  const missing = await withImage({ url: `${site.url}/no-such-picture.png` });
  await expect.poll(() => heightOf(missing)).toBe(plain);
  const described = await withImage({ url: `${site.url}/no-such-picture.png`, alt: "A chart" });
  await expect(described.getByRole("img", { name: "A chart" })).toBeVisible();
  await expect.poll(() => heightOf(described)).toBeLessThan(plain * 2);
});

for (const surface of [...IN_FLOW, ...PAGE_LEVEL]) {
  test(`a ${surface} is closed by the button named "Dismiss"`, async ({ site }) => {
    const page = await show(site, surface);
    await page.getByRole("button", { name: "Dismiss", exact: true }).click();
    await expect(page.locator(".box")).toHaveCount(0);
  });

  test(`a ${surface} that is not dismissible has no such button`, async ({ site }) => {
    const page = await show(site, surface, {
      payload: { content: { ...CONTENT, dismissible: false, anchor: "top" } },
    });
    await expect(page.getByRole("button", { name: "Dismiss", exact: true })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(page.locator(".box")).toBeVisible();
  });

  test(`a ${surface} fits a narrow window, however long its words`, async ({ site }) => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenknopf".repeat(2);
    const page = await show(site, surface, {
      payload: {
        content: { ...CONTENT, title: long, body: long, anchor: "top" },
        ctas: CTAS.map((cta) => ({ ...cta, label: `${cta.label} ${long}` })),
      },
    });
    await page.setViewportSize({ width: 320, height: 640 });
    const seen = await page.locator(".box").evaluate((box) => {
      const { left, right } = box.getBoundingClientRect();
      const { scrollWidth } = document.documentElement;
      return { left, right, page: scrollWidth, inside: box.scrollWidth - box.clientWidth };
    });
    expect(seen.left).toBeGreaterThanOrEqual(0);
    expect(seen.right).toBeLessThanOrEqual(320);
    expect(seen).toMatchObject({ page: 320, inside: 0 });
  });

  test(`axe finds nothing wrong with a ${surface}, light or dark`, async ({ site }) => {
    const style = "<style>:root { background: Canvas; color: CanvasText }</style>";
    const page = await show(site, surface, { html: style + PAGE });
    await page.evaluate(AXE);
    for (const scheme of ["light", "dark"]) {
      const violations = await page.evaluate(async (colorScheme) => {
        document.documentElement.style.colorScheme = colorScheme;
        const axe: unknown = Reflect.get(window, "axe");
        const { violations: found } = await (axe as typeof import("axe-core")).run(document);
        return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
      }, scheme);
      expect(violations, scheme).toEqual([]);
    }
  });
}

for (const surface of ["toast", "bar", "tooltip"]) {
  test(`a ${surface} that is long, and holds no button, is scrolled by keys`, async ({
    site,
    context,
  }) => {
    const tab = await context.newPage();
    await tab.setViewportSize({ width: 320, height: 256 });
    const content = { title: "Long", body: "word ".repeat(400), dismissible: false, anchor: "top" };
    const page = await show(site, surface, { payload: { content, ctas: [] }, tab });
    const box = page.locator(".box");
    await box.focus();
    // A busy browser may drop a key that comes before its first frame.
    const pressed = async () => {
      await page.keyboard.press("End");
      return box.evaluate(({ scrollTop }) => scrollTop);
    };
    await expect.poll(pressed).toBeGreaterThan(0);
    await page.evaluate(AXE);
    const found = await page.evaluate(
      "axe.run().then(({ violations }) => violations.map(({ id }) => id))",
    );
    expect(found).toEqual([]);
  });
}

test("a meter tells how much is used, to eyes and to assistive technology", async ({ site }) => {
  const page = await show(site, "usage_meter");
  const meter = page.getByRole("meter", { name: "You are almost there" });
  await expect(meter).toHaveAttribute("aria-valuenow", "2");
  await expect(meter).toHaveAttribute("aria-valuemax", "3");
  await expect(page.getByText("2 / 3")).toBeVisible();
  await page.evaluate("Service.updateUsage({ seats: 3 })");
  await expect(page.getByText("3 / 3")).toBeVisible();
});

for (const surface of ["toast", "bar", "tooltip", ...IN_FLOW]) {
  test(`a ${surface} never takes the focus`, async ({ site }) => {
    const isPageLevel = PAGE_LEVEL.includes(surface);
    const page = await site.open({
      html: PAGE.replace('data-service-slot="top"', 'id="slot"'),
      config: configOf(
        isPageLevel ? pageLevel(surface, { content: { title: "Hello" } }) : inFlow(surface),
      ),
    });
    await page.getByLabel("Field").focus();
    await page.evaluate("slot.dataset.serviceSlot = 'top'; Service.trigger('opened')");
    await expect(page.locator(".box")).toBeVisible();
    await page.keyboard.type("abc");
    await expect(page.getByLabel("Field")).toBeFocused();
    await expect(page.getByLabel("Field")).toHaveValue("abc");
  });
}

test("a surface of the application's own is shown, told about dismissals, and cleaned up", async ({
  site,
}) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(inFlow("ribbon", { content: { title: "Own look" } })),
  });
  await page.evaluate(`Service.registerSurface("ribbon", (place, output, { dismiss }) => {
    place.textContent = output.content.title;
    place.onclick = dismiss;
    return () => { window.cleaned = true; };
  })`);
  await page.getByText("Own look").click();
  await expect(page.getByText("Own look")).toHaveCount(0);
  expect(await page.evaluate("window.cleaned")).toBe(true);
});

test("a surface of the application's own that throws leaves the slot as it was", async ({
  site,
}) => {
  site.expectConsole(/surface "ribbon" failed/);
  const page = await site.open({
    html: '<div data-service-slot="top"><p>Own</p></div><div data-service-slot="other"></div>',
    config: configOf(inFlow("ribbon", { content: { title: "Own look" } }), placement("other")),
  });
  await page.evaluate(`Service.registerSurface("ribbon", () => { throw new Error("no"); })`);
  await expect(page.getByText("Title of other")).toBeVisible();
  await expect(page.getByText("Own", { exact: true })).toBeVisible();
});

test("a surface of the application's own may be asynchronous, and fail so", async ({ site }) => {
  site.expectConsole(/surface "ribbon" failed/);
  const page = await site.open({
    html: '<div data-service-slot="top"><p>Own</p></div><div data-service-slot="other"></div>',
    config: configOf(
      inFlow("ribbon", { content: { title: "Own look" } }),
      placement("other", { payload: { surface: "scroll" } }),
    ),
  });
  await page.evaluate(`window.heard = [];
    Service.on("error", ({ message }) => heard.push(message));
    Service.registerSurface("ribbon", async () => { throw new Error("no"); });
    Service.registerSurface("scroll", async (place, { content }) => {
      await null;
      place.textContent = content.title;
    });`);
  await expect(page.getByText("Title of other")).toBeVisible();
  await expect(page.getByText("Own", { exact: true })).toBeVisible();
  expect(await page.evaluate("heard")).toEqual(['surface "ribbon" failed']);
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("Title of other")).toHaveCount(0);
});

test("what fails late leaves a surface of the application's own that has been drawn anew", async ({
  site,
}) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(inFlow("ribbon", { content: { title: "For {{user_name}}" } })),
  });
  await page.evaluate(`window.rejects = [];
    Service.registerSurface("ribbon", (place, { content }) => {
      place.textContent = content.title;
      return new Promise((_, reject) => rejects.push(reject));
    })`);
  await expect(page.getByText("For Ann")).toBeVisible();
  await page.evaluate("Service.setUser({ name: 'Ben' })");
  await expect(page.getByText("For Ben")).toBeVisible();
  await page.evaluate("rejects[0](new Error('late'))");
  await page.waitForTimeout(200);
  await expect(page.getByText("For Ben")).toBeVisible();
});
