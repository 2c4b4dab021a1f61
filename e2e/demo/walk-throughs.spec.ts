/** All seven walk-throughs: sound Playbooks, and pages that anybody can read and use. */
import { createRequire } from "node:module";
import { validatePlaybook } from "../../dist/decision.mjs";
import { expect, playbookOf, press, test, WALKS } from "./walk-page";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

for (const walk of WALKS) {
  test(`the Playbook of ${walk} is valid, and each placement can show something`, () => {
    const playbook = playbookOf(walk);
    expect(validatePlaybook(playbook)).toMatchObject({ ok: true });
    for (const { payloads } of playbook.placements) expect(payloads.length).toBeGreaterThan(0);
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`${walk} in ${colorScheme}`, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

      test("has no serious violation of accessibility", async ({ open }) => {
        test.slow();
        const page = await open(walk);
        await page.addScriptTag({ path: AXE });
        const found = await page.evaluate(`axe.run().then(({ violations }) => violations
          .filter(({ impact }) => impact === "serious" || impact === "critical")
          .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`);
        expect(found).toEqual([]);
      });
    });
  }

  test.describe(`${walk} on a narrow screen`, () => {
    test.use({ viewport: { width: 375, height: 812 } });

    test("has no horizontal scroll", async ({ open }) => {
      const page = await open(walk);
      const overflow =
        "document.documentElement.scrollWidth - document.documentElement.clientWidth";
      expect(await page.evaluate(overflow)).toBe(0);
    });
  });
}

test.describe("a walk-through on a narrow screen", () => {
  test.use({ viewport: { width: 375, height: 812 } });

  test("does not move when its own script comes late", async ({ open, context }) => {
    await context.route(/walk\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    const page = await context.newPage();
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) Object(window).moved += Object(entry).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await open("trial", { tab: page });
    await page.waitForTimeout(300);
    // What the Web Vitals call good.
    expect(await page.evaluate("moved")).toBeLessThan(0.1);
  });
});

test("the walk-throughs are reached from the demo, and from one another", async ({
  page,
  demoUrl,
}) => {
  await page.goto(demoUrl);
  await page.getByRole("link", { name: "seven walk-throughs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "A premium feature behind a gate",
  );
  const list = page.getByRole("navigation", { name: "Walk-throughs" });
  await expect(list.getByRole("link")).toHaveCount(WALKS.length);
  await list.getByRole("link", { name: "Payment recovery" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment recovery");
  await page.getByRole("link", { name: "Acme Studio" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Projects");
});

test("the product's state and what was dismissed are forgotten when a story starts over", async ({
  open,
}) => {
  const page = await open("low-credits");
  await press(page, "Use a credit");
  await press(page, "Use a credit");
  await press(page, "Dismiss");
  await expect(page.getByText("24 images this month")).toBeVisible();
  await press(page, "Start over");
  await expect(page.getByText("22 images this month")).toBeVisible();
  await press(page, "Use a credit");
  await press(page, "Use a credit");
  await expect(page.getByText("6 credits left")).toBeVisible();
});
