/** `service_server` on a slow line. */
import { expect, openService, slotIn, test, titled } from "../service-page";

test("a bundle that is long in coming, as on a slow line, is waited for", async ({
  site,
  plane,
}) => {
  await plane.launch(titled(1, "Here after all"));
  plane.fault("bundle", plane.faults.slow(12_000));
  const page = await openService({ site, plane });
  await expect(slotIn(page).getByText("Here after all")).toBeVisible({ timeout: 40_000 });
});
