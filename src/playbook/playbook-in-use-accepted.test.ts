import { describe, expect, test, vi } from "vitest";
import {
  type Answers,
  BOOTSTRAP,
  createStore,
  DAY,
  HOUR,
  iso,
  jwsOf,
  KEY,
  launchOf,
  NOW,
  OTHER_KEY,
  openPage,
  playbookOf,
  status,
} from "./delivery.fixture";

async function visit(answers: Answers, store = createStore()) {
  await openPage(answers, { store }).check();
  return store;
}
const LOWER = [expect.stringMatching(/^Playbook refused: manifest: has the sequence 1, 2 was/)];

describe("the sequence", () => {
  test("is never lower than what another page has accepted", async () => {
    const page = openPage(launchOf(1), { store: await visit(launchOf(2)) });
    await page.check();
    expect(page.told()).toEqual(LOWER);
    expect(page.requests).toEqual([BOOTSTRAP, "/manifest"]);
  });

  test("may be the same, with the same Playbook or another", async () => {
    const page = openPage(launchOf(2));
    await page.check();
    page.answer(launchOf(3, { manifest: { sequence: 2 } }));
    await page.check();
    expect(page.used).toEqual([playbookOf(2), playbookOf(3)]);
  });

  test("twice, belongs to the one that was issued later", async () => {
    const earlier = { sequence: 2, issued_at: iso(NOW - 2 * HOUR) };
    const store = await visit(launchOf(2));
    const page = openPage(launchOf(3, { manifest: earlier }), { store });
    await page.check();
    expect(page.used).toEqual([]);
    expect(page.told()).toEqual([expect.stringMatching(/a later one was accepted before$/)]);
  });

  test("counts for the page that accepted it when keys have changed since", async () => {
    const launched = launchOf(2, { bootstrap: { keys: [KEY.jwk] } });
    const sign = (payload: object) => jwsOf(payload, OTHER_KEY);
    const keys = [OTHER_KEY.jwk];
    const page = openPage(launched);
    await page.check();
    page.answer(launchOf(1, { sign, bootstrap: { keys } }));
    await page.check();
    expect(page.told()).toEqual(LOWER);
    page.answer(launchOf(3, { sign, bootstrap: { keys } }));
    await page.check();
    expect(page.used).toEqual([playbookOf(2), playbookOf(3)]);
  });

  test.each<[string, Answers, object]>([
    ["control plane", launchOf(1), { endpoint: "https://other.example" }],
    ["environment", launchOf(1, { bootstrap: { environment: "test" } }), {}],
    ["Playbook", launchOf(1, { manifest: { playbook_id: "other" } }), {}],
    [
      "tenant",
      launchOf(1, { manifest: { tenant_id: "other" }, bootstrap: { tenant_id: "other" } }),
      { tenantId: "other" },
    ],
  ])(
    "is another one's for another %s, and is found again afterwards",
    async (_, answers, given) => {
      const store = await visit(launchOf(2));
      const page = openPage(answers, { store, ...given });
      await page.check();
      expect(page.told()).toEqual([]);
      expect(page.used).toEqual([playbookOf(1)]);
      const back = openPage(launchOf(1), { store });
      await back.check();
      expect(back.told()).toEqual(LOWER);
    },
  );

  test("counts only when its Playbook was usable", async () => {
    const store = await visit(launchOf(2, { bundle: '{"format_version":2}' }));
    const page = openPage(launchOf(1), { store });
    await page.check();
    expect(page.used).toEqual([playbookOf(1)]);
  });

  test("counts only by a manifest that verifies, under its own name", async () => {
    const store = await visit(launchOf(1));
    const foreign = await visit(launchOf(5, { manifest: { playbook_id: "other" } }));
    const [jws] = [...foreign.content]
      .filter(([key]) => key.includes("accepted"))
      .map(([, v]) => v);
    for (const poison of [
      "9",
      '"9"',
      '{"sequence":9}',
      '{"toString":1}',
      `"${jwsOf({}, OTHER_KEY)}"`,
      `${jws}`,
    ]) {
      for (const key of store.content.keys()) {
        if (key.includes("accepted")) store.content.set(key, poison);
      }
      const page = openPage(launchOf(1), { store });
      await page.check();
      expect(page.used).toEqual([playbookOf(1)]);
    }
  });

  test("holds in a page whose storage is emptied or poisoned", async () => {
    const page = openPage(launchOf(2));
    await page.check();
    for (const key of page.store.content.keys()) page.store.content.set(key, "[]");
    page.answer(launchOf(1));
    await page.check();
    expect(page.told()).toEqual(LOWER);
  });

  test("that another tab accepts while the bundle is on its way isn't undercut", async () => {
    const store = await visit(launchOf(1));
    const slow = launchOf(2);
    const path = Object.keys(slow).at(-1) ?? "";
    const page = openPage(
      {
        ...slow,
        [path]: async () => {
          await visit(launchOf(3), store);
          return new Response(`${slow[path]}`);
        },
      },
      { store },
    );
    await page.check();
    expect(page.used).toEqual([]);
    expect(page.told()).toEqual([expect.stringContaining("has the sequence 2, 3 was accepted")]);
    const next = openPage({}, { store });
    await next.restore();
    expect(next.used).toEqual([playbookOf(3)]);
  });

  test("starts anew with a new key, under which the old manifests are refused", async () => {
    const store = await visit(launchOf(2));
    const keys = [OTHER_KEY.jwk];
    const sign = (payload: object) => jwsOf(payload, OTHER_KEY);
    const page = openPage(launchOf(1, { sign, bootstrap: { keys } }), { store });
    await page.check();
    expect(page.used).toEqual([playbookOf(1)]);
    page.answer(launchOf(3, { bootstrap: { keys } }));
    await page.check();
    expect(page.used).toEqual([playbookOf(1)]);
  });
});

