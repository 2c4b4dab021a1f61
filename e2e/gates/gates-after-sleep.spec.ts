/** A gate goes by the present time, though the timers of a computer that slept haven't run yet. */
import { expect, test } from "../fixtures";
import { placement, playbook } from "../playbooks";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const BOOK = playbook({
  trials: [{ handle: "pro_trial", plan: "pro", days: 14 }],
  placements: [
    placement("export_gate", {
      slot: undefined,
      category: "gated",
      trigger: { type: "entitlement_denied", entitlement: "export" },
      payload: { surface: "modal", content: { title: "Export is part of Pro" } },
    }),
  ],
});
const HTML = `<button type="button" data-service-gate="export"
  onclick="document.title = 'exported'">Export</button>`;

for (const [when, slept, isStopped] of [
  ["past the end of the trial", 5, true],
  ["up to shortly before it", 0.9, false],
] as const) {
  test(`after a sleep ${when} the first click is ${isStopped ? "stopped" : "let through"}`, async ({
    site,
    context,
  }) => {
    const now = Date.UTC(2026, 10, 1, 10);
    // Only what tells the time jumps; whatever waits for its turn goes on waiting.
    await context.addInitScript((start) => {
      Object.assign(window, { slept: 0 });
      const { now: real } = Date;
      const began = real();
      Date.now = () => start + real() - began + Object(window).slept;
    }, now);
    const trialStatus = {
      ...{ in_trial: true, trial_handle: "pro_trial" },
      started_at: new Date(now - 14 * DAY + HOUR).toISOString(),
      ends_at: new Date(now + HOUR).toISOString(),
    };
    const config = {
      ...{ runtimeMode: "local_only", user: { id: "u1", plan_handle: "free" } },
      localRuntime: { playbook: BOOK, initialData: { trialStatus } },
    };
    const page = await site.open({ html: HTML, config });
    await page.evaluate("Service.ready");
    expect(await page.evaluate("Service.can('export')")).toBe(true);
    await page.evaluate(`window.slept = ${slept * HOUR}`);
    await page.getByRole("button", { name: "Export" }).click();
    await expect(page.getByRole("dialog", { name: "Export is part of Pro" })).toHaveCount(
      isStopped ? 1 : 0,
    );
    await expect(page).toHaveTitle(isStopped ? "Test" : "exported");
  });
}
