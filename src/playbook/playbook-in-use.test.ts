import { describe, expect, test } from "vitest";
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
  STRANGER,
} from "./delivery.fixture";

const STORED = "service:playbook";
/** Accepted an hour ago, to expire in a day. */
async function visit(answers: Answers = launchOf(1), store = createStore()) {
  const page = openPage(answers, { store });
  await page.check();
  return store;
}
/** What is stored, with other fields. */
function change(store: ReturnType<typeof createStore>, fields: object): void {
  const stored = JSON.parse(store.content.get(STORED) ?? "");
  store.setItem(STORED, JSON.stringify({ ...stored, ...fields }));
}

describe("the stored Playbook", () => {
  test("decides at once on the next page, and is confirmed without its bundle", async () => {
    const launched = launchOf(1, { bootstrap: { branding: { workspace_name: "Acme" } } });
    const page = openPage(launched, { store: await visit(launched) });
    expect(await page.restore()).toBe(true);
    const origin = { source: "cached_playbook", branding: { workspace_name: "Acme" } };
    expect(page.use.mock.calls).toEqual([[playbookOf(1), origin]]);
    expect(page.requests).toEqual([]);
    await page.check();
    expect(page.requests).toEqual([BOOTSTRAP, "/manifest"]);
    expect(page.confirm).toHaveBeenCalledOnce();
    expect(page.used).toHaveLength(1);
  });

  test("gives way to a newer one, even when both are asked for at once", async () => {
    const page = openPage(launchOf(2), { store: await visit() });
    const [restored] = await Promise.all([page.restore(), page.check()]);
    expect(restored).toBe(true);
    expect(page.used).toEqual([playbookOf(1), playbookOf(2)]);
  });

  test("never replaces what was checked, however long it takes to be verified", async () => {
    const { subtle } = globalThis.crypto;
    const slow: SubtleCrypto = Object.create(subtle, {
      importKey: {
        async value(...args: Parameters<SubtleCrypto["importKey"]>) {
          if (first) await new Promise((resolve) => setTimeout(resolve, 50));
          first = false;
          return subtle.importKey(...args);
        },
      },
      verify: { value: subtle.verify.bind(subtle) },
      digest: { value: subtle.digest.bind(subtle) },
    });
    let first = true;
    const page = openPage(launchOf(1), { store: await visit(), subtle: slow });
    await Promise.all([page.restore(), page.check()]);
    expect(page.use).toHaveBeenCalledOnce();
    expect(page.confirm).toHaveBeenCalledOnce();
  });

  test("is the one that was launched last", async () => {
    const store = await visit(launchOf(2), await visit());
    const page = openPage({}, { store });
    await page.restore();
    expect(page.used).toEqual([playbookOf(2)]);
  });

  test("is kept exactly, whatever is written in it", async () => {
    const bundle = `{"format_version":1,\r\n "name":"\\u00e9\u2028é🙂"}\n`;
    const page = openPage({}, { store: await visit(launchOf(1, { bundle })) });
    expect(await page.restore()).toBe(true);
    expect(page.used).toEqual([JSON.parse(bundle)]);
  });

  test("isn't fetched again when a new manifest names it after it was too old to be used", async () => {
    const now = NOW + 30 * DAY;
    const manifest = { sequence: 2, issued_at: iso(now), expires_at: iso(now + DAY) };
    const launched = launchOf(1, { manifest, bootstrap: { server_time: iso(now) } });
    const page = openPage(launched, { store: await visit(), now });
    expect(await page.restore()).toBe(false);
    await page.check();
    expect(page.requests).toEqual([BOOTSTRAP, "/manifest"]);
    expect(page.use).toHaveBeenCalledExactlyOnceWith(playbookOf(1), { source: "playbook" });
  });

  test("isn't written again while nothing changes", async () => {
    const store = createStore();
    const writes: string[] = [];
    const { setItem } = store;
    store.setItem = (key, value) => {
      writes.push(key);
      setItem(key, value);
    };
    const page = openPage(launchOf(1), { store });
    for (let i = 0; i < 3; i++) await page.check();
    expect(writes.filter((key) => key === STORED)).toHaveLength(1);
    expect(writes).toHaveLength(2);
  });

  test("counts for 7 days past its expiry, and not a moment longer", async () => {
    const store = await visit();
    const end = NOW + 8 * DAY;
    expect(await openPage({}, { store, now: end - 1 }).restore()).toBe(true);
    const late = openPage({}, { store, now: end });
    expect(await late.restore()).toBe(false);
    expect(late.use).not.toHaveBeenCalled();
    // Nobody has used it: there is nothing to drop, and only the check has a failure to tell.
    expect(late.told()).toEqual([]);
  });

  test("is dropped when those days pass in a page that stays open", async () => {
    const page = openPage(launchOf(1, { bootstrap: { refresh_seconds: 1e6 } }));
    await page.check();
    page.answer({});
    page.clock.at = NOW + 8 * DAY - 5000;
    expect(await page.check()).toBe(5000);
    expect(page.drop).not.toHaveBeenCalled();
    page.clock.at += 5000;
    await page.check();
    await page.check();
    expect(page.drop).toHaveBeenCalledOnce();
    const { clock } = page;
    const issued = { issued_at: iso(clock.at), expires_at: iso(clock.at + DAY) };
    page.answer(launchOf(1, { manifest: issued, bootstrap: { server_time: iso(clock.at) } }));
    await page.check();
    expect(page.used).toEqual([playbookOf(1), playbookOf(1)]);
  });

  test.each([
    ["tenant", { tenantId: "other" }],
    ["control plane", { endpoint: "https://other.example" }],
    ["key than the pinned ones", { trustedKeys: [OTHER_KEY.jwk] }],
  ])("of another %s isn't used", async (_, options) => {
    const page = openPage({}, { store: await visit(), ...options });
    expect(await page.restore()).toBe(false);
    expect(page.use).not.toHaveBeenCalled();
  });

  test.each([
    ["with another text", { text: JSON.stringify(playbookOf(9)) }],
    ["with no text", { text: "" }],
    ["with a stranger's key", { keys: [STRANGER.jwk] }],
    ["with no key", { keys: [] }],
    ["with keys that are none", { keys: null }],
    ["with a manifest cut short", { jws: "a.b" }],
    ["with fields of another kind", { environment: 5 }],
  ])("%s is as if there were none", async (_, fields) => {
    const store = await visit();
    change(store, fields);
    const page = openPage(launchOf(1), { store });
    expect(await page.restore()).toBe(false);
    expect(page.told()).toEqual([]);
    await page.check();
    expect(page.used).toEqual([playbookOf(1)]);
    expect(await openPage({}, { store }).restore()).toBe(true);
  });

  test.each(["", "null", "5", '"text"', "[1]", "{}", "\u0000\ufffd", '{"__proto__":{"jws":"a"}}'])(
    "poisoned as %j, under every key, is as if there were none",
    async (poison) => {
      const store = await visit();
      for (const key of store.content.keys()) store.content.set(key, poison);
      const page = openPage(launchOf(1), { store });
      expect(await page.restore()).toBe(false);
      await page.check();
      expect(page.used).toEqual([playbookOf(1)]);
      expect(page.told()).toEqual([]);
    },
  );

  test("that isn't usable any more says nothing by itself", async () => {
    const use = () => {
      throw new Error("format_version 1 is not known");
    };
    const page = openPage({}, { store: await visit(), use });
    expect(await page.restore()).toBe(false);
    expect(page.told()).toEqual([]);
  });
});

