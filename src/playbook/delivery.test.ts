import { describe, expect, test } from "vitest";
import {
  BOOTSTRAP,
  DAY,
  KEY,
  launchOf,
  NOW,
  OTHER_KEY,
  openPage,
  playbookOf,
  STRANGER,
  status,
} from "./delivery.fixture";

test("the launched Playbook is asked for, verified and taken into use", async () => {
  const page = openPage(launchOf(1, { bootstrap: { branding: { workspace_name: "Acme" } } }));
  expect(await page.check()).toBe(60_000);
  expect(page.requests).toEqual([BOOTSTRAP, "/manifest", expect.stringMatching(/^\/bundles\//)]);
  const origin = { source: "playbook", branding: { workspace_name: "Acme" } };
  expect(page.use.mock.calls).toEqual([[playbookOf(1), origin]]);
  expect(page.told()).toEqual([]);
});

test("what is no key among bootstrap's keys is passed over", async () => {
  const keys = [null, 3, "K", { kty: "oct" }, KEY.jwk];
  const page = openPage(launchOf(1, { bootstrap: { keys } }));
  await page.check();
  expect(page.used).toEqual([playbookOf(1)]);
  expect(page.told()).toEqual([]);
});

test("the one in use still is confirmed without its bundle, and a newer one replaces it", async () => {
  const page = openPage(launchOf(1));
  await page.check();
  page.answer(launchOf(1, { bootstrap: { refresh_seconds: 2 } }));
  await page.check();
  expect(page.requests).toEqual([BOOTSTRAP, "/manifest"]);
  expect(page.confirm).toHaveBeenCalledOnce();
  page.answer(launchOf(2));
  await page.check();
  expect(page.used).toEqual([playbookOf(1), playbookOf(2)]);
});

test("with other branding the one in use is taken into use again, from storage", async () => {
  const page = openPage(launchOf(1));
  await page.check();
  const branding = { workspace_name: "New" };
  page.answer(launchOf(1, { bootstrap: { branding } }));
  await page.check();
  expect(page.requests).toEqual([BOOTSTRAP, "/manifest"]);
  expect(page.confirm).not.toHaveBeenCalled();
  expect(page.use.mock.calls.at(-1)).toEqual([playbookOf(1), { source: "playbook", branding }]);
});

test("the one in use stays when the device's clock is set forward, if the server tells the time", async () => {
  const page = openPage(launchOf(1));
  await page.check();
  page.clock.at += 60 * DAY;
  expect(await page.check()).toBe(60_000);
  expect(page.drop).not.toHaveBeenCalled();
  expect(page.requests.filter((path) => path.startsWith("/bundles/"))).toHaveLength(1);
});

test("after a refusal no cache is believed, until all is well", async () => {
  const page = openPage({ ...launchOf(1), "/manifest": "no JWS" });
  await page.check();
  page.answer(launchOf(1));
  await page.check();
  await page.check();
  const known = ["no-cache", "no-cache"];
  expect(page.caches).toEqual([...known, "reload", "reload", "reload", ...known]);
});

test("what stays refused is fetched past the cache ever more seldom, else only if it has changed", async () => {
  const page = openPage(launchOf(1, { bundle: "no JSON" }));
  await page.checkOnTime(20);
  const bundles = page.caches.filter((_, i) => i % 3 === 2);
  expect(bundles[0]).toBe("default");
  const past = bundles.flatMap((cache, i) => (cache === "reload" ? [i] : []));
  expect(past).toEqual([1, 2, 4, 8, 16]);
  expect(bundles.filter((cache) => cache === "no-cache")).toHaveLength(14);
});

test("two checks at once are one", async () => {
  const page = openPage(launchOf(1));
  expect(await Promise.all([page.check(), page.check()])).toEqual([60_000, 60_000]);
  expect(page.requests).toHaveLength(3);
  expect(page.caches).toEqual(["no-cache", "no-cache", "default"]);
  await page.check();
  expect(page.requests).toHaveLength(5);
});

test("absolute addresses are followed as they are", async () => {
  const { [BOOTSTRAP]: bootstrap = "", "/manifest": manifest = "" } = launchOf(1, {
    bootstrap: { playbook: { manifest_path: "https://cdn.example/m" } },
    manifest: { bundle: { path: "HTTP://cdn.example/b", sha256: "", bytes: 1 } },
  });
  const page = openPage({ [BOOTSTRAP]: bootstrap, "https://cdn.example/m": manifest });
  await page.check();
  expect(page.requests).toEqual([BOOTSTRAP, "https://cdn.example/m", "HTTP://cdn.example/b"]);
});

describe("pinned keys", () => {
  test.each([[[STRANGER.jwk]], [null], ["none"], [{}]])(
    "let pass what they have signed, whatever bootstrap's keys are: %j",
    async (keys) => {
      const page = openPage(launchOf(1, { bootstrap: { keys } }), { trustedKeys: [KEY.jwk] });
      await page.check();
      expect(page.used).toEqual([playbookOf(1)]);
    },
  );

  test.each([[[OTHER_KEY.jwk]], [[]]])(
    "count alone: a key of bootstrap's is refused",
    async (trustedKeys) => {
      const page = openPage(launchOf(1), { trustedKeys });
      await page.check();
      expect(page.used).toEqual([]);
      expect(page.told()).toEqual(["Playbook refused: manifest: names an unknown key, k1"]);
    },
  );
});

describe("an insecure context", () => {
  test("is told, asks for nothing and stays empty", async () => {
    const { store } = await stored();
    const page = openPage(launchOf(1), { store, subtle: undefined });
    expect(await page.restore()).toBe(false);
    expect(await page.check()).toBe(DAY);
    expect(page.told()).toEqual([expect.stringMatching(/^insecure_context: /)]);
    expect(page.requests).toEqual([]);
    expect(page.use).not.toHaveBeenCalled();
  });
  const stored = async () => {
    const page = openPage(launchOf(1));
    await page.check();
    return page;
  };
});

describe("the next check", () => {
  test.each([
    [30, 30_000],
    [1, 1000],
    [0.01, 1000],
    [-5, 1000],
    [1e9, DAY],
    [undefined, 60_000],
    [null, 60_000],
    ["soon", 60_000],
    ["5", 60_000],
    [true, 60_000],
    [0, 1000],
  ])("after %j refresh_seconds", async (refresh_seconds, ms) => {
    expect(await openPage(launchOf(1, { bootstrap: { refresh_seconds } })).check()).toBe(ms);
  });

  test("backs off to 30 seconds while it is refused, and starts anew afterwards", async () => {
    const page = openPage({});
    expect(await page.checkOnTime(8)).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    page.answer(launchOf(1, { bootstrap: { refresh_seconds: 2 } }));
    expect(await page.checkOnTime(1)).toEqual([2]);
    page.answer({});
    expect(await page.checkOnTime(3)).toEqual([2, 2, 4]);
  });

  test("doesn't wait for refresh_seconds while there is no Playbook yet", async () => {
    const launch = launchOf(1, { bootstrap: { refresh_seconds: 300 } });
    const page = openPage({ ...launch, "/manifest": () => status(503) });
    expect(await page.checkOnTime(3)).toEqual([1, 2, 4]);
    page.answer(launch);
    expect(await page.check()).toBe(300_000);
    expect(page.used).toHaveLength(1);
  });

  test("is far away where something blocks it, until the browser is online again", async () => {
    const blocked = { [BOOTSTRAP]: () => Promise.reject(new TypeError("Failed to fetch")) };
    const page = openPage(blocked);
    expect(await page.checkOnTime(7)).toEqual([1, 2, 4, 8, 16, 600, 600]);
    expect(await page.check(true)).toBe(1000);
    page.answer({});
    expect((await page.checkOnTime(8)).at(-1)).toBe(30);
  });

  test("is far away too where something begins to block it after it was answered", async () => {
    const page = openPage(launchOf(1, { bootstrap: { refresh_seconds: 1 } }));
    await page.check();
    page.answer({ [BOOTSTRAP]: () => Promise.reject(new TypeError("Failed to fetch")) });
    expect((await page.checkOnTime(7)).at(-1)).toBe(600);
  });

  test("is no further away for checks in between, as when somebody comes back to the tab", async () => {
    const page = openPage({ [BOOTSTRAP]: () => Promise.reject(new TypeError("Failed to fetch")) });
    for (let i = 0; i < 10; i++) expect(await page.check()).toBe(1000);
    expect(await page.checkOnTime(3)).toEqual([1, 2, 4]);
  });

  test("isn't before Retry-After in another tab, or on the next page", async () => {
    const page = openPage({ [BOOTSTRAP]: () => status(429, { "retry-after": "90" }) });
    await page.check();
    const next = openPage(launchOf(1), { store: page.store });
    expect(await next.check()).toBe(90_000);
    expect(next.requests).toEqual([]);
    const other = openPage(launchOf(1), { store: page.store, endpoint: "https://other.example" });
    await other.check();
    expect(other.used).toEqual([playbookOf(1)]);
    next.clock.at += 90_000;
    await next.check();
    expect(next.used).toEqual([playbookOf(1)]);
  });

  test("is when the one in use runs out, however long Retry-After is", async () => {
    const page = openPage(launchOf(1));
    await page.check();
    const hour = 3_600_000;
    // A day of its own, and seven more.
    page.clock.at += 8 * DAY - hour;
    page.answer({ [BOOTSTRAP]: () => status(429, { "retry-after": "86400" }) });
    expect(await page.check()).toBe(hour);
    page.clock.at += hour / 2;
    expect(await page.check()).toBe(hour / 2);
  });

  test.each([
    ["seconds", "90"],
    ["a date", new Date(NOW + 90_000).toUTCString()],
  ])("isn't before Retry-After, given as %s", async (_, after) => {
    const page = openPage({ [BOOTSTRAP]: () => status(429, { "retry-after": after }) });
    expect(await page.check()).toBe(90_000);
    expect(page.told()).toEqual(["Playbook refused: bootstrap: answered 429 x"]);
    page.answer({ [BOOTSTRAP]: () => Promise.reject(new TypeError("Failed to fetch")) });
    page.clock.at += 89_000;
    expect(await page.check(true)).toBe(1000);
    expect(page.requests).toEqual([]);
    page.clock.at += 1000;
    expect(await page.check()).toBe(1000);
    expect(page.requests).toEqual([BOOTSTRAP]);
  });
});

test("answers without a stream, as a fetch that a page has put in place gives them, are read", async () => {
  const answers = Object.entries(launchOf(1)).map(([path, text]) => [
    path,
    () => Object.defineProperty(new Response(`${text}`), "body", { value: undefined }),
  ]);
  const page = openPage(Object.fromEntries(answers));
  await page.check();
  expect(page.told()).toEqual([]);
  expect(page.used).toEqual([playbookOf(1)]);
});
