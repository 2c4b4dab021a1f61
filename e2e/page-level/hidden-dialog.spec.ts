/** Content blockers hide what they take for a nuisance by rules that reach into every shadow root. */
import { PAGE } from "../busy-page";
import { expect, test } from "../fixtures";
import { TAG } from "../loading-pages";
import { localConfig, placement, playbook } from "../playbooks";

/** A page where these rules of a blocker hold in each of our roots. */
const blocked = (rules: string) => `<script>
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    root.append(Object.assign(document.createElement("style"), { textContent: "${rules}" }));
    return root;
  };
</script>${TAG}`;

for (const rules of ["dialog{display:none!important}", ".tray{display:none!important}"]) {
  test(`a page works though a blocker's ${rules} hides the answer to a gate`, async ({ site }) => {
    site.expectConsole(/surface "modal" failed/);
    const page = await site.open({ ...PAGE, script: blocked(rules) });
    await expect(page.getByText("Title of top")).toBeVisible();
    for (const time of ["the first time", "the second time"]) {
      await test.step(time, async () => {
        await page.evaluate("document.title = 'Test'");
        await page.getByRole("button", { name: "Export" }).click();
        await expect.poll(() => site.console.join()).toContain("hidden by a blocker");
        await page.getByRole("button", { name: "Save" }).click();
        await expect(page).toHaveTitle("saved");
      });
    }
  });
}

test("a dialog that a blocker hides leaves what else lies over the page its turn", async ({
  site,
}) => {
  site.expectConsole(/surface "modal" failed/);
  const open = { slot: undefined, trigger: { type: "page_view" } };
  const page = await site.open({
    html: `<button style="margin: 20em" onclick="document.title = 'used'">Use</button>`,
    script: blocked("dialog{display:none!important}"),
    config: localConfig(
      playbook({
        placements: [
          placement("first", { ...open, priority: 1, payload: { surface: "modal" } }),
          placement("second", { ...open, payload: { surface: "bar" } }),
          placement("third", { ...open, payload: { surface: "toast" } }),
        ],
      }),
    ),
  });
  await expect(page.getByText("Title of second")).toBeVisible();
  await expect(page.getByText("Title of third")).toBeVisible();
  await page.getByRole("button", { name: "Use" }).click();
  await expect(page).toHaveTitle("used");
});

test("a dialog that comes while the page hides all of itself is there when the page is", async ({
  site,
}) => {
  const open = { slot: undefined, trigger: { type: "page_view" }, payload: { surface: "modal" } };
  const page = await site.open({
    html: "<style>body { display: none }</style><h1>Page</h1>",
    config: localConfig(playbook({ placements: [placement("first", open)] })),
  });
  await expect(page.locator("dialog")).toHaveCount(1);
  await page.evaluate("document.querySelector('style').remove()");
  await expect(page.getByRole("dialog", { name: "Title of first" })).toBeVisible();
});
