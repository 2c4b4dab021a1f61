/** A thousand events over the lives of many pages: each is in the database, once. */
import type { BrowserContext, Page } from "@playwright/test";
import { expect, type Relay, test } from "../relay";
import { bookOf, FAILED_LOAD, openService, SLOT, slotIn } from "../service-page";

const EVENTS = 1000;
const TELEMETRY = /^\/api\/(track|events\/interactions|sdk\/meta|placements)$/;

/** Keeps, apart from the SDK, what it makes: by `event_id`, whatever becomes of it. */
const WITNESS = `const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    setItem.call(this, key, value);
    const [, kind] = /^service:queue\\.\\d+\\.\\w+\\.[\\d.]+\\.(events|interactions)\\./.exec(key) ?? [];
    if (!kind) return;
    const { event_id, name } = JSON.parse(value);
    setItem.call(localStorage, "made:" + event_id, kind);
    if (name === "page_view") window.viewed = event_id;
  };`;
/** Events from the first moment on, and two more when there is no time left to send any. */
const BODY = `${SLOT}<a href="/away">Away</a><form action="/away"><button>Send</button></form>
<script>
  const { from, until } = Object.fromEntries(new URLSearchParams(location.search));
  const trackTo = (end) => { while (next < end) Service.track("life", { n: next++ }); };
  let next = Number(from);
  // After a reload it has been here before.
  if (until && !sessionStorage.getItem(from)) {
    sessionStorage.setItem(from, "seen");
    trackTo(Math.min(next + 5, until - 2));
    addEventListener("pagehide", trackAll);
  }
  function trackAll() {
    trackTo(Number(until));
    localStorage.setItem("over:" + until, "");
  }
</script>`;
const MORE = "trackTo(until - 2);";
const ALL = "trackAll();";

/** How many there are, as soon as there is one, or in the end. */
async function lengthOf(list: () => Promise<readonly string[]>, timeout: number): Promise<number> {
  try {
    await expect.poll(list, { timeout }).not.toEqual([]);
  } catch {}
  return (await list()).length;
}

interface Life {
  readonly context: BrowserContext;
  readonly page: Page;
}
/** An error page is another page, too. While one is on its way, Chromium may forget to close the tab. */
const left = (page: Page) => page.waitForEvent("load");
/** It is left in this very task; there may be nobody to answer. */
const act = (page: Page, code: string) =>
  Promise.all([left(page), page.evaluate(MORE + code).catch(() => undefined)]);
async function click(page: Page, name: string): Promise<void> {
  await page.evaluate(MORE);
  await Promise.all([
    left(page),
    page.getByText(name, { exact: true }).click({ noWaitAfter: true }),
  ]);
}

/** Every way in which a page ends. */
const ENDS: Readonly<Record<string, (life: Life) => Promise<unknown>>> = {
  "by its address": ({ page }) => act(page, "location.href = '/away'"),
  "by another in its place": ({ page }) => act(page, "location.replace('/away')"),
  "by a link": ({ page }) => click(page, "Away"),
  "by a form": ({ page }) => click(page, "Send"),
  "by a call to action": ({ page }) => click(page, "Go"),
  "by a reload": ({ page }) => act(page, "location.reload()"),
  "by going back": ({ page }) => act(page, "history.back()"),
  async "by closing"({ page }) {
    await page.evaluate(MORE);
    await Promise.all([page.waitForEvent("close"), page.close({ runBeforeUnload: true })]);
  },
  async "by closing without a word"({ page }) {
    await page.evaluate(ALL);
    await page.close();
  },
  async "by a crash"({ context, page }) {
    await page.evaluate(ALL);
    const session = await context.newCDPSession(page);
    const crashed = page.waitForEvent("crash");
    session.send("Page.crash").catch(() => undefined);
    await crashed;
  },
};

type Undo = () => unknown;
interface Way {
  readonly relay: Relay;
  readonly context: BrowserContext;
}
/** A fault of some calls, and its end. */
const failing =
  (fault: (faults: Relay["faults"]) => ReturnType<Relay["faults"]["hang"]>, ...calls: string[]) =>
  ({ relay }: Way) => {
    for (const call of calls) relay.fault(call, fault(relay.faults));
    return () => {
      for (const call of calls) relay.fault(call);
    };
  };
