/** What every part of the SDK shares: the options, the environment, the state, and whom to tell. */
import { initialConsent, type JsonStorage, openStorage } from "../context/index";
import type { Price, ServicePlacementDecision } from "../decision/index";
import type { ServiceInitOptions, ServiceStorage } from "../options/index";
import { createEventId } from "../telemetry/index";
import { readDecision } from "./readings";
import { createSources, type Sources } from "./sources";
import { createStores, type Stores } from "./stores";
import { createTeller, type Teller } from "./tell";

export interface Environment {
  /** None on a server. */
  readonly window: (Window & typeof globalThis) | undefined;
  readonly console: Pick<Console, "error" | "warn">;
  /** Epoch ms. */
  now(): number;
}
export interface Core extends Teller, Environment {
  readonly options: ServiceInitOptions;
  readonly stores: Stores;
  readonly sources: Sources;
  /** Whether anything may be stored or told on. */
  readonly consent: { granted: boolean };
  readonly persistent: JsonStorage;
  readonly session: JsonStorage;
  /** A UUIDv7. */
  newId(): string;
  /** Steps that put the page back; run in this order. */
  readonly undo: (() => void)[];
}

function formatPrice({ amount, currency }: Price, locale: string | undefined): string {
  const style = { style: "currency", currency } as const;
  const format = new Intl.NumberFormat(locale, style);
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  const value = amount / 10 ** digits;
  const minimumFractionDigits = Number.isInteger(value) ? 0 : digits;
  return new Intl.NumberFormat(locale, { ...style, minimumFractionDigits }).format(value);
}

export function createCore(options: ServiceInitOptions, environment: Environment): Core {
  const { window, console, now } = environment;
  const teller = createTeller(console);
  const scope = window ?? globalThis;
  const consent = { granted: initialConsent(options.consent, window?.navigator) === "granted" };
  const open = (name: "localStorage" | "sessionStorage", adapter: ServiceStorage | undefined) =>
    openStorage({
      adapter,
      prefix: options.localRuntime?.storageKey ?? "service",
      enabled: consent.granted,
      native: () => scope[name],
    });
  const { placementDecisionsByPlacementId: given = {} } = options.localRuntime?.initialData ?? {};
  const stated = new Map(
    Object.entries(given).flatMap(([placement, decision]) =>
      teller.guard<[string, ServicePlacementDecision][]>(
        () => [[placement, readDecision(decision)]],
        [],
      ),
    ),
  );
  const rules = { formatPrice, flags: options.placementBehavior, stated };
  return {
    ...teller,
    ...environment,
    options,
    stores: createStores(rules, now, teller.guard),
    sources: createSources(options, teller.fail),
    consent,
    persistent: open("localStorage", options.persistentStorage),
    session: open("sessionStorage", options.sessionStorage),
    newId: () =>
      createEventId(now(), (bytes) => {
        try {
          scope.crypto.getRandomValues(bytes);
        } catch {
          // Missing or made to throw: to be unique is all that is asked.
          bytes.set(bytes.map(() => Math.random() * 256));
        }
      }),
    undo: [],
  };
}
