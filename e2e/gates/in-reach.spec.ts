/** What answers a gate can be used where the page has put everything else out of reach. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const GATE = '<button type="button" data-service-gate="export">Export</button>';
const SURFACES = ["bar", "toast", "modal"];

const configFor = (surface: string) =>
  localConfig(
    playbook({
      entitlements: [{ handle: "export", type: "feature", grants: [] }],
      placements: [
        placement("ours", {
          slot: undefined,
          trigger: { type: "entitlement_denied", entitlement: "export" },
          payload: { surface, content: { title: "Ours" } },
        }),
      ],
    }),
  );

async function useAnswer(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("Ours", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Ours", { exact: true })).toHaveCount(0);
}

for (const surface of SURFACES) {
  test(`a ${surface}, in a dialog that makes all that comes beside it inert`, async ({ site }) => {
    const page = await site.open({
      html: `<div id="layer" role="dialog" aria-modal="true">${GATE}</div>
        <script>
          const hide = (one) => { if (one !== layer && "inert" in one) one.inert = true; };
          new MutationObserver((records) => {
            for (const { addedNodes } of records) addedNodes.forEach(hide);
          }).observe(document.body, { childList: true });
        </script>`,
      config: configFor(surface),
    });
    await useAnswer(page);
    await useAnswer(page);
  });

  test(`a ${surface}, in a dialog that has hidden all that was beside it`, async ({ site }) => {
    const page = await site.open({
      html: `<div id="layer" role="dialog" aria-modal="true">${GATE}</div>`,
      config: configFor(surface),
    });
    await useAnswer(page);
    await page.evaluate(`for (const one of document.body.children) {
      if (one !== layer) one.ariaHidden = "true";
    }`);
    // By role it is found only if it is open to assistive technology.
    await useAnswer(page);
  });

  test(`a ${surface}, where a part of the page is in full screen`, async ({ site }) => {
    const page = await site.open({
      html: `<div id="stage">${GATE}<button type="button" onclick="stage.requestFullscreen()">Enlarge</button></div>`,
      config: configFor(surface),
    });
    await useAnswer(page);
    await page.getByRole("button", { name: "Enlarge" }).click();
    await expect.poll(() => page.evaluate("document.fullscreenElement?.id")).toBe("stage");
    await useAnswer(page);
    await page.evaluate("document.exitFullscreen()");
    await expect.poll(() => page.evaluate("document.fullscreenElement")).toBe(null);
    await useAnswer(page);
  });
}

test("what lies over the page comes along when a part of it goes into full screen", async ({
  site,
}) => {
  const page = await site.open({
    html: '<div id="stage" style="margin-top: 200px"><button type="button" onclick="stage.requestFullscreen()">Enlarge</button></div>',
    config: localConfig(
      playbook({
        placements: [placement("ours", { slot: undefined, payload: { surface: "bar" } })],
      }),
    ),
  });
  await expect(page.getByText("Title of ours")).toBeVisible();
  await page.getByRole("button", { name: "Enlarge" }).click();
  await expect.poll(() => page.evaluate("document.fullscreenElement?.id")).toBe("stage");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Title of ours")).toHaveCount(0);
});
