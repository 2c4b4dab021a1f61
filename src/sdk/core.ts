/** What every part of the SDK shares: the options, the environment, the state and the notifier. */

import { initialConsent, type JsonStorage, openStorage } from "../context/index";
import { attempt, once } from "../decision/index";
import type { ServiceInitOptions, ServiceStorage } from "../options/index";
import { createEventId } from "../telemetry/index";
import { type Agenda, createAgenda } from "./agenda";
import { type Clock, createClock } from "./clock";
import type { Notifier } from "./notifier";
import { readRules } from "./rules";
import { createSources, type Sources } from "./sources";
import { createStores, type Stores } from "./stores";
import { createWire, type Wire } from "./wire";

export interface Environment {
  /** None on a server. */
  readonly window: (Window & typeof globalThis) | undefined;
  readonly console: Pick<Console, "debug" | "error" | "warn">;
  readonly fetch: typeof fetch;
  /** By the device; epoch ms. */
  now(): number;
}
export interface Core extends Notifier, Omit<Environment, "fetch" | "now"> {
  readonly options: ServiceInitOptions;
  readonly stores: Stores;
  readonly sources: Sources;
  /** Whether anything may be stored or sent. */
  readonly consent: { granted: boolean };
  readonly persistent: JsonStorage;
  readonly session: JsonStorage;
  /** The persistent storage for what the service has said, which takes nothing more after `destroy()`. */
  readonly said: Pick<JsonStorage, "read" | "write">;
  /** None in `local_only`, which makes no request of its own. */
  readonly wire: Wire | undefined;
  readonly agenda: Agenda;
  readonly clock: Clock;
  /** A UUIDv7. */
  newId(): string;
  /** ISO 8601, by the clock. */
  stamp(): string;
  /** Makes an event of what has happened: adds an id and the present time. */
  toEvent<T extends object>(details: T): T & { event_id: string; occurred_at: string };
  /** Runs what needn't be done before the first placement is on display. */
  whenIdle(job: () => void): void;
  /**
   * Tells that a question had no answer: a second later, as browsers end all requests once a page is
   * being left, Firefox and Safari long before it is gone; on a server at once.
   * @param name the question's; of several failures within that second the last one is told
   */
  tellUnanswered(name: string, tell: () => void): void;
  /** Steps that put the page back; run in order by `destroy()`. */
  readonly undo: (() => void)[];
  /** `destroy()` was called. */
  isOver(): boolean;
  /** Of all tabs; none without consent, since other tabs may read their names. */
  locks(): LockManager | undefined;
  /** Listens until `destroy()`, in the capturing phase: before most listeners of the page. */
  listen(target: EventTarget, type: string, listener: (event: Event) => void): void;
}

/** After this much time the job runs even if the page was never idle. */
const IDLE_MS = 500;
/** So much later it is told that no answer came. */
const UNANSWERED_MS = 1000;

export function createCore(
  options: ServiceInitOptions,
  environment: Environment,
  base: Notifier,
): Core {
  const { window, console, now: device } = environment;
  // Decide anew what was decided by another time, and with the usage that holds by it.
  const clock = createClock(device, () => {
    stores.patchContext({});
    stores.patch({});
  });
  let isOver = false;
  const undo: Core["undo"] = [
    () => {
      isOver = true;
    },
  ];
  const listen: Core["listen"] = (target, type, listener) => {
    const heard = (event: Event) => base.guard(() => listener(event));
    target.addEventListener(type, heard, true);
    undo.push(() => target.removeEventListener(type, heard, true));
  };
  const shared = { ...base, window, undo, listen, isOver: () => isOver };
  const agenda = createAgenda({ ...shared, device });
  /** Makes an action that does nothing after `destroy()`. */
  const untilOver =
    <A extends unknown[]>(action: (...args: A) => void) =>
    (...args: A) => {
      if (!isOver) action(...args);
    };
  const fetch: Environment["fetch"] = async (...request) => {
    if (isOver) throw new Error("destroyed");
    return environment.fetch(...request);
  };
  const consent = { granted: initialConsent(options.consent, window?.navigator) === "granted" };
  const open = (name: "localStorage" | "sessionStorage", adapter: ServiceStorage | undefined) =>
    openStorage({
      adapter,
      prefix: options.localRuntime?.storageKey ?? "service",
      enabled: consent.granted,
      native: () => globalThis[name],
    });
  if (options.endpointOverrides && options.runtimeMode !== "custom_endpoints") {
    base.warn("endpointOverrides counts in custom_endpoints only");
  }
  const persistent = open("localStorage", options.persistentStorage);
  const stores = createStores(readRules(options, base.fail), clock, undo);
  const newId = () =>
    createEventId(
      clock.now(),
      (bytes) =>
        attempt(() => crypto.getRandomValues(bytes)) ??
        // Missing or made to throw. Ids only have to be unique, not secret.
        bytes.set(bytes.map(() => Math.random() * 256)),
    );
  const stamp = () => new Date(clock.now()).toISOString();
  const fail = untilOver(base.fail);
  return {
    ...shared,
    emit: untilOver(base.emit),
    fail,
    warn: untilOver(base.warn),
    console,
    options,
    clock,
    agenda,
    wire: options.runtimeMode === "local_only" ? undefined : createWire(options, fetch),
    stores,
    sources: createSources(options, fail),
    consent,
    locks: () => (consent.granted ? window?.navigator.locks : undefined),
    persistent,
    said: { ...persistent, write: untilOver(persistent.write) },
    session: open("sessionStorage", options.sessionStorage),
    newId,
    stamp,
    toEvent: (details) => ({ event_id: newId(), ...details, occurred_at: stamp() }),
    whenIdle(job) {
      const run = once(() => isOver || base.guard(job));
      // Safari and servers have none.
      const isAsked = attempt(() => window?.requestIdleCallback?.(run, { timeout: IDLE_MS }));
      if (!isAsked) setTimeout(run, IDLE_MS);
    },
    tellUnanswered: (name, tell) =>
      window ? agenda.later(`unanswered ${name}`, UNANSWERED_MS, tell) : tell(),
  };
}
