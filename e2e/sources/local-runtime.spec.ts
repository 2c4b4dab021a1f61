/** `localRuntime` as an application uses it: data from the start, keys of its own, time. */
import { expect, test } from "../fixtures";
import { BOOK, exported, FREE, HTML, ON_FREE, title } from "../local-page";
import { localConfig, placement, playbook } from "../playbooks";

const HOUR = 3_600_000;

test.describe("data from the start", () => {
  test("the trial's status counts at once, and its plan with it", async ({ site }) => {
    const stage = { type: "trial_stage", stage: "started" };
    const book = playbook({
      trials: [{ handle: "pro_trial", plan: "pro", days: 14 }],
      placements: [placement("top", { category: "trials", trigger: stage })],
    });
    const trialStatus = { in_trial: true, trial_handle: "pro_trial", day_number: 2 };
    const page = await site.open({
      html: HTML,
      config: {
        ...localConfig(book, { user: FREE }),
        localRuntime: { playbook: book, initialData: { trialStatus } },
      },
    });
    await expect(title(page)).toBeVisible();
    await expect(exported(page)).toBeVisible();
    expect(await page.evaluate("Service.getTrialStatus()")).toMatchObject(trialStatus);
  });

  test("a user's context is known by id, and counts for that user only", async ({ site }) => {
    const userContextByUserId = { u1: { id: "u1", plan_handle: "pro" } };
    const page = await site.open({
      html: HTML,
      config: {
        ...localConfig(BOOK, { user: FREE }),
        localRuntime: { playbook: BOOK, initialData: { userContextByUserId } },
      },
    });
    await expect(exported(page)).toBeVisible();
    expect(await page.evaluate("Service.fetchUserContext('u1')")).toEqual(userContextByUserId.u1);
    await page.evaluate("Service.identify('constructor', { plan_handle: 'free' })");
    expect(await page.evaluate("Service.fetchUserContext('constructor')")).toBeUndefined();
    await expect(exported(page)).toBeHidden();
    await expect(title(page)).toBeVisible();
  });

  test("a name that a context doesn't know is warned about, and the rest counts", async ({
    site,
  }) => {
    const initialData = {
      userContextByUserId: { u1: { plan_handle: "pro", email_domain: "a.example" } },
      trialStatus: { in_trial: true, stage: "ending" },
    };
    const page = await site.open({
      html: HTML,
      config: {
        ...localConfig(BOOK, { user: FREE }),
        localRuntime: { playbook: BOOK, initialData },
      },
    });
    await expect(exported(page)).toBeVisible();
    const wrong = [
      /userContextByUserId.u1.email_domain is unknown/,
      /trialStatus.stage is unknown/,
    ];
    for (const name of wrong) expect(site.console).toEqual([expect.stringMatching(name)]);
    expect(site.console).toEqual([expect.stringMatching(/^warning: /)]);
  });

  test("a stated decision that is none is named, and the Playbook decides", async ({ site }) => {
    const placementDecisionsByPlacementId = { top: { visible: true } };
    site.expectConsole(
      /placementDecisionsByPlacementId\.top is left out.*answer's output is required/s,
    );
    const page = await site.open({
      html: HTML,
      config: {
        ...localConfig(BOOK, { user: FREE }),
        localRuntime: { playbook: BOOK, initialData: { placementDecisionsByPlacementId } },
      },
    });
    await expect(title(page)).toBeVisible();
  });

  test("placements beside the Playbook are decided with its own, by priority", async ({ site }) => {
    const beside = placement("beside", { slot: "top", priority: 5, payload: ON_FREE });
    const page = await site.open({
      html: HTML,
      config: {
        ...localConfig(BOOK, { user: FREE }),
        localRuntime: { playbook: BOOK, placements: [beside] },
      },
    });
    await expect(page.getByText("Title of beside")).toBeVisible();
    const told = await page.evaluate(
      "Service.explain('top').candidates.map(({ placement, reason }) => placement + ' ' + reason)",
    );
    expect(told).toEqual(["beside shown", "top lower_priority"]);
  });

  test("placementsByLookupKey is ignored and warned about once", async ({ site }) => {
    const page = await site.open({
      html: HTML,
      config: {
        ...localConfig(BOOK, { user: FREE }),
        localRuntime: {
          playbook: BOOK,
          initialData: {
            placementsByLookupKey: { top: { content: { title: "Decided long ago" } }, other: null },
          },
        },
      },
    });
    site.allowConsole(/placementsByLookupKey/);
    await expect(title(page)).toBeVisible();
    await page.evaluate("Service.getPlacement({ slot: 'top' })");
    await expect(page.getByText("Decided long ago")).toHaveCount(0);
    const told = site.console.filter((line) => /placementsByLookupKey/.test(line));
    expect(told).toEqual([expect.stringMatching(/^warning: /)]);
  });
});

