/** `service_server`: a Playbook past its expiry, while no newer one can be had. */
import { expect, FAILED_LOAD, openService, slotIn, test, titled } from "./service-page";

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

test("an open page has its own content again seven days after, and a newer Playbook when it comes", async ({
  site,
  plane,
}) => {
  const page = await openService({ site, plane });
  await expect(slotIn(page).getByText("The last one")).toBeVisible();
  plane.fault("bootstrap", plane.faults.refuse());
  await page.clock.fastForward(EXPIRES + 7 * DAY - HOUR);
  await expect(slotIn(page).getByText("The last one")).toBeVisible();
  expect(await page.evaluate(CHECK)).toMatchObject({ source: "playbook" });
  await page.clock.fastForward(2 * HOUR);
  await expect(slotIn(page).getByText("Page content")).toBeVisible();
  const denied = { allowed: false, reason: "playbook_unavailable", source: "none" };
  expect(await page.evaluate(CHECK)).toMatchObject(denied);
  plane.fault("bootstrap", undefined);
  await page.clock.fastForward(HOUR);
  await expect(slotIn(page).getByText("The last one")).toBeVisible();
});

for (const [when, after, isShown] of [
  ["within seven days of its expiry", 7 * DAY - HOUR, true],
  ["later than seven days after its expiry", 7 * DAY + HOUR, false],
] as const) {
  test(`on a visit ${when} the stored one ${isShown ? "still" : "no longer"} decides`, async ({
    site,
    plane,
  }) => {
    const page = await openService({ site, plane });
    await expect(slotIn(page).getByText("The last one")).toBeVisible();
    plane.fault("bootstrap", plane.faults.refuse());
    await page.clock.setSystemTime(Date.now() + EXPIRES + after);
    await page.reload();
    await page.evaluate("Service.ready");
    await expect(slotIn(page).getByText(isShown ? "The last one" : "Page content")).toBeVisible();
    const source = isShown ? "cached_playbook" : "none";
    expect(await page.evaluate(CHECK)).toMatchObject({ source });
  });
}
