/** A page that holds or awaits a lock as it is left isn't kept for going back. */
import { chromium } from "@playwright/test";
import { expect, test } from "../relay";
import { bookOf, openService, slotIn } from "../service-page";
import { before } from "../stored-page";
import { begun } from "./telemetry-page";

/** Asks for a lock from being left on, until it is back. */
const NOTED = `window.asked = [];
  let isLeft = false;
  addEventListener("pagehide", () => { isLeft = true; }, true);
  const { request } = LockManager.prototype;
  LockManager.prototype.request = function (name, ...rest) {
    if (isLeft) asked.push(name);
    return request.call(this, name, ...rest);
  };`;

/** How an application makes us send as its page is left. */
const SENDS = {
  "sends as it is hidden": `document.addEventListener("visibilitychange", () => {
      if (document.hidden) Service.flush();
    });
    Service.track("first");`,
  "sends again while a batch is on its way": `Service.track("first");
    Service.flush();
    await new Promise((resolve) => setTimeout(resolve, 300));
    Service.track("second");
    Service.flush();`,
};
for (const [name, code] of Object.entries(SENDS)) {
  test(`a page that ${name} asks for no lock when it is left`, async ({
    site,
    relay,
    launchOptions,
  }) => {
    await relay.launch(bookOf(20));
    // Playwright's own way to start it keeps no page.
    const ignoreDefaultArgs = ["--disable-back-forward-cache"];
    const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs });
    try {
      const context = await browser.newContext();
      site.watch(context);
      await before(context, NOTED);
      const page = await openService({ site, plane: relay, tab: await context.newPage() });
      await expect(slotIn(page).getByText("Title of top")).toBeVisible();
      await begun(relay);
      await expect
        .poll(() => page.evaluate("Object.keys(localStorage).filter((key) => /queue/.test(key))"))
        .toEqual([]);
      relay.fault("track", relay.faults.slow(2000));
      // From here on the pages act by themselves: who looks on from outside is lost by the way back.
      site.serve("/returned", { status: 204 });
      const back = "<script>setTimeout(() => history.back(), 500)</script>";
      site.servePage({ path: "/on", html: back, script: "" });
      await page.evaluate(`(async () => {
        addEventListener("pageshow", ({ persisted }) => fetch("/returned?" + persisted + asked));
        ${code}
        location.href = "/on";
      })()`);
      await expect
        .poll(() => site.requestsTo("/returned").map(({ url }) => url))
        .toEqual(["/returned?true"]);
      await expect
        .poll(async () => (await relay.query("SELECT 1 FROM events WHERE name = 'first'")).length)
        .toBeGreaterThan(0);
    } finally {
      await browser.close();
    }
  });
}
