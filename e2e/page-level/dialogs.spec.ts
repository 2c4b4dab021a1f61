/** Modals and full pages: focus and keys, and one at a time, the page's own included. */
import { expect, test } from "../fixtures";
import { freeze } from "../frozen-time";
import { placement } from "../playbooks";
import { configOf, onEvent, PAGE, pageLevel, show } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("a modal is named by its title and keeps the focus until it is closed", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("modal")) });
  await page.locator("#button").focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "You are almost there" });
  await expect(dialog).toBeVisible();
  const seen = new Set<unknown>();
  for (let index = 0; index < 12; index++) {
    await page.keyboard.press(index < 8 ? "Tab" : "Shift+Tab");
    seen.add(
      await page.evaluate(() => {
        const host = document.activeElement;
        const inner = host?.shadowRoot?.activeElement;
        return inner ? inner.getAttribute("aria-label") || inner.textContent : host?.localName;
      }),
    );
  }
  expect([...seen]).toEqual(expect.arrayContaining(["Upgrade", "Later", "No thanks", "Dismiss"]));
  expect([...seen]).not.toContain("button");
  expect([...seen]).not.toContain("input");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#button")).toBeFocused();
});

test("a modal that an item of a menu has opened gives the focus back to the menu's button", async ({
  site,
}) => {
  const menu = `<button popovertarget="menu">Account</button><div id="menu" popover>
<button onclick="Service.trigger('opened')">Upgrade</button></div>`;
  const page = await site.open({ html: menu, config: configOf(pageLevel("modal")) });
  await page.getByRole("button", { name: "Account" }).press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expect(page.locator("#menu")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Account" })).toBeFocused();
});

test("Escape closes a modal alone, whatever the page does with that key", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("modal")) });
  await page.evaluate(`globalThis.heard = 0;
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") { heard++; event.preventDefault(); }
    });`);
  await page.locator("#button").press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate("heard")).toBe(0);
  await page.keyboard.press("Escape");
  expect(await page.evaluate("heard")).toBe(1);
});

test("a key that was pressed just as a modal opens presses nothing in it", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: configOf(pageLevel("modal")) });
  await page.getByLabel("Field").focus();
  await page.evaluate("Service.trigger('opened')");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.evaluate("document.addEventListener('service:cta', () => { pressed = true; })");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Space");
  // Longer than a link takes to lead away.
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate("typeof pressed")).toBe("undefined");
  expect(page.url()).toBe(`${site.url}/`);
});

test("a click beside a modal doesn't close it, and Escape does, unless it is not dismissible", async ({
  site,
}) => {
  const page = await show(site, "modal");
  await page.mouse.click(5, 5);
  // Longer than one that is closed takes to go.
  await page.waitForTimeout(300);
  await expect(page.locator(".box")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".box")).toHaveCount(0);
  const firm = await show(site, "modal", {
    payload: { content: { title: "T", dismissible: false } },
  });
  await firm.keyboard.press("Escape");
  await firm.waitForTimeout(300);
  await expect(firm.locator(".box")).toBeVisible();
});

for (const surface of ["modal", "full_page"]) {
  test(`a ${surface} without any button can be closed, though it is not dismissible`, async ({
    site,
  }) => {
    const content = { title: "T", dismissible: false };
    const page = await show(site, surface, { payload: { content, ctas: [] } });
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.locator(".box")).toHaveCount(0);
  });
}

const TWO = configOf(
  onEvent("first", { content: { title: "First" } }, { priority: 1 }),
  onEvent("second", { surface: "full_page", content: { title: "Second" } }),
  onEvent("note", { surface: "toast", content: { title: "Note" } }),
);

test("one modal or full page is open at a time, and the next has its turn after it", async ({
  site,
}) => {
  const page = await site.open({ html: PAGE, config: TWO });
  await page.evaluate("Service.trigger('second')");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await page.evaluate("Service.trigger('first')");
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a toast that comes while a modal is open appears after it, where it can be used, for its time", async ({
  site,
  context,
}) => {
  const note = (title: string) =>
    onEvent(title, { surface: "toast", content: { title, duration_ms: 1_500 } });
  await context.clock.install();
  const page = await site.open({
    html: PAGE,
    config: configOf(note("before"), note("meanwhile"), pageLevel("modal")),
  });
  await page.evaluate("Service.ready");
  await freeze(page);
  await page.evaluate("Service.trigger('before')");
  await page.clock.runFor(500);
  await expect(page.getByText("before")).toBeVisible();
  await page.evaluate("Service.trigger('opened')");
  await page.clock.runFor(500);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.evaluate("Service.trigger('meanwhile')");
  await page.clock.runFor(2500);
  await expect(page.getByText("before")).toBeVisible();
  await expect(page.getByText("meanwhile")).toHaveCount(0);
  await page.keyboard.press("Escape");
  const toast = page.getByRole("status").filter({ hasText: "meanwhile" });
  const isSeenSoon = () => page.clock.runFor(100).then(() => toast.isVisible());
  await expect.poll(isSeenSoon).toBe(true);
  // The first one had used some of its time up before the modal came.
  await page.clock.runFor(1100);
  await expect(page.getByText("before")).toHaveCount(0);
  await expect(toast).toBeVisible();
  await page.clock.runFor(500);
  await expect(toast).toHaveCount(0);
});

