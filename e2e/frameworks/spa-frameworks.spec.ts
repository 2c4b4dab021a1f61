/** Slots inside applications of real frameworks: rendered on a server, hydrated, re-rendered, routed, wiped. */
import { expect, test } from "../fixtures";
import { countMutations, mutationsOf, settled } from "../slot-pages";
import { type AppName, complaints, openApp } from "./framework-pages";

const KINDS: readonly (readonly [AppName, boolean])[] = [
  ["React", false],
  ["React", true],
  ["Vue", false],
];

for (const [app, strict] of KINDS) {
  const name = strict ? `${app} in strict mode` : app;

  test(`${name} hydrates a page whose slots are filled already, and goes on rendering in them`, async ({
    site,
  }) => {
    const page = await openApp(site, { app, strict });
    await expect(page.getByText("Hi Ann")).toBeVisible();
    await page.evaluate(`hydrate(${strict})`);
    await page.waitForFunction("window.hydrated");
    await expect(page.getByText("Hi Ann")).toHaveCount(1);
    // The slot's own children are there for the framework, though nobody sees them.
    const turn = page.locator(".slot button", { hasText: "Turn" });
    for (let index = 0; index < 7; index++) {
      await turn.evaluate((button) => button instanceof HTMLElement && button.click());
      await expect(turn).toHaveText(`Turn ${index + 1}`);
    }
    await expect(page.getByText("Hi Ann")).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("button", { name: "Turn 7" })).toBeVisible();
    await expect(page.getByText("Last child")).toBeVisible();
    expect(complaints(site)).toEqual([]);
  });

  test(`${name} hydrated before the snippet comes is filled too`, async ({ site }) => {
    const page = await openApp(site, { app, strict, path: "/list", script: "" });
    await page.evaluate(`hydrate(${strict})`);
    await page.waitForFunction("window.hydrated");
    await page.addScriptTag({ url: "/dist/service.js" });
    await expect(page.locator(".box")).toHaveCount(3);
    expect(complaints(site)).toEqual([]);
  });

  test(`${name} hydrates what an entitlement has hidden, and it stays hidden`, async ({ site }) => {
    const page = await openApp(site, { app, strict, path: "/gate" });
    await expect(page.locator(".box")).toBeVisible();
    await page.evaluate(`hydrate(${strict})`);
    await page.waitForFunction("window.hydrated");
    await expect(page.getByText("For Pro")).toBeHidden();
    await expect(page.getByText("Full")).toBeHidden();
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await expect(page.getByText("For Pro")).toBeVisible();
    expect(complaints(site)).toEqual([]);
  });

  test(`${name} comes and goes with its routes, and unmounts without an error`, async ({
    site,
  }) => {
    const page = await openApp(site, { app, strict });
    await page.evaluate(`hydrate(${strict})`);
    await page.waitForFunction("window.hydrated");
    const boxes = { "/list": 3, "/": 1, "/wiped": 1, "/gate": 1 };
    for (const [path, count] of Object.entries(boxes)) {
      await page.evaluate(`go("${path}")`);
      await expect(page.locator(".box")).toHaveCount(count);
    }
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByText("Export is part of Pro")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.goBack();
    await page.goBack();
    await expect(page.locator(".box")).toHaveCount(1);
    await page.evaluate("history.state?.own").then((own) => expect(own).toBe("/"));
    await page.evaluate("root.unmount()");
    await expect(page.locator(".box")).toHaveCount(0);
    expect(complaints(site)).toEqual([]);
  });

  test(`${name} that wipes the slot's inside 1,000 times wipes no placement and is not answered`, async ({
    site,
  }) => {
    const page = await openApp(site, { app, strict, path: "/wiped" });
    await page.evaluate(`hydrate(${strict})`);
    await page.waitForFunction("window.wipe");
    await expect(page.getByText("Hi Ann")).toBeVisible();
    await countMutations(page, "#wiped");
    await page.evaluate(async () => {
      for (let index = 0; index < 1000; index++) {
        Reflect.apply(Reflect.get(window, "wipe"), window, []);
        await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
        if (index % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
      }
    });
    await expect(page.locator("#wiped b")).toHaveText("Rendered 1000");
    await settled(page);
    await expect(page.getByText("Hi Ann")).toBeVisible();
    expect(await mutationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Rendered 1000")).toBeVisible();
    expect(complaints(site)).toEqual([]);
  });
}

test("React renders in strict mode by itself, without a server", async ({ site }) => {
  const page = await openApp(site, { app: "React", path: "/list" });
  await page.evaluate("root.replaceChildren(); renderApp(true)");
  await expect(page.locator(".box")).toHaveCount(3);
  await page.evaluate("root.unmount()");
  await expect(page.locator(".box")).toHaveCount(0);
  expect(complaints(site)).toEqual([]);
});

test("filling, updating and emptying a slot changes nothing that a framework could see", async ({
  site,
}) => {
  const page = await openApp(site, { app: "React", path: "/list", script: "" });
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((records) => {
      for (const { type, target, attributeName } of records) {
        seen.push(`${type} ${target.nodeName} ${attributeName}`);
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  await page.addScriptTag({ url: "/dist/service.js" });
  await expect(page.locator(".box")).toHaveCount(3);
  await page.evaluate("Service.setUser({ name: 'Bob' })");
  await expect(page.getByText("Hi Bob")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expect(page.locator(".box")).toHaveCount(2);
  expect(await page.evaluate("seen")).toEqual([]);
});

test("a framework that makes the slot anew whenever it is filled is served once a task, and ends with one placement", async ({
  site,
}) => {
  const page = await openApp(site, { app: "the History API alone" });
  await page.evaluate("hydrate()");
  await expect(page.getByText("Hi Ann")).toBeVisible();
  const { mounts, turns } = await page.evaluate(async () => {
    const counted = { mounts: 0, turns: 0 };
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) {
      counted.mounts++;
      return attachShadow.call(this, init);
    };
    const root = document.querySelector("#root");
    for (; counted.turns < 100; counted.turns++) {
      // Ten times a turn: only the last of them is still there when it is looked at.
      for (let time = 0; time < 10; time++) {
        if (root) root.innerHTML = '<div data-service-slot="top"></div>';
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return counted;
  });
  expect(mounts).toBeLessThanOrEqual(turns);
  await expect(page.getByText("Hi Ann")).toHaveCount(1);
});
