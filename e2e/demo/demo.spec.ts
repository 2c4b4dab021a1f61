/** The demo as `npm start` serves it: what its visitors see, and what they are told about why. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { validatePlaybook } from "../../dist/decision.mjs";
import {
  choose,
  expect,
  exportButton,
  NARROW,
  pressBusy,
  row,
  setExports,
  slot,
  test,
} from "./demo-page";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** What axe finds serious or worse. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const found: string[] = await page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ": " + target.join(" "))))`);
  return found;
}
const overflow = (page: Page) =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** A toast that may be gone before a test looks: looked for in the page, from before what it answers. */
const comesToSay = (page: Page, words: string) =>
  page.waitForFunction((text) => {
    const root = document.querySelector("service-host")?.shadowRoot;
    return [...(root?.querySelectorAll(".toast .box") ?? [])].some(
      (box) => box.checkVisibility() && box.textContent?.includes(text),
    );
  }, words);

test("the demo's Playbook is valid", () => {
  const text = readFileSync(new URL("../../demo/playbook.json", import.meta.url), "utf8");
  expect(validatePlaybook(JSON.parse(text))).toMatchObject({ ok: true });
});

test.describe("the demo", () => {
  test("asks for its own files only", async ({ demo, demoUrl }) => {
    const asked: string[] = [];
    demo.on("request", (request) => asked.push(request.url()));
    await demo.reload();
    await demo.evaluate("Service.ready");
    await Promise.all([comesToSay(demo, "Your export is ready"), exportButton(demo).click()]);
    const files = asked.filter((address) => !address.startsWith("data:"));
    expect(files.filter((address) => !address.startsWith(demoUrl))).toEqual([]);
    expect(files.filter((address) => !/\.(html|css|js|json)$|\/$/.test(address))).toEqual([]);
  });

  test("shows a free user the meter, the upgrade and the card, and no banner", async ({ demo }) => {
    await expect(slot(demo, "sidebar_usage")).toContainText("12 / 20");
    await expect(slot(demo, "header_upgrade").getByRole("button")).toHaveText("Go unlimited");
    await expect(slot(demo, "projects_tile")).toContainText("Try Pro, €12 a month");
    await expect(slot(demo, "app_top").getByText("AI credits used")).toBeVisible();
  });

  test("shows a Pro user the next plan, and the page's own words instead of the meter", async ({
    demo,
  }) => {
    await choose(demo, "Plan", "Pro");
    await expect(slot(demo, "header_upgrade").getByRole("button")).toHaveText("Upgrade to Team");
    await expect(slot(demo, "sidebar_usage").getByText("No limit on this plan")).toBeVisible();
    await expect(slot(demo, "projects_tile").getByText("New project")).toBeVisible();
  });

  for (const [stage, words] of [
    ["New", "Welcome to your Pro trial, Ann"],
    ["Midway", "Day 9 of your Pro trial"],
    ["Ending", "Your trial ends in 2 days"],
  ] as const) {
    test(`says what matters in the trial: ${stage}`, async ({ demo }) => {
      await choose(demo, "Trial", stage);
      await expect(slot(demo, "app_top")).toContainText(words);
      await expect(slot(demo, "sidebar_usage").getByText("No limit on this plan")).toBeVisible();
    });
  }

  test("tells whoever comes after the trial that it has ended", async ({ demo }) => {
    await choose(demo, "Trial", "Over");
    const dialog = demo.getByRole("dialog", { name: "Your Pro trial has ended" });
    await expect(dialog).toContainText("with 20 exports a month");
    await dialog.getByRole("button", { name: "Stay on Free" }).click();
    await expect(dialog).toBeHidden();
    await expect(row(demo, "trial_ended")).toContainText("cooling down");
  });

  test("counts an export, and stops the one that is too many", async ({ demo }) => {
    await setExports(demo, 19);
    await expect(slot(demo, "sidebar_usage")).toContainText("Exports left: 1");
    await Promise.all([comesToSay(demo, "Your export is ready"), exportButton(demo).click()]);
    await expect(slot(demo, "sidebar_usage")).toContainText("20 / 20");
    await exportButton(demo).click();
    const dialog = demo.getByRole("dialog", { name: "You have used all 20 exports" });
    await expect(dialog).toBeVisible();
    await expect(demo.getByRole("slider", { name: "Exports", includeHidden: true })).toHaveValue(
      "20",
    );
    await dialog.getByRole("button", { name: "Not now" }).click();
    await expect(dialog).toBeHidden();
    await exportButton(demo).click();
    await expect(dialog).toBeVisible();
  });

  test("keeps the button busy during the checkout, and unlocks without a reload", async ({
    demo,
  }) => {
    await demo.evaluate("window.isSamePage = true");
    await setExports(demo, 20);
    await exportButton(demo).click();
    const dialog = demo.getByRole("dialog", { name: "You have used all 20 exports" });
    const upgrade = dialog.getByRole("button", { name: "Upgrade to Pro" });
    const welcome = comesToSay(demo, "Welcome to Pro");
    expect(await pressBusy(upgrade)).toBe(true);
    await expect(dialog).toBeHidden();
    await welcome;
    await expect(slot(demo, "sidebar_usage").getByText("No limit on this plan")).toBeVisible();
    expect(await demo.evaluate("window.isSamePage")).toBe(true);
  });

  test("decides again for another user, and for nobody", async ({ demo }) => {
    await choose(demo, "User", "Ben");
    await expect(slot(demo, "header_upgrade").getByRole("button")).toHaveText("Upgrade to Pro");
    await choose(demo, "User", "Visitor");
    await expect(slot(demo, "app_top")).toContainText("You are looking at a sample workspace");
    await exportButton(demo).click();
    await expect(demo.getByRole("dialog", { name: "Sign in to export" })).toBeVisible();
  });

  test("knows no plan where the plan is unknown", async ({ demo }) => {
    await choose(demo, "Plan", "Unknown");
    await expect(slot(demo, "header_upgrade").getByRole("button")).toHaveCount(0);
    await expect(demo.getByText("No limit on this plan")).toBeHidden();
    await exportButton(demo).click();
    const dialog = demo.getByRole("dialog", { name: "Your plan has no exports" });
    await dialog.getByRole("button", { name: "See plans" }).click();
    await expect(demo.getByRole("row", { name: "Brand kit" })).toContainText("Not included");
  });

  test("keeps the focus on the button of a plan that is chosen by key", async ({ demo }) => {
    await choose(demo, "Page", "Billing");
    const ofPro = demo.getByRole("listitem").filter({ hasText: "Unlimited exports" });
    const button = ofPro.getByRole("button");
    await button.focus();
    await demo.keyboard.press("Enter");
    await expect(button).toHaveText("Your plan");
    await expect(button).toBeFocused();
    await expect(button).toBeDisabled();
    await expect(demo.getByRole("button", { name: "Choose Free" })).toBeEnabled();
  });

  test("speaks German", async ({ demo }) => {
    await choose(demo, "Language", "Deutsch");
    await expect(slot(demo, "sidebar_usage")).toContainText("Exporte im Monat");
    await expect(slot(demo, "projects_tile")).toContainText("12 € im Monat");
  });

  test("follows the page from view to view", async ({ demo }) => {
    await choose(demo, "Page", "Editor");
    await expect(demo.getByText("New: remove backgrounds")).toBeVisible();
    await expect(slot(demo, "editor_brand")).toContainText("Brand kit is part of Pro");
    await choose(demo, "Plan", "Pro");
    await expect(demo.getByText("Headlines in")).toBeVisible();
    await choose(demo, "Page", "Billing");
    await expect(demo.getByText("New: remove backgrounds")).toBeHidden();
    await expect(demo.getByText("Two months free")).toBeVisible();
    await demo.goBack();
    await expect(demo.getByText("Two months free")).toBeHidden();
  });

  test("makes an offer to whoever wants to leave", async ({ demo }) => {
    await choose(demo, "Plan", "Team");
    await choose(demo, "Page", "Billing");
    await demo.getByRole("button", { name: "Cancel plan" }).click();
    const offer = demo.getByRole("dialog", { name: "Before you go, Ann" });
    await offer.getByRole("button", { name: "Cancel my plan" }).click();
    await expect(offer).toBeHidden();
    await expect(slot(demo, "sidebar_usage")).toContainText("12 / 20");
  });

  test("forgets what was dismissed", async ({ demo }) => {
    const card = slot(demo, "projects_tile");
    await card.getByRole("button", { name: "Dismiss" }).click();
    await expect(row(demo, "projects_tile")).toContainText("cooling down");
    await demo.reload();
    await expect(card.getByText("New project")).toBeVisible();
    await demo.getByRole("button", { name: "Forget what I dismissed" }).click();
    await expect(card).toContainText("Every export on brand");
  });

  test("says of every place what was decided, and why", async ({ demo }) => {
    const top = row(demo, "app_top");
    await expect(top.getByRole("img", { name: "not visible" })).toBeVisible();
    await expect(top).toContainText("trigger not met");
    await top.locator("summary").click();
    await expect(top.locator(".candidate")).toHaveCount(5);
    const ending = top.locator(".candidate", { hasText: "trial_ending" });
    await expect(ending.getByRole("img", { name: "failed" })).toBeVisible();
    await expect(ending).toContainText("trial_stage, stage ending");
    await choose(demo, "Trial", "Ending");
    await expect(ending.getByRole("img", { name: "failed" })).toHaveCount(0);
    await expect(ending).toContainText("shown");
    await expect(top.getByRole("img", { name: "visible", exact: true })).toBeVisible();
  });

  test("logs what people see and do", async ({ demo }) => {
    await slot(demo, "projects_tile").getByRole("button", { name: "Dismiss" }).click();
    await expect(demo.locator(".log")).toContainText("dismiss brand_kit_card");
    await expect(demo.locator(".log")).toContainText("impression upgrade_button");
  });

  test("does not move while its placements arrive", async ({ demo }) => {
    await demo.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ("value" in entry) shifts.push(Number(entry.value));
      }).observe({ type: "layout-shift", buffered: true });
    });
    await demo.reload();
    await expect(slot(demo, "projects_tile")).toContainText("Every export on brand");
    await demo.waitForTimeout(300);
    expect(await demo.evaluate("shifts")).toEqual([]);
  });
});

