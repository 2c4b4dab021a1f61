/**
 * What was accepted before, which no manifest may fall behind: for each control plane, tenant,
 * environment and Playbook. Kept as the signed manifest itself, so that nobody can make one up.
 */
import type { DeliveryOptions } from "./types";
import { type Manifest, must, openManifest, type Signed } from "./verify";

export const DAY = 86_400_000;
/** What was accepted counts so much longer than it says. */
export const GRACE = 7 * DAY;
/** The `Date` that the clock may be set by leaves them out. */
const FRACTIONS = 1000;

/** What bootstrap said, or what was kept of it. */
export interface Launch extends Signed {
  readonly environment: string;
  readonly branding?: unknown;
  /** Accepted on an earlier page. */
  readonly isStored: boolean;
}

export type Verifying = DeliveryOptions & { readonly subtle: SubtleCrypto };

export function createAccepted({ tenantId, endpoint, storage, clock, subtle }: Verifying) {
  /** Signed manifests by this page, whatever becomes of storage. */
  const known = new Map<string, string>();
  /** When the latest was issued; it can't be earlier. */
  let floor = 0;

  return {
    setClock(at: number): void {
      clock.set(Math.max(at, floor));
    },
    /** Rejects with why the manifest must not be followed. */
    async judge({ environment, keys, jws, isStored }: Launch) {
      const { key, manifest } = await openManifest(subtle, { jws, keys });
      const { tenant_id, sequence, issued_at, expires_at } = manifest;
      must(tenant_id === tenantId, "is another tenant's");
      const nameOf = (one: Manifest) =>
        `accepted ${JSON.stringify([endpoint, one.tenant_id, environment, one.playbook_id])}`;
      const name = nameOf(manifest);
      let latest = 0;
      for (const earlier of [known.get(name), storage.read(name)]) {
        // What doesn't verify by today's keys, or is kept under another's name, doesn't count.
        const signed = { jws: `${earlier}`, keys };
        const accepted = (await openManifest(subtle, signed).catch(() => undefined))?.manifest;
        if (!accepted || nameOf(accepted) !== name) continue;
        const { sequence: least } = accepted;
        latest = Math.max(latest, Date.parse(accepted.issued_at));
        must(sequence >= least, `has the sequence ${sequence}, ${least} was accepted before`);
      }
      if (clock.now() < latest) clock.set(latest);
      const now = clock.now();
      const issued = Date.parse(issued_at);
      must(issued < now + FRACTIONS, `is issued in the future, ${issued_at}`);
      const end = Date.parse(expires_at) + (isStored ? GRACE : 0);
      must(now < end, `expired at ${expires_at}`);
      // A key that was stored along may be anybody's: time goes by it until bootstrap tells.
      if (!isStored) floor = Math.max(latest, issued);
      return { key, manifest, name };
    },
    /** To be called once the Playbook is in use. */
    add(name: string, jws: string): void {
      known.set(name, jws);
      storage.write(name, jws);
    },
  };
}
