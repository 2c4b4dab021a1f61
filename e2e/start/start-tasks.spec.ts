/** The start of the SDK: what the page can see at once, and what comes in tasks of its own. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { slowTab } from "../slow-tab";

const SCRIPT = '<script src="/dist/service.js"></script>';
const SLOT = '<div data-service-slot="top"><p>Own</p></div>';
const CONFIG = localConfig(playbook({ placements: [placement("top")] }), {
  user: { id: "u1", plan_handle: "free" },
});
/** What a page sees in the task in which the script has run. */
const RUN_AND_LOOK = `(async () => {
  const textContent = await (await fetch("/dist/service.js")).text();
  document.head.append(Object.assign(document.createElement("script"), { textContent }));
  return {
    can: Service.can("export"),
    isFilled: !!document.querySelector("[data-service-slot]").shadowRoot?.querySelector(".box"),
  };
})()`;
const GATED = '<p data-service-show-if="export">For Pro</p>';

test("once the script has run, Service is there; placements come next", async ({ site }) => {
  const page = await site.open({ html: `${SLOT}${GATED}`, config: CONFIG, script: "" });
  expect(await page.evaluate(RUN_AND_LOOK)).toEqual({ can: false, isFilled: false });
  await expect(page.getByText("Title of top")).toBeVisible();
  await expect(page.getByText("For Pro")).toBeHidden();
});

test("what is gated is out of sight before the next frame, on a slow processor with much to do", async ({
  site,
  context,
}) => {
  const page = await slowTab(context);
  await site.open({ html: "<main></main>", config: CONFIG, script: "" }, page);
  const painted = await page.evaluate<number[]>(
    `(async () => {
      const code = await (await fetch("/dist/service.js")).text();
      const main = document.querySelector("main");
      const painted = [];
      const look = () => requestAnimationFrame(() => {
        // A message comes after the frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => painted.push(main.querySelectorAll("p:not([hidden])").length);
        port2.postMessage("");
        look();
      });
      main.innerHTML = '${GATED}';
      main.append(Object.assign(document.createElement("script"), { textContent: code }));
      look();
      const work = () => { for (const end = performance.now() + 3; performance.now() < end;); };
      for (let i = 0; i < 20; i++) setTimeout(work);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      return painted;
    })()`,
  );
  expect(painted.length).toBeGreaterThan(1);
  expect(Math.max(...painted)).toBe(0);
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
