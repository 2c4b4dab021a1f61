/** A change of the context has only those placements decided again that read what changed. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { user } from "../surface-pages";

const PLACEMENTS = 5000;
const ROUNDS = 3;
const CHANGES = 20;
/** How many times as long it takes where every placement reads what changes, at least. */
const LEAST = 2;

const CONFIG = localConfig(
  playbook({
    placements: Array.from({ length: PLACEMENTS }, (_, index) =>
      placement(`p_${index}`, {
        slot: undefined,
        payload: {
          surface: "modal",
          target: { condition: { "usage.exports": { $lt: -1 - index } } },
        },
      }),
    ),
  }),
  { user: { ...user, usage: { exports: 1, seats: 1 } } },
);

/** Processor time of the page's thread for some changes of a user's usage, in ms. */
async function timeOf(page: Page, handle: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  };
  const before = await spent();
  await page.evaluate(
    async ([handle, changes]) => {
      for (let change = 1; change <= changes; change++) {
        if (window.Service && !Array.isArray(window.Service)) {
          window.Service.updateUsage({ [handle]: change });
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    [handle, CHANGES] as const,
  );
  return (await spent()) - before;
}

test("what a placement doesn't read costs nothing when it changes", async ({ site }) => {
  const read: number[] = [];
  const unread: number[] = [];
  const page = await site.open({ html: "", config: CONFIG });
  await page.waitForTimeout(1500);
  for (let round = 0; round < ROUNDS; round++) {
    unread.push(await timeOf(page, "seats"));
    read.push(await timeOf(page, "exports"));
  }
  const times = { read: Math.min(...read), unread: Math.min(...unread) };
  test.info().annotations.push({ type: "ms", description: JSON.stringify(times) });
  expect(times.read).toBeGreaterThanOrEqual(times.unread * LEAST);
});
