/**
 * Takes a launched Playbook into use once its signed manifest is accepted, and remembers accepted
 * manifests: no later one may fall behind them. Both are stored and outlive the page.
 */
import { DAY, parseTime, textOf } from "../decision/index";
import type { DeliveryOptions } from "./types";
import {
  decode,
  digest,
  encode,
  ensureSound,
  type Manifest,
  must,
  openManifest,
  type Signed,
} from "./verify";

/** A stored Playbook may be used this much longer than its manifest says. */
const GRACE = 7 * DAY;
/** The clock, which is the device's where no server tells the time, may be this much behind `issued_at`. */
const TOLERANCE_MS = 1000;
/** The storage name of the Playbook kept for the next page load. */
const STORED = "playbook";

/** A signed manifest with what bootstrap said beside it, fresh or stored. */
interface Launch extends Signed {
  readonly environment: string;
  readonly branding?: unknown;
  /** It was accepted on an earlier page. */
  readonly isStored: boolean;
}

interface InUse {
  /** Epoch ms. */
  readonly until: number;
  /** The bundle's hash and size, and the branding. */
  readonly content: string;
  /** The bundle's exact bytes as text. */
  readonly text: string;
  /** Differs when what is stored has to be written again. */
  readonly mark: string;
}

type Options = DeliveryOptions & { readonly subtle: SubtleCrypto };
type Ask = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The exact text of the bundle: the stored one if its hash fits, else one that is asked for. */
async function readBundle(
  { storage, subtle }: Options,
  { path, sha256, bytes }: Manifest["bundle"],
  ask?: Ask,
) {
  let found = encode(textOf(storage.read(STORED), "text") ?? "");
  let hash = await digest(subtle, found);
  if (hash !== sha256 && ask) {
    found = await ask(path);
    hash = await digest(subtle, found);
  }
  must(found.length === bytes, `has ${found.length} bytes instead of ${bytes}`);
  must(hash === sha256, "has a wrong SHA-256");
  return decode(found);
}

/** @param ask fetches the bundle's bytes; rejects with the reason when it can't */
export function createPlaybookInUse(options: Options, ask: Ask) {
  const { endpoint, subtle, storage, clock } = options;
  /** Manifests that this page has accepted, by storage name; they count even when storage fails. */
  const known = new Map<string, Manifest>();
  /** When the latest accepted manifest was issued: the clock is never set to an earlier time. */
  let floor = 0;
  /** The clock goes by a stored manifest. */
  let isGuess = false;
  let current: InUse | undefined;

  /**
   * Rejects with the reason when the manifest must not be followed. Accepted ones are kept by control
   * plane, tenant, environment and Playbook, and as signed text, so that nobody can make one up.
   */
  async function judge({ environment, keys, jws, isStored }: Launch) {
    const manifest = await openManifest(subtle, { jws, keys });
    const { tenant_id, sequence, issued_at, expires_at, bundle } = manifest;
    must(tenant_id === options.tenantId, "is another tenant's");
    const nameOf = (one: Manifest) =>
      `accepted ${JSON.stringify([endpoint, one.tenant_id, environment, one.playbook_id])}`;
    const name = nameOf(manifest);
    const issued = parseTime(issued_at);
    let latest = 0;
    let isOlder = false;
    // A kept manifest counts only if today's keys verify it and it belongs under this name.
    const kept = { jws: storage.read(name), keys };
    const stored = await openManifest(subtle, kept).catch(() => undefined);
    for (const accepted of [known.get(name), stored]) {
      if (!accepted || nameOf(accepted) !== name) continue;
      const { sequence: least } = accepted;
      // 0: an earlier release could read it.
      const at = parseTime(accepted.issued_at) || 0;
      latest = Math.max(latest, at);
      must(sequence >= least, `has the sequence ${sequence}, ${least} was accepted before`);
      // Of two Playbooks with the same sequence, the one issued later stays.
      isOlder ||= sequence === least && issued < at && accepted.bundle.sha256 !== bundle.sha256;
    }
    // The keys of a stored manifest were stored with it, and may be anybody's: what it alone says of
    // the time ends with the first manifest that today's keys verify.
    const endsGuess = isGuess && !isStored;
    const now = Math.max(endsGuess ? clock.device() : clock.now(), latest);
    if (endsGuess || now > clock.now()) {
      isGuess = isStored;
      clock.set(now);
    }
    must(issued < now + TOLERANCE_MS, `is issued in the future, ${issued_at}`);
    const until = parseTime(expires_at) + GRACE;
    must(now < (isStored ? until : until - GRACE), `expired at ${expires_at}`);
    must(!isOlder, `is issued at ${issued_at}, a later one was accepted before`);
    if (!isStored) floor = Math.max(latest, issued);
    return { manifest, name, until };
  }

  /** Takes into use what the manifest names; rejects with the reason when it can't be. */
  async function follow(launch: Launch): Promise<void> {
    const { environment, jws, branding, isStored } = launch;
    const { manifest, name, until } = await judge(launch);
    const { bundle } = manifest;
    const mark = JSON.stringify([environment, jws, branding]);
    const content = JSON.stringify([bundle.sha256, bundle.bytes, branding]);
    const last = current;
    let text = last?.text ?? "";
    if (last?.content === content) options.confirm();
    else {
      text = await readBundle(options, bundle, isStored ? undefined : ask);
      const playbook: unknown = JSON.parse(text);
      // Another tab may have accepted a later one by now.
      await judge(launch);
      options.use(playbook, { source: isStored ? "cached_playbook" : "playbook", branding });
    }
    current = { until, content, text, mark };
    // A stored one may be signed with anybody's key; only bootstrap names the keys to trust.
    if (isStored) return;
    known.set(name, manifest);
    if (last?.mark === mark) return;
    storage.write(STORED, { ...launch, endpoint, text });
    storage.write(name, jws);
  }

  return {
    follow,
    /**
     * A clock that may be right is kept: it would jump with each answer, and what happens here and on
     * the next page would be told out of order.
     * @param at the latest that it can be
     * @param spread by how many ms it may be earlier
     */
    setClock(at: number, spread: number): void {
      isGuess = false;
      const now = clock.now();
      clock.set(Math.max(now <= at && now >= at - spread ? now : at, floor));
    },
    async restore(): Promise<boolean> {
      try {
        const stored = ensureSound("stored", storage.read(STORED));
        must(stored.endpoint === endpoint, "is another's");
        await follow({ ...stored, keys: options.trustedKeys ?? stored.keys, isStored: true });
      } catch {
        // A stored Playbook that can't be used is ignored: the check for a new one follows.
      }
      return !!current;
    },
    /** Drops the Playbook if it is too old by now. Returns the ms until the one in use will be; a day where there is none. */
    expire(): number {
      const left = current ? current.until - clock.now() : DAY;
      if (left > 0) return left;
      current = undefined;
      options.drop();
      return DAY;
    },
  };
}