test("two applications of one origin with keys of their own count apart", async ({
  site,
  context,
}) => {
  const once = { caps: [{ count: 1, period: "lifetime" }] };
  const book = playbook({ placements: [placement("top", { payload: once })] });
  const pageOf = (storageKey: string) => ({
    path: `/${storageKey}`,
    html: HTML,
    config: {
      ...localConfig(book, { user: FREE }),
      localRuntime: { playbook: book, storageKey },
    },
  });
  const page = await site.open(pageOf("one"));
  await expect(title(page)).toBeVisible();
  const other = await site.open(pageOf("two"));
  await expect(title(other)).toBeVisible();
  for (const path of ["one", "two"]) {
    const again = await context.newPage();
    await again.goto(`${site.url}/${path}`);
    await again.evaluate("Service.ready");
    await again.waitForTimeout(200);
    await expect(again.getByText("Own")).toBeVisible();
    await expect(title(again)).toHaveCount(0);
  }
  await other.evaluate("Service.reset()");
  const keys: string[] = await page.evaluate("Object.keys(localStorage)");
  expect(keys.filter((key) => key.startsWith("one:")).length).toBeGreaterThan(0);
  expect(keys.filter((key) => !/^(one|two):/.test(key))).toEqual([]);
});

test("a schedule begins and ends in an open page, and says when", async ({ site, context }) => {
  const schedule = { from: "2026-11-20T12:00:00Z", until: "2026-11-20T18:00:00Z" };
  const book = playbook({ placements: [placement("top", { payload: { schedule } })] });
  site.servePage({ html: HTML, config: localConfig(book, { user: FREE }) });
  const page = await context.newPage();
  await page.clock.install({ time: "2026-11-20T09:00:00Z" });
  await page.goto(site.url);
  await page.evaluate("Service.ready");
  await expect(title(page)).toHaveCount(0);
  expect(await page.evaluate("Service.explain('top').reasons")).toEqual(["outside_schedule"]);
  const gate = page.evaluate("Service.explain('top').candidates[0].gates.at(-1)");
  expect(await gate).toMatchObject({ gate: "schedule", passed: false, expected: schedule });
  const seen = page.evaluate<number>("Service.explain('top').candidates[0].gates.at(-1).actual");
  expect((await seen) / HOUR).toBeCloseTo(Date.parse("2026-11-20T09:00:00Z") / HOUR, 1);
  await page.clock.fastForward(3 * HOUR + 1000);
  await expect(title(page)).toBeVisible();
  await page.clock.fastForward(6 * HOUR);
  await expect(title(page)).toHaveCount(0);
  await expect(page.getByText("Own")).toBeVisible();
});

test("a rollout lets the same users in on every load", async ({ site }) => {
  const book = playbook({ placements: [placement("top", { payload: { rollout_percent: 50 } })] });
  const tab = await site.open({ html: HTML, config: localConfig(book) });
  const seen = async (id: string) => {
    await site.open({ html: HTML, config: localConfig(book, { user: { id } }) }, tab);
    await tab.evaluate("Service.ready");
    const said = await tab.evaluate<string>("Service.explain('top').reasons.join()");
    await expect(title(tab)).toHaveCount(said === "shown" ? 1 : 0);
    return said;
  };
  const users = Array.from({ length: 8 }, (_, i) => `user_${i}`);
  const first: string[] = [];
  for (const id of users) first.push(await seen(id));
  expect([...new Set(first)].toSorted()).toEqual(["rollout_excluded", "shown"]);
  for (const [i, id] of users.entries()) expect(await seen(id)).toBe(first[i]);
});
