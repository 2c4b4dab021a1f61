/** `local_only` asks nobody for anything, as the browser's own log of its network says. */
import { readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

/** Every URL in the log, whoever asked: a page, a worker, a beacon, a closing tab, a preflight. */
const ASKED = /"url":"(https?:[^"]+)"/g;
/** The browser's own: its updates, its accounts, the icon of a page. */
const BROWSER = /^https?:\/\/[\w.-]+\.(google|googleapis|gvt1)\.com\/|\/favicon\.ico$/;

test("local_only makes no request, from the first moment to the last", async ({
  site,
  launchOptions,
}, testInfo) => {
  const log = testInfo.outputPath("net-log.json");
  const args = [...(launchOptions.args ?? []), `--log-net-log=${log}`];
  const browser = await chromium.launch({ ...launchOptions, args });
  const context = await browser.newContext();
  site.watch(context);
  const book = playbook({ placements: [placement("top")] });
  const page = await site.open(
    {
      html: `<div data-service-slot="top"></div><button data-service-event="pressed">Press</button>`,
      config: localConfig(book, {
        ...{ tenantId: "acme", publicKey: "svc_public_acme", endpoint: site.otherUrl },
        user: { id: "u1", plan_handle: "free" },
      }),
    },
    await context.newPage(),
  );
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.getByText("Press").click();
  await page.evaluate(`Promise.all([
    Service.identify("u2"), Service.track("x"), Service.capture("y"), Service.flush(),
    Service.fetchUserContext("u2"), Service.getTrialStatus(), Service.refreshContext(),
    Service.registerSurface("carousel", () => undefined), Service.setConsent("granted"),
  ])`);
  await page.evaluate("history.pushState(null, '', '/next')");
  await page.getByRole("button", { name: "Dismiss" }).click();
  // For what must not come, a second of viewing and an idle moment included.
  await page.waitForTimeout(2500);
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.close({ runBeforeUnload: true });
  await browser.close();
  const asked = [...(await readFile(log, "utf8")).matchAll(ASKED)].map(([, url]) => url);
  const own = asked.filter((url) => url && !BROWSER.test(url));
  expect(new Set(own)).toEqual(new Set([`${site.url}/`, `${site.url}/dist/service.js`]));
  expect(site.requests.map(({ path }) => path)).toEqual(["/"]);
});
