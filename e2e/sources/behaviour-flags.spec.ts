/** The three behaviour flags: derived from the Playbook, and switched by the page, each both ways. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { localConfig, placement, playbook } from "../playbooks";
import { before } from "../stored-page";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FREE = { id: "u1", plan_handle: "free" };
const SLOT = '<h1>Page</h1><div data-service-slot="top"><p>Own</p></div>';
/** What the page says of the flag, and whether its part works. */
const SETTINGS: readonly (readonly [name: string, value: boolean | undefined, works: boolean])[] = [
  ["derived from the Playbook", undefined, true],
  ["switched on", true, true],
  ["switched off", false, false],
];
const flag = (name: string, value: boolean | undefined) =>
  value === undefined ? {} : { placementBehavior: { [name]: value } };

interface NextSession {
  readonly context: BrowserContext;
  readonly url: string;
  /** A word of what has to be stored. */
  readonly kept: string;
  readonly later: number;
}
const box = (page: Page) => page.locator(".box");
/** Only what tells the time jumps ahead. */
const ahead = (ms: number) => `{ const { now } = Date; Date.now = () => now() + ${ms}; }`;
/** Another session of the same person so much later: a new tab, once this was stored. */
async function nextSession(page: Page, { context, url, kept, later }: NextSession): Promise<Page> {
  await expect.poll(() => page.evaluate("localStorage['service:history']")).toContain(kept);
  await before(context, ahead(later));
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.evaluate("Service.ready");
  await tab.waitForTimeout(300);
  return tab;
}

/** What of the history a part goes by where it isn't the displays, and how long after them it is looked at. */
const KEPT: Readonly<Record<string, readonly [word: string, later: number]>> = {
  "a reminder": ["reminded", 0],
  "a cooldown after a dismissal": ["dismissed", 49 * HOUR],
};