describe("what is too large to be stored", () => {
  const bundle = JSON.stringify({ ...playbookOf(2), note: "x".repeat(2 ** 20) });

  test("is used, and leaves no older one behind; its manifest is remembered", async () => {
    const store = await visit(launchOf(2, { bundle }), await visit());
    expect(store.content.has(STORED)).toBe(false);
    const page = openPage(launchOf(1), { store });
    expect(await page.restore()).toBe(false);
    await page.check();
    expect(page.used).toEqual([]);
    expect(page.told()).toEqual([expect.stringContaining("has the sequence 1, 2 was accepted")]);
  });

  test("is kept by the page itself", async () => {
    const page = openPage(launchOf(2, { bundle }));
    await page.check();
    await page.check();
    expect(page.confirm).toHaveBeenCalledOnce();
    expect(page.requests).toHaveLength(5);
  });

  test("where storage is full, is everything; the page follows all the same", async () => {
    const store = createStore(0);
    const page = openPage(launchOf(1), { store });
    await page.check();
    page.answer(launchOf(2));
    await page.check();
    page.answer(launchOf(1));
    await page.check();
    expect(page.used).toEqual([playbookOf(1), playbookOf(2)]);
    expect(store.content.size).toBe(0);
  });
});

/** Somebody has stored a Playbook of his own, signed by himself, far above any sequence to come. */
function poisoned() {
  const sign = (payload: object) => jwsOf(payload, STRANGER);
  const bootstrap = { keys: [STRANGER.jwk], server_time: iso(NOW + HOUR) };
  return visit(launchOf(9, { sign, bootstrap, manifest: { issued_at: iso(NOW + HOUR) } }));
}

test("a key that is stored along counts no longer once bootstrap's are there", async () => {
  const page = openPage(launchOf(1), { store: await poisoned() });
  expect(await page.restore()).toBe(true);
  await page.check();
  expect(page.used).toEqual([playbookOf(9), playbookOf(1)]);
  expect(page.clock.at).toBe(NOW);
});

test("the time that a stored manifest gives ends there too, even if the service says none", async () => {
  let ahead = 0;
  const clock = {
    now: () => NOW + ahead,
    device: () => NOW,
    set(at: number) {
      ahead = at - NOW;
    },
  };
  const silent = { bootstrap: { server_time: undefined } };
  const page = openPage(launchOf(1, silent), { store: await poisoned(), clock });
  await page.restore();
  expect(ahead).toBe(HOUR);
  await page.check();
  expect(page.told()).toEqual([]);
  expect(page.used).toEqual([playbookOf(9), playbookOf(1)]);
  expect(ahead).toBe(0);
});

test("a stored Playbook leaves what was accepted later as it is", async () => {
  const old = createStore();
  await visit(launchOf(1, { bootstrap: { keys: [KEY.jwk] } }), old);
  const sign = (payload: object) => jwsOf(payload, OTHER_KEY);
  const rotated = { sign, bootstrap: { keys: [OTHER_KEY.jwk] } };
  const store = await visit(launchOf(3, rotated), createStore());
  store.setItem(STORED, old.content.get(STORED) ?? "");
  await openPage({}, { store }).restore();
  const page = openPage(launchOf(2, rotated), { store });
  await page.check();
  expect(page.used).toEqual([]);
  expect(page.told()).toEqual([expect.stringContaining("has the sequence 2, 3 was accepted")]);
});

test("servers may sign one launch a moment apart: whichever answers, the Playbook stays", async () => {
  const earlier = { issued_at: iso(NOW - 2 * HOUR) };
  const page = openPage(launchOf(1));
  await page.check();
  page.answer(launchOf(1, { manifest: earlier }));
  await page.check();
  expect(page.used).toEqual([playbookOf(1)]);
  expect(page.told()).toEqual([]);
});
