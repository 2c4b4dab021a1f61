/** Calls in an order that nobody thinks of, such as from within a listener: each still does what it says. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { placement } from "../playbooks";
import { createSignal } from "../signal";
import { COUNT_TOASTS, configOf, onEvent, toastsOf } from "../surface-pages";

const HTML = '<div data-service-slot="top"></div><div data-service-slot="side"></div>';
const ONCE = [{ count: 1, period: "lifetime" }];
const stored = (page: Page) => page.evaluate(() => `${localStorage.getItem("service:history")}`);
/** A display is stored soon after it. */
const settle = (page: Page) => page.waitForTimeout(300);

test("what is shown right after a change of the route, in the same task, stays", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config: configOf(onEvent("offer", {})) });
  await page.evaluate("Service.ready");
  await page.evaluate("history.pushState(0, '', '/billing'); Service.show('offer')");
  await expect(page.getByRole("dialog")).toContainText("Title of offer");
  await page.evaluate("history.pushState(0, '', '/elsewhere')");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an event that comes before its slot was parsed is answered there", async ({
  site,
  context,
}) => {
  const parsed = createSignal();
  site.serve("/slow.js", async () => {
    await parsed.settled;
    return { headers: { "content-type": "text/javascript" }, body: "" };
  });
  const early = placement("top", { trigger: { type: "event", name: "early" } });
  site.servePage({
    html: `<p>Above</p><script src="/slow.js"></script>${HTML}`,
    config: configOf(early),
    script: `<script>window.Service = [(sdk) => sdk.track("early")];</script>
      <script src="/dist/service.js"></script>`,
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/`, { waitUntil: "commit" });
  await expect(page.getByText("Above")).toBeVisible();
  await page.evaluate("Service.ready");
  // All is decided about the page as far as it is there.
  await settle(page);
  expect(await page.evaluate("document.readyState")).toBe("loading");
  parsed.settle();
  await expect(page.getByText("Title of top")).toBeVisible();
});

/** Dismisses what is in the first slot, and calls `reset`, as soon as both slots have something. */
const RESET_AT_ONCE = `<script>
  const timer = setInterval(() => {
    const boxes = [...document.querySelectorAll("[data-service-slot]")]
      .flatMap(({ shadowRoot }) => shadowRoot?.querySelector(".box") ?? []);
    if (boxes.length < 2) return;
    clearInterval(timer);
    Service.on("dismiss", () => { window.isDismissed = true; });
    boxes[0].querySelector(".close").click();
    Service.reset();
  });</script>`;

test("reset() right after a display and a dismissal forgets them", async ({ site }) => {
  const capped = placement("side", { payload: { caps: ONCE } });
  const config = configOf(placement("top"), capped);
  const page = await site.open({ html: HTML + RESET_AT_ONCE, config });
  await expect.poll(() => page.evaluate("window.isDismissed")).toBe(true);
  await expect(page.getByText("Title of top")).toBeVisible();
  await settle(page);
  // On another route another display would count.
  await page.evaluate(
    "Service.identify('u1', { plan_handle: 'free' }); history.pushState(0, '', '/next')",
  );
  await settle(page);
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("Title of side")).toBeVisible();
  expect(await stored(page)).not.toContain("dismissed");
});

test("a dismissal is that of whom it was made by, though a listener says somebody else is here", async ({
  site,
}) => {
  const page = await site.open({ html: HTML, config: configOf(placement("top")) });
  await page.evaluate("Service.on('dismiss', () => Service.identify('u2'))");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await settle(page);
  await expect(page.getByText("Title of top")).toBeVisible();
  await page.evaluate("Service.identify('u1')");
  await expect(page.getByText("Title of top")).toHaveCount(0);
});

test("a display is counted for whom it is shown to, though that becomes known while it is counted", async ({
  site,
}) => {
  const page = await site.open({
    html: HTML,
    config: configOf(placement("top", { payload: { caps: ONCE } })),
    script: `<script>
      window.Service = [(sdk) => { const off = sdk.on("decision", () => { off(); sdk.identify("u2"); }); }];
    </script><script src="/dist/service.js"></script>`,
  });
  await expect(page.getByText("Title of top")).toBeVisible();
  await settle(page);
  await page.evaluate("Service.identify('u3')");
  await expect(page.getByText("Title of top")).toBeVisible();
  await settle(page);
  // On another route another display would count.
  await page.evaluate("Service.identify('u2'); history.pushState(0, '', '/next')");
  await expect(page.getByText("Title of top")).toHaveCount(0);
});

for (const [how, act] of Object.entries({
  "by its button": (page: Page) => page.getByRole("button", { name: "Dismiss" }).click(),
  "by Escape": (page: Page) => page.keyboard.press("Escape"),
})) {
  test(`a modal that is closed ${how} and shown again at once is a modal again`, async ({
    site,
  }) => {
    const page = await site.open({ html: HTML, config: configOf(onEvent("offer", {})) });
    await page.evaluate(`{ let times = 0;
      Service.on("dismiss", () => { if (times++ < 1) Service.show("offer"); }); }`);
    await page.evaluate("Service.show('offer')");
    await expect(page.getByRole("dialog")).toBeFocused();
    await act(page);
    await expect(page.locator("dialog:modal")).toHaveCount(1);
    await expect(page.getByRole("dialog")).toBeFocused();
    await act(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("a toast whose time was up comes again when it is asked for, and on another route", async ({
  site,
}) => {
  const content = { title: "Saved", duration_ms: 1500 };
  const toast = placement("note", {
    slot: undefined,
    trigger: { type: "page_view" },
    payload: { surface: "toast", content },
  });
  const page = await site.open({ html: HTML + COUNT_TOASTS, config: configOf(toast) });
  const comesAndGoes = (times: number) =>
    expect.poll(() => toastsOf(page)).toEqual({ came: times, isThere: false });
  await comesAndGoes(1);
  await expect.poll(() => page.evaluate("Service.explain('note').visible")).toBe(false);
  // It doesn't come back by itself.
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  await settle(page);
  expect(await toastsOf(page)).toEqual({ came: 1, isThere: false });
  await page.evaluate("Service.show('note')");
  await comesAndGoes(2);
  await page.evaluate("history.pushState(0, '', '/next')");
  await comesAndGoes(3);
});

test("an SDK that is destroyed as soon as it is ready sends and stores nothing more", async ({
  site,
}) => {
  site.allowConsole(/404|answered/);
  const page = await site.open({
    html: HTML,
    config: { tenantId: "acme", publicKey: "svc_public", endpoint: site.url },
    script: `<script>
      window.Service = [(sdk) => sdk.on("ready", () => { sdk.destroy(); window.isOver = true; })];
    </script><script src="/dist/service.js"></script>`,
  });
  await page.waitForFunction("window.isOver");
  // The beacon would go when the page is idle, a second later at most.
  await page.waitForTimeout(1500);
  expect(site.requestsTo("/api/sdk/meta")).toEqual([]);
  const keys = await page.evaluate("Object.keys(localStorage).join()");
  expect(keys).not.toContain("queue");
});

test("after destroy(), called by a listener, no other decision of that moment is told", async ({
  site,
}) => {
  const config = configOf(placement("top"), placement("side"));
  const page = await site.open({
    html: HTML,
    config,
    script: `<script>
      window.told = [];
      window.Service = [(sdk) => sdk.on("decision", ({ slot }) => { told.push(slot); sdk.destroy(); })];
    </script><script src="/dist/service.js"></script>`,
  });
  await expect.poll(() => page.evaluate("told.length")).toBeGreaterThan(0);
  await settle(page);
  expect(await page.evaluate("told.length")).toBe(1);
});
