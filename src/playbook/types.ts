/** What the delivery of the Playbook needs from outside, and what it gives. */

/** Where a Playbook in use comes from, and the branding that bootstrap gave with it. */
interface PlaybookOrigin {
  readonly source: "playbook" | "cached_playbook";
  readonly branding?: unknown;
}

export interface DeliveryOptions {
  readonly tenantId: string;
  /** Part of the storage names, so that several control planes don't get mixed up. */
  readonly endpoint: string;
  /** Pinned keys, which then alone count. */
  readonly trustedKeys?: readonly JsonWebKey[] | undefined;
  /**
   * GET of a path below the endpoint, or of an absolute URL; adds tenant, key and time-out itself.
   * Rejects when no response comes.
   * @param init what fetch is told
   */
  get(
    path: string,
    init: { readonly cache: RequestCache; readonly ms?: number },
  ): Promise<Response>;
  /** None in an insecure context: then nothing is fetched, since nothing could be verified. */
  readonly subtle: SubtleCrypto | undefined;
  /** Keeps at most 1 MiB for one value; a value it can't keep reads as if it had never been written. */
  readonly storage: {
    read(name: string): unknown;
    write(name: string, value: unknown): void;
  };
  /** Epoch ms. */
  readonly clock: {
    now(): number;
    /** By the device, whatever a server has said. */
    device(): number;
    /** Sets the time to the server's: it is `at` now. */
    set(at: number): void;
  };
  /** Takes a verified Playbook into use; throws the reason when it is unusable. */
  use(playbook: unknown, origin: PlaybookOrigin): void;
  /** The Playbook in use is confirmed to be the one launched now. */
  confirm(): void;
  /** The Playbook in use has become too old, and none may be used. */
  drop(): void;
  /**
   * Reports a refusal; called again by each check that meets it.
   * @param isUnanswered no answer came at all
   */
  fail(message: string, isUnanswered?: boolean): void;
}

export interface Delivery {
  /** Verifies the stored Playbook again and takes it into use; true when that worked. Never rejects. */
  restore(): Promise<boolean>;
  /**
   * Fetches bootstrap and what follows from it; concurrent calls share one check. Never rejects:
   * resolves with the ms until the next check is due, a day at most.
   * @param isOnline the browser is back online: earlier failures no longer count, `Retry-After` does
   */
  check(isOnline?: boolean): Promise<number>;
}
