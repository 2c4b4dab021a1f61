/** That each toast is seen, and for how long. */
import type { BrowserContext } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { TAG } from "../loading-pages";
import { localConfig, playbook } from "../playbooks";
import { configOf, onEvent, PAGE, pageLevel } from "../surface-pages";

const DOCTYPE = "<!doctype html>";
const PICTURE = {
  headers: { "content-type": "image/svg+xml" },
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"/>',
};

for (const [height, width] of [
  [900, 1280],
  [700, 1280],
  [600, 360],
  [400, 800],
] as const) {
  test(`in a window ${height} px high every toast that is shown is on the page`, async ({
    site,
  }) => {
    site.serve("/picture.svg", PICTURE);
    const names = ["one", "two", "three", "four"];
    const placements = names.map((title, i) =>
      onEvent(title, {
        surface: "toast",
        content: {
          ...{ title, body: "Something has happened.", duration_ms: 60_000 },
          ...(i % 2 && { image: { url: "/picture.svg", alt: "" } }),
        },
        ctas: [{ label: "Undo", action: "dismiss" }],
      }),
    );
    const page = await site.open({ html: PAGE, config: localConfig(playbook({ placements })) });
    await page.setViewportSize({ width, height });
    for (const name of names) await page.evaluate(`Service.trigger("${name}")`);
    await expect(page.getByText("four", { exact: true })).toBeVisible();
    const shown = page.locator(".toast .box:visible");
    expect(await shown.count()).toBeGreaterThan(0);
    for (const toast of await shown.all()) await expect(toast).toBeInViewport({ ratio: 1 });
  });
}

/** A page with a toast of four seconds that has just come; there, time goes by as the test adds to it. */
async function openSaved(site: TestSite, context: BrowserContext, doctype = DOCTYPE) {
  await context.clock.install();
  const content = { title: "Saved", duration_ms: 4000 };
  const config = JSON.stringify(configOf(pageLevel("toast", { content })));
  const head = `<script>window.ServiceConfig = ${config}</script>${TAG}`;
  const page = await site.open({ html: `${doctype}<html lang="en"><head>${head}</head>${PAGE}` });
  await freeze(page);
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByRole("status")).toBeAttached();
  await page.clock.runFor(300);
  await expect(page.getByText("Saved")).toBeVisible();
  return page;
}

for (const doctype of [DOCTYPE, ""]) {
  const where = doctype || "a page without a doctype";
  test(`a toast leaves by itself, and waits while it is pointed at, in ${where}`, async ({
    site,
    context,
  }) => {
    const page = await openSaved(site, context, doctype);
    await page.locator(".box").hover();
    await page.clock.runFor(4800);
    await expect(page.getByText("Saved")).toBeVisible();
    await page.mouse.move(1, 1);
    await page.clock.runFor(5000);
    await expect(page.getByText("Saved")).toHaveCount(0);
  });
}

test("a toast waits while the focus is in it", async ({ site, context }) => {
  const page = await openSaved(site, context);
  await page.getByRole("button", { name: "Dismiss" }).focus();
  await page.clock.runFor(4800);
  await expect(page.getByText("Saved")).toBeVisible();
  await page.getByLabel("Field").focus();
  await page.clock.runFor(5000);
  await expect(page.getByText("Saved")).toHaveCount(0);
});

test("a toast's time goes on while its words change", async ({ site }) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(
      onEvent("used", {
        surface: "toast",
        content: { title: "{{traits.count}} used", duration_ms: 4000 },
      }),
    ),
  });
  // The words change without end: were its time to begin anew with them, it would stay.
  await page.evaluate(`window.seen = [];
    let count = 1;
    const look = () => {
      const { shadowRoot } = document.querySelector("service-host") ?? {};
      const title = shadowRoot?.querySelector(".toast .box .title");
      if (!title?.checkVisibility() || seen.at(-1) === title.textContent) return;
      if (seen.push(title.textContent) === 1)
        setInterval(() => Service.setUser({ traits: { count: ++count } }), 200);
    };
    setInterval(look, 20);
    Service.setUser({ traits: { count } });
    Service.trigger("used");`);
  await expect.poll(() => page.evaluate("seen.length")).toBeGreaterThan(2);
  expect(await page.evaluate("seen[0]")).toBe("1 used");
  await expect(page.locator(".toast .box")).toHaveCount(0, { timeout: 10_000 });
});