test("the demo by itself has no control plane to choose", async ({ demo }) => {
  const source = demo.getByRole("radiogroup", { name: "Source" });
  await expect(source.getByRole("radio", { name: "This page" })).toBeChecked();
  await expect(source.getByRole("radio", { name: "Control plane" })).toBeDisabled();
  await expect(demo.getByRole("heading", { name: "In the database" })).toBeHidden();
});

test.describe("the demo on a narrow screen", () => {
  test.use({ viewport: NARROW });

  test("has no horizontal scroll in any view, and a sheet for the controls", async ({ demo }) => {
    const sheet = demo.getByRole("button", { name: /^Try it/ });
    await expect(sheet).toHaveAttribute("aria-expanded", "false");
    expect(await overflow(demo)).toBe(0);
    await sheet.click();
    for (const view of ["Editor", "Billing", "Projects"]) {
      await choose(demo, "Page", view);
      await expect(demo.getByRole("heading", { level: 1 })).toHaveText(view);
      expect(await overflow(demo)).toBe(0);
    }
  });
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`the demo in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: "reduce" } });

    test("has no serious violation of accessibility", async ({ demo }) => {
      test.slow();
      await setExports(demo, 17);
      await expect(slot(demo, "app_top")).toContainText("New: print-ready PDF");
      await row(demo, "projects_tile").locator("summary").click();
      expect(await violations(demo)).toEqual([]);
      await choose(demo, "Plan", "Pro");
      await choose(demo, "Page", "Billing");
      await expect(demo.getByText("Two months free")).toBeVisible();
      expect(await violations(demo)).toEqual([]);
      await choose(demo, "Plan", "Free");
      await choose(demo, "Page", "Editor");
      await expect(slot(demo, "editor_brand")).toContainText("Unlock");
      expect(await violations(demo)).toEqual([]);
    });
  });
}
