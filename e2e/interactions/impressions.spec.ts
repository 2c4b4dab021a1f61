/** An impression: half of the placement in a visible tab for one unbroken second, once a decision. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { eventsOf, recordEvents } from "../page-events";
import { localConfig, placement, playbook } from "../playbooks";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 800, height: 600 } });

const config = localConfig(playbook({ placements: [placement("top")] }));
/** The slot begins far below the window. */
const HTML = `<style>body { margin: 0 } #space { height: 3000px }</style>
  <div id="space"></div><div id="slot" data-service-slot="top"></div><div style="height: 3000px"></div>`;

test.beforeEach(async ({ context }) => {
  await recordEvents(context);
  // Time goes by as ever, and `pass` adds to it.
  await context.clock.install();
});

const impressions = (page: Page) => eventsOf(page, "impression");
const elapsed = (page: Page): Promise<number> => page.evaluate(() => performance.now());
/** Scrolls so that this share of the placement's height is in the window, at its lower end. */
const reveal = (page: Page, share: number) =>
  page.locator(".box").evaluate((box, part) => {
    const { top, height } = box.getBoundingClientRect();
    scrollBy({ top: top + height * part - innerHeight, behavior: "instant" });
  }, share);
/** So much time, from when the browser has told the page what is in view. */
async function pass(page: Page, ms: number): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        // Observers are told in the order of their making: the SDK's before this one.
        const observer = new IntersectionObserver((entries) => {
          observer.disconnect();
          resolve(entries.length);
        });
        observer.observe(document.body);
      }),
  );
  await page.clock.runFor(ms);
}
async function expectImpressions(page: Page, count: number): Promise<void> {
  const counted = async () => {
    await pass(page, 300);
    return (await impressions(page)).length;
  };
  await expect.poll(counted).toBe(count);
}
/** Twice: what the first moments may begin, the next ones would end. */
async function expectNoMore(page: Page, count = 0): Promise<void> {
  await pass(page, 1500);
  await pass(page, 1500);
  expect(await impressions(page)).toHaveLength(count);
}
const setVisibility = (page: Page, state: "visible" | "hidden") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    Object.defineProperty(document, "hidden", { value: value === "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

test("half of it in view for one second is an impression, and not sooner", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await freeze(page);
  const from = await elapsed(page);
  await reveal(page, 0.51);
  await expectImpressions(page, 1);
  const [impression] = await impressions(page);
  expect((impression?.at ?? 0) - from).toBeGreaterThanOrEqual(1000);
  expect((impression?.at ?? 0) - from).toBeLessThan(2000);
});

test("49 % of it in view is none, however long", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await reveal(page, 0.49);
  await expectNoMore(page);
});

test("what is out of the window makes none", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await expectNoMore(page);
});

test("a second that is broken counts from its new beginning", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await freeze(page);
  await reveal(page, 1);
  await pass(page, 700);
  await page.evaluate("scrollTo(0, 0)");
  await pass(page, 100);
  const from = await elapsed(page);
  await reveal(page, 1);
  await expectImpressions(page, 1);
  const [impression] = await impressions(page);
  expect((impression?.at ?? 0) - from).toBeGreaterThanOrEqual(1000);
});

test("a hidden tab makes none, and the second begins when it is seen", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await setVisibility(page, "hidden");
  await reveal(page, 1);
  await expectNoMore(page);
  const from = await elapsed(page);
  await setVisibility(page, "visible");
  await expectImpressions(page, 1);
  const [impression] = await impressions(page);
  expect((impression?.at ?? 0) - from).toBeGreaterThanOrEqual(1000);
});

test("a tab that is hidden before the second is over makes none", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await freeze(page);
  await reveal(page, 1);
  await pass(page, 500);
  await setVisibility(page, "hidden");
  await expectNoMore(page);
});

test("a placement as large as a billboard counts with 30 % in view", async ({ site }) => {
  const large = (height: number) =>
    `<style>#slot { width: 800px }</style>${HTML}`.replace("3000px }", `${height}px }`);
  const page = await site.open({
    html: large(3000),
    config: localConfig(
      playbook({
        placements: [
          placement("top", {
            payload: { surface: "banner", content: { title: "T", body: "line\n".repeat(25) } },
          }),
        ],
      }),
    ),
  });
  const box = await page.locator(".box").boundingBox();
  expect((box?.width ?? 0) * (box?.height ?? 0)).toBeGreaterThan(242_500);
  await reveal(page, 0.28);
  await expectNoMore(page);
  await reveal(page, 0.33);
  await expectImpressions(page, 1);
});

