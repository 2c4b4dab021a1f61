/**
 * Every call of the wire under every fault: the page and what it shows stay as they are, nothing
 * is uncaught, and when the fault ends all is well again.
 */
import type { BrowserContext, Page } from "@playwright/test";
import { openDatabase } from "../../demo/control-plane/database.mjs";
import { type ControlPlane, startControlPlane } from "../../demo/control-plane/index.mjs";
import type { TestSite } from "../fixtures";
import { createPageConsole } from "../page-console";
import { expect, FAILED_LOAD, openService, SLOT, slotIn, test, titled } from "../service-page";
import { before } from "../stored-page";

type Fault = NonNullable<Parameters<ControlPlane["fault"]>[1]>;
type Faults = ControlPlane["faults"];

const FAULTS: Readonly<Record<string, (faults: Faults) => Fault>> = {
  refused: ({ refuse }) => refuse(),
  hanging: ({ hang }) => hang(),
  slow: ({ slow }) => slow(800),
  "a 403": ({ status }) => status(403),
  "a 404": ({ status }) => status(404),
  "a 503": ({ status }) => status(503),
  "a 429": ({ tooMany }) => tooMany(1),
  empty: () => async (c) => c.body(""),
  truncated: ({ truncated }) => truncated(),
  "not JSON": ({ notJson }) => notJson(),
  "another shape": ({ wrongShape }) => wrongShape({ tenant_id: 1, playbook: [], plan_handle: {} }),
  "a list": ({ wrongShape }) => wrongShape([null]),
  "10 MB": ({ huge }) => huge(10e6),
};
/** What is queued outlives these, for a refusal or a proxy's page may end; what another server has taken is gone. */
const KEPT = /refused|hanging|slow|a \d{3}|truncated|not JSON/;

const USER = "user_ann";
const HTML = `<h1>Page</h1>${SLOT}<button onclick="this.textContent = 'Pressed'">Press</button>`;
/** Half the patience: nobody wants to wait for what hangs, but a busy machine needs some for what is good. */
const IMPATIENT = `const { timeout } = AbortSignal;
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 2);`;
/** Back-off included. */
const RECOVERY = { timeout: 60_000 };

interface Case {
  readonly name: string;
  readonly plane: ControlPlane;
  readonly page: Page;
}
interface Matrix {
  readonly cases: readonly Case[];
  /** All of them at once, since what a service says everybody hears; or so many at a time. */
  each(run: (one: Case) => Promise<unknown>, together?: number): Promise<void>;
  fault(isOn: boolean): void;
  recover(): Promise<void>;
  /** Those whose fault was met. */
  readonly met: ReadonlySet<Case>;
}

/** A control plane and a visitor for each fault, the planes on one database. */
const matrixTest = test.extend<{ matrix: (call: string, isFaulty?: boolean) => Promise<Matrix> }>({
  matrix: async ({ browser, site }, use, testInfo) => {
    testInfo.setTimeout(300_000);
    const database = await openDatabase();
    const pageConsole = createPageConsole();
    pageConsole.allowConsole(FAILED_LOAD);
    pageConsole.allowConsole(/^error: \[Service\] Playbook refused/);
    const opened: (BrowserContext | ControlPlane)[] = [];
    await use(async (call, isFaulty = false) => {
      const startCase = async (name: string): Promise<Case> => {
        const rateLimit = { seconds: 60, perAddress: 1e6, perKey: 1e6 };
        // What is only told needs no newer Playbook, and a dozen pages that look for one each second are busy.
        const refreshSeconds = call in TOLD ? 60 : 1;
        const options = { database, rateLimit, refreshSeconds, playbook: titled(1, "First") };
        const plane = await startControlPlane(options);
        opened.push(plane);
        const context = await browser.newContext();
        opened.push(context);
        pageConsole.watch(context);
        if (name === "hanging") await before(context, IMPATIENT);
        // It would tell of the trial as well.
        if (call === "trial_status") plane.fault("client_context", plane.faults.status(404));
        return { name, plane, page: await context.newPage() };
      };
      const cases: Case[] = [];
      // One after the other: the first of them launches the Playbook.
      for (const name of Object.keys(FAULTS)) cases.push(await startCase(name));
      const met = new Set<Case>();
      let from = 0;
      const fault = (isOn: boolean) => {
        if (isOn) from = Date.now();
        for (const one of cases) {
          const faulty = FAULTS[one.name]?.(one.plane.faults);
          const meet: Fault = async (c, next) => {
            met.add(one);
            return faulty?.(c, next);
          };
          one.plane.fault(call, isOn ? meet : undefined);
        }
      };
      fault(isFaulty);
      const matrix: Matrix = {
        ...{ cases, fault, met },
        async recover() {
          fault(false);
          // After half a minute without an answer a page asks seldom, but when it is back online (README).
          if (Date.now() - from < 20_000) return;
          const unanswered = cases.filter(({ name }) => name === "refused" || name === "hanging");
          for (const { page } of unanswered) {
            for (const isOffline of [true, false]) await page.context().setOffline(isOffline);
          }
        },
        async each(run, together = cases.length) {
          for (let i = 0; i < cases.length; i += together) {
            await Promise.all(cases.slice(i, i + together).map(run));
          }
        },
      };
      await matrix.each(({ page, plane }) => open(site, plane, page));
      return matrix;
    });
    for (const one of opened.reverse()) await one.close();
    await database.close();
    pageConsole.verifyConsole();
  },
});