describe("the time", () => {
  const answered = (headers: Record<string, string>, server_time?: unknown): Answers => {
    const { [BOOTSTRAP]: bootstrap, ...rest } = launchOf(1, { bootstrap: { server_time } });
    return { ...rest, [BOOTSTRAP]: () => new Response(`${bootstrap}`, { headers }) };
  };
  const date = new Date(NOW).toUTCString();

  test.each<[string, Answers, number]>([
    ["server_time", answered({ date: "Thu, 01 Jan 1970 00:00:00 GMT" }, iso(NOW + 5)), NOW + 5],
    // Up to the next second, since a Date has no fractions.
    ["Date", answered({ date }), NOW + 1000],
    ["Date and Age", answered({ date, age: "90" }), NOW + 91_000],
    ["Date, where server_time is none", answered({ date }, "soon"), NOW + 1000],
    ["Date, where server_time is null", answered({ date }, null), NOW + 1000],
    ["Date, where server_time is a number", answered({ date }, 5), NOW + 1000],
  ])(
    "goes by %s, so that a device that is days off follows it all the same",
    async (_, answers, at) => {
      for (const now of [NOW - 2 * DAY, NOW + 20 * DAY]) {
        const page = openPage(answers, { now });
        await page.check();
        expect(page.clock.at).toBe(at);
        expect(page.used).toEqual([playbookOf(1)]);
      }
    },
  );

  test.each([BOOTSTRAP, "/manifest"])("has gone on while %s was on its way", async (path) => {
    const answers = launchOf(1);
    const page = openPage({
      ...answers,
      [path]: () => {
        page.clock.at += 8000;
        return new Response(`${answers[path]}`);
      },
    });
    await page.check();
    expect(page.clock.at).toBe(NOW + 8000);
    expect(page.used).toEqual([playbookOf(1)]);
  });

  test.each([
    ["server_time", () => ({ server_time: iso(NOW + 3000) }), {}],
    ["Date", () => ({ server_time: undefined }), { date: new Date(NOW + 3000).toUTCString() }],
  ])(
    "of a device that may be right is kept, however long the answer of %s took to come",
    async (_, said, headers) => {
      const { [BOOTSTRAP]: bootstrap, ...rest } = launchOf(1, { bootstrap: said() });
      const page = openPage({
        ...rest,
        [BOOTSTRAP]: () => {
          // Three seconds to the server, and half a second back.
          page.clock.at += 3500;
          return new Response(`${bootstrap}`, { headers: { ...headers } });
        },
      });
      await page.check();
      expect(page.clock.at).toBe(NOW + 3500);
      expect(page.used).toEqual([playbookOf(1)]);
    },
  );

  test.each(["Asia/Tokyo", "America/New_York"])(
    "without a zone is UTC, as on a device in %s",
    async (zone) => {
      vi.stubEnv("TZ", zone);
      const bare = (at: number) => iso(at).replace("Z", "");
      const page = openPage(
        launchOf(1, {
          manifest: { issued_at: bare(NOW - 1000), expires_at: bare(NOW + 1000) },
          bootstrap: { server_time: bare(NOW + 5) },
        }),
      );
      await page.check();
      expect(page.told()).toEqual([]);
      expect(page.clock.at).toBe(NOW + 5);
      expect(page.used).toEqual([playbookOf(1)]);
      vi.unstubAllEnvs();
    },
  );

  test("of an accepted manifest that can't be read locks no later one out", async () => {
    const store = createStore();
    await openPage(launchOf(1), { store }).check();
    const [name = ""] = [...store.content.keys()].filter((key) => key.includes("accepted"));
    const [, payload = ""] = (store.content.get(name) ?? "").split(".");
    const manifest = JSON.parse(Buffer.from(payload, "base64url").toString());
    const issued_at = "Fri, 20 Nov 2026 11:00:00 GMT";
    store.content.set(name, JSON.stringify(jwsOf({ ...manifest, issued_at })));
    const page = openPage(launchOf(0), { store });
    await page.check();
    expect(page.told()).toEqual([expect.stringContaining("1 was accepted before")]);
    page.answer(launchOf(2));
    await page.check();
    expect(page.used).toEqual([playbookOf(2)]);
  });

  test("goes by the device where the service says nothing", async () => {
    const page = openPage(answered({}));
    await page.check();
    expect(page.clock.set).not.toHaveBeenCalled();
    expect(page.used).toEqual([playbookOf(1)]);
  });

  test("what was issued within the next second is not in the future", async () => {
    const at = NOW + 700;
    const issued = { manifest: { issued_at: iso(at) }, bootstrap: { server_time: undefined } };
    const page = openPage({ ...launchOf(1, issued) });
    await page.check();
    expect(page.used).toEqual([playbookOf(1)]);
  });

  test("is never earlier than the highest accepted manifest was issued", async () => {
    const launched = launchOf(2, { manifest: { issued_at: iso(NOW) } });
    const early = iso(NOW - 30 * DAY);
    const old = { issued_at: early, expires_at: iso(NOW - HOUR), sequence: 2 };
    const page = openPage(launched, { now: NOW - 30 * DAY });
    await page.check();
    page.answer(launchOf(1, { manifest: old, bootstrap: { server_time: early } }));
    await page.check();
    expect(page.clock.at).toBe(NOW);
    expect(page.told()).toEqual([expect.stringContaining("manifest: expired at")]);
    page.answer({ ...launchOf(1, { bootstrap: { server_time: early } }), "/manifest": "" });
    await page.check();
    expect(page.clock.set.mock.calls.at(-1)).toEqual([NOW]);
    const next = openPage({}, { store: page.store, now: NOW - 30 * DAY });
    expect(await next.restore()).toBe(true);
    expect(next.clock.at).toBe(NOW);
    // The service is asked now: it names another time, but no manifest.
    next.answer({
      ...launchOf(1, { bootstrap: { server_time: early } }),
      "/manifest": () => status(503),
    });
    await next.check();
    expect(next.told()).toEqual([expect.stringContaining("manifest: answered 503")]);
    expect(next.clock.at).toBe(NOW);
  });
});