test("what waits for its turn is decided again when the turn comes", async ({ site }) => {
  const page = await site.open({
    html: PAGE,
    config: configOf(
      onEvent("first", { content: { title: "First" } }),
      onEvent("second", { content: { title: "For free" }, target: { plans: ["free"] } }),
    ),
  });
  await page.evaluate("Service.trigger('first')");
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
  await page.evaluate("Service.trigger('second')");
  await page.waitForTimeout(100);
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.waitForTimeout(200);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const [what, own] of Object.entries({
  dialog:
    '<dialog id="own"><p>Own</p><button type="button" onclick="own.close()">Close</button></dialog>',
  "element with aria-modal":
    '<div id="own" aria-modal="true" role="dialog" hidden>Own<button type="button" onclick="own.hidden = true">Close</button></div>',
})) {
  for (const name of ["first", "note"]) {
    test(`a ${name === "note" ? "toast" : "modal"} waits while the page's own ${what} is open`, async ({
      site,
    }) => {
      const page = await site.open({ html: PAGE + own, config: TWO });
      await page.evaluate("own.showModal?.(); own.hidden = false");
      await page.evaluate(`Service.trigger('${name}')`);
      await page.waitForTimeout(300);
      await expect(page.locator(".box")).toHaveCount(0);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await expect(page.locator(".box")).toBeVisible();
    });
  }
}

for (const surface of ["toast", "bar", "tooltip", "modal"]) {
  test(`a ${surface} that answers a click in the page's own dialog can be used there, and after it`, async ({
    site,
  }) => {
    const asked = placement("asked", {
      slot: undefined,
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface, content: { title: "Part of Pro", duration_ms: 60_000 } },
    });
    const own = `<dialog id="own">Own <button type="button" data-service-gate="export">Export</button>
      <button type="button" onclick="own.close()">Close</button></dialog>`;
    const page = await site.open({ html: PAGE + own, config: configOf(asked) });
    await page.evaluate("Service.ready");
    await page.evaluate("own.showModal()");
    for (const closes of [false, true]) {
      await page.getByRole("button", { name: "Export" }).click();
      await expect(page.getByText("Part of Pro")).toBeVisible();
      if (closes) await page.evaluate("own.close()");
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(page.getByText("Part of Pro")).toHaveCount(0);
    }
    await expect(page.getByText("Own")).toBeHidden();
  });
}

for (const [how, leave] of [
  [
    "fades out",
    "own.ontransitionend = () => { own.style.display = 'none' }; own.style.opacity = 0",
  ],
  ["is taken off the page a little later", "setTimeout(() => own.remove(), 300)"],
] as const) {
  test(`what waits for a dialog of the page that ${how} has its turn without another click`, async ({
    site,
  }) => {
    const own = `<div id="own" role="dialog" aria-modal="true" style="transition: opacity 0.3s">
      <button onclick="${leave}">Close</button></div>`;
    const page = await site.open({ html: PAGE + own, config: TWO });
    await page.evaluate("Service.trigger('first')");
    await page.waitForTimeout(300);
    await expect(page.locator(".box")).toHaveCount(0);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.locator(".box")).toBeVisible();
    await expect(page.locator("#own")).toBeHidden();
  });
}

test("a modal stays under a dialog that the page opens over it, and what answers a click there lies over that", async ({
  site,
}) => {
  const asked = placement("asked", {
    slot: undefined,
    trigger: { type: "entitlement_denied", entitlement: "export" },
    payload: { surface: "modal", content: { title: "Part of Pro" } },
  });
  const own = `<dialog id="own">Own <button type="button" data-service-gate="export">Export</button>
    <button type="button" onclick="own.pressed = true">Press</button></dialog>`;
  const config = configOf(pageLevel("modal"), asked);
  const page = await site.open({ html: PAGE + own, config });
  await page.getByRole("button", { name: "Open" }).click();
  const first = page.getByText("You are almost there");
  await expect(first).toBeVisible();
  await page.evaluate("own.showModal()");
  await page.getByRole("button", { name: "Press" }).focus();
  await page.evaluate("Service.updateUsage({ seats: 1 }); Service.track('anything')");
  await page.waitForTimeout(500);
  await expect(page.getByRole("button", { name: "Press" })).toBeFocused();
  await page.getByRole("button", { name: "Press" }).click();
  expect(await page.evaluate("own.pressed")).toBe(true);

  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("Part of Pro")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Part of Pro")).toHaveCount(0);
  await page.evaluate("own.close()");
  await expect(first).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator(".box")).toHaveCount(0);
});

test("a page that throws its body away can be shown the next modal", async ({ site }) => {
  const page = await site.open({ html: PAGE, config: TWO });
  await page.evaluate("Service.trigger('second')");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await page.evaluate("document.body.innerHTML = '<h1>Another page</h1>'");
  await page.evaluate("Service.trigger('first')");
  await expect(page.getByRole("dialog", { name: "Second" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
});
