/**
 * The Playbook in use, and the signed manifests that were accepted: no later one may fall behind
 * them. Both outlive the page.
 */
import { textOf } from "../decision/index";
import type { DeliveryOptions } from "./types";
import {
  decode,
  digest,
  encode,
  type Manifest,
  must,
  openManifest,
  type Signed,
  sound,
} from "./verify";

export const DAY = 86_400_000;
/** What was accepted counts so much longer than it says. */
const GRACE = 7 * DAY;
/** The `Date` that the clock may be set by leaves them out. */
const FRACTIONS = 1000;
/** The name of the one stored for the next page load. */
const STORED = "playbook";

/** What bootstrap said, or what was kept of it. */
export interface Launch extends Signed {
  readonly environment: string;
  readonly branding?: unknown;
  /** Accepted on an earlier page. */
  readonly isStored: boolean;
}

interface InUse {
  /** Epoch ms. */
  readonly until: number;
  /** The bundle's hash and size, and the branding. */
  readonly content: string;
  /** The bundle's exact bytes as text. */
  readonly text: string;
  /** Tells whether what is stored would change. */
  readonly mark: string;
}

/** @param ask gives the bundle's bytes; rejects with why not */
export function createLaunched(
  options: DeliveryOptions & { readonly subtle: SubtleCrypto },
  ask: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
) {
  const { endpoint, subtle, storage, clock } = options;
  /** Accepted by this page, whatever becomes of storage; by name. */
  const known = new Map<string, Manifest>();
  /** When the latest accepted one was issued; it can't be earlier. */
  let floor = 0;
  let current: InUse | undefined;

  /**
   * Rejects with why the manifest must not be followed. Manifests are kept for each control plane,
   * tenant, environment and Playbook, as they were signed, so that nobody can make one up.
   */
  async function judge({ environment, keys, jws, isStored }: Launch) {
    const manifest = await openManifest(subtle, { jws, keys });
    const { tenant_id, sequence, issued_at, expires_at } = manifest;
    must(tenant_id === options.tenantId, "is another tenant's");
    const nameOf = (one: Manifest) =>
      `accepted ${JSON.stringify([endpoint, one.tenant_id, environment, one.playbook_id])}`;
    const name = nameOf(manifest);
    const issued = Date.parse(issued_at);
    let latest = 0;
    let isOlder = false;
    // What is kept and doesn't verify by today's keys, or has another's name, doesn't count.
    const kept = { jws: `${storage.read(name)}`, keys };
    const stored = await openManifest(subtle, kept).catch(() => undefined);
    for (const accepted of [known.get(name), stored]) {
      if (!accepted || nameOf(accepted) !== name) continue;
      const { sequence: least } = accepted;
      const at = Date.parse(accepted.issued_at);
      latest = Math.max(latest, at);
      must(sequence >= least, `has the sequence ${sequence}, ${least} was accepted before`);
      // Of two with the same one, the one issued later stays.
      isOlder ||= sequence === least && issued < at;
    }
    if (clock.now() < latest) clock.set(latest);
    const now = clock.now();
    must(issued < now + FRACTIONS, `is issued in the future, ${issued_at}`);
    const until = Date.parse(expires_at) + GRACE;
    must(now < (isStored ? until : until - GRACE), `expired at ${expires_at}`);
    must(!isOlder, `is issued at ${issued_at}, a later one was accepted before`);
    // A key that was stored along may be anybody's: time goes by it until bootstrap tells.
    if (!isStored) floor = Math.max(latest, issued);
    return { manifest, name, until };
  }

  /** The exact text of the bundle; what is stored needs no request. */
  async function read({ path, sha256, bytes }: Manifest["bundle"], isStored: boolean) {
    let found = encode(textOf(storage.read(STORED), "text") ?? "");
    let hash = await digest(subtle, found);
    if (hash !== sha256 && !isStored) {
      found = await ask(path);
      hash = await digest(subtle, found);
    }
    must(found.length === bytes, `has ${found.length} bytes instead of ${bytes}`);
    must(hash === sha256, "has a wrong SHA-256");
    return decode(found);
  }

  /** Rejects with why the manifest, or what it names, isn't taken into use. */
  async function follow(launch: Launch): Promise<void> {
    const { environment, jws, branding, isStored } = launch;
    const { manifest, name, until } = await judge(launch);
    const { bundle } = manifest;
    const mark = JSON.stringify([environment, jws, branding]);
    const last = current;
    const next = { until, mark, content: JSON.stringify([bundle.sha256, bundle.bytes, branding]) };
    let { text = "" } = last ?? {};
    if (last?.content === next.content) options.confirm();
    else {
      text = await read(bundle, isStored);
      const playbook: unknown = JSON.parse(text);
      // Another tab may have accepted a later one by now.
      await judge(launch);
      options.use(playbook, { source: isStored ? "cached_playbook" : "playbook", branding });
    }
    current = { ...next, text };
    // One that was stored may be signed by anybody's key until bootstrap has named the keys.
    if (!isStored) known.set(name, manifest);
    if (last?.mark === mark) return;
    if (!isStored) storage.write(STORED, { ...launch, endpoint, text });
    storage.write(name, jws);
  }

  return {
    follow,
    setClock(at: number): void {
      clock.set(Math.max(at, floor));
    },
    async restore(): Promise<boolean> {
      try {
        const stored = sound("stored", storage.read(STORED));
        must(stored.endpoint === endpoint, "is another's");
        await follow({ ...stored, keys: options.trustedKeys ?? stored.keys ?? [], isStored: true });
      } catch {
        // What is stored and can't be used is as if it weren't there; the check is under way.
      }
      return !!current;
    },
    /** Drops what is too old by now; gives the ms until what is in use will be. */
    left(): number {
      const left = current ? current.until - clock.now() : DAY;
      if (left > 0) return left;
      current = undefined;
      options.drop();
      return DAY;
    },
  };
}
