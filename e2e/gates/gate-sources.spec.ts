/** What only a gate needs is asked of the application's own sources, too. */
import { expect, test } from "../fixtures";
import { openSourced } from "../sourced-page";

test("what a gate needs is asked for before it is clicked; in a shadow root of the page's, at the first click", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    `local.resolvers = { checkEntitlement: async (handle) => { asked.push(handle); return { allowed: true }; } };
     addEventListener("DOMContentLoaded", () => {
       document.querySelector("[data-service-gate]").dataset.serviceGate = "share";
       const inside = document.body.appendChild(document.createElement("div")).attachShadow({ mode: "open" });
       inside.innerHTML = '<button data-service-gate="print" onclick="window.printed = true">Print</button>';
     });`,
  );
  await expect.poll(() => page.evaluate("asked.includes('share')")).toBe(true);
  await page.getByText("Export").click();
  expect(await page.evaluate("window.ran")).toBe(true);
  const print = async () => {
    await page.getByText("Print").click();
    return page.evaluate("window.printed");
  };
  expect(await print()).toBeUndefined();
  await expect.poll(print).toBe(true);
});

test("a source slower than the context changes is heard, and not asked more than once at a time", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    `window.most = 0;
     let now = 0;
     local.resolvers = {
       async checkEntitlement() {
         most = Math.max(most, ++now);
         await new Promise((resolve) => setTimeout(resolve, 700));
         now--;
         return { allowed: true };
       },
     };
     let count = 0;
     setInterval(() => window.Service?.updateUsage({ ticks: ++count }), 300);`,
  );
  await page.waitForTimeout(2500);
  await page.getByText("Export").click();
  expect(await page.evaluate("window.ran")).toBe(true);
  expect(await page.evaluate("window.most")).toBe(1);
});

test("a source is waited for where a library has put its own promises in place", async ({
  site,
}) => {
  const page = await openSourced(
    site,
    `window.Promise = class extends Promise {};
     local.resolvers = { checkEntitlement: async () => ({ allowed: true }) };`,
  );
  const gate =
    "Service.gate('export', () => 1).then(({ ran, entitlement }) => [ran, entitlement.allowed])";
  expect(await page.evaluate(gate)).toEqual([true, true]);
});
