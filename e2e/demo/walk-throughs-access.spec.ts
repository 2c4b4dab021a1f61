/** Walk-throughs about what a user may do: a premium feature behind a gate, and a seat limit. */
import { pressBusy } from "./demo-page";
import { dialog, expect, press, reload, slot, test, why } from "./walk-page";

test.describe("a premium feature behind a gate", () => {
  test("is stopped and explained on Free, and works after the checkout without a reload", async ({
    open,
  }) => {
    const page = await open("premium-feature");
    await page.evaluate("window.isSamePage = true");
    await expect(slot(page, "editor_brand")).toContainText("Brand kit is part of Pro");
    await expect(page.getByText("Honey")).toBeHidden();

    await press(page, "Apply brand kit");
    const gate = dialog(page, "Put your brand in every file");
    await expect(gate).toContainText("for €12 a month");
    await expect(page.getByText("Not branded yet")).toBeVisible();
    const upgrade = gate.getByRole("button", { name: "Upgrade to Pro" });
    expect(await pressBusy(upgrade)).toBe(true);
    await expect(gate).toBeHidden();
    await expect(page.getByText("Brand kit is on")).toBeVisible();
    await expect(slot(page, "editor_brand")).toBeHidden();
    await expect(page.getByText("Honey")).toBeVisible();
    await expect(why(page, "brand_kit_gate")).toContainText("is granted_by_plan, wants denied");

    await press(page, "Apply brand kit");
    await expect(page.getByText("In Acme's colours")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(await page.evaluate("window.isSamePage")).toBe(true);
  });

  test("asks again at each click, and again after a reload", async ({ open }) => {
    const page = await open("premium-feature");
    for (const time of ["first", "second", "after the reload"]) {
      if (time === "after the reload") await reload(page);
      await press(page, "Apply brand kit");
      await press(page, "Not now");
      await expect(page.getByRole("dialog"), time).toHaveCount(0);
    }
    await expect(page.getByText("Not branded yet")).toBeVisible();
  });

  test("leads from the gate to the tour and on to the checkout", async ({ open }) => {
    const page = await open("premium-feature");
    await press(page, "Apply brand kit");
    const gate = dialog(page, "Put your brand in every file");
    await gate.getByRole("button", { name: "See how it works" }).click();
    const tour = dialog(page, "One kit, every file");
    await expect(tour).toBeVisible();
    await expect(gate).toBeHidden();
    await tour.getByRole("button", { name: "Upgrade to Pro, €12 a month" }).click();
    await expect(tour).toBeHidden();
    await expect(page.getByText("Brand kit is on")).toBeVisible();
  });

  test("lets a member ask an admin, and tells that it was asked", async ({ open }) => {
    const page = await open("premium-feature");
    await press(page, "Be a member");
    await press(page, "Apply brand kit");
    const gate = dialog(page, "Brand kit is part of Pro");
    await expect(gate.getByRole("button", { name: "Upgrade to Pro" })).toHaveCount(0);
    await gate.getByRole("button", { name: "Ask an admin" }).click();
    const asked = dialog(page, "Your admins know");
    await expect(asked).toContainText("when Acme Studio is on Pro");
    await asked.getByRole("button", { name: "Back to my poster" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await press(page, "Apply brand kit");
    await expect(asked).toBeVisible();
  });

  test("says it in German to an Austrian", async ({ open }) => {
    const page = await open("premium-feature");
    await press(page, "Deutsch (Österreich)");
    await expect(slot(page, "editor_brand")).toContainText("Brand Kit gehört zu Pro");
    await press(page, "Apply brand kit");
    await expect(dialog(page, "Ihre Marke in jeder Datei")).toContainText("€ 12 im Monat");
  });

  test("opens in the other tab too when the plan was bought in this one", async ({ open }) => {
    const [page, other] = [await open("premium-feature"), await open("premium-feature")];
    await expect(slot(other, "editor_brand")).toContainText("Brand kit is part of Pro");
    await page.bringToFront();
    await press(page, "Apply brand kit");
    await press(page, "Upgrade to Pro");
    await expect(page.getByText("Honey")).toBeVisible();
    await other.bringToFront();
    await expect(other.getByText("Honey")).toBeVisible();
    await press(other, "Apply brand kit");
    await expect(other.getByText("In Acme's colours")).toBeVisible();
  });
});

test.describe("a seat limit", () => {
  test("lets people in until the seats are taken, then says what Team has", async ({ open }) => {
    const page = await open("seat-limit");
    await expect(slot(page, "people_note")).toContainText("Free to invite: 1");
    await press(page, "Invite");
    await expect(page.getByText("Cleo")).toBeVisible();
    await expect(slot(page, "people_note")).toContainText("All 3 seats are taken");
    await expect(slot(page, "people_note").getByRole("meter")).toHaveAttribute(
      "aria-valuetext",
      "3 / 3",
    );

    await press(page, "Invite");
    const gate = dialog(page, "Bring everyone along");
    await expect(gate).toContainText("Free has 3 seats");
    await expect(gate).toContainText("€39 a month");
    await gate.getByRole("button", { name: "Upgrade to Team" }).click();
    await expect(gate).toBeHidden();
    await expect(page.getByText("There is room for ten now.")).toBeVisible();
    await expect(slot(page, "people_note")).toContainText("Free to invite: 7");

    await press(page, "Invite");
    await expect(page.getByText("Dan")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("lets somebody in again once there is room", async ({ open }) => {
    const page = await open("seat-limit");
    await press(page, "Invite");
    await press(page, "Invite");
    await press(page, "Not now");
    await expect(page.getByText("Dan")).toHaveCount(0);
    await press(page, "Remove somebody");
    await expect(page.getByText("Cleo")).toHaveCount(0);
    await expect(slot(page, "people_note")).toContainText("Free to invite: 1");
    await press(page, "Invite");
    await expect(page.getByText("Cleo")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("keeps whoever is there when the plan gets smaller, and lets nobody in", async ({
    open,
  }) => {
    const page = await open("seat-limit");
    await press(page, "Invite");
    await press(page, "Invite");
    await press(page, "Upgrade to Team");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await press(page, "Invite");
    await press(page, "Go back to Free");
    await press(page, "Invite");
    await expect(dialog(page, "Bring everyone along")).toBeVisible();
    const people = page.locator("[data-text=people] li");
    await expect(people).toHaveText(["Ann", "Ben", "Cleo", "Dan"]);
  });

  test("offers a talk to the largest team", async ({ open }) => {
    const page = await open("seat-limit");
    await press(page, "Invite");
    await press(page, "Invite");
    await press(page, "Upgrade to Team");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    for (let seat = 4; seat <= 10; seat += 1) await press(page, "Invite");
    await expect(page.getByText("Jon")).toBeVisible();
    await press(page, "Invite");
    const gate = dialog(page, "Ten is the most for Team");
    await expect(gate.getByRole("link", { name: "Write to us" })).toHaveAttribute(
      "href",
      /^mailto:sales@acme\.example/,
    );
  });
});
