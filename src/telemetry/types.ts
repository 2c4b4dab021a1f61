/** What telemetry needs from outside, and what it does. */
import type { JsonObject } from "../decision/index";

/** The call that takes each kind of item. */
export const CALLS = {
  events: "ingestEvents",
  interactions: "touchpointTransition",
  slots: "surfaceSlots",
  types: "placementTypes",
} as const;
export type TelemetryKind = keyof typeof CALLS;
export type TelemetryCall = (typeof CALLS)[TelemetryKind] | "ingestSdkMeta";

export const KINDS = Object.keys(CALLS) as readonly TelemetryKind[];

export const isKind = (word = ""): word is TelemetryKind => Object.hasOwn(CALLS, word);

export interface TelemetryAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

export interface TelemetryOptions {
  /** Shared by the tabs of this browser; holds the queue. */
  readonly storage: {
    keyOf(name: string): string;
    names(): readonly string[];
    read(name: string): unknown;
    write(name: string, value: unknown): void;
    remove(name: string): void;
    unstore(name: string): void;
  };
  /** What `Retry-After` says, in all tabs. */
  readonly pause: {
    /** The ms for which nothing may be sent. */
    left(): number;
    obey(answer: TelemetryAnswer): void;
  };
  /** One POST of a JSON text. Resolves with any response; rejects when none comes in time. May throw. */
  post(call: TelemetryCall, body: string, keepalive: boolean): Promise<TelemetryAnswer>;
  /** A number for the tenant and endpoint: items for others wait for a page that sends to them. */
  readonly receiver: string;
  /** What every body carries. */
  envelope(): JsonObject;
  /** Epoch ms. */
  now(): number;
  /** [0, 1) */
  random(): number;
  /** A UUIDv7. */
  newId(): string;
  /** Asked when the lock is wanted: merely touching `navigator.locks` may throw. */
  locks(): Pick<LockManager, "request"> | undefined;
  isOnline(): boolean;
  /** Nobody can see the page, which may be about to be left: it sends without the lock. */
  isHidden(): boolean;
  /** Consent, asked each time. */
  isGranted(): boolean;
  /** Runs `job` once, after `ms` and while the tab is visible, unless it is due sooner already. */
  sooner(ms: number, job: () => void): void;
}

export interface Telemetry {
  /** Queues one item of up to 32 KiB; without consent, nothing. The caller removes repeated `slots` and `types`. */
  add(kind: TelemetryKind, item: JsonObject): void;
  /** Whether anything may be sent at this moment. */
  isOpen(): boolean;
  /** One attempt to send what is queued; always settles, at once while backing off, offline or without consent. */
  flush(): Promise<void>;
  /** The page may be gone in a moment (`pagehide`, hidden): what fits is sent now, without waiting for the lock. */
  leave(): void;
  /** The browser is back online: earlier failures no longer count. `Retry-After` does. */
  reopen(): void;
  /** Consent is withdrawn: everything queued is dropped, in memory and storage. Returns the kinds of what it was. */
  forget(): readonly TelemetryKind[];
}
