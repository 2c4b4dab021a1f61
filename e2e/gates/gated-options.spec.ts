/** Options of the page's own lists as gates: lists that close when their field loses the focus, and lists that choose as the mouse comes up. */
import type { Page } from "@playwright/test";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

test.use({ hasTouch: true, contextOptions: { reducedMotion: "reduce" } });

const BOOK = playbook({
  entitlements: [{ handle: "export", type: "feature", grants: [{ plans: ["pro"] }] }],
  placements: [
    placement("wall", {
      slot: undefined,
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface: "modal" },
    }),
  ],
});
const wall = (page: Page) => page.getByRole("dialog", { name: "Title of wall" });
const chosen = (page: Page) => page.evaluate<string[]>("chosen");

async function open(site: TestSite, html: string) {
  const page = await site.open({
    html: `<script>chosen = [];</script><main style="padding: 150px">${html}</main>`,
    config: localConfig(BOOK, { user: { id: "u1", plan_handle: "free" } }),
  });
  await page.evaluate("Service.ready");
  return page;
}

/** As most of them do, this one keeps the focus in its field while an option is pressed. */
const COMBOBOX = `
  <input id="field" role="combobox" aria-label="Format" aria-expanded="false" aria-controls="formats"
    onfocus="formats.hidden = false" onblur="formats.hidden = true">
  <div id="formats" role="listbox" hidden onmousedown="event.preventDefault()">
    <div role="option" onclick="chosen.push('PNG')">PNG</div>
    <div role="option" data-service-gate="export" onclick="chosen.push('PDF')"><b>PDF</b></div>
  </div>`;

for (const [means, press] of Object.entries({
  "the mouse": (page: Page, name: string) => page.getByText(name).click(),
  "a finger": (page: Page, name: string) => page.getByText(name).tap(),
})) {
  test(`a denied option, pressed by ${means}, is answered though its list closes with the focus`, async ({
    site,
  }) => {
    const page = await open(site, COMBOBOX);
    const field = page.getByRole("combobox");
    await field.focus();
    await press(page, "PDF");
    await expect(wall(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(wall(page)).toHaveCount(0);
    await expect(field).toBeFocused();
    await press(page, "PNG");
    expect(await chosen(page)).toEqual(["PNG"]);
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await press(page, "PDF");
    expect(await chosen(page)).toEqual(["PNG", "PDF"]);
  });
}

for (const [what, control] of Object.entries({
  "a button": '<button type="button" id="control">Export</button>',
  "a field": '<input id="control" aria-label="Format">',
  "a text that can be edited": '<p contenteditable id="control" aria-label="Format">PDF</p>',
  "what is made to be focused": '<div id="control" role="button" tabindex="0">Export</div>',
})) {
  test(`${what} in a denied gate gets the focus by a press, and has it again after the answer`, async ({
    site,
  }) => {
    const page = await open(
      site,
      `<input aria-label="Before"><div data-service-gate="export">${control}</div>`,
    );
    await page.getByLabel("Before").focus();
    await page.locator("#control").click();
    await expect(wall(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(wall(page)).toHaveCount(0);
    await expect(page.locator("#control")).toBeFocused();
  });
}

/** Chooses as the mouse comes up, also where it went down elsewhere: one drags to an option. */
const MENU = `<div role="listbox" tabindex="0" aria-label="Format" style="user-select: none">
    <div role="option" id="png">PNG</div>
    <div role="option" id="pdf" data-service-gate="export">PDF</div>
  </div>
  <script>
    let down;
    for (const option of document.querySelectorAll("[role=option]")) {
      option.addEventListener("pointerdown", () => { down = option; });
      option.addEventListener("mouseup", () => {
        chosen.push((down === option ? "" : "dragged to ") + option.id);
        down = undefined;
      });
    }
  </script>`;

test("a denied option isn't taken for the end of a drag as the mouse comes up", async ({
  site,
}) => {
  const page = await open(site, MENU);
  await page.locator("#pdf").click();
  await expect(wall(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(wall(page)).toHaveCount(0);
  await page.locator("#png").click();
  expect(await chosen(page)).toEqual(["png"]);
  await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
  await page.locator("#pdf").click();
  expect(await chosen(page)).toEqual(["png", "pdf"]);
});

test("a drag of the mouse that began elsewhere ends on a denied option as without it", async ({
  site,
}) => {
  const page = await open(site, MENU);
  await page.locator("#pdf").click();
  await expect(wall(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(wall(page)).toHaveCount(0);
  await page.locator("#png").hover();
  await page.mouse.down();
  await page.locator("#pdf").hover();
  await page.mouse.up();
  expect(await chosen(page)).toEqual(["dragged to pdf"]);
});
