import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type Answers,
  BOOTSTRAP,
  flip,
  HOUR,
  iso,
  jwsOf,
  KEY,
  type Launch,
  launchOf,
  NOW,
  openPage,
  playbookOf,
  STRANGER,
  status,
} from "./delivery.fixture";

describe("what is refused", () => {
  const bootstrap = (fields: object) => launchOf(2, { bootstrap: fields });
  const manifest = (fields: object) => launchOf(2, { manifest: fields });
  const signed = (sign: Launch["sign"] & object) => launchOf(2, { sign });
  const header = (fields: object) => signed((payload) => jwsOf(payload, KEY, fields));
  const at = (path: string, answer: Answers[string]) => ({ ...launchOf(2), [path]: answer });
  /** Whatever the bundle's address is. */
  const bundled = (change: (bundle: string) => Answers[string]): Answers => {
    const launched = launchOf(2);
    const path = Object.keys(launched).at(-1) ?? "";
    return { ...launched, [path]: change(`${launched[path]}`) };
  };
  const hs256 = (payload: object) => {
    const [head, body] = jwsOf(payload, KEY, { alg: "HS256" }).split(".");
    const mac = createHmac("sha256", JSON.stringify(KEY.jwk)).update(`${head}.${body}`);
    return `${head}.${body}.${mac.digest("base64url")}`;
  };
  const endless = () =>
    new Response(new ReadableStream({ pull: (c) => c.enqueue(new Uint8Array(2 ** 16)) }));

  test.each<[what: string, answers: Answers, reason: RegExp]>([
    ["bootstrap that isn't there", at(BOOTSTRAP, () => status(404)), /^bootstrap: answered 404 x$/],
    ["bootstrap that fails", at(BOOTSTRAP, () => status(500)), /^bootstrap: answered 500 x$/],
    [
      "bootstrap that is refused to us",
      at(BOOTSTRAP, () => Response.json({ error: { code: "key_unknown" } }, { status: 403 })),
      /^bootstrap: answered 403 key_unknown$/,
    ],
    [
      "what fails without a word, as a key off its curve does in Chromium",
      at(BOOTSTRAP, () => {
        throw new DOMException("", "DataError");
      }),
      /^bootstrap: DataError$/,
    ],
    ["bootstrap that is empty", at(BOOTSTRAP, ""), /^bootstrap: .*JSON/],
    ["bootstrap that is HTML", at(BOOTSTRAP, "<!doctype html>"), /^bootstrap: .*JSON/],
    ["bootstrap that is a list", at(BOOTSTRAP, "[]"), /^bootstrap: must be object$/],
    ["bootstrap that is null", at(BOOTSTRAP, "null"), /^bootstrap: must be object$/],
    ["bootstrap without end", at(BOOTSTRAP, endless), /^bootstrap: is larger than 5 MiB$/],
    [
      "bootstrap of another tenant",
      bootstrap({ tenant_id: "evil" }),
      /^bootstrap: is another tenant's$/,
    ],
    [
      "bootstrap that names no Playbook",
      bootstrap({ playbook: null }),
      /^bootstrap: playbook must be object$/,
    ],
    [
      "a manifest that has expired, whatever else bootstrap says",
      launchOf(2, {
        bootstrap: { isStored: true },
        manifest: { expires_at: iso(NOW - 1) },
      }),
      /^manifest: expired at 2026-11-20T11:59:59/,
    ],
    ["keys that are no list", bootstrap({ keys: {} }), /^manifest: names an unknown key, k1$/],
    ["a key that is null", bootstrap({ keys: [null] }), /^manifest: names an unknown key, k1$/],
    [
      "a manifest at a data: URL",
      bootstrap({ playbook: { manifest_path: "data:,x" } }),
      /^manifest: can't come from data:$/,
    ],
    [
      "a manifest at a script",
      bootstrap({ playbook: { manifest_path: " java\tscript:x" } }),
      /^manifest: can't come from javascript:$/,
    ],
    [
      "a manifest that isn't there",
      at("/manifest", () => status(404)),
      /^manifest: answered 404 x$/,
    ],
    ["a manifest that is empty", at("/manifest", ""), /^manifest: is no JWS$/],
    [
      "a manifest that is cut",
      at("/manifest", jwsOf({}).slice(0, -60)),
      /^manifest: has a wrong signature$/,
    ],
    ["a manifest of four parts", signed((p) => `${jwsOf(p)}.AAAA`), /^manifest: is no JWS$/],
    [
      "a manifest that isn't signed",
      signed((p) => jwsOf(p).replace(/[^.]+$/, "")),
      /^manifest: is no JWS$/,
    ],
    [
      "a flipped byte in the header",
      signed((p) => flip(jwsOf(p, KEY, { typ: "JOSEPLUS" }), 0)),
      /^manifest: /,
    ],
    [
      "a flipped byte in the payload",
      signed((p) => flip(jwsOf(p), 1)),
      /^manifest: has a wrong signature$/,
    ],
    [
      "a flipped byte in the signature",
      signed((p) => flip(jwsOf(p), 2)),
      /^manifest: has a wrong signature$/,
    ],
    ["alg none", header({ alg: "none" }), /^manifest: alg must be one of ES256$/],
    ["alg HS256", signed(hs256), /^manifest: alg must be one of ES256$/],
    ["alg RS256", header({ alg: "RS256" }), /^manifest: alg must be one of ES256$/],
    ["alg es256", header({ alg: "es256" }), /^manifest: alg must be one of ES256$/],
    ["no alg", header({ alg: undefined }), /^manifest: alg is required$/],
    [
      "extensions that are critical",
      header({ crit: ["b64"], b64: false }),
      /^manifest: crit must be null$/,
    ],
    ["no kid", header({ kid: undefined }), /^manifest: kid is required$/],
    ["an unknown kid", header({ kid: "k9" }), /^manifest: names an unknown key, k9$/],
    ["another's signature", signed((p) => jwsOf(p, STRANGER)), /^manifest: has a wrong signature$/],
    ["the kid of another key", header({ kid: "k2" }), /^manifest: has a wrong signature$/],
    ["no keys", bootstrap({ keys: undefined }), /^manifest: names an unknown key, k1$/],
    ["a key that is none", bootstrap({ keys: [{ kid: "k1", kty: "EC" }] }), /^manifest: ./],
    ["a key of another curve", bootstrap({ keys: [{ ...KEY.jwk, crv: "P-384" }] }), /^manifest: ./],
    [
      "another tenant's manifest",
      manifest({ tenant_id: "evil" }),
      /^manifest: is another tenant's$/,
    ],
    [
      "a manifest not yet issued",
      manifest({ issued_at: iso(NOW + HOUR) }),
      /^manifest: is issued in the future, 2026-11-20T13:00:00/,
    ],
    [
      "a manifest that has expired",
      manifest({ expires_at: iso(NOW - 1) }),
      /^manifest: expired at 2026-11-20T11:59:59/,
    ],
    [
      "an issue at no time",
      manifest({ issued_at: "today" }),
      /^manifest: is issued in the future, today$/,
    ],
    ["an expiry at no time", manifest({ expires_at: "never" }), /^manifest: expired at never$/],
    [
      "a lower sequence",
      manifest({ sequence: 0 }),
      /^manifest: has the sequence 0, 1 was accepted before$/,
    ],
    ["a sequence as text", manifest({ sequence: "2" }), /^manifest: sequence must be number$/],
    [
      "a manifest without a bundle",
      manifest({ bundle: undefined }),
      /^manifest: bundle is required$/,
    ],
    ["a manifest that is no object", signed(() => jwsOf([])), /^manifest: must be object$/],
    ["a manifest that isn't JSON", signed(() => jwsOf("{")), /^manifest: .*JSON/],
    [
      "a bundle at a file",
      manifest({ bundle: { path: "file:///x", sha256: "0", bytes: 1 } }),
      /^bundle: can't come from file:$/,
    ],
    [
      "a bundle said to be too large",
      manifest({ bundle: { path: "/b", sha256: "0", bytes: 5 * 2 ** 20 + 1 } }),
      /^manifest: bundle.bytes must be at most 5242880$/,
    ],
    [
      "a bundle announced too large",
      bundled(() => () => new Response("{}", { headers: { "content-length": "5242881" } })),
      /^bundle: is larger than 5 MiB$/,
    ],
    ["a bundle without end", bundled(() => endless), /^bundle: is larger than 5 MiB$/],
    ["a bundle that isn't there", bundled(() => () => status(404)), /^bundle: answered 404 x$/],
    [
      "a bundle that can't be reached",
      bundled(() => () => Promise.reject(new TypeError("Failed to fetch"))),
      /^bundle: Failed to fetch$/,
    ],
    [
      "a flipped byte in the bundle",
      bundled((text) => text.replace("acme", "acne")),
      /^bundle: has a wrong SHA-256$/,
    ],
    [
      "a bundle that is cut",
      bundled((text) => text.slice(0, -1)),
      /^bundle: has 57 bytes instead of 58$/,
    ],
    ["an empty bundle", bundled(() => ""), /^bundle: has 0 bytes instead of 58$/],
    [
      "a signed bundle of no UTF-8",
      launchOf(2, { bundle: new Uint8Array([34, 255, 34]) }),
      /^bundle: .*valid/,
    ],
    [
      "a signed bundle with a byte order mark",
      launchOf(2, { bundle: "\u{feff}{}" }),
      /^bundle: .*JSON/,
    ],
    [
      "a signed bundle that is null",
      launchOf(2, { bundle: "null" }),
      /^bundle: format_version undefined is not known$/,
    ],
    ["a signed bundle that isn't JSON", launchOf(2, { bundle: "{" }), /^bundle: .*JSON/],
    [
      "a Playbook of another major format",
      launchOf(2, { bundle: '{"format_version":2}' }),
      /^bundle: format_version 2 is not known$/,
    ],
    [
      "a refused connection",
      at(BOOTSTRAP, () => Promise.reject(new TypeError("Failed to fetch"))),
      /^bootstrap: Failed to fetch$/,
    ],
    [
      "a connection that breaks",
      at(
        BOOTSTRAP,
        () => new Response(new ReadableStream({ pull: (c) => c.error(new TypeError("cut")) })),
      ),
      /^bootstrap: cut$/,
    ],
  ])("%s: the last good one stays, and the reason is told", async (_, answers, reason) => {
    const page = openPage(launchOf(1));
    await page.check();
    expect(page.used).toEqual([playbookOf(1)]);
    page.answer(answers);
    expect(await page.check()).toBe(60_000);
    const [told = "", ...more] = page.told();
    expect(told.replace("Playbook refused: ", "")).toMatch(reason);
    expect(more).toEqual([]);
    expect(page.used).toEqual([playbookOf(1)]);
    expect(page.confirm).not.toHaveBeenCalled();
    expect(page.drop).not.toHaveBeenCalled();
    // It is what the next page starts with, too; and the way to a newer one stays open.
    const next = openPage(answers, { store: page.store });
    expect(await next.restore()).toBe(true);
    expect(next.used).toEqual([playbookOf(1)]);
    next.answer(launchOf(3));
    await next.check();
    expect(next.used).toEqual([playbookOf(1), playbookOf(3)]);
  });

  test("a manifest is refused before its bundle is asked for", async () => {
    const page = openPage(manifest({ tenant_id: "evil" }));
    await page.check();
    expect(page.requests).toEqual([BOOTSTRAP, "/manifest"]);
  });

  test("what is too large is refused, though its stream can't be ended", async () => {
    const unhandled: unknown[] = [];
    const hear = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", hear);
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20)),
      cancel: () => Promise.reject(new Error("no")),
    });
    const page = openPage(bundled(() => () => new Response(body)));
    await page.check();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off("unhandledRejection", hear);
    expect(page.used).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  test("no more is read of what is too large", async () => {
    let chunks = 0;
    let cancelled = false;
    const body = new ReadableStream({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(2 ** 20));
      },
      cancel() {
        cancelled = true;
      },
    });
    await openPage(bundled(() => () => new Response(body))).check();
    expect(cancelled).toBe(true);
    expect(chunks).toBeLessThanOrEqual(8);
  });
});
