/** What moves on a page, as the browser itself measures it: nothing, where the slot's space is reserved. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { CONTENT, CTAS, IN_FLOW, PAGE_LEVEL, pageLevel, user } from "../surface-pages";

const RESERVED = "min-block-size: 24rem";
const HTML = (style: string) => `<h1>Page</h1>
  <div data-service-slot="top" id="slot" style="${style}"></div>
  ${"<p>What would move, and what a reader reads meanwhile.</p>".repeat(6)}`;

interface Shifts {
  readonly shifts: { readonly value: number; readonly hadRecentInput: boolean }[];
}
/** Shifts from the first frame on, those that follow a click included. */
async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shifts["shifts"] = [];
    Object.assign(window, { shifts });
    const keep = (list: PerformanceObserverEntryList) => {
      const entries: unknown[] = JSON.parse(JSON.stringify(list.getEntries()));
      Reflect.apply(shifts.push, shifts, entries);
    };
    const observer = new PerformanceObserver(keep);
    Object.assign(window, { takeShifts: () => observer.takeRecords() });
    observer.observe({ type: "layout-shift", buffered: true });
  });
}
/** Sum of all shifts so far, once what was painted has been told. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
    const shifts: Shifts["shifts"] = Reflect.get(window, "shifts");
    return shifts.reduce((sum, { value }) => sum + value, 0);
  });
/** The page has been painted without its placement, which alone can be moved away from. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
  );

test.beforeEach(({ context }) => recordShifts(context));

/** Nothing is decided before `Service.start()`. */
const MANUAL = '<script src="/dist/service.js" data-manual></script>';
const payload = (surface: string) => ({ surface, content: CONTENT, ctas: CTAS });
const configOf = (surface: string, options = {}) =>
  localConfig(playbook({ placements: [placement("top", { payload: payload(surface) })] }), {
    user,
    ...options,
  });

for (const surface of IN_FLOW) {
  test(`a reserved slot that fills with a ${surface}, and is dismissed, moves nothing`, async ({
    site,
  }) => {
    const page = await site.open({
      html: HTML(RESERVED),
      script: MANUAL,
      config: configOf(surface),
    });
    await painted(page);
    await page.evaluate("Service.start()");
    await expect(page.locator(".box")).toBeVisible();
    expect(await shiftOf(page)).toBe(0);
    await page.locator(".box").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.locator(".box")).toHaveCount(0);
    expect(await shiftOf(page)).toBe(0);
  });
}

test("the measure of these tests sees a slot that reserves nothing", async ({ site }) => {
  const page = await site.open({ html: HTML(""), script: MANUAL, config: configOf("card") });
  await painted(page);
  await page.evaluate("Service.start()");
  await expect(page.locator(".box")).toBeVisible();
  await expect.poll(() => shiftOf(page)).toBeGreaterThan(0.01);
});

test("a reserved slot that stays empty moves nothing, its own children included", async ({
  site,
}) => {
  const page = await site.open({
    html: HTML(RESERVED).replace("></div>", "><p>Own words</p></div>"),
    script: MANUAL,
    config: localConfig(playbook(), { user }),
  });
  await painted(page);
  await page.evaluate("Service.start()");
  await page.evaluate("Service.ready");
  await expect(page.getByText("Own words")).toBeVisible();
  expect(await shiftOf(page)).toBe(0);
});

for (const behavior of ["invisible", "placeholder"]) {
  test(`a reserved slot whose provider never answers moves nothing (${behavior})`, async ({
    site,
  }) => {
    site.allowConsole(/resolvePlaybook/);
    const page = await site.open({
      html: HTML(RESERVED),
      script: `<script>const never = () => new Promise(() => {}); window.ServiceConfig = {
        runtimeMode: "local_only", providerFailureSlotBehavior: "${behavior}",
        localRuntime: { resolvers: { resolvePlaybook: never } },
      };</script><script src="/dist/service.js"></script>`,
    });
    await page.evaluate("Service.ready");
    const decision = await page.evaluate("Service.getPlacementDecision({ slot: 'top' })");
    expect(decision).toMatchObject({ visible: false, reasons: ["provider_failure"] });
    await expect(page.locator(".placeholder")).toHaveCount(behavior === "placeholder" ? 1 : 0);
    expect(await shiftOf(page)).toBe(0);
  });
}

test("a slot that changes hands, is updated and loses its placement moves nothing", async ({
  site,
}) => {
  const config = configOf("card");
  const page = await site.open({ html: HTML(RESERVED), script: MANUAL, config });
  await painted(page);
  await page.evaluate("Service.start()");
  await expect(page.locator(".box")).toBeVisible();
  for (const change of [
    "Service.updateUsage({ seats: 3 })",
    "slot.dataset.serviceSurfaces = 'banner'",
    "slot.dataset.serviceSurfaces = 'card'",
    "Service.destroy()",
  ]) {
    await page.evaluate(change);
    await painted(page);
    expect(await shiftOf(page), change).toBe(0);
  }
  await expect(page.locator(".box")).toHaveCount(0);
});

for (const surface of PAGE_LEVEL) {
  test(`a ${surface} that comes and goes moves nothing`, async ({ site }) => {
    const page = await site.open({
      html: HTML(RESERVED),
      config: localConfig(playbook({ placements: [pageLevel(surface)] }), { user }),
    });
    await painted(page);
    await page.evaluate("Service.trigger('opened')");
    await expect(page.locator(".box")).toBeVisible();
    await painted(page);
    await page.locator(".box").getByRole("button", { name: "Dismiss" }).click();
    await expect(page.locator(".box")).toHaveCount(0);
    expect(await shiftOf(page)).toBe(0);
  });
}
