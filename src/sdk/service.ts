/** The public object: each method a thin door to the rooms, inside one fence. */
import {
  createHistory,
  createId,
  inferUser,
  initialConsent,
  mergeUsers,
  openStorage,
  touchSession,
} from "../context/index";
import {
  compilePlaybook,
  createSubject,
  decideEntitlement,
  decidePlacement,
  type EntitlementResult,
  entitlementOf,
  explainPlacement,
  type Handle,
  type JsonObject,
  type PlacementQuery,
  type Price,
} from "../decision/index";
import type { PlacementRequest, ServiceInitOptions, SurfaceRenderer } from "../options/index";
import { loadLocal } from "../playbook/index";
import { createEventId } from "../telemetry/index";
import { queryAt } from "./decisions";
import { createEngagement } from "./engagement";
import { createOccasions } from "./occasions";
import { startPage } from "./page";
import { createStores } from "./stores";
import { createTeller } from "./tell";
import type { Service } from "./types";
import { createUser } from "./user";

export interface Environment {
  /** None on a server. */
  readonly window: (Window & typeof globalThis) | undefined;
  readonly console: Pick<Console, "error" | "warn">;
  now(): number;
}

function formatPrice({ amount, currency }: Price, locale: string | undefined): string {
  const style = { style: "currency", currency } as const;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(
    locale,
    style,
  ).resolvedOptions();
  const value = amount / 10 ** digits;
  const minimumFractionDigits = Number.isInteger(value) ? 0 : digits;
  return new Intl.NumberFormat(locale, { ...style, minimumFractionDigits }).format(value);
}

const INTERACTION_EVENTS = {
  impression: "impression",
  dismiss: "dismiss",
  remind_later: "dismiss",
  cta_click: "cta",
  cta_complete: "cta",
} as const;

/**
 * Makes an SDK; it does nothing until `start()`.
 * @param options validated, or nothing for an inert one that denies everything
 */
