/** Walk-throughs about what was used: the low-credits warning, and the meter that fills and turns. */
import { dialog, expect, press, reload, slot, test, why } from "./walk-page";

test.describe("low credits", () => {
  test("warn from 80 % on, get urgent with the last one, and stop what needs one", async ({
    open,
  }) => {
    const page = await open("low-credits");
    const top = slot(page, "assistant_top");
    await press(page, "Generate");
    await expect(page.getByText("23 images this month")).toBeVisible();
    await expect(top.locator(".box")).toHaveCount(0);
    await expect(why(page, "assistant_top")).toContainText("is 76.67, wants usage_threshold");

    await press(page, "Generate");
    await expect(top).toContainText("6 credits left");
    await expect(top).toContainText("80 % of this month's 30 are used.");
    for (let used = 24; used < 29; used += 1) await press(page, "Generate");
    await expect(top).toContainText("Make it a good one, Ann.");
    await press(page, "Generate");
    await expect(top).toContainText("You are out of credits");
    await expect(top.getByRole("button", { name: "Dismiss" })).toHaveCount(0);

    await press(page, "Generate");
    const gate = dialog(page, "This one needs a credit");
    await expect(gate.getByRole("meter")).toHaveAttribute("aria-valuetext", "30 / 30");
    await expect(page.getByText("30 images this month")).toBeVisible();
    await gate.getByRole("button", { name: "Upgrade to Pro" }).click();
    await expect(gate).toBeHidden();
    await expect(top.locator(".box")).toHaveCount(0);
    await press(page, "Generate");
    await expect(page.getByText("31 images this month")).toBeVisible();
  });

  test("warn three times a day at most, and say why they don't", async ({ open }) => {
    const page = await open("low-credits");
    const top = slot(page, "assistant_top");
    await press(page, "Use a credit");
    await press(page, "Use a credit");
    for (const display of [1, 2, 3]) {
      await expect(top, `display ${display}`).toContainText("6 credits left");
      await reload(page);
    }
    await expect(why(page, "assistant_top")).toContainText("cap reached");
    await expect(top.locator(".box")).toHaveCount(0);
    // What is past the warning is told all the same.
    for (let used = 24; used < 30; used += 1) await press(page, "Use a credit");
    await expect(top).toContainText("You are out of credits");
  });

  test("let the warning wait a day, in every tab", async ({ open, context }) => {
    await context.clock.install();
    const [page, other] = [await open("low-credits"), await open("low-credits")];
    await page.bringToFront();
    await press(page, "Use a credit");
    await press(page, "Use a credit");
    await expect(slot(other, "assistant_top")).toContainText("6 credits left");
    await press(page, "Later");
    await expect(slot(page, "assistant_top").locator(".box")).toHaveCount(0);
    await expect(slot(other, "assistant_top").locator(".box")).toHaveCount(0);
    await reload(page);
    await expect(why(page, "assistant_top")).toContainText("reminded later");
    await context.clock.fastForward(25 * 3_600_000);
    await expect(slot(page, "assistant_top")).toContainText("6 credits left");
  });

  test("stay dismissed for the session", async ({ open }) => {
    const page = await open("low-credits");
    await press(page, "Use a credit");
    await press(page, "Use a credit");
    await press(page, "Dismiss");
    await reload(page);
    await expect(why(page, "assistant_top")).toContainText("cooling down");
    await expect(slot(page, "assistant_top").locator(".box")).toHaveCount(0);
  });

  test("are enough again when the month begins", async ({ open }) => {
    const page = await open("low-credits");
    for (let used = 22; used < 30; used += 1) await press(page, "Use a credit");
    await expect(slot(page, "assistant_top")).toContainText("You are out of credits");
    await press(page, "Start a new month");
    await expect(slot(page, "assistant_top").locator(".box")).toHaveCount(0);
    await press(page, "Generate");
    await expect(page.getByText("1 images this month")).toBeVisible();
  });
});

test.describe("a usage meter", () => {
  test("fills, turns near the limit and at it, and turns back after the upgrade", async ({
    open,
  }) => {
    const page = await open("usage-meter");
    const sidebar = slot(page, "sidebar_usage");
    const meter = sidebar.getByRole("meter");
    await expect(sidebar).toContainText("Exports this month");
    await expect(meter).toHaveAttribute("aria-valuetext", "12 / 20");
    await press(page, "Export");
    await expect(meter).toHaveAttribute("aria-valuetext", "13 / 20");

    await press(page, "Export four files");
    await expect(sidebar).toContainText("Exports left: 3");
    await expect(sidebar).toContainText("85 % of this month's 20 are used.");
    for (let used = 17; used < 20; used += 1) await press(page, "Export");
    await expect(sidebar).toContainText("No exports left");
    await expect(meter).toHaveClass(/full/);

    await press(page, "Export");
    const gate = dialog(page, "All 20 exports are used");
    await expect(gate).toContainText("for €12 a month");
    await gate.getByRole("button", { name: "Not now" }).click();
    await expect(page.getByText("20 files exported")).toBeVisible();
    await sidebar.getByRole("button", { name: "Go on with Pro" }).click();
    await expect(sidebar).toContainText("Exports this month");
    await expect(meter).toHaveAttribute("aria-valuetext", "20 / 40");
    await expect(meter).not.toHaveClass(/full/);
  });

  test("is as wide as what was used", async ({ open }) => {
    const page = await open("usage-meter");
    const track = slot(page, "sidebar_usage").locator(".track");
    const share = async () => {
      const [outer, inner] = await Promise.all(
        [track, track.locator("i")].map((one) => one.boundingBox()),
      );
      return outer && inner ? Math.round((100 * inner.width) / outer.width) : -1;
    };
    await expect.poll(share).toBe(60);
    await press(page, "Export four files");
    await expect.poll(share).toBe(80);
    await press(page, "Export four files");
    await press(page, "Export four files");
    await expect.poll(share).toBe(100);
  });

  test("goes past a soft limit without a stop, and is away where there is none", async ({
    open,
  }) => {
    const page = await open("usage-meter");
    const sidebar = slot(page, "sidebar_usage");
    await press(page, "Export four files");
    await press(page, "Export four files");
    await press(page, "Go on with Pro");
    await expect(sidebar).toContainText("Exports this month");
    for (let used = 20; used < 40; used += 4) await press(page, "Export four files");
    await press(page, "Export");
    await expect(page.getByText("41 files exported")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(sidebar).toContainText("More than your 40 exports");
    await expect(why(page, "export_gate")).toContainText("is over_soft_limit, wants denied");

    await sidebar.getByRole("button", { name: "Unlimited with Business" }).click();
    await expect(sidebar.getByText("No limit on this plan")).toBeVisible();
    await expect(sidebar.getByRole("meter")).toHaveCount(0);
    await press(page, "Export");
    await expect(page.getByText("42 files exported")).toBeVisible();
  });

  test("leads from the warning to the plans, which know the plan by then", async ({ open }) => {
    const page = await open("usage-meter");
    await press(page, "Export four files");
    await press(page, "See plans");
    const plans = dialog(page, "Export twice as much");
    await plans.getByRole("button", { name: "Upgrade to Pro" }).click();
    await expect(page.getByText("Pro", { exact: true })).toBeVisible();
    await expect(plans).toBeHidden();
  });
});
