/** A slot within a gate: what stands in it lets nothing through that the gate refuses. */
import type { Page } from "@playwright/test";
import { withResolvers } from "../cta-page";
import { expect, type TestSite, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

test.use({ hasTouch: true, contextOptions: { reducedMotion: "reduce" } });

const CONFIG = localConfig(
  playbook({
    entitlements: [{ handle: "export", type: "feature", grants: [{ plans: ["pro"] }] }],
    placements: [
      placement("badge", {
        payload: {
          content: { title: "Pro" },
          ctas: [
            { label: "Ask", action: "ask" },
            { label: "Plans", action: "open_url", params: { url: "#plans" } },
          ],
        },
      }),
      placement("wall", {
        slot: undefined,
        trigger: { type: "entitlement_denied", entitlement: "export" },
        payload: { surface: "modal" },
      }),
      placement("note", {
        slot: undefined,
        trigger: { type: "event", name: "never" },
        payload: { surface: "bar" },
      }),
    ],
  }),
  { user: { id: "u1", plan_handle: "free" } },
);

const SLOT = '<span data-service-slot="badge"></span>';
const GATES = {
  "a gate": `<div id="gate" data-service-gate="export">Export ${SLOT}</div>`,
  "a link that is a gate": `<a href="#ran" id="gate" data-service-gate="export">Export ${SLOT}</a>`,
};
const TYPES = ["pointerdown", "mousedown", "touchstart", "touchend", "keydown", "keyup", "click"];
const LISTEN = `<script>
  heard = [];
  const gate = document.querySelector("#gate");
  for (const type of ${JSON.stringify(TYPES)}) {
    gate.addEventListener(type, () => heard.push(type));
    document.addEventListener(type, ({ target }) => gate.contains(target) && heard.push(type), true);
  }
</script>`;
const open = (site: TestSite, html: string) =>
  site.open({
    html: `<main style="padding: 99px">${html}</main>${LISTEN}`,
    config: CONFIG,
    script: withResolvers("{ ask: () => { window.asked = (window.asked ?? 0) + 1; } }"),
  });
const heard = (page: Page) => page.evaluate<string[]>("heard");
const wall = (page: Page) => page.getByRole("dialog", { name: "Title of wall" });

for (const [what, html] of Object.entries(GATES)) {
  test(`the words of a placement in ${what} are pressed as the gate is`, async ({ site }) => {
    const page = await open(site, html);
    const words = page.getByText("Pro", { exact: true });
    for (const press of [() => words.click(), () => words.tap()]) {
      await press();
      await expect(wall(page)).toBeVisible();
      expect(await heard(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(wall(page)).toHaveCount(0);
    }
    expect(new URL(page.url()).hash).toBe("");
    // Once it is allowed, they are a part of the control.
    await page.evaluate("Service.setUser({ plan_handle: 'pro' })");
    await words.click();
    expect(await heard(page)).toContain("click");
    await expect(wall(page)).toHaveCount(0);
  });

  test(`the buttons and links of a placement in ${what} do what they say, and the page hears nothing`, async ({
    site,
  }) => {
    const page = await open(site, html);
    const ask = page.getByRole("button", { name: "Ask" });
    const presses = [
      () => ask.click(),
      () => ask.tap(),
      () => ask.press("Enter"),
      () => ask.press("Space"),
    ];
    for (const [index, press] of presses.entries()) {
      await press();
      await expect.poll(() => page.evaluate("window.asked")).toBe(index + 1);
    }
    await page.getByRole("link", { name: "Plans" }).click();
    await expect(page).toHaveURL(/#plans$/);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Pro", { exact: true })).toHaveCount(0);
    expect(await heard(page)).toEqual([]);
    await expect(wall(page)).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe("#plans");
  });
}

test("what lies over a dialog of the page's is not in the gate that the dialog is in", async ({
  site,
}) => {
  const page = await open(
    site,
    '<div id="gate" data-service-gate="export"><dialog id="own" aria-label="Own">Export</dialog></div>',
  );
  await page.evaluate("own.showModal(); Service.show('note')");
  await page.getByText("Title of note").click();
  await page.waitForTimeout(300);
  await expect(wall(page)).toHaveCount(0);
  await page.getByRole("dialog", { name: "Own" }).click();
  await expect(wall(page)).toBeVisible();
});
