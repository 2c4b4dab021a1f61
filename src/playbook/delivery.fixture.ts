/** Test code only: a control plane with keys of its own, and a page that follows it. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { vi } from "vitest";
import { openStorage } from "../context/index";
import { createDelivery } from "./index";
import type { DeliveryOptions } from "./types";

export const NOW = Date.parse("2026-11-20T12:00:00Z");
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const ENDPOINT = "https://api.example";
export const BOOTSTRAP = "/api/sdk/bootstrap";

export const iso = (at: number) => new Date(at).toISOString();
export const playbookOf = (version: number) => ({
  format_version: 1,
  playbook_id: "acme_main",
  version,
});

interface SigningKey {
  readonly jwk: JsonWebKey & { readonly kid: string };
  readonly secret: KeyObject;
}
export function createKey(kid: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { jwk: { ...publicKey.export({ format: "jwk" }), kid }, secret: privateKey };
}
/** The service's own, a second one of its, and a stranger's who claims to be the first. */
export const KEY = createKey("k1");
export const OTHER_KEY = createKey("k2");
export const STRANGER = createKey("k1");

const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

export function jwsOf(payload: unknown, { jwk, secret }: SigningKey = KEY, header: object = {}) {
  const input = `${base64url({ alg: "ES256", kid: jwk.kid, ...header })}.${base64url(payload)}`;
  const signature = sign("sha256", Buffer.from(input), { key: secret, dsaEncoding: "ieee-p1363" });
  return `${input}.${signature.toString("base64url")}`;
}

/** Another character in the middle of the dot-separated part. */
export function flip(jws: string, part: number): string {
  const parts = jws.split(".");
  const text = parts[part] ?? "";
  const at = text.length >> 1;
  parts[part] = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
  return parts.join(".");
}

type Answer = string | Uint8Array<ArrayBuffer> | (() => Response | Promise<Response>);

/** What the control plane answers, by path; what it doesn't know is a 404. */
export type Answers = Record<string, Answer>;

export interface Launch {
  readonly bundle?: string | Uint8Array<ArrayBuffer>;
  readonly manifest?: object;
  readonly bootstrap?: object;
  readonly sign?: (payload: object) => string;
}

/** All that a launch consists of; the manifest fits the bundle unless it is told otherwise. */
export function launchOf(version: number, launch: Launch = {}): Answers {
  const { bundle = JSON.stringify(playbookOf(version)), sign = jwsOf } = launch;
  const sha256 = createHash("sha256").update(bundle).digest("hex");
  const path = `/bundles/${sha256}.json`;
  const manifest = {
    ...{ tenant_id: "acme", playbook_id: "acme_main", version, sequence: version },
    ...{ issued_at: iso(NOW - HOUR), expires_at: iso(NOW + DAY) },
    bundle: { path, sha256, bytes: Buffer.byteLength(bundle) },
    ...launch.manifest,
  };
  const bootstrap = {
    ...{ tenant_id: "acme", environment: "live", server_time: iso(NOW), refresh_seconds: 60 },
    ...{ playbook: { version, manifest_path: "/manifest" }, keys: [KEY.jwk, OTHER_KEY.jwk] },
    ...launch.bootstrap,
  };
  return {
    [BOOTSTRAP]: JSON.stringify(bootstrap),
    "/manifest": sign(manifest),
    [path]: bundle,
  };
}

/** A browser's storage, which outlives pages. */
export function createStore(quota = Number.POSITIVE_INFINITY) {
  const content = new Map<string, string>();
  const store = {
    content,
    getItem: (key: string) => content.get(key) ?? null,
    setItem(key: string, value: string): void {
      if (value.length > quota) throw new DOMException("full", "QuotaExceededError");
      content.set(key, value);
      // Its keys can be listed.
      Object.assign(store, { [key]: value });
    },
    removeItem(key: string): void {
      content.delete(key);
      Reflect.deleteProperty(store, key);
    },
  };
  return store;
}

interface Site extends Partial<DeliveryOptions> {
  readonly store?: ReturnType<typeof createStore>;
  /** What the device believes. */
  readonly now?: number;
}

/** One page load. `answers` may be replaced at any time. */
export function openPage(
  initial: Answers,
  { store = createStore(), now = NOW, ...given }: Site = {},
) {
  let answers = initial;
  /** The ms that the device has waited for checks; the server's time stands still meanwhile. */
  let waited = 0;
  const clock = {
    at: now,
    now: () => clock.at,
    device: () => clock.at + waited,
    set: vi.fn((at: number) => {
      clock.at = at;
    }),
  };
  const requests: string[] = [];
  const caches: RequestCache[] = [];
  const used: unknown[] = [];
  const use = vi.fn<DeliveryOptions["use"]>((playbook) => {
    const { format_version } = Object(playbook);
    if (format_version !== 1) throw new Error(`format_version ${format_version} is not known`);
    used.push(playbook);
  });
  const fail = vi.fn<DeliveryOptions["fail"]>();
  const confirm = vi.fn<DeliveryOptions["confirm"]>();
  const drop = vi.fn<DeliveryOptions["drop"]>();
  const options: DeliveryOptions = {
    ...{ tenantId: "acme", endpoint: ENDPOINT, trustedKeys: undefined },
    ...{ subtle: globalThis.crypto.subtle, clock, use, confirm, drop, fail },
    storage: openStorage({ native: () => store, prefix: "service", enabled: true }),
    async get(path, { cache }) {
      requests.push(path);
      caches.push(cache);
      const answer = Object.hasOwn(answers, path) ? answers[path] : () => status(404);
      return typeof answer === "function" ? answer() : new Response(answer);
    },
    ...given,
  };
  const delivery = createDelivery(options);
  return {
    ...{ store, clock, requests, caches, used, use, fail, confirm, drop },
    ...delivery,
    /** Checks so many times, each when it is due; gives the seconds in between. */
    async checkOnTime(times: number): Promise<number[]> {
      const waits: number[] = [];
      for (let i = 0; i < times; i++) {
        const ms = await delivery.check();
        waits.push(ms / 1000);
        waited += ms;
      }
      return waits;
    },
    answer(next: Answers) {
      answers = next;
      requests.length = 0;
    },
    /** The reasons told so far. */
    told: () => fail.mock.calls.map(([message]) => message),
  };
}

export const status = (code: number, headers: Record<string, string> = {}) =>
  new Response('{"error":{"code":"x","message":"x"}}', { status: code, headers });