async function open(site: TestSite, plane: ControlPlane, tab: Page): Promise<void> {
  const path = `/${new URL(plane.url).port}`;
  site.serve(`/token${path}`, async () => ({ body: (await plane.mintToken(USER)).client_token }));
  await openService({
    ...{ site, plane, tab, path, html: HTML },
    code: `clientSession: () => fetch("/token${path}").then((response) => response.text()),
      runtimeMode: "custom_endpoints"`,
    config: {
      user: { id: USER },
      endpointOverrides: { placementTypes: `${plane.url}/api/sdk/placement-types` },
    },
  });
}
/** The page's own content and behaviour. */
async function expectOwnPage({ name, page }: Case): Promise<void> {
  await expect(page.getByRole("heading", { name: "Page" }), name).toBeVisible();
  await page.getByRole("button", { name: "Press" }).click();
  await expect(page.getByRole("button", { name: "Pressed" }), name).toBeVisible();
}
const expectTitle = ({ name, page }: Case, title: string) =>
  expect(slotIn(page).getByText(title), name).toBeVisible(RECOVERY);
const expectMet = ({ cases, met }: Matrix) =>
  expect
    .poll(() => cases.filter((one) => !met.has(one)).map(({ name }) => name), RECOVERY)
    .toEqual([]);

for (const call of ["bootstrap", "manifest", "bundle"]) {
  matrixTest(
    `${call}, on a first visit: the page's own content, until it is there`,
    async ({ matrix }) => {
      const all = await matrix(call, true);
      await all.each(async (one) => {
        await one.page.waitForTimeout(2000);
        await expectOwnPage(one);
        if (one.name === "slow") return;
        await expect(one.page.getByText("Page content"), one.name).toBeVisible();
        expect(await one.page.evaluate("Service.can('export')"), one.name).toBe(false);
      });
      await all.recover();
      await all.each((one) => expectTitle(one, "First"));
    },
  );

  matrixTest(
    `${call}, of a newer Playbook: the last good one, until it is there`,
    async ({ matrix }) => {
      const all = await matrix(call);
      await all.each((one) => expectTitle(one, "First"));
      all.fault(true);
      await all.cases[0]?.plane.launch(titled(2, "Second"));
      await expectMet(all);
      await all.each(async (one) => {
        await one.page.waitForTimeout(2000);
        await expectOwnPage(one);
        if (one.name === "slow") return;
        await expectTitle(one, "First");
        await one.page.reload();
        await expectTitle(one, "First");
      });
      await all.recover();
      await all.each((one) => expectTitle(one, "Second"));
    },
  );
}

const DAY = 86_400_000;
/** One that is running. */
const TRIAL = {
  ...{ trial_handle: "pro_trial", plan_handle: "pro" },
  started_at: new Date(Date.now() - DAY).toISOString(),
  ends_at: new Date(Date.now() + DAY).toISOString(),
};

