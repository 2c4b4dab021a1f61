/** The service modes where something of the browser's is another script's: decided, told, and no more asked than elsewhere. */
import { expect, test } from "../relay";
import { bookOf, openService, SLOT, slotIn } from "../service-page";
import { sent, whenFlushed } from "../telemetry/telemetry-page";

const HOSTS = {
  "the time is a date": "Date.now = () => new Date();",
  "the time has fractions": "Date.now = () => performance.timeOrigin + performance.now();",
  "nothing can be written to the console": "window.console = {};",
  "idle time can't be asked for":
    "window.requestIdleCallback = () => { throw new Error('not here'); };",
  "idle callbacks return nothing": "window.requestIdleCallback = (job) => { setTimeout(job, 1); };",
  "answers have no streams": `{
    const real = fetch;
    window.fetch = async (...call) =>
      Object.defineProperty(await real(...call), "body", { value: undefined });
  }`,
};
for (const [what, script] of Object.entries(HOSTS)) {
  test(`where ${what} placements show, and events arrive once`, async ({ site, relay }) => {
    await relay.launch(bookOf(20));
    const page = await openService({
      ...{ site, plane: relay, html: `<script>Service.track("early");</script>${SLOT}` },
      code: `...(() => { ${script} })()`,
    });
    await expect(slotIn(page)).toContainText("Title of top");
    await page.evaluate("Service.track('done')");
    const told = () => sent(relay, "/api/track", "events");
    const names = () => told().map(({ name }) => name);
    await whenFlushed(page, () => names().toSorted()).toEqual(["done", "early", "page_view"]);
    for (const { event_id } of told())
      expect(event_id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(new Set(told().map(({ session_id }) => session_id)).size).toBe(1);
    // It is asked once a second.
    const began = Date.now();
    const asked = relay.requests.filter(({ path }) => path.endsWith("/bootstrap")).length;
    await page.waitForTimeout(2000);
    const again = relay.requests.filter(({ path }) => path.endsWith("/bootstrap")).length;
    const seconds = Math.floor((Date.now() - began) / 1000);
    expect(again - asked).toBeLessThanOrEqual(seconds + 1);
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect.poll(() => page.evaluate("Service.can('export')")).toBe(true);
  });
}

test("what is kept by a storage of the page's own goes out all the same", async ({
  site,
  relay,
}) => {
  await relay.launch(bookOf(21));
  const page = await openService({
    ...{ site, plane: relay },
    code: `...(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        const values = new Map();
        const value = {
          getItem: (key) => values.get(key) ?? null,
          setItem: (key, value) => void values.set(key, String(value)),
          removeItem: (key) => void values.delete(key),
        };
        Object.defineProperty(window, name, { value });
      }
    })()`,
  });
  await expect(slotIn(page)).toContainText("Title of top");
  await page.evaluate("Service.track('done'), Service.flush()");
  await expect
    .poll(() =>
      sent(relay, "/api/track", "events")
        .map(({ name }) => name)
        .toSorted(),
    )
    .toEqual(["done", "page_view"]);
});

test("a page may call something of its own URL", async ({ site, relay }) => {
  await relay.launch(bookOf(22));
  const page = await openService({
    ...{ site, plane: relay, html: `<script>const URL = "/api";</script>${SLOT}` },
  });
  await expect(slotIn(page)).toContainText("Title of top");
});
