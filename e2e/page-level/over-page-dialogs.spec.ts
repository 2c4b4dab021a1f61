/** What lies over a dialog of the page's can be used, and leaves that open. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { onEvent, user } from "../surface-pages";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const BUY = [{ label: "Buy", action: "buy" }];
const config = (surface: string) =>
  localConfig(
    playbook({
      placements: [
        placement("wall", {
          slot: undefined,
          trigger: { type: "entitlement_denied", entitlement: "export" },
          payload: {
            surface,
            content: { title: "Part of Pro", anchor: "spot", duration_ms: 60_000 },
            ctas: BUY,
            remind_later_hours: 0,
          },
        }),
      ],
    }),
    { user },
  );
const SCRIPT = `<script>ServiceConfig.uiPathResolvers = { buy() { window.bought = (window.bought ?? 0) + 1; } };</script>
  <script src="/dist/service.js"></script>`;
const CONTENT = `<button type="button" data-service-gate="export">Export</button>
  <span data-service-slot="spot">Spot</span>`;

/** How a page closes its dialog, or keeps the focus in it. */
const PAGES = {
  "that is closed by a press beside it": `<div id="own" role="dialog" aria-modal="true">${CONTENT}</div>
    <script>document.addEventListener("pointerdown", ({ target }) => {
      if (!own.contains(target)) own.hidden = true;
    });</script>`,
  "that is closed by a click beside its rectangle": `<dialog id="own">${CONTENT}</dialog>
    <script>
      own.showModal();
      own.addEventListener("click", ({ clientX, clientY }) => {
        const { left, right, top, bottom } = own.getBoundingClientRect();
        if (clientX < left || clientX > right || clientY < top || clientY > bottom) own.close();
      });
    </script>`,
  "that keeps the focus and all clicks": `<div id="own" role="dialog" aria-modal="true">${CONTENT}</div>
    <script>
      const back = (event) => {
        if (own.contains(event.target)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.type === "focusin") own.querySelector("button").focus();
      };
      for (const type of ["focusin", "mousedown", "touchstart", "click"]) {
        document.addEventListener(type, back, { capture: true, passive: false });
      }
    </script>`,
};

for (const [how, html] of Object.entries(PAGES)) {
  for (const surface of ["toast", "bar", "tooltip", "modal"]) {
    test(`a ${surface} over a dialog of the page's ${how} works, and leaves it open`, async ({
      site,
    }) => {
      const page = await site.open({ html, config: config(surface), script: SCRIPT });
      const own = page.locator("#own");
      await page.evaluate("Service.ready");
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("button", { name: "Buy" }).click();
      await expect.poll(() => page.evaluate("window.bought")).toBe(1);
      await expect(own).toBeVisible();
      await page.getByRole("button", { name: "Dismiss" }).click();
      await expect(own).toBeVisible();
      await expect(page.getByText("Part of Pro")).toHaveCount(0);
    });
  }
}

test("what a dialog of the page's has made inert can be used once it answers a click there", async ({
  site,
}) => {
  const html = `<div id="own" role="dialog" aria-modal="true" hidden>${CONTENT}</div>
    <button type="button" data-service-gate="export">First</button>`;
  const page = await site.open({ html, config: config("toast"), script: SCRIPT });
  await page.getByRole("button", { name: "First" }).click();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.evaluate(`own.hidden = false;
    for (const one of document.body.children) if (one !== own) one.setAttribute("inert", "");`);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Buy" }).click();
  await expect.poll(() => page.evaluate("window.bought")).toBe(1);
});

/** How pages keep a closed drawer. */
const CLOSED = {
  "without a width": "position: fixed; inset: 0 auto 0 0; width: 0; overflow: hidden",
  "without a height": "height: 0; overflow: hidden",
  "shrunk to nothing": "transform: scale(0)",
  "above the window": "position: fixed; inset: 0; transform: translateY(-100%)",
};
for (const [how, style] of Object.entries(CLOSED)) {
  test(`a closed drawer that is kept ${how} holds nothing up`, async ({ site }) => {
    const page = await site.open({
      html: `<div id="own" role="dialog" aria-modal="true" style="${style}"><p>Menu</p></div>`,
      config: localConfig(
        playbook({ placements: [onEvent("news", { content: { title: "News" } })] }),
      ),
    });
    await page.evaluate("Service.trigger('news')");
    await expect(page.getByRole("dialog", { name: "News" })).toBeVisible();
  });
}

/** And open ones that look as if they weren't. */
const OPEN = {
  "without a size, around what is fixed":
    '<div role="dialog" aria-modal="true"><p style="position: fixed; top: 9em">Own</p></div>',
  "that cuts off, around what is fixed":
    '<div role="dialog" aria-modal="true" style="height: 0; overflow: hidden"><p style="position: fixed; top: 9em">Own</p></div>',
  "that was scrolled away":
    '<div role="dialog" aria-modal="true" style="height: 9em">Own</div><p style="height: 300vh"></p><script>scrollTo(0, 500)</script>',
};
for (const [how, html] of Object.entries(OPEN)) {
  test(`an open dialog ${how} is waited for`, async ({ site }) => {
    const page = await site.open({
      html,
      config: localConfig(
        playbook({ placements: [onEvent("news", { content: { title: "News" } })] }),
      ),
    });
    await page.evaluate("Service.trigger('news')");
    await expect
      .poll(() => page.evaluate("Service.explain('news').reasons"))
      .toEqual(["waiting_turn"]);
    await expect(page.getByRole("dialog", { name: "News" })).toHaveCount(0);
    await page.evaluate("document.querySelector('[role=dialog]').remove()");
    await expect(page.getByRole("dialog", { name: "News" })).toBeVisible();
  });
}

test("Escape in a modal leaves a dialog open whose library listens ahead of us", async ({
  site,
}) => {
  const page = await site.open({
    // As Mantine does, from before our modal is there.
    html: `<div id="own" role="dialog" aria-modal="true" style="position: fixed; inset: 20px">${CONTENT}</div>
      <script>addEventListener("keydown", ({ key, target }) => {
        const isStopped = target.getAttribute("data-mantine-stop-propagation") === "true";
        if (key === "Escape" && !isStopped) own.remove();
      }, true)</script>`,
    config: config("modal"),
  });
  await page.evaluate("Service.ready");
  const gate = page.getByRole("button", { name: "Export" });
  await gate.click();
  await expect(page.getByText("Part of Pro", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Part of Pro", { exact: true })).toHaveCount(0);
  await expect(gate).toBeFocused();
});
