/** Pages with very many slots, as lists have that load more and more. */
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";

const COUNT = 300;

test("filling slots doesn't make the browser compute styles for each of them", async ({
  site,
  context,
}) => {
  const page = await site.open({
    html: "<main></main>",
    config: localConfig(playbook({ placements: [placement("top")] })),
  });
  await page.evaluate("Service.ready");
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const computed = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "RecalcStyleCount")?.value ?? Number.NaN;
  };
  const before = await computed();
  await page.evaluate((count) => {
    const main = document.querySelector("main");
    if (main) main.innerHTML = '<div data-service-slot="top"></div>'.repeat(count);
  }, COUNT);
  await expect(page.getByText("Title of top")).toHaveCount(COUNT);
  // Those that remain are of frames, in between.
  expect((await computed()) - before).toBeLessThan(COUNT / 2);
});