/** What the way to the control plane may be like; each returns what makes it good again. */
const WEATHERS: Readonly<Record<string, (way: Way) => Undo | Promise<Undo>>> = {
  "all is well": () => () => undefined,
  "the server fails": failing(({ status }) => status(503), "track", "interactions"),
  "the server has too much to do": failing(({ tooMany }) => tooMany(1), "track"),
  "answers never come": failing(({ hang }) => hang(), "track"),
  "what was taken is not confirmed": failing(({ truncated }) => truncated(), "track"),
  async "the server is down"({ relay }) {
    await relay.down();
    return relay.up;
  },
  async "the browser is offline"({ context }) {
    await context.setOffline(true);
    return () => context.setOffline(false);
  },
};
/**
 * Chromium kills a page that it closes, or whose place an error page takes, when that has not heard of
 * it in half a second, as may be on a busy machine. Its last two events were never made then: another
 * page makes them, which ends likewise.
 */
const triesOf = (weather: string, end: string) =>
  weather === "the browser is offline" || end === "by closing" ? 5 : 1;
/** How long a page may need to hear of its end, in all tries, in ms. */
const HEARS_WITHIN = 60_000;
const LIVES = Object.keys(WEATHERS).length * Object.keys(ENDS).length;
/** The first event of a life. */
const nth = (life: number) => Math.floor((life / LIVES) * EVENTS);

test(`${EVENTS} events of ${LIVES} pages arrive once each, however the pages end`, async ({
  site,
  relay,
  context,
}) => {
  test.setTimeout(600_000);
  site.allowConsole(FAILED_LOAD);
  site.allowConsole(/Playbook refused/);
  await context.addInitScript({ content: `if (location.protocol === "http:") {${WITNESS}}` });
  const go = { label: "Go", action: "open_url", params: { url: "/away" } };
  await relay.launch(bookOf(2, { ctas: [go] }));
  site.servePage({ path: "/away", html: "Away", script: "" });
  let other = await openService({ site, plane: relay, html: BODY });
  const keys = (start: string): Promise<string[]> =>
    other.evaluate(
      (name) => Object.keys(localStorage).filter((key) => key.startsWith(name)),
      start,
    );

  /**
   * A page is viewed when it has nothing else to do, which may be late on a busy machine. One that is
   * killed takes along what the witness wrote last: until another tab has its record of that.
   */
  async function viewed(page: Page): Promise<void> {
    const view = () => page.evaluate<string>("window.viewed ?? 'none'");
    await expect.poll(async () => keys(`made:${await view()}`)).toHaveLength(1);
  }
  const open = async (query = "") => {
    const page = await context.newPage();
    await page.goto(`${site.url}/${query}`);
    await expect(slotIn(page).getByText("Title of top")).toBeVisible();
    await viewed(page);
    return page;
  };

  let life = 0;
  for (const [weather, change] of Object.entries(WEATHERS)) {
    for (const [name, end] of Object.entries(ENDS)) {
      const until = nth(life + 1);
      const tries = triesOf(weather, name);
      let heard = 0;
      for (let tried = 0, from = nth(life); tried < tries && !heard; tried += 1, from = until - 2) {
        const page = await open(`?from=${from}&until=${until}`);
        const undo = await change({ relay, context });
        await end({ context, page });
        // What is loaded anew is viewed too.
        if (name === "by a reload" && weather !== "the browser is offline") await viewed(page);
        // Where another process shows the next page, this one may hear of its end a little later.
        heard = await lengthOf(() => keys(`over:${until}`), HEARS_WITHIN / tries);
        // A crashed one hears of nothing any more.
        await page.close();
        await undo();
      }
      expect(heard, `pages that heard of their end ${name}, while ${weather}`).toBe(1);
      life += 1;
    }
    // Another tab was there throughout and tried as well; it may have given up.
    const next = await open();
    await other.close();
    other = next;
    await expect.poll(() => keys("service:queue."), { timeout: 60_000 }).toEqual([]);
  }

  const id = await other.evaluate("JSON.parse(localStorage.getItem('service:anonymous_id'))");
  const made = (await keys("made:")).map((key) => key.slice("made:".length));
  const arrived = await relay.query(
    `SELECT event_id, name FROM events WHERE anonymous_id = $1
     UNION ALL SELECT event_id, type FROM interactions WHERE anonymous_id = $1`,
    [id],
  );
  const tracked = await relay.query(
    "SELECT (properties->>'n')::int AS n FROM events WHERE name = 'life' AND anonymous_id = $1 ORDER BY 1",
    [id],
  );
  const ids = arrived.map(({ event_id }) => event_id);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(made.filter((one) => !ids.includes(one))).toEqual([]);
  // A page that is killed may send its last event and take the witness's record of it along.
  const unseen = arrived.filter(({ event_id }) => !made.includes(event_id));
  expect(unseen.filter(({ name }) => name !== "life")).toEqual([]);
  expect(tracked.map(({ n }) => n)).toEqual([...Array(EVENTS).keys()]);

  const methods = relay.requests
    .filter(({ path }) => TELEMETRY.test(path))
    .map((one) => one.method);
  expect(new Set(methods)).toEqual(new Set(["POST"]));
});
