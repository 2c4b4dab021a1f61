/** How often what answers an event or a click comes again while its reader stays on one route. */
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { countDisplays } from "../stored-page";
import { COUNT_TOASTS, configOf, onEvent, PAGE, toastsOf } from "../surface-pages";

const toast = (payload: object) =>
  onEvent("saved", {
    surface: "toast",
    content: { title: "Saved", duration_ms: 1_500 },
    ...payload,
  });

for (const [limit, payload] of [
  ["a cap of one", { caps: [{ count: 1, period: "session" }] }],
  ["a cooldown", { cooldown_hours: 24 }],
] as const) {
  test(`${limit} counts when the same event happens again on the same route`, async ({ site }) => {
    const page = await site.open({ html: PAGE + COUNT_TOASTS, config: configOf(toast(payload)) });
    await page.evaluate("Service.track('saved')");
    await expect.poll(() => toastsOf(page)).toEqual({ came: 1, isThere: false });
    await page.evaluate("Service.track('saved')");
    await page.waitForTimeout(400);
    expect(await toastsOf(page)).toEqual({ came: 1, isThere: false });
  });
}

for (const surface of ["modal", "banner"]) {
  test(`a ${surface} whose cooldown has no hours is dismissed for the session`, async ({
    site,
  }) => {
    const ours = placement("top", {
      ...(surface === "modal" && { slot: undefined, trigger: { type: "page_view" } }),
      payload: { surface, cooldown_hours: 0 },
    });
    const page = await site.open({ html: PAGE, config: configOf(ours) });
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Title of top")).toHaveCount(0);
    await page.evaluate("Service.setUser({ traits: { a: 1 } })");
    await page.waitForTimeout(300);
    await expect(page.getByText("Title of top")).toHaveCount(0);
    expect(await page.evaluate("Service.explain('top').reasons")).toEqual(["cooling_down"]);
  });
}

test("two displays on one route are two to a cap, and an event while one is open is none", async ({
  site,
}) => {
  const modal = onEvent("opened", {
    content: { title: "News" },
    caps: [{ count: 2, period: "lifetime" }],
  });
  const page = await site.open({ html: PAGE, config: configOf(modal) });
  for (let display = 0; display < 2; display++) {
    await page.evaluate("Service.show('opened')");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.evaluate("Service.show('opened')");
    await page.waitForTimeout(200);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.evaluate("Service.show('opened')");
  await page.waitForTimeout(400);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a cap counts what answers one kind of the event only, and is decided about once", async ({
  site,
}) => {
  const modal = onEvent("exported", {
    content: { title: "Exported" },
    target: { condition: { "event.properties.format": "csv" } },
    caps: [{ count: 1, period: "session" }],
  });
  const page = await site.open({ html: PAGE, config: configOf(modal) });
  await page.evaluate("told = 0; Service.on('decision', () => told++)");
  await page.evaluate("Service.track('exported', { format: 'pdf' })");
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate("told = 0; Service.track('exported', { format: 'csv' })");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.waitForTimeout(300);
  expect(await page.evaluate("told")).toBe(1);
  await page.keyboard.press("Escape");
  await page.evaluate("Service.track('exported', { format: 'csv' })");
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const [limit, payload] of [
  ["cap of one", { caps: [{ count: 1, period: "lifetime" }] }],
  ["cap of two", { caps: [{ count: 2, period: "lifetime" }] }],
  ["cooldown", { cooldown_hours: 24 }],
] as const) {
  for (const ms of [0, 30, 300]) {
    test(`what answers an event on a page that goes on ${ms} ms later is seen there, and uses up a ${limit} once`, async ({
      site,
    }) => {
      const welcome = onEvent("welcome", {
        surface: "toast",
        content: { title: "Welcome", duration_ms: 60_000 },
        ...payload,
      });
      const page = await site.open({ html: PAGE, config: configOf(welcome) });
      await page.evaluate("seen = []; Service.on('impression', (one) => seen.push(one.placement))");
      await page.evaluate(`(async () => {
        Service.track("welcome");
        await new Promise((done) => setTimeout(done, ${ms}));
        history.pushState(null, "", "/welcome");
      })()`);
      await expect.poll(() => page.evaluate("seen")).toEqual(["welcome"]);
      await expect(page.getByText("Welcome")).toBeVisible();
      expect(await countDisplays(page)).toBe(1);
      // Now that it was seen, it is another display on the next route.
      await page.evaluate("history.pushState(null, '', '/elsewhere')");
      await expect(page.getByText("Welcome")).toHaveCount(limit === "cap of two" ? 1 : 0);
    });
  }
}

for (const api of ["with", "without"]) {
  test(`an address that is put right before anybody saw a placement uses up none of its caps (${api} the Navigation API)`, async ({
    site,
    context,
  }) => {
    const hide = () => Object.defineProperty(window, "navigation", { value: undefined });
    if (api === "without") await context.addInitScript(hide);
    const caps = [{ count: 1, period: "lifetime" }];
    const welcome = placement("welcome", {
      slot: undefined,
      category: "fixed",
      payload: { surface: "modal", content: { title: "Welcome, once" }, caps },
    });
    const config = configOf(welcome, placement("top", { payload: { caps } }));
    const page = await site.open({
      html: `${PAGE}<script>
        const isThere = (text) =>
          [...document.querySelectorAll("*")].some((one) => one.shadowRoot?.textContent.includes(text));
        const timer = setInterval(() => {
          if (!isThere("Welcome, once") || !isThere("Title of top")) return;
          clearInterval(timer);
          history.replaceState(null, "", "/dashboard");
        }, 10);
      </script>`,
      config,
    });
    await page.waitForURL("**/dashboard");
    await page.waitForTimeout(400);
    await expect(page.getByText("Welcome, once")).toBeVisible();
    await expect(page.getByText("Title of top")).toBeVisible();
    // Elsewhere it is another display.
    await page.evaluate("history.pushState(null, '', '/elsewhere')");
    await expect(page.getByText("Welcome, once")).toHaveCount(0);
    await expect(page.getByText("Title of top")).toHaveCount(0);
  });
}