export function createService(
  options: ServiceInitOptions | undefined,
  { window, console, now }: Environment,
): Service {
  const teller = createTeller(console);
  const { guard, emit, fail } = teller;
  const { localRuntime = {}, contextPolicy = {} } = options ?? {};
  const { storageKey: prefix = "service" } = localRuntime;
  const crypto = guard(() => window?.crypto, undefined);
  let consent = initialConsent(options?.consent, window?.navigator);

  const openAt = (
    adapter: ServiceInitOptions["persistentStorage"],
    name: "localStorage" | "sessionStorage",
  ) =>
    openStorage({
      adapter,
      prefix,
      enabled: consent === "granted" && !!options,
      native: () => (window ?? globalThis)[name],
    });
  const persistent = openAt(options?.persistentStorage, "localStorage");
  const session = openAt(options?.sessionStorage, "sessionStorage");

  const stores = createStores({
    formatPrice,
    now,
    flags: {
      // Each is on where the Playbook authors what it switches, and without effect elsewhere.
      enableClientCapsEnforcement: true,
      enableAutoGatedPlacement: true,
      enableTrialAutoTriggers: true,
      ...options?.placementBehavior,
    },
  });
  const { $playbook, $context, $registered, $decisions } = stores;
  const onFault = (path: string, message: string) => fail(`${path} ${message}`);
  const user = createUser({
    options: options ?? {},
    $parts: stores.$parts,
    storage: persistent,
    crypto,
    now,
    onFault,
  });
  const newId = () =>
    createEventId(now(), (bytes) => {
      try {
        crypto?.getRandomValues(bytes);
      } catch {
        // Made to throw: uniqueness is all that is asked.
        bytes.set(bytes.map(() => Math.random() * 256));
      }
    });
  const stored = createHistory({
    storage: persistent,
    locks: guard(() => window?.navigator.locks, undefined),
    window: window ?? new EventTarget(),
    onChange: () => engagement.refresh(),
  });
  const engagement = createEngagement({
    stores,
    stored,
    userKey: user.key,
    session: () => touchSession(session, now(), () => createId(crypto)),
    newId,
    now,
    onInteraction: (interaction) => emit(INTERACTION_EVENTS[interaction.type], interaction),
  });
  const occasions = createOccasions(stores.$occasions);
  const renderers = new Map<string, SurfaceRenderer>();
  const undo: (() => void)[] = [];
  let isStarted = false;
  let settleReady = () => {};
  const ready = new Promise<void>((resolve) => {
    settleReady = resolve;
  });

  const subjectNow = () => createSubject($playbook.get().compiled, $context.get(), now());
  const entitlement = (handle: Handle): EntitlementResult => entitlementOf(subjectNow(), handle);
  const inputWith = (context = $context.get()) => ({ ...stores.momentNow(), context });
  const decide = (query: PlacementQuery, context = $context.get()) =>
    decidePlacement(
      $playbook.get().compiled,
      queryAt(stores.momentNow(), query),
      inputWith(context),
    );
  const happen = (name: string, properties: JsonObject = {}) =>
    occasions.add({ trigger: { type: "event", name, properties } });

  function use(playbook: unknown): void {
    const compiled = compilePlaybook(playbook);
    if (!compiled.usable) fail("the Playbook cannot be used: format_version must be 1");
    $playbook.set({ compiled, source: compiled.usable ? "playbook" : "none" });
    emit("playbook", { version: compiled.version, source: $playbook.get().source });
    // Not before the first placement: who authored it can wait for what is wrong with it.
    const timer = setTimeout(() => {
      const { problems } = compiled;
      const lines = problems.slice(0, 20).map(({ path, message }) => `${path} ${message}`);
      if (problems.length) fail(["The Playbook has problems:", ...lines].join("\n- "));
    }, 1000);
    undo.push(() => clearTimeout(timer));
  }

  async function load(): Promise<void> {
    const given = loadLocal(options ?? {});
    use(given instanceof Promise ? await given : given);
  }

  async function begin(): Promise<void> {
    if (contextPolicy.inferUser !== false && window) user.patch({ inferred: inferUser(window) });
    engagement.refresh();
    undo.push(
      $context.listen((context) => emit("context", context)),
      () => stored.stop(),
    );
    const loaded = load().catch((error) => fail("the Playbook could not be loaded", error));
    if (window) {
      const page = guard(
        () =>
          startPage({
            window,
            options: options ?? {},
            stores,
            user,
            engagement,
            occasions,
            renderers,
            teller,
            onTrack: happen,
          }),
        undefined,
      );
      if (page) undo.push(page.stop);
    }
    await loaded;
    user.refresh().catch((error) => fail("getContext failed", error));
    $decisions.get();
    emit("ready", undefined);
    settleReady();
  }

  const service: Service = {
    version: __SERVICE_VERSION__,
    ready,
    push: (fn) => guard(() => fn(service), undefined),
    identify: async (userId, context) => {
      user.identify(userId, context);
      engagement.refresh();
    },
    setUser(patch) {
      user.setUser(patch);
      engagement.refresh();
    },
    reset() {
      user.reset();
      engagement.refresh();
    },
    setPage: user.setPage,
    updateUsage: user.updateUsage,
    getUserContext: async () => {
      const { inferred, given, userContext, clientContext } = stores.$parts.get();
      return mergeUsers(inferred, given, userContext, clientContext);
    },
    fetchUserContext: async (userId) => localRuntime.initialData?.userContextByUserId?.[userId],
    getTrialStatus: async () => $context.get().trial ?? { in_trial: false },
    refreshContext: () => user.refresh(),
    can: (handle) => entitlement(handle).allowed,
    checkEntitlement: async (handle, context) =>
      context
        ? decideEntitlement($playbook.get().compiled, handle, inputWith(context))
        : entitlement(handle),
    gate: async (handle, fn) => {
      const answer = entitlement(handle);
      if (answer.allowed) return { ran: true, result: await fn(), entitlement: answer };
      occasions.add({ trigger: { type: "entitlement_denied", entitlement: handle } }, true);
      return { ran: false, entitlement: answer };
    },
    getPlacement: async (config) => decide(config).output ?? null,
    getPlacementDecision: async (input, _placement, context) => decide(input, context),
    explain(handle) {
      const { compiled } = $playbook.get();
      const isPlacement =
        compiled.part("placements", handle) && !compiled.placementsIn(handle).length;
      const query: PlacementRequest = isPlacement ? { placement: handle } : { slot: handle };
      return explainPlacement(compiled, queryAt(stores.momentNow(), query), inputWith());
    },
    trigger: happen,
    show: (placement) => occasions.add({ placement, requested: true }, true),
    track: happen,
    capture: happen,
    flush: async () => {},
    on: teller.on,
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      $registered.set([...renderers.keys()]);
    },
    setConsent(next) {
      consent = next;
      for (const storage of [persistent, session]) storage.enable(next === "granted");
      engagement.refresh();
    },
    start() {
      if (isStarted || !options) return;
      isStarted = true;
      void begin();
    },
    destroy() {
      for (const step of undo.splice(0)) guard(step, undefined);
    },
  };
  if (!options) settleReady();
  for (const [name, method] of Object.entries(service)) {
    if (typeof method !== "function") continue;
    const fenced = (...args: unknown[]) =>
      guard(() => Reflect.apply(method, service, args), undefined);
    Reflect.set(service, name, fenced);
  }
  return service;
}