/** What the application asks for itself, and what of a good answer it is looked at for. */
const READS = {
  client_context: [
    "Service.refreshContext().then(() => Service.getUserContext())",
    // Nobody else tells of it.
    { traits: { payment_state: "none" } },
  ],
  user_context: [`Service.fetchUserContext("${USER}")`, { plan_handle: "free" }],
  trial_status: ["Service.getTrialStatus()", { in_trial: true }],
} as const;
for (const [call, [code, answer]] of Object.entries(READS)) {
  matrixTest(`${call}: what is known stays, until there is an answer`, async ({ matrix }) => {
    const all = await matrix(call, true);
    await all.cases[0]?.plane.setUser(USER, { trial: TRIAL });
    await all.each(async (one) => {
      await expectTitle(one, "First");
      await expectOwnPage(one);
      // It settles, whatever comes.
      await one.page.evaluate(`(async () => { await ${code}; })()`);
      await expectTitle(one, "First");
    });
    all.fault(false);
    await all.each(async ({ name, page }) => {
      await expect
        .poll(() => page.evaluate(code), { ...RECOVERY, message: name })
        .toMatchObject(answer);
    });
  });
}

/** What makes something to tell, and what is in the database then. */
const TOLD = {
  track: [(word: string) => `Service.track("${word}")`, "SELECT 1 FROM events WHERE name = $1"],
  interactions: [
    (word: string) => `new Promise((seen) => {
      void Service.identify("${word}");
      history.pushState(null, "", "?${word}");
      Service.on("impression", seen);
    })`,
    "SELECT 1 FROM interactions WHERE user_id = $1 LIMIT 1",
  ],
  placements: [
    (word: string) =>
      `document.body.insertAdjacentHTML("beforeend", '<p data-service-slot="${word}"></p>')`,
    "SELECT 1 FROM slots WHERE slot = $1",
  ],
  placement_types: [
    (word: string) => `Service.registerSurface("${word}", () => undefined)`,
    "SELECT 1 FROM placement_types WHERE name = $1",
  ],
} as const;
for (const [call, [say, sql]] of Object.entries(TOLD)) {
  matrixTest(`${call}: nothing of it shows, and telling goes on`, async ({ matrix }) => {
    const all = await matrix(call);
    const wordOf = ({ name }: Case, when: string) =>
      `${when}_${name.replace(/\W/g, "_").toLowerCase()}`;
    const arrived = async (one: Case, when: string) =>
      (await one.plane.query(sql, [wordOf(one, when)])).length;
    await all.each((one) => expectTitle(one, "First"));
    // A few at a time: after many failures in a row a page sends nothing more, so none may be slow.
    await all.each(async (one) => {
      const { name, page, plane } = one;
      const fault = FAULTS[name]?.(plane.faults);
      let met = 0;
      plane.fault(call, async (c, next) => {
        if ((await c.req.text()).includes(wordOf(one, "during"))) met++;
        return fault?.(c, next);
      });
      await page.evaluate(say(wordOf(one, "during")));
      await expect.poll(() => met, { ...RECOVERY, message: name }).toBeGreaterThan(0);
      await expectOwnPage(one);
      await expectTitle(one, "First");
      plane.fault(call, undefined);
      await page.evaluate(say(wordOf(one, "after")));
      for (const when of KEPT.test(name) ? ["during", "after"] : ["after"]) {
        await expect
          .poll(() => arrived(one, when), { ...RECOVERY, message: `${name}: ${when}` })
          .toBe(1);
      }
      // The faulty answer has been read by now.
      await expectOwnPage(one);
      await expectTitle(one, "First");
    }, 5);
  });
}

matrixTest("meta: nobody misses a beacon", async ({ matrix }) => {
  const all = await matrix("meta", true);
  await all.each(async (one) => {
    await expectTitle(one, "First");
    await one.page.waitForTimeout(1500);
    await expectOwnPage(one);
  });
  await expectMet(all);
  const count = async () =>
    (await all.cases[0]?.plane.query("SELECT 1 FROM sdk_inits"))?.length ?? 0;
  // Two of the faults let the beacon through: what is slow, and what is truncated.
  const known = 2;
  await expect.poll(count, RECOVERY).toBe(known);
  all.fault(false);
  await all.each(async ({ page }) => void (await page.reload()));
  await expect.poll(count, RECOVERY).toBe(known + all.cases.length);
});
