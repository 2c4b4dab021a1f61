/** A double click on what opens a dialog: its second click was not meant for what the dialog has put there. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const config = localConfig(
  playbook({
    placements: [
      placement("export_gate", {
        slot: undefined,
        trigger: { type: "entitlement_denied", entitlement: "export" },
        payload: {
          surface: "modal",
          content: { title: "Export is part of Pro" },
          ctas: [{ label: "Upgrade", action: "open_url", params: { url: "#bought" } }],
        },
      }),
    ],
  }),
  { user: { id: "u1", plan_handle: "free" } },
);
const html = `<style>button { position: fixed; inset: 0; inline-size: 100% }</style>
  <button type="button" data-service-gate="export">Export</button>`;

for (const name of ["Upgrade", "Dismiss"]) {
  test(`where "${name}" appears, it opens the dialog and presses nothing in it`, async ({
    site,
    context,
  }) => {
    const first = await site.open({ html, config });
    await first.getByRole("button", { name: "Export" }).click({ position: { x: 5, y: 5 } });
    const box = await first
      .getByRole("dialog")
      .getByRole(name === "Upgrade" ? "link" : "button", { name })
      .boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
    const page = await site.open({ html, config }, await context.newPage());
    await page.mouse.dblclick(x, y, { delay: 60 });
    await page.waitForTimeout(200);
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(page.url()).not.toContain("#bought");
    // The next one counts.
    await page.mouse.click(x, y);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("where the gate is in a dialog of the page's, it presses nothing in ours either", async ({
  site,
  context,
}) => {
  const around = `<dialog id="around" style="border: 0">${html}</dialog><script>around.showModal()</script>`;
  const first = await site.open({ html: around, config });
  await first.getByRole("button", { name: "Export" }).click({ position: { x: 5, y: 5 } });
  const box = await first.getByRole("link", { name: "Upgrade" }).boundingBox();
  const page = await site.open({ html: around, config }, await context.newPage());
  await page.mouse.dblclick((box?.x ?? 0) + 20, (box?.y ?? 0) + 20, { delay: 60 });
  await page.waitForTimeout(200);
  await expect(page.getByRole("link", { name: "Upgrade" })).toBeVisible();
  expect(page.url()).not.toContain("#bought");
});

test("it opens the gated placement, which neither its second click nor a later one beside it closes", async ({
  site,
}) => {
  const button =
    '<button type="button" style="margin: 100px" data-service-gate="export">Export</button>';
  const page = await site.open({ html: button, config });
  const box = await page.getByRole("button", { name: "Export" }).boundingBox();
  // By the mouse itself: a locator's double click looks whether each press arrives, and a gate keeps those from everybody.
  await page.mouse.dblclick((box?.x ?? 0) + 5, (box?.y ?? 0) + 5, { delay: 60 });
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(page.getByRole("dialog")).toBeVisible();
});
