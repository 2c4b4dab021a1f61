import { expect, test } from "vitest";
import { createStore, DAY, launchOf, NOW, openPage } from "./delivery.fixture";

test("the time that bootstrap tells replaces what a stored manifest has told", async () => {
  const store = createStore();
  await openPage(launchOf(1), { store }).check();
  const device = NOW - 30 * DAY;
  let offset = 0;
  const clock = {
    now: () => device + offset,
    device: () => device,
    set: (at: number) => {
      offset = at - device;
    },
  };
  const page = openPage(launchOf(1), { store, clock });
  expect(await page.restore()).toBe(true);
  await page.check();
  expect(clock.now()).toBe(NOW);
});