test("one decision is one impression: over remounts, updates and scrolling, until the route changes", async ({
  site,
}) => {
  const page = await site.open({ html: HTML.replace("3000px }", "0 }"), config });
  await expectImpressions(page, 1);
  await page.evaluate("window.kept = slot; slot.remove()");
  await pass(page, 100);
  await page.evaluate("document.body.prepend(kept)");
  await expect(page.locator(".box")).toBeVisible();
  await page.evaluate(`slot.replaceWith(Object.assign(document.createElement("div"), { id: "slot" }));
    slot.dataset.serviceSlot = "top";`);
  await expect(page.locator(".box")).toBeVisible();
  await page.evaluate("Service.setUser({ traits: { team: 'a' } }); scrollTo(0, 2000)");
  await pass(page, 100);
  await page.evaluate("scrollTo(0, 0)");
  await expectNoMore(page, 1);
  await page.evaluate("history.pushState(null, '', '/next')");
  await expectImpressions(page, 2);
  const ids = (await impressions(page)).map(({ detail }) => detail.decision_id);
  expect(new Set(ids).size).toBe(2);
});

test("what is dismissed within the second was not seen", async ({ site }) => {
  const page = await site.open({ html: HTML, config });
  await expect(page.locator(".box")).toBeAttached();
  await freeze(page);
  await reveal(page, 1);
  await pass(page, 900);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expectNoMore(page);
});

test("page-level surfaces make impressions too, each once", async ({ site }) => {
  const surfaces = ["modal", "toast", "full_page", "bar", "tooltip"];
  for (const surface of surfaces) {
    const page = await site.open({
      html: '<h1>Page</h1><p data-service-slot="spot">Here</p>',
      config: localConfig(
        playbook({
          placements: [
            placement("over", {
              slot: undefined,
              trigger: { type: "page_view" },
              payload: { surface, content: { title: "Over", anchor: "spot" } },
            }),
          ],
        }),
      ),
    });
    await expect(page.locator(".box")).toBeVisible();
    await expectImpressions(page, 1);
    await expectNoMore(page, 1);
    expect(await impressions(page)).toMatchObject([{ detail: { surface } }]);
    await page.close();
  }
});

for (const [name, style] of [
  ["by visibility", "visibility: hidden"],
  ["by opacity", "opacity: 0"],
  ["with all it contains", "content-visibility: hidden; height: 60px"],
]) {
  test(`what the page hides ${name} makes none until it is shown`, async ({ site }) => {
    const page = await site.open({
      html: `<div id="around" style="${style}"><div data-service-slot="top"></div></div>`,
      config,
    });
    await expect(page.locator(".box")).toBeAttached();
    await expectNoMore(page);
    await page.evaluate("around.removeAttribute('style')");
    await expectImpressions(page, 1);
  });
}

for (const [name, property, hidden, shown] of [
  ["by visibility", "visibility", "hidden", "visible"],
  ["by opacity", "opacity", "0", "1"],
  ["by shrinking it to nothing", "transform", "scale(0)", "none"],
] as const) {
  test(`what the page hides ${name} for most of a second makes none, however often`, async ({
    site,
  }) => {
    // Hidden until time stands still: a slow machine may take a second to get there.
    const page = await site.open({
      html: `<div id="around" style="${property}: ${hidden}"><div data-service-slot="top"></div></div>`,
      config,
    });
    await expect(page.locator(".box")).toBeAttached();
    await freeze(page);
    const turn = (value: string) => page.evaluate(`around.style.${property} = "${value}"`);
    for (let second = 0; second < 4; second++) {
      await turn(hidden);
      await pass(page, 800);
      await turn(shown);
      await pass(page, 200);
    }
    expect(await impressions(page)).toHaveLength(0);
    await expectImpressions(page, 1);
  });
}

test("how much of it has to be in view goes by the size it has by now", async ({ site }) => {
  const config = localConfig(
    playbook({ placements: [placement("top", { payload: { surface: "own" } })] }),
  );
  const page = await site.open({ html: HTML, config });
  await page.evaluate(`Service.registerSurface("own", (place) => {
    place.innerHTML = "<p class='box' style='margin: 0; height: 250px'></p>";
  })`);
  /** Its share in the window is the same before and after, which no observer of that tells of. */
  const setHeight = (height: number) =>
    page.locator(".box").evaluate((box, px) => {
      box.setAttribute("style", `margin: 0; height: ${px}px`);
      const { top } = box.getBoundingClientRect();
      scrollBy({ top: top + px * 0.4 - innerHeight, behavior: "instant" });
    }, height);
  await expect(page.locator(".box")).toBeAttached();
  await freeze(page);
  await setHeight(400);
  await pass(page, 500);
  // Less than 242,500 px² of it: half of it has to be in view.
  await setHeight(250);
  await expectNoMore(page);
  await setHeight(400);
  await expectImpressions(page, 1);
});
