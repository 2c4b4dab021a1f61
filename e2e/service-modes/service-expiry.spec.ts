/** `service_server`: a Playbook past its expiry, while no newer one can be had. */
import type { Page } from "@playwright/test";
import {
  expect,
  FAILED_LOAD,
  openService,
  type ServicePage,
  slotIn,
  test,
  titled,
} from "../service-page";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** As the control plane signs it. */
const EXPIRES = 30 * DAY;
const CHECK = "Service.checkEntitlement('export')";

test.beforeEach(async ({ site, plane, context }) => {
  site.allowConsole(FAILED_LOAD);
  site.allowConsole(/Playbook refused/);
  await plane.launch(titled(1, "The last one"));
  await context.clock.install();
});

/** Opens a page that has the Playbook; from then on none can be had. */
async function openOnce(options: Pick<ServicePage, "site" | "plane">): Promise<Page> {
  const page = await openService(options);
  await expect(slotIn(page).getByText("The last one")).toBeVisible();
  options.plane.fault("bootstrap", options.plane.faults.refuse());
  return page;
}

test("an open page has its own content again seven days after, and a newer Playbook when it comes", async ({
  site,
  plane,
}) => {
  const page = await openOnce({ site, plane });
  await page.clock.fastForward(EXPIRES + 7 * DAY - HOUR);
  await expect(slotIn(page).getByText("The last one")).toBeVisible();
  expect(await page.evaluate(CHECK)).toMatchObject({ source: "playbook" });
  await page.clock.fastForward(2 * HOUR);
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
  const denied = { allowed: false, reason: "playbook_unavailable", source: "none" };
  expect(await page.evaluate(CHECK)).toMatchObject(denied);
  plane.fault("bootstrap", undefined);
  await plane.launch(titled(2, "A newer one"));
  await page.clock.fastForward(HOUR);
  await expect(slotIn(page).getByText("A newer one")).toBeVisible();
});

for (const [when, after, isShown] of [
  ["within seven days of its expiry", 7 * DAY - HOUR, true],
  ["later than seven days after its expiry", 7 * DAY + HOUR, false],
] as const) {
  test(`on a visit ${when} the stored one ${isShown ? "still" : "no longer"} decides`, async ({
    site,
    plane,
  }) => {
    const page = await openOnce({ site, plane });
    await page.clock.setSystemTime(Date.now() + EXPIRES + after);
    await page.reload();
    await page.evaluate("Service.ready");
    await expect(slotIn(page).getByText(isShown ? "The last one" : "Page content")).toBeVisible();
    const source = isShown ? "cached_playbook" : "none";
    expect(await page.evaluate(CHECK)).toMatchObject({ source });
  });
}
