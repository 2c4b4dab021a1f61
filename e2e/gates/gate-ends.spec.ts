/** What a gate and its answer keep from the page: a press on words in a slot, and the ends of presses and keys. */
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { onEvent } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const BOOK = playbook({
  entitlements: [{ handle: "export", type: "feature", grants: [{ plans: ["pro"] }] }],
  placements: [
    placement("wall", {
      slot: undefined,
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface: "modal" },
    }),
    onEvent("looked", { surface: "bar", content: { title: "Looked at" } }),
  ],
});

async function open(site: TestSite, html: string) {
  const config = localConfig(BOOK, { user: { id: "u1", plan_handle: "free" } });
  const page = await site.open({ html: `<main style="padding: 150px">${html}</main>`, config });
  await page.evaluate("Service.ready");
  return { page, wall: page.getByRole("dialog", { name: "Title of wall" }) };
}

const AROUND = {
  "a button around it":
    '<button type="button" data-service-gate="export" data-service-event="looked" onclick="ran = true"><span data-service-slot="hint">Own words</span></button>',
  "the slot itself":
    '<div data-service-gate="export" data-service-event="looked" data-service-slot="hint" onclick="ran = true">Own words</div>',
  "a link around it":
    '<a href="#ran" data-service-gate="export" data-service-event="looked"><span data-service-slot="hint">Own words</span></a>',
};
for (const [gate, html] of Object.entries(AROUND)) {
  test(`a click on the page's own words in an empty slot is stopped by a gate that is ${gate}, and is an event once allowed`, async ({
    site,
  }) => {
    const { page, wall } = await open(site, html);
    const words = page.getByText("Own words");
    await words.click();
    await expect(wall).toBeVisible();
    expect(await page.evaluate("[window.ran, location.hash]")).toEqual([undefined, ""]);
    await page.keyboard.press("Escape");
    await expect(wall).toHaveCount(0);
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await words.click();
    await expect(page.getByText("Looked at")).toBeVisible();
    expect(await page.evaluate("window.ran || location.hash === '#ran'")).toBe(true);
  });
}

/** As lists of options do it: one is chosen as the pointer comes up, and the list is gone before there is a click. */
const OPTIONS = `<div role="listbox" tabindex="0" aria-label="Format" style="user-select: none">
    <div role="option" aria-selected="false" id="other">PNG</div>
    <div role="option" aria-selected="false" id="gate" data-service-gate="export">PDF</div></div>
  <script>
    for (const option of document.querySelectorAll("[role=option]"))
      option.addEventListener("pointerup", () => { (window.chosen ??= []).push(option.id); });
  </script>`;

test("a denied option that is chosen as the pointer comes up isn't chosen, and is answered", async ({
  site,
}) => {
  const { page, wall } = await open(site, OPTIONS);
  await page.locator("#gate").click();
  await expect(wall).toBeVisible();
  expect(await page.evaluate("window.chosen")).toBe(undefined);
});

test("a drag that began elsewhere ends on a denied gate as it would without it", async ({
  site,
}) => {
  const { page } = await open(site, OPTIONS);
  await page.locator("#gate").hover();
  await page.mouse.down();
  await page.locator("#other").hover();
  await page.mouse.up();
  await page.mouse.down();
  await page.locator("#gate").hover();
  await page.mouse.up();
  expect(await page.evaluate("chosen")).toEqual(["other", "gate"]);
});

test("Escape closes ours alone, also over what the page closes as the key comes up", async ({
  site,
}) => {
  const { page, wall } = await open(
    site,
    `<div id="own" role="dialog" aria-label="Share">
       <button type="button" data-service-gate="export">Export</button></div>
     <script>
       document.addEventListener("keyup", ({ key }) => { if (key === "Escape") own.hidden = true; });
     </script>`,
  );
  const own = page.getByRole("dialog", { name: "Share" });
  for (const _ of ["first", "second"]) {
    await page.getByRole("button", { name: "Export" }).click();
    await expect(wall).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(wall).toHaveCount(0);
    await expect(own).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(own).toBeHidden();
});

test("Escape that is held in a modal that stays takes no later key from the page", async ({
  site,
}) => {
  const html = `<button type="button" onclick="Service.show('stays')">Open</button>
    <script>keys = []; document.addEventListener("keyup", ({ key }) => keys.push(key), true);</script>`;
  const stays = onEvent("stays", {
    content: { title: "Stays", dismissible: false },
    ctas: [{ label: "Stay", action: "stay" }],
  });
  const page = await site.open({
    html,
    config: localConfig(playbook({ placements: [stays] })),
  });
  await page.evaluate("Service.ready");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let time = 0; time < 5; time++) await page.keyboard.down("Escape");
  await page.keyboard.up("Escape");
  for (const key of ["a", "b"]) await page.keyboard.press(key);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate("keys")).toEqual(["a", "b"]);
});

for (const [form, html] of Object.entries({
  "has no button": '<form id="form" data-service-gate="export"><input aria-label="Term"></form>',
  "has its button elsewhere":
    '<form id="form" data-service-gate="export"><input aria-label="Term"></form><button form="form">Send</button>',
})) {
  test(`a form that is a gate and ${form} isn't sent by Enter, but once it is allowed`, async ({
    site,
  }) => {
    const { page, wall } = await open(site, html);
    await page.evaluate(() => {
      document.getElementById("form")?.addEventListener("submit", (event) => {
        event.preventDefault();
        document.title = "sent";
      });
    });
    const term = page.getByLabel("Term");
    await term.press("Enter");
    await expect(wall).toBeVisible();
    await expect(page).not.toHaveTitle("sent");
    await page.keyboard.press("Escape");
    await expect(wall).toBeHidden();
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await term.press("Enter");
    await expect(page).toHaveTitle("sent");
  });
}
