/** The start of the SDK: what the page can see at once, and what comes in tasks of its own. */
import { expect, test } from "./fixtures";
import { localConfig, placement, playbook } from "./playbooks";

const SCRIPT = '<script src="/dist/service.js"></script>';
const SLOT = '<div data-service-slot="top"><p>Own</p></div>';
const CONFIG = localConfig(playbook({ placements: [placement("top")] }), {
  user: { id: "u1", plan_handle: "free" },
});
/** What a page sees that looks on right behind the tag. */
const LOOK = `<script>
  window.seen = {
    can: Service.can("export"),
    isFilled: !!document.querySelector("[data-service-slot]").shadowRoot?.querySelector(".box"),
    isHidden: document.querySelector("[data-service-show-if]").hidden,
  };
  const pro = document.createElement("p");
  pro.dataset.serviceShowIf = "export";
  document.body.append(pro);
  queueMicrotask(() => { seen.isNewHidden = pro.hidden; });
</script>`;

test("once the script has run, Service is there and what is gated is hidden; placements come next", async ({
  site,
}) => {
  const html = `${SLOT}<p data-service-show-if="export">For Pro</p>${SCRIPT}${LOOK}`;
  const page = await site.open({ html, config: CONFIG, script: "" });
  await expect(page.getByText("Title of top")).toBeVisible();
  const seen = { can: false, isFilled: false, isHidden: true, isNewHidden: true };
  expect(await page.evaluate("seen")).toEqual(seen);
  await expect(page.getByText("For Pro")).toBeHidden();
});

test("destroyed right behind the tag, nothing comes of it", async ({ site }) => {
  const destroy = `<script>Service.ready.then(() => { window.isReady = true; }); Service.destroy();</script>`;
  const html = `${SLOT}<p data-service-show-if="export">For Pro</p>${SCRIPT}${destroy}`;
  const page = await site.open({ html, config: CONFIG, script: "" });
  await expect.poll(() => page.evaluate("window.isReady")).toBe(true);
  await page.waitForTimeout(500);
  await expect(page.getByText("Own")).toBeVisible();
  await expect(page.getByText("For Pro")).toBeVisible();
  await expect(page.getByText("Title of top")).toHaveCount(0);
});
