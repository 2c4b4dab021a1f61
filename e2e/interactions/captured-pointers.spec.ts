/** Buttons of a slot in a part of the page that captures the pointer as it is pressed: a drawer does, to be dragged. */
import type { Page } from "@playwright/test";
import { card, configOf, press, SLOT } from "../cta-page";
import { expect, type TestSite, test } from "../fixtures";
import { eventsOf, recordEvents } from "../page-events";

test.use({ hasTouch: true, contextOptions: { reducedMotion: "reduce" } });
test.beforeEach(({ context }) => recordEvents(context));

/** Which element the page has capture the pointer. */
const CAPTORS = {
  "what was pressed": "event.target",
  "the drawer itself": "drawer",
};

async function open(site: TestSite, captor: string): Promise<Page> {
  const page = await site.open({
    html: `<div id="drawer" style="padding: 100px">${SLOT}</div>
      <script>
        moved = 0;
        drawer.onpointerdown = (event) => ${captor}.setPointerCapture(event.pointerId);
        drawer.onpointermove = (event) => { if (event.buttons) moved++; };
      </script>`,
    config: configOf(
      { label: "Tell", action: "tell", params: { url: "#told" } },
      { label: "More", action: "open_placement", params: { placement: "more" } },
    ),
  });
  await expect(card(page)).toBeVisible();
  return page;
}

for (const [name, captor] of Object.entries(CAPTORS)) {
  test(`work by the mouse where ${name} captures it`, async ({ site }) => {
    const page = await open(site, captor);
    await press(page, "Tell");
    await expect(page).toHaveURL(/#told$/);
    await press(page, "More");
    await expect(page.getByText("More about it")).toBeVisible();
    await page.keyboard.press("Escape");
    expect((await eventsOf(page, "cta")).map(({ detail }) => detail.cta)).toEqual([
      "tell",
      "open_placement",
    ]);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(card(page)).toHaveCount(0);
  });

  test(`work by a finger where ${name} captures it`, async ({ site }) => {
    const page = await open(site, captor);
    await page.getByRole("button", { name: "Tell" }).tap();
    await expect(page).toHaveURL(/#told$/);
    await page.getByRole("button", { name: "Dismiss" }).tap();
    await expect(card(page)).toHaveCount(0);
  });

  test(`leave the page's drag alone where ${name} captures it`, async ({ site }) => {
    const page = await open(site, captor);
    for (const from of [page.getByRole("button", { name: "Tell" }), card(page)]) {
      await page.evaluate("moved = 0");
      await from.hover();
      await page.mouse.down();
      await page.mouse.move(5, 300, { steps: 4 });
      await page.mouse.up();
      expect(await page.evaluate("moved")).toBeGreaterThan(2);
    }
  });
}
