/** What the delivery of the Playbook needs from outside, and what it gives. */

/** Where a Playbook in use comes from; with branding of bootstrap's own. */
export interface PlaybookOrigin {
  readonly source: "playbook" | "cached_playbook";
  readonly branding?: unknown;
}

export interface DeliveryOptions {
  readonly tenantId: string;
  /** Tells apart what was accepted from several control planes. */
  readonly endpoint: string;
  /** Pinned keys, which then alone count. */
  readonly trustedKeys?: readonly JsonWebKey[] | undefined;
  /**
   * GET of a path (below the endpoint) or an absolute URL; adds tenant, key and time-out by itself.
   * Rejects when no response comes.
   * @param init what fetch is told
   */
  get(path: string, init: { readonly cache: RequestCache }): Promise<Response>;
  /** None in an insecure context: then nothing is asked for, since nothing could be verified. */
  readonly subtle: SubtleCrypto | undefined;
  /** Of one value it keeps 1 MiB at most; what it can't keep is as if it had never been written. */
  readonly storage: {
    read(name: string): unknown;
    write(name: string, value: unknown): void;
    remove(name: string): void;
  };
  /** Epoch ms. */
  readonly clock: {
    now(): number;
    /** By the device, whatever a server has said. */
    device(): number;
    /** It is this now, by the server. */
    set(at: number): void;
  };
  /** Takes a verified Playbook into use; throws why not, when it is unusable. */
  use(playbook: unknown, origin: PlaybookOrigin): void;
  /** The one in use is the launched one still, or again. */
  confirm(): void;
  /** Nothing may be used any more: the one in use is too old. */
  drop(): void;
  /** Tells a refusal; every check that meets it again says the same again. */
  fail(message: string): void;
}

export interface Delivery {
  /** Takes the stored one into use, verified again; true when it is. Never rejects. */
  restore(): Promise<boolean>;
  /**
   * Asks bootstrap and what follows; two checks at once are one. Never rejects: resolves with the
   * ms until the next one is due, a day at most.
   * @param isOnline just now again: what failed before no longer counts. `Retry-After` does
   */
  check(isOnline?: boolean): Promise<number>;
}