for (const [name, value, works] of SETTINGS) {
  test.describe(`enableClientCapsEnforcement, ${name}`, () => {
    const options = { user: FREE, ...flag("enableClientCapsEnforcement", value) };
    const later = [{ label: "Later", action: "remind_later" }];
    const parts = {
      "a cap": { caps: [{ count: 1, period: "lifetime" }] },
      "a cooldown": { cooldown_hours: 48 },
      "a reminder": { ctas: later, remind_later_hours: 24 },
      "a cooldown after a dismissal": { cooldown_hours: 48 },
    };
    for (const [part, payload] of Object.entries(parts)) {
      test(`${part} ${works ? "holds" : "doesn't hold"} in the next session`, async ({
        site,
        context,
      }) => {
        const book = playbook({ placements: [placement("top", { payload })] });
        const page = await site.open({ html: SLOT, config: localConfig(book, options) });
        await expect(box(page)).toBeVisible();
        const [kept, later] = KEPT[part] ?? ["displays", 0];
        if (kept === "reminded") await page.getByRole("button", { name: "Later" }).click();
        if (kept === "dismissed") {
          // From its display alone it could be back by then.
          await page.evaluate(ahead(2 * HOUR));
          await page.getByRole("button", { name: "Dismiss" }).click();
        }
        const tab = await nextSession(page, { ...{ context, kept, later }, url: site.url });
        await expect(box(tab)).toHaveCount(works ? 0 : 1);
      });
    }

    test("what is put off stays away for this session, whatever the flag", async ({ site }) => {
      const book = playbook({ placements: [placement("top", { payload: { ctas: later } })] });
      const page = await site.open({ html: SLOT, config: localConfig(book, options) });
      await page.getByRole("button", { name: "Later" }).click();
      await expect(box(page)).toHaveCount(0);
      await page.reload();
      await page.evaluate("Service.ready");
      await expect(page.getByText("Own")).toBeVisible();
      await expect(box(page)).toHaveCount(0);
    });
  });

  test.describe(`enableAutoGatedPlacement, ${name}`, () => {
    const denied = { type: "entitlement_denied", entitlement: "export" };
    const modal = { surface: "modal", content: { title: "Export is part of Pro" } };
    const book = playbook({
      placements: [
        placement("top", { category: "gated", trigger: denied }),
        placement("ask", { slot: undefined, category: "gated", trigger: denied, payload: modal }),
      ],
    });
    const config = localConfig(book, { user: FREE, ...flag("enableAutoGatedPlacement", value) });
    const html = `${SLOT}<button type="button" data-service-gate="export"
      onclick="document.title = 'exported'">Export</button>`;

    test(`a refusal is ${works ? "answered" : "answered by nothing"}, and stays one`, async ({
      site,
    }) => {
      const page = await site.open({ html, config });
      await page.evaluate("Service.ready");
      await page.getByRole("button", { name: "Export" }).click();
      await page.waitForTimeout(200);
      await expect(page.getByRole("dialog")).toHaveCount(works ? 1 : 0);
      await expect(page.getByText("Title of top")).toHaveCount(works ? 1 : 0);
      await expect(page).toHaveTitle("Test");
      const ran = "Service.gate('export', () => {}).then(({ ran }) => ran)";
      expect(await page.evaluate(ran)).toBe(false);
    });

    test("the placement opens when the page asks for it by name, whatever the flag", async ({
      site,
    }) => {
      const page = await site.open({ html, config });
      await page.evaluate("Service.ready");
      await page.evaluate("Service.show('ask')");
      await expect(page.getByRole("dialog", { name: "Export is part of Pro" })).toBeVisible();
    });
  });

  test.describe(`enableTrialAutoTriggers, ${name}`, () => {
    const stage = (one: string) => ({ type: "trial_stage", stage: one });
    const book = playbook({
      trials: [{ handle: "pro_trial", plan: "pro", days: 14 }],
      placements: [
        placement("top", { category: "trials", trigger: stage("started") }),
        placement("over", {
          slot: undefined,
          category: "trials",
          trigger: stage("ended"),
          payload: { surface: "modal", content: { title: "The trial is over" } },
        }),
        placement("always", { category: "trials" }),
      ],
    });
    const options = { user: FREE, ...flag("enableTrialAutoTriggers", value) };
    const began = (ago: number) => ({
      in_trial: ago < 14 * DAY,
      trial_handle: "pro_trial",
      started_at: new Date(Date.now() - ago).toISOString(),
    });
    const configWith = (trialStatus: object) => ({
      ...localConfig(book, options),
      localRuntime: { playbook: book, initialData: { trialStatus } },
    });
    const html = `${SLOT}<div data-service-slot="always"></div>
      <p data-service-show-if="export">Export</p>`;

    test(`a stage of the trial shows ${works ? "its placement" : "nothing"}`, async ({ site }) => {
      const page = await site.open({ html, config: configWith(began(DAY)) });
      // What waits for no stage is shown, and the trial's plan counts, whatever the flag.
      await expect(page.getByText("Title of always")).toBeVisible();
      await expect(page.getByText("Export", { exact: true })).toBeVisible();
      await expect(page.getByText("Title of top")).toHaveCount(works ? 1 : 0);
    });

    test(`the end of the trial opens ${works ? "its dialog" : "nothing"}`, async ({ site }) => {
      const page = await site.open({ html, config: configWith(began(15 * DAY)) });
      await expect(page.getByText("Title of always")).toBeVisible();
      await page.waitForTimeout(200);
      await expect(page.getByRole("dialog")).toHaveCount(works ? 1 : 0);
    });
  });
}

test("a Playbook without a cap, a gate or a trial gives the flags nothing to switch", async ({
  site,
}) => {
  const tab = await site.open({ html: SLOT, config: localConfig() });
  for (const value of [undefined, true, false]) {
    const flags = {
      enableClientCapsEnforcement: value,
      enableAutoGatedPlacement: value,
      enableTrialAutoTriggers: value,
    };
    const book = playbook({ placements: [placement("top")] });
    const placementBehavior = value === undefined ? {} : { placementBehavior: flags };
    await site.open(
      { html: SLOT, config: localConfig(book, { user: FREE, ...placementBehavior }) },
      tab,
    );
    await expect(tab.getByText("Title of top")).toBeVisible();
  }
});
