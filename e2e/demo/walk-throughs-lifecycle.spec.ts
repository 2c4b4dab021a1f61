/** Walk-throughs about a subscription's life: a trial, a failed payment, the annual plan. */
import type { Page } from "@playwright/test";
import { decided, dialog, expect, playbookOf, press, reload, slot, test, why } from "./walk-page";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.describe("a trial", () => {
  const top = (page: Page) => slot(page, "app_top");

  test("goes from its start to its end as the device's clock does", async ({ open, context }) => {
    const tab = await context.newPage();
    await tab.clock.install({ time: "2026-11-02T09:00:00Z" });
    const page = await open("trial", { tab });
    await expect(page.getByText("is part of Pro")).toBeVisible();
    await expect(top(page).locator(".box")).toHaveCount(0);

    await press(page, "Start the trial");
    await expect(top(page)).toContainText("Welcome to Pro, Ann");
    await expect(top(page)).toContainText("Everything is yours for 14 days.");
    await expect(page.getByText("is on")).toBeVisible();

    await page.clock.fastForward(6 * DAY);
    await expect(top(page)).toContainText("Everything is yours for 8 days.");
    await page.clock.fastForward(1 * DAY + HOUR);
    await expect(top(page)).toContainText("Day 8 of your Pro trial");
    await page.clock.fastForward(4 * DAY);
    await expect(top(page)).toContainText("Days left in your Pro trial: 3");
    await expect(top(page).getByRole("button", { name: "Dismiss" })).toHaveCount(0);
    await page.clock.fastForward(2 * DAY);
    await expect(top(page)).toContainText("Days left in your Pro trial: 1");
    await expect(page.getByText("is on")).toBeVisible();

    await page.clock.fastForward(1 * DAY);
    const ended = dialog(page, "Your Pro trial has ended");
    await expect(ended).toContainText("keep Pro for €12 a month");
    await expect(page.getByText("is part of Pro")).toBeVisible();
    await ended.getByRole("button", { name: "Stay on Free" }).click();
    await expect(ended).toBeHidden();
    await expect(top(page)).toContainText("Your brand kit is waiting");
  });

  test("ends with one word, once and for all tabs", async ({ open }) => {
    const page = await open("trial");
    await press(page, "End the trial");
    await expect(dialog(page, "Your Pro trial has ended")).toBeVisible();
    await reload(page);
    await expect(why(page, "trial_ended")).toContainText("cap reached");
    const other = await open("trial");
    await expect(why(other, "trial_ended")).toContainText("cap reached");
    await expect(other.getByRole("dialog")).toHaveCount(0);
    await expect(top(other)).toContainText("Your brand kit is waiting");
  });

  test("is over with the subscription: nothing counts down any more", async ({ open }) => {
    const page = await open("trial");
    await press(page, "Jump to day 13");
    await top(page).getByRole("button", { name: "Keep Pro" }).click();
    await expect(top(page).locator(".box")).toHaveCount(0);
    await expect(page.getByText("is on")).toBeVisible();
    await press(page, "End the trial");
    await decided(page);
    await expect(why(page, "trial_ended")).toContainText("trigger not met");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("is on")).toBeVisible();
  });

  test("can put the nudge off for two days, and says so in German", async ({ open, context }) => {
    const tab = await context.newPage();
    await tab.clock.install({ time: "2026-11-02T09:00:00Z" });
    const page = await open("trial", { tab });
    await press(page, "Deutsch (Österreich)");
    await expect(page.getByRole("button", { name: "English" })).toBeVisible();
    await decided(page);
    await press(page, "Start the trial");
    await page.clock.fastForward(7 * DAY + HOUR);
    await expect(top(page)).toContainText("Tag 8 mit Pro");
    await press(page, "Später");
    await expect(top(page).locator(".box")).toHaveCount(0);
    await page.clock.fastForward(47 * HOUR);
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
    await expect(top(page).locator(".box")).toHaveCount(0);
    await page.clock.fastForward(2 * HOUR);
    await expect(top(page)).toContainText("Tag 10 mit Pro");
  });
});

test.describe("a failed payment", () => {
  const top = (page: Page) => slot(page, "app_top");
  const title = "Your last payment did not go through";

  test("asks for another card, waits for it, and is forgotten when it is paid", async ({
    open,
  }) => {
    const page = await open("payment-recovery");
    await expect(top(page).locator(".box")).toHaveCount(0);
    const vacancy = top(page).getByText("The slot app_top: empty while");
    await expect(vacancy).toBeVisible();
    await press(page, "Let the payment fail");
    await expect(top(page)).toContainText(title);
    await expect(vacancy).toBeHidden();
    await expect(top(page)).toContainText("Visa ending in 42 was declined.");

    const update = top(page).getByRole("button", { name: "Update payment method" });
    await update.click();
    const card = dialog(page, "Payment method");
    await expect(card).toBeVisible();
    await expect(update).toHaveAttribute("aria-busy", "true");
    await card.getByRole("button", { name: "Pay €12" }).click();
    await expect(top(page).locator(".box")).toHaveCount(0);
    await expect(page.getByText("Thank you, Ann")).toBeVisible();
    await expect(page.getByText("€12 · Paid")).toBeVisible();
    await reload(page);
    await expect(why(page, "app_top")).toContainText("condition mismatch");
    await expect(why(page, "app_top")).toContainText("is paid, wants past_due");
  });

  test("stays when the form is closed without a payment", async ({ open }) => {
    const page = await open("payment-recovery");
    await press(page, "Let the payment fail");
    await press(page, "Update payment method");
    await press(page, "Cancel");
    const update = top(page).getByRole("button", { name: "Update payment method" });
    await expect(update).not.toHaveAttribute("aria-busy", "true");
    await expect(top(page)).toContainText(title);
    await update.click();
    await expect(dialog(page, "Payment method")).toBeVisible();
  });

  test("can wait a day, but not after the last attempt but one", async ({ open }) => {
    const page = await open("payment-recovery");
    await press(page, "Let the payment fail");
    await press(page, "Later");
    await expect(top(page).locator(".box")).toHaveCount(0);
    await reload(page);
    await expect(why(page, "app_top")).toContainText("reminded later");
    await press(page, "Let it fail once more");
    await expect(top(page)).toContainText("Your Pro plan stops tomorrow");
    await expect(top(page).getByRole("button")).toHaveText(["Update payment method"]);
  });

  test("disappears in both tabs when the payment comes in by another way", async ({ open }) => {
    const [page, other] = [await open("payment-recovery"), await open("payment-recovery")];
    await press(page, "Let the payment fail");
    await expect(top(page)).toContainText(title);
    await expect(top(other)).toContainText(title);
    await press(page, "Pay by bank transfer");
    await expect(top(page).locator(".box")).toHaveCount(0);
    await expect(top(other).locator(".box")).toHaveCount(0);
  });
});