for (const hold of ["hover", "focus"] as const) {
  test(`a toast that has the ${hold} stays where newer ones have no room`, async ({ site }) => {
    const toast = (name: string) =>
      onEvent(name, {
        surface: "toast",
        content: { title: name, body: "Something has happened.", duration_ms: 60_000 },
        ctas: [{ label: `Undo ${name}`, action: "dismiss" }],
      });
    const page = await site.open({ html: PAGE, config: configOf(toast("first"), toast("next")) });
    await page.setViewportSize({ width: 683, height: 384 });
    await page.evaluate("Service.trigger('first')");
    const undo = page.getByRole("button", { name: "Undo first" });
    await undo[hold]();
    await page.evaluate("Service.trigger('next')");
    await page.waitForTimeout(1000);
    await expect(undo).toBeVisible();
    if (hold === "focus") await expect(undo).toBeFocused();
    await expect(page.getByText("next", { exact: true })).toHaveCount(0);
    if (hold === "focus") await page.getByLabel("Field").focus();
    else await page.mouse.move(1, 1);
    await expect(page.getByText("next", { exact: true })).toBeVisible();
  });
}

test("of two toasts of one event each has its own time, whenever the other one is over", async ({
  site,
  context,
}) => {
  const toast = (name: string, duration_ms: number) =>
    onEvent(
      name,
      { surface: "toast", content: { title: name, duration_ms } },
      { trigger: { type: "event", name: "saved" } },
    );
  await context.clock.install();
  const config = configOf(toast("one", 2000), toast("two", 4000));
  const page = await site.open({ html: PAGE, config });
  await freeze(page);
  await page.evaluate("Service.trigger('saved')");
  await expect(page.getByRole("status")).toHaveCount(2);
  const shown = page.locator(".toast .box .title");
  // Begun anew when the other was over, it would be there for six seconds.
  for (const [ms, names] of [
    [300, ["one", "two"]],
    [1600, ["one", "two"]],
    [400, ["two"]],
    [1600, ["two"]],
    [400, []],
  ] as const) {
    await page.clock.runFor(ms);
    await expect.poll(async () => (await shown.allTextContents()).sort()).toEqual(names);
  }
});

test("beside toasts the page can be clicked", async ({ site }) => {
  const toast = (title: string) =>
    onEvent(title, { surface: "toast", content: { title, duration_ms: 60_000 } });
  const page = await site.open({ html: PAGE, config: configOf(toast("one"), toast("two")) });
  // Where they are going to be.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate("Service.trigger('one'); Service.trigger('two')");
  await expect(page.getByText("one", { exact: true })).toBeVisible();
  await expect(page.getByText("two", { exact: true })).toBeVisible();
  const boxes = await page.locator(".toast .box").evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  const hit = (x: number, y: number) =>
    page.evaluate(`document.elementFromPoint(${x}, ${y})?.localName`);
  for (const { left, right, top, bottom } of boxes) {
    for (const [x, y] of [
      [left - 5, (top + bottom) / 2],
      [right + 5, (top + bottom) / 2],
      [(left + right) / 2, top - 5],
      [(left + right) / 2, bottom + 5],
    ] as const) {
      expect(await hit(x, y)).not.toBe("service-host");
    }
    expect(await hit((left + right) / 2, (top + bottom) / 2)).toBe("service-host");
  }
});

