/** What every part of the SDK shares: the options, the environment, the state, and whom to tell. */

import { initialConsent, type JsonStorage, openStorage } from "../context/index";
import type { Handle, Price, ServicePlacementDecision } from "../decision/index";
import type { ServiceInitOptions, ServiceStorage } from "../options/index";
import { createEventId } from "../telemetry/index";
import { type Agenda, createAgenda } from "./agenda";
import { keepInstance } from "./instance";
import type { Notifier } from "./notifier";
import { readDecision } from "./read-answers";
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
/** What time it is: by the device until a server has said, by the server from then on; epoch ms. */
export interface Clock {
  now(): number;
  /** By the device, whatever a server has said: for what is waited for, and what is stored. */
  device(): number;
  /** What the device's time lacks, in ms; 0 until a server has said. */
  offset: number;
  /** It is this now, by the server. */
  set(at: number): void;
}
/** What is there before any option is read. */
export interface CoreBase extends Notifier {
  /** While there may yet be a Playbook: what a promise answers is worth waiting for. */
  loading(): Promise<void> | false;
}
export interface Core extends CoreBase, Omit<Environment, "fetch"> {
  readonly options: ServiceInitOptions;
  readonly stores: Stores;
  readonly sources: Sources;
  /** Whether anything may be stored or told on. */
  readonly consent: { granted: boolean };
  readonly persistent: JsonStorage;
  readonly session: JsonStorage;
  /** None in `local_only`, which makes no request of its own. */
  readonly wire: Wire | undefined;
  readonly agenda: Agenda;
  readonly clock: Clock;
  /** The clock's: by the server, once it has said; epoch ms. */
  now(): number;
  /** A UUIDv7. */
  newId(): string;
  /** ISO 8601, by the clock. */
  stamp(): string;
  /** It happened now, and is known by an id of its own. */
  happened<T extends object>(details: T): T & { event_id: string; occurred_at: string };
  /** Does what needn't come before the first placement. */
  whenIdle(job: () => void): void;
  /** Steps that put the page back; run in this order. */
  readonly undo: (() => void)[];
  /** The steps were run. */
  isOver(): boolean;
  /** Listens until all is over, before the page's own listeners. */
  listen(target: EventTarget, type: string, listener: (event: Event) => void): void;
}

/** A `Date` header has whole seconds, and travels for some more. */
const INEXACT_MS = 5000;
/** The longest that waits for an idle moment. */
const IDLE_MS = 500;

function formatPrice(price: Price, locale: string | undefined): string {
  const { amount, currency } = price;
  try {
    const trailingZeroDisplay = "stripIfInteger";
    const style = { style: "currency", currency, trailingZeroDisplay } as const;
    const format = new Intl.NumberFormat(locale, style);
    const { maximumFractionDigits = 2 } = format.resolvedOptions();
    return format.format(amount / 10 ** maximumFractionDigits);
  } catch (error) {
    // "C" is no language tag: then as the browser writes it.
    if (locale) return formatPrice(price, undefined);
    throw error;
  }
}

export function createCore(
  options: ServiceInitOptions,
  environment: Environment,
  base: CoreBase,
): Core {
  const { window, console } = environment;
  const device = environment.now;
  const now = () => clock.offset + device();
  const clock: Clock = {
    now,
    device,
    offset: 0,
    set(at) {
      const before = now();
      clock.offset = at - device();
      // What was decided by another time is decided anew.
      if (Math.abs(at - before) > INEXACT_MS) stores.patch({});
    },
  };
  const agenda = createAgenda(window, device, base.guard);
  let isOver = false;
  const undo = [
    () => {
      isOver = true;
      agenda.stop();
      keepInstance(window, undefined);
    },
  ];
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
  const { placementDecisionsByPlacementId: given = {} } = options.localRuntime?.initialData ?? {};
  const stated = new Map<Handle, ServicePlacementDecision>();
  for (const [placement, decision] of Object.entries(given)) {
    base.guard(() => stated.set(placement, readDecision(decision)));
  }
  const rules = { formatPrice, flags: options.placementBehavior, stated };
  const stores = createStores(rules, now);
  const newId = () =>
    createEventId(now(), (bytes) => {
      try {
        crypto.getRandomValues(bytes);
      } catch {
        // Missing or made to throw: to be unique is all that is asked.
        bytes.set(bytes.map(() => Math.random() * 256));
      }
    });
  const stamp = () => new Date(now()).toISOString();
  return {
    ...base,
    window,
    console,
    options,
    clock,
    now,
    agenda,
    wire: options.runtimeMode === "local_only" ? undefined : createWire(options, environment),
    stores,
    sources: createSources(options, base.fail),
    consent,
    persistent: open("localStorage", options.persistentStorage),
    session: open("sessionStorage", options.sessionStorage),
    newId,
    stamp,
    happened: (details) => ({ event_id: newId(), ...details, occurred_at: stamp() }),
    whenIdle(job) {
      const run = () => base.guard(job);
      // Safari and servers have none.
      if (window?.requestIdleCallback) window.requestIdleCallback(run, { timeout: IDLE_MS });
      else setTimeout(run, IDLE_MS);
    },
    undo,
    isOver: () => isOver,
    listen(target, type, listener) {
      const heard = (event: Event) => base.guard(() => listener(event));
      target.addEventListener(type, heard, true);
      undo.push(() => target.removeEventListener(type, heard, true));
    },
  };
}