test.describe("an annual-plan nudge", () => {
  const offer = (page: Page) => slot(page, "billing_top");
  const be = async (page: Page, id: string) => {
    while (!(await page.getByText(`You are ${id}`, { exact: true }).isVisible())) {
      await press(page, "Be the next user");
    }
  };

  test("is never seen by who is held out: in no tab, on no load, in no language", async ({
    open,
  }) => {
    const page = await open("annual-nudge");
    await expect(offer(page)).toContainText("Pay €120 once a year");
    await be(page, "user_4");
    await expect(why(page, "billing_top")).toContainText("annual_nudge holdout");
    await expect(why(page, "billing_top")).toContainText(/holdout: is 13\.43, wants 20/);
    await expect(offer(page).locator(".box")).toHaveCount(0);
    await reload(page);
    await expect(why(page, "billing_top")).toContainText("annual_nudge holdout");
    await expect(offer(page).locator(".box")).toHaveCount(0);
    const other = await open("annual-nudge");
    await expect(why(other, "billing_top")).toContainText("annual_nudge holdout");
    await press(other, "Deutsch (Österreich)");
    await expect(other.getByRole("button", { name: "English" })).toBeVisible();
    await expect(why(other, "billing_top")).toContainText("annual_nudge holdout");
    await expect(offer(other).locator(".box")).toHaveCount(0);
  });

  test("has the same words for the same user, on every load and in a fresh browser", async ({
    open,
    browser,
    demoUrl,
  }) => {
    const words = new Map<string, string>();
    const read = async (page: Page) => offer(page).locator(".title").textContent();
    const page = await open("annual-nudge");
    for (const id of ["user_1", "user_3", "user_12", "user_13"]) {
      await be(page, id);
      await expect(why(page, "billing_top")).toContainText("annual_nudge shown");
      const seen = await read(page);
      expect(seen).toBeTruthy();
      words.set(id, seen ?? "");
      await reload(page);
      await expect(offer(page).locator(".title")).toHaveText(seen ?? "");
    }
    expect([...new Set(words.values())].toSorted()).toEqual([
      "One invoice instead of twelve",
      "Two months free",
    ]);
    const fresh = await browser.newContext();
    const elsewhere = await fresh.newPage();
    await elsewhere.goto(`${demoUrl}walk-throughs/?w=annual-nudge`);
    await decided(elsewhere);
    await be(elsewhere, "user_12");
    await expect(offer(elsewhere).locator(".title")).toHaveText(words.get("user_12") ?? "");
    await fresh.close();
  });

  test("holds out about the percentage, and splits the rest in two", async ({ open }) => {
    const page = await open("annual-nudge");
    await press(page, "Count 1,000 users");
    const shares = page.locator("[data-text=share]");
    await expect(shares).toContainText("holdout");
    const text = (await shares.textContent()) ?? "";
    const share = (outcome: string) =>
      Number(new RegExp(`${outcome} ([\\d.]+) %`).exec(text)?.[1] ?? Number.NaN);
    const [{ holdout_percent: wanted }] = playbookOf("annual-nudge").placements;
    expect(Math.abs(share("holdout") - wanted)).toBeLessThan(3);
    expect(Math.abs(share("saving") - (100 - wanted) / 2)).toBeLessThan(4);
    expect(share("holdout") + share("saving") + share("calm")).toBeCloseTo(100, 0);
  });

  test("is over when it is taken, and shown three times a week at most", async ({ open }) => {
    const page = await open("annual-nudge");
    for (const display of [1, 2, 3]) {
      await expect(offer(page).locator(".box"), `display ${display}`).toBeVisible();
      if (display < 3) await reload(page);
    }
    await press(page, "Switch to yearly");
    await expect(offer(page).locator(".box")).toHaveCount(0);
    await expect(page.getByText("€24 saved, Ann.")).toBeVisible();
    await expect(why(page, "billing_top")).toContainText("segment mismatch");
    await press(page, "Pay monthly again");
    await reload(page);
    await expect(why(page, "billing_top")).toContainText("cap reached");
    await expect(offer(page).locator(".box")).toHaveCount(0);
  });
});
