/** Toasts, bars and tooltips: where they are, and how long. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { COUNT_TOASTS, configOf, onEvent, PAGE, pageLevel, show, toastsOf } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a toast is announced: it appears in a live region that was there before", async ({
  site,
}) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("toast")) });
  // What it holds when it comes to the page, and at each change from then on.
  await page.evaluate(`window.regions = [];
    const look = () => {
      const { shadowRoot } = document.querySelector("service-host") ?? {};
      const region = shadowRoot?.querySelector("[role=status]");
      if (region) regions.push(region.textContent);
      if (shadowRoot) observer.observe(shadowRoot, { childList: true, subtree: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(document.documentElement, { childList: true, subtree: true });
    Service.trigger("opened");`);
  await expect(page.getByRole("status")).toContainText("You are almost there");
  expect(await page.evaluate("regions[0]")).toBe("");
});

test("a toast whose event happens again stays for its whole time again", async ({ site }) => {
  const content = { title: "Saved", duration_ms: 2000 };
  const toast = { ...pageLevel("toast", { content }), trigger: { type: "event", name: "saved" } };
  const page = await site.open({ html: PAGE, config: configOf(toast) });
  await page.evaluate(`window.seen = [];
    const count = () => document.querySelector("service-host")?.shadowRoot.querySelectorAll(".box").length ?? 0;
    setInterval(() => seen.push({ count: count(), at: performance.now() }), 50);
    Service.trigger("saved");
    setTimeout(() => Service.trigger("saved"), 1500);`);
  // Looked for in the page: it may be gone before the test looks.
  await expect
    .poll(() => page.evaluate("seen.some(({ count }) => count) && !seen.at(-1).count"))
    .toBe(true);
  const seen = (await page.evaluate("seen")) as { count: number; at: number }[];
  // One toast all the time, for longer than one event would have it.
  expect(seen.map(({ count }) => count).join("")).toMatch(/^0*1+0*$/);
  const shown = seen.filter(({ count }) => count);
  expect((shown.at(-1)?.at ?? 0) - (shown[0]?.at ?? 0)).toBeGreaterThan(2500);
});

test("a toast that waits for nothing leaves as well, and comes back on another route only", async ({
  site,
}) => {
  const content = { title: "Saved", duration_ms: 1_500 };
  const toast = pageLevel("toast", { content });
  const page = await site.open({
    html: PAGE + COUNT_TOASTS,
    config: configOf({ ...toast, trigger: undefined }),
  });
  await expect.poll(() => toastsOf(page)).toEqual({ came: 1, isThere: false });
  await page.evaluate("Service.setUser({ traits: { a: 1 } })");
  await page.waitForTimeout(500);
  expect(await toastsOf(page)).toEqual({ came: 1, isThere: false });
  await page.evaluate("history.pushState({}, '', '/two')");
  await expect.poll(() => toastsOf(page)).toEqual({ came: 2, isThere: false });
});

test("a bar sticks to the end it names", async ({ site, context }) => {
  const tab = await context.newPage();
  for (const position of ["top", "bottom"]) {
    const page = await show(site, "bar", {
      tab,
      payload: { content: { title: "Hello", position } },
    });
    const box = await page.locator(".box").boundingBox();
    const { height = 0 } = page.viewportSize() ?? {};
    expect(box && (position === "top" ? box.y : height - box.y - box.height)).toBe(0);
  }
});

test("bars at one end stand beside one another, the latest at the upper side", async ({ site }) => {
  const bar = (handle: string, position: string) =>
    onEvent(handle, { surface: "bar", content: { title: handle, position } });
  const handles = ["first", "second", "third"];
  for (const position of ["top", "bottom"]) {
    const config = configOf(...handles.map((handle) => bar(handle, position)));
    const page = await site.open({ html: PAGE, config });
    for (const handle of handles) {
      await page.evaluate(`Service.trigger("${handle}")`);
      await expect(page.getByRole("region", { name: handle })).toBeVisible();
    }
    const { height: bottom = 0 } = page.viewportSize() ?? {};
    let edge = 0;
    for (const handle of position === "top" ? [...handles].reverse() : handles) {
      const box = await page.getByRole("region", { name: handle }).boundingBox();
      if (!box) throw new Error("no box");
      const from = position === "top" ? box.y : bottom - box.y - box.height;
      expect(from).toBeCloseTo(edge, 0);
      edge = from + box.height;
    }
  }
});

test("a tooltip is beside the slot it points at", async ({ site }) => {
  const page = await site.open({
    html: '<main style="padding: 150px"><span data-service-slot="spot">Here</span></main>',
    config: configOf(
      onEvent("opened", { surface: "tooltip", content: { title: "Look", anchor: "spot" } }),
    ),
  });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByText("Look")).toBeVisible();
  const spot = await page.getByText("Here").boundingBox();
  const box = await page.locator(".box").boundingBox();
  expect(spot && box && box.y - (spot.y + spot.height)).toBeGreaterThanOrEqual(0);
  expect(spot && box && box.y - (spot.y + spot.height)).toBeLessThan(20);
});

test("a tooltip is out of sight while the page's styles hide what it points at", async ({
  site,
}) => {
  const page = await site.open({
    html: `<style>@media (width < 600px) { nav { display: none } }</style>
      <main style="padding: 150px"><nav data-service-slot="spot">Here</nav></main>`,
    config: configOf(
      onEvent("opened", { surface: "tooltip", content: { title: "Look", anchor: "spot" } }),
    ),
  });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByText("Look")).toBeInViewport();
  await page.setViewportSize({ width: 500, height: 600 });
  await expect(page.getByText("Look")).not.toBeInViewport();
  await page.setViewportSize({ width: 800, height: 600 });
  await expect(page.getByText("Look")).toBeInViewport();
});

test("a tooltip leaves with what it points at, lets others have their turn, and comes back with it", async ({
  site,
}) => {
  const page = await site.open({
    html: '<main style="padding: 150px"><span data-service-slot="spot">Here</span></main>',
    config: configOf(
      onEvent("opened", { surface: "tooltip", content: { title: "Look", anchor: "spot" } }),
      onEvent("asked", { surface: "modal", content: { title: "A question" } }),
    ),
  });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByText("Look")).toBeVisible();
  await page.evaluate("spot = document.querySelector('span'); copy = spot.cloneNode(true)");
  await page.evaluate("spot.replaceWith(copy)");
  const beside = async () => {
    const spot = await page.getByText("Here").boundingBox();
    const box = await page.locator(".box").boundingBox();
    return spot && box && box.y - (spot.y + spot.height);
  };
  await expect.poll(beside).toBeGreaterThanOrEqual(0);
  await page.evaluate("copy.remove()");
  await expect(page.getByText("Look")).toHaveCount(0);
  await page.evaluate("Service.trigger('asked')");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.evaluate("document.querySelector('main').append(spot)");
  await expect(page.getByText("Look")).toBeVisible();
});

test("a toast is in its corner on a page that a router brings back from a copy", async ({
  site,
}) => {
  const toast = pageLevel("toast", { content: { title: "Saved", duration_ms: 60_000 } });
  const page = await site.open({ html: PAGE, config: configOf({ ...toast, trigger: undefined }) });
  await expect(page.getByText("Saved")).toBeVisible();
  const before = await page.locator(".box").boundingBox();
  await page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    document.documentElement.replaceChild(copy, document.body);
  });
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(page.locator("service-host")).toHaveCount(1);
  expect(await page.locator(".box").boundingBox()).toEqual(before);
});

test("a bar is back on a page whose body is made anew, though nothing in it is marked", async ({
  site,
}) => {
  const bar = { ...pageLevel("bar"), trigger: undefined };
  const page = await site.open({ html: "<h1>One</h1>", config: configOf(bar) });
  await expect(page.locator(".box")).toBeVisible();
  for (const act of ["document.body.innerHTML = ", "document.body.outerHTML = '<body>' + "]) {
    await page.evaluate(`${act} '<h1>Another</h1>'`);
    await expect(page.locator(".box")).toBeVisible();
    await expect(page.locator("service-host")).toHaveCount(1);
  }
});

test("many toasts leave room for each other: the latest four, and older ones in their turn", async ({
  site,
}) => {
  const names = ["one", "two", "three", "four", "five", "six"];
  const placements = names.map((title) =>
    onEvent(title, { surface: "toast", content: { title, duration_ms: 60_000 } }),
  );
  placements.push(onEvent("bar", { surface: "bar", content: { title: "A bar is none of them" } }));
  const page = await site.open({ html: PAGE, config: localConfig(playbook({ placements })) });
  for (const [index, name] of [...names, "bar"].entries()) {
    await page.evaluate(`Service.trigger("${name}")`);
    await expect(page.locator(".box")).toHaveCount(index + 1);
  }
  const seen = page.locator(".toast .box:visible");
  await expect(seen).toContainText(["six", "five", "four", "three"]);
  await expect(seen).toHaveCount(4);
  await seen.first().getByRole("button", { name: "Dismiss" }).click();
  await expect(seen).toContainText(["five", "four", "three", "two"]);
});

test("a tooltip at a wide slot begins where the slot does, and stays on the page at its end", async ({
  site,
}) => {
  const open = async (style: string) => {
    const page = await site.open({
      html: `<main style="padding: 100px 0"><div data-service-slot="spot" style="${style}">Here</div></main>`,
      config: configOf(
        onEvent("opened", { surface: "tooltip", content: { title: "Look", anchor: "spot" } }),
      ),
    });
    await page.evaluate("Service.trigger('opened')");
    await expect(page.getByText("Look")).toBeVisible();
    const spot = await page.getByText("Here").boundingBox();
    const box = await page.locator(".box").boundingBox();
    if (!spot || !box) throw new Error("not there");
    return { starts: box.x - spot.x, ends: box.x + box.width - (spot.x + spot.width) };
  };
  expect(Math.abs((await open("")).starts)).toBeLessThan(1);
  expect(Math.abs((await open("inline-size: 4em; margin-inline-start: auto")).ends)).toBeLessThan(
    1,
  );
});

test("what lies over the page is not printed; what is in it is", async ({ site }) => {
  const placements = [pageLevel("toast"), placement("top")];
  const page = await site.open({ html: PAGE, config: localConfig(playbook({ placements })) });
  await page.evaluate("Service.trigger('opened')");
  await expect(page.locator(".box:visible")).toHaveCount(2);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".box:visible")).toHaveCount(1);
  await expect(page.locator("[data-service-slot] .box")).toBeVisible();
});

test("in a small window the latest of many toasts is seen, and its buttons", async ({ site }) => {
  const names = ["one", "two", "three", "four"];
  const placements = names.map((title) =>
    onEvent(title, { surface: "toast", content: { title, duration_ms: 60_000 } }),
  );
  const page = await site.open({ html: PAGE, config: localConfig(playbook({ placements })) });
  await page.setViewportSize({ width: 320, height: 256 });
  for (const name of names) {
    await page.evaluate(`Service.trigger("${name}")`);
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  const latest = page.locator(".box").filter({ hasText: "four" });
  await expect(latest.getByRole("button", { name: "Dismiss" })).toBeInViewport({ ratio: 1 });
  await expect(latest).toBeInViewport({ ratio: 1 });
});

for (const surface of ["bar", "toast", "tooltip"]) {
  test(`a ${surface} leaves the page room in a small window`, async ({ site }) => {
    const page = await show(site, surface);
    await page.setViewportSize({ width: 320, height: 256 });
    const { height = 256 } = (await page.locator(".box").boundingBox()) ?? {};
    expect(height).toBeLessThanOrEqual(256 * (surface === "bar" ? 0.4 : 0.6) + 1);
    const last = page.getByRole("button", { name: "No thanks" });
    await last.focus();
    await expect(last).toBeInViewport({ ratio: 1 });
  });
}
