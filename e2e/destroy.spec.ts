/** destroy() puts the page back, and the SDK may start again. */
import { PAGE } from "./busy-page";
import { expect, test } from "./fixtures";

test("destroy() puts the page back as it was", async ({ site }) => {
  const html = `<p data-service-show-if="export" id="a">For Pro</p>
    <p data-service-show-if="export" id="b" hidden>For Pro, hidden by the page</p>
    <p data-service-hide-if="seats" id="c">Full</p>${PAGE.html}`;
  site.servePage({ html, path: "/bare", script: "" });
  const page = await site.open({ ...PAGE, html });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.locator("#a")).toBeHidden();
  await expect(page.locator("#c")).toBeHidden();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("Export is part of Pro")).toBeVisible();

  await page.evaluate("Service.destroy()");
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Title of top")).toHaveCount(0);
  await expect(page.getByText("Export is part of Pro")).toHaveCount(0);
  const after = await page.evaluate<string>("document.body.innerHTML");
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("exported");
  await page.evaluate("Service.setUser({ plan_handle: 'pro' }), Service.track('saved')");
  await expect(page.locator("#b")).toBeHidden();
  await expect(page.getByText("It is saved")).toHaveCount(0);
  await page.goto(`${site.url}/bare`);
  expect(after).toBe(await page.evaluate("document.body.innerHTML"));
});

test("destroy() twice, and calls after it, do nothing", async ({ site }) => {
  const page = await site.open(PAGE);
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.destroy(), Service.destroy()");
  await page.evaluate("Service.show('ask'), Service.reset(), void Service.identify('u2')");
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.waitForTimeout(300);
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Export is part of Pro")).toHaveCount(0);
});

test("destroy() before the first decision leaves nothing behind", async ({ site }) => {
  const page = await site.open({ ...PAGE, html: `${PAGE.html}<script>Service.destroy()</script>` });
  await page.waitForTimeout(300);
  await expect(page.getByText("Page content")).toBeVisible();
  await expect(page.getByText("Full")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("exported");
});

for (const times of [1, 3]) {
  test(`after destroy() the SDK starts again, ${times} times over`, async ({ site }) => {
    const page = await site.open(PAGE);
    for (let time = 0; time < times; time++) {
      await expect(page.getByText("Title of top")).toBeVisible();
      await page.evaluate("Service.destroy()");
      await expect(page.getByText("Page content")).toBeVisible();
      await page.addScriptTag({ url: "/dist/service.js" });
    }
    await expect(page.getByText("Title of top")).toHaveCount(1);
    await expect(page.getByText("Page content")).toBeHidden();
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText("Export is part of Pro")).toHaveCount(1);
    expect(await page.title()).toBe("Test");
    expect(site.console.filter((line) => line.startsWith("warning"))).toEqual([]);
  });
}
