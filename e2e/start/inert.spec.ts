/** The SDK that did not start: every call is answered, and the page goes on. */

import { expect, test } from "../fixtures";
import { errors, openWrong, SLOT } from "./configured-page";

test("the inert SDK answers every call: nothing throws, every promise settles", async ({
  site,
}) => {
  const { page } = await openWrong(site, {});
  const answers = await page.evaluate(`(async () => {
    const calls = {
      ready: () => Service.ready,
      push: () => Service.push(() => {}),
      identify: () => Service.identify("u1"),
      setUser: () => Service.setUser({ plan_handle: "pro" }),
      reset: () => Service.reset(),
      setPage: () => Service.setPage({ title: "x" }),
      updateUsage: () => Service.updateUsage({ seats: 1 }),
      getUserContext: () => Service.getUserContext(),
      fetchUserContext: () => Service.fetchUserContext("u1"),
      getTrialStatus: () => Service.getTrialStatus(),
      refreshContext: () => Service.refreshContext(),
      can: () => Service.can("export"),
      checkEntitlement: () => Service.checkEntitlement("export").then((r) => r.allowed),
      gate: () => Service.gate("export", () => 1).then((r) => r.ran),
      getPlacement: () => Service.getPlacement({ slot: "top" }),
      getPlacementDecision: () => Service.getPlacementDecision({ slot: "top" }).then((r) => r.visible),
      explain: () => Service.explain("top").visible,
      trigger: () => Service.trigger("x"),
      show: () => Service.show("top"),
      track: () => Service.track("x"),
      capture: () => Service.capture("x"),
      flush: () => Service.flush(),
      on: () => typeof Service.on("ready", () => {}),
      registerSurface: () => Service.registerSurface("x", () => {}),
      setConsent: () => Service.setConsent("granted"),
      start: () => Service.start(),
      destroy: () => Service.destroy(),
    };
    const answers = {};
    const late = () => new Promise((resolve) => setTimeout(resolve, 2000, "never settled"));
    for (const [name, call] of Object.entries(calls)) {
      try {
        answers[name] = (await Promise.race([call(), late()])) ?? null;
      } catch (error) {
        answers[name] = "threw " + error;
      }
    }
    return answers;
  })()`);
  expect(JSON.stringify(answers)).not.toMatch(/threw|never/);
  expect(answers).toMatchObject({
    can: false,
    checkEntitlement: false,
    gate: false,
    getPlacement: null,
    getPlacementDecision: false,
    explain: false,
    on: "function",
  });
  await expect(page.getByText("Page content")).toBeVisible();
  expect(await page.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
  expect(errors(site)).toHaveLength(1);
});

test("what needs an entitlement stays out of reach while the SDK is inert, until it is destroyed", async ({
  site,
}) => {
  site.expectConsole(/did not start/);
  const page = await site.open({
    html: `${SLOT}<p data-service-show-if="export">For Pro</p>
      <p data-service-hide-if="export">Pro has more</p>
      <button data-service-gate="export" onclick="document.title = 'exported'">Export</button>
      <script>
        document.addEventListener("service:error", ({ detail }) => { window.told = detail; });
      </script>`,
    config: {},
  });
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Pro has more")).toBeVisible();
  await expect(page.getByText("Page content")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("Test");
  expect(await page.evaluate("told")).toEqual({ entitlement: "export", message: "not known yet" });
  await page.evaluate("Service.destroy()");
  await expect(page.getByText("For Pro")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page).toHaveTitle("exported");
  expect(site.requests.map(({ path }) => path)).toEqual(["/"]);
});

test("a slot, a button and a link of the page's work while the SDK is inert, and a gate stays shut", async ({
  site,
}) => {
  site.expectConsole(/did not start/);
  const page = await site.open({
    html: `${SLOT}<button onclick="document.title = 'clicked'">Save</button>
      <div data-service-gate="export"><a href="#gated">Export</a></div>
      <a href="#there">There</a><p data-service-show-if="export" hidden>For Pro</p>`,
    config: {},
  });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveTitle("clicked");
  await page.getByRole("link", { name: "There" }).click();
  await expect(page).toHaveURL(/#there$/);
  await page.getByRole("link", { name: "Export" }).click();
  await page.waitForTimeout(200);
  expect(page.url()).toMatch(/#there$/);
  await expect(page.getByText("For Pro")).toBeHidden();
  await expect(page.getByText("Page content")).toBeVisible();
});

test("who listens for ready hears of it, also where nothing could start", async ({ site }) => {
  const { page } = await openWrong(site, {});
  const heard = page.evaluate(
    "new Promise((resolve) => Service.on('ready', () => resolve('heard')))",
  );
  expect(await heard).toBe("heard");
});