test("in a hidden tab a toast has no timer, and its time stands still", async ({ site }) => {
  const toast = onEvent("saved", {
    surface: "toast",
    content: { title: "Saved", duration_ms: 1500 },
  });
  const page = await site.open({
    html: PAGE,
    config: configOf(toast),
    script: `<script>{
      window.timers = new Set();
      const set = setInterval, clear = clearInterval;
      window.setInterval = (...call) => { const id = set(...call); timers.add(id); return id; };
      window.clearInterval = (id) => { timers.delete(id); clear(id); };
      window.isAway = false;
      Object.defineProperty(document, "hidden", { get: () => isAway });
      window.leave = (away) => { isAway = away; document.dispatchEvent(new Event("visibilitychange")); };
    }</script><script src="/dist/service.js"></script>`,
  });
  await page.evaluate("Service.ready");
  const { timers, wasThere, seenMs } = await page.evaluate<{
    timers: number[];
    wasThere: boolean;
    seenMs: number;
  }>(`(async () => {
    const isThere = () => !!document.querySelector("service-host")?.shadowRoot.querySelector(".toast .box");
    const until = async (is) => {
      while (isThere() !== is) await new Promise((resolve) => setTimeout(resolve, 10));
      return performance.now();
    };
    const sizes = [];
    Service.trigger("saved");
    const came = await until(true);
    sizes.push(timers.size);
    const left = performance.now();
    leave(true);
    sizes.push(timers.size);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const wasThere = isThere();
    const back = performance.now();
    leave(false);
    const went = await until(false);
    sizes.push(timers.size);
    return { timers: sizes, wasThere, seenMs: left - came + went - back };
  })()`);
  expect(timers).toEqual([1, 0, 0]);
  expect(wasThere).toBe(true);
  expect(seenMs).toBeGreaterThan(1300);
});

test("of toasts that come at once, each is seen for its time", async ({ site }) => {
  const names = ["one", "two", "three", "four", "five", "six"];
  const placements = names.map((title) =>
    onEvent(
      title,
      { surface: "toast", content: { title, duration_ms: 2000 } },
      {
        trigger: { type: "event", name: "all" },
      },
    ),
  );
  const page = await site.open({ html: PAGE, config: localConfig(playbook({ placements })) });
  // Looked at in the page itself, which is as slow as its toasts are.
  await page.evaluate(`window.seen = {};
    const look = () => {
      const { shadowRoot } = document.querySelector("service-host") ?? {};
      for (const title of shadowRoot?.querySelectorAll(".toast .box .title") ?? [])
        if (title.checkVisibility({ visibilityProperty: true }))
          (seen[title.textContent] ??= []).push(performance.now());
    };
    setInterval(look, 50);
    Service.trigger("all");`);
  await expect.poll(() => page.evaluate("Object.keys(seen).sort()")).toEqual([...names].sort());
  await expect(page.locator(".toast .box")).toHaveCount(0);
  const times = await page.evaluate<Record<string, number[]>>("seen");
  for (const [name, all] of Object.entries(times)) {
    expect((all.at(-1) ?? 0) - (all[0] ?? 0), name).toBeGreaterThan(1500);
  }
});

test("a toast in a frame without height waits until the frame has one", async ({ site }) => {
  const toast = pageLevel("toast", { content: { title: "Ours", duration_ms: 500 } });
  site.servePage({ path: "/frame", html: "<p>Frame</p>", config: configOf(toast) });
  const html = `<iframe id="frame" src="/frame" width="400" height="0"></iframe>`;
  const page = await site.open({ html, script: "" });
  const inFrame = page.frameLocator("#frame");
  await inFrame.locator("body").evaluate("Service.trigger('opened')");
  const shown = inFrame.getByText("Ours");
  await page.waitForTimeout(1500);
  await page.evaluate("frame.height = 300");
  await expect(shown).toBeInViewport();
  await expect(shown).toHaveCount(0);
});
