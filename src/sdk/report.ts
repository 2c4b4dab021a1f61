/** Reports to the service, in the service modes and with consent, what a person saw and did. */
import { redact, redactFields, sessionIdIn, touchSession } from "../context/index";
import { bucket, IN_FLOW_SURFACES, type JsonObject, once } from "../decision/index";
import type { ServiceInitOptions, ServicePageContext } from "../options/index";
import { isTabHidden } from "../placements/index";
import { createPause } from "../playbook/index";
import { createTelemetry, type Telemetry, type TelemetryKind } from "../telemetry/index";
import type { Core } from "./core";
import { createSlicedWork } from "./sliced-work";
import type { State } from "./stores";

/** Options that the beacon doesn't name: they say who and where. */
const PRIVATE = ["tenantId", "publicKey", "apiKey", "user", "page", "endpoint"];

/** How many slots, and how many types, a session reports at most. */
const MAX_KEYS = 500;

export interface Reporter {
  /** Starts to report: once the first decisions are made, or sooner where the route changes. */
  begin(): void;
  track(event: JsonObject): void;
  /** @param cleaned an interaction without what is secret in it */
  interacted(cleaned: JsonObject): void;
  /** The route has changed. It has begun by then. */
  viewed(event: { readonly page: ServicePageContext }): void;
  flush(): Promise<void>;
  /** Consent was given or withdrawn. */
  setConsent(): void;
}

/** @param readId reads the anonymous id, where it wasn't needed before */
export function createReporter(core: Core, readId: () => string): Reporter | undefined {
  const { options, wire, window, persistent: storage, session, consent, agenda } = core;
  const { stores, newId, stamp, toEvent, clock, locks, whenIdle } = core;
  if (!wire) return undefined;
  const { tenantId: tenant_id = "", publicKey } = options;
  const receiver = `${bucket(wire.endpoint, tenant_id)}`;
  const pause = createPause({ storage: core.said, clock }, `retry_at ${receiver}`);
  const telemetry = createTelemetry({
    storage,
    pause,
    post: wire.post,
    receiver,
    envelope: () => ({
      tenant_id,
      ...(publicKey && { public_key: publicKey }),
      sdk: sdkOf(options),
      sent_at: stamp(),
    }),
    now: clock.device,
    random: Math.random,
    newId,
    locks,
    isOnline: () => window?.navigator.onLine !== false,
    isHidden: isTabHidden,
    isGranted: () => consent.granted && !core.isOver(),
    sooner: (ms, job) => agenda.sooner("telemetry", ms, job),
  });
  const who = () => {
    const { id, anonymous_id = readId() } = stores.state().context;
    const { id: session_id } = touchSession(session, clock.device(), newId);
    return { anonymous_id, session_id, ...(id && { user_id: id }) };
  };
  const pageNow = () => stores.state().context.page ?? {};
  const track = (event: object) => {
    telemetry.add("events", { ...redactFields({ page: pageNow(), ...event }), ...who() });
  };
  const view = (event: object) => track({ name: "page_view", properties: {}, ...event });

  const inventory = createInventory(core, telemetry, receiver);
  /** One attempt is enough: a lost beacon doesn't matter. */
  const sendBeacon = once(() => {
    if (telemetry.isOpen()) {
      wire
        .post("ingestSdkMeta", beaconOf(options), true)
        .then(pause.obey)
        .catch(() => {});
    }
  });

  /** It has begun: the first decisions are made, or the page was left before. */
  let isReady = false;
  /** The view of the page that is open is reported. */
  let isViewed = false;
  /** The page that was opened; its view is reported a little later. */
  let landing = pageNow();
  const look = (state: State, before?: State) => {
    if (state.renderers !== before?.renderers) inventory.types(state);
    // With the path where the slots were seen, not where the page is by then.
    // Each look by itself: what was seen is told, though it has gone from the page meanwhile.
    if (isReady && state.slots !== before?.slots) {
      whenIdle(() => createSlicedWork(core)(inventory.slots(state)));
    }
  };
  function begin(): void {
    isReady = true;
    if (!consent.granted) return;
    sendBeacon();
    if (!window) return;
    if (!isViewed) view(toEvent({ page: landing.url === pageNow().url ? pageNow() : landing }));
    isViewed = true;
    look(stores.state());
  }
  stores.listen(look);
  look(stores.state());
  /** The page may be gone in a moment: it was viewed, though nothing may be decided yet. */
  const leave = () => {
    if (!isReady) begin();
    telemetry.leave();
  };
  if (window) followPageLife(core, window, telemetry, leave);
  return {
    track,
    begin,
    interacted(cleaned) {
      telemetry.add("interactions", { ...cleaned, ...who() });
    },
    viewed(event) {
      landing = event.page;
      isViewed = consent.granted;
      view(event);
    },
    flush: telemetry.flush,
    setConsent() {
      if (!consent.granted) {
        // With the consent goes what waits to be sent. Given again, we tell what is on the page then.
        for (const kind of telemetry.forget()) {
          isViewed &&= kind !== "events";
          session.remove(kind);
        }
      } else if (isReady) begin();
    },
  };
}

/** Reports what a page has, each thing once in a session to each receiver. */
function createInventory({ session, consent, wire }: Core, telemetry: Telemetry, receiver: string) {
  function add(kind: TelemetryKind, key: string, item: JsonObject): void {
    const known = session.read(kind);
    // With the session's id, since a tab outlives it.
    const id = `${receiver} ${sessionIdIn(session)}`;
    const [of, ...all]: unknown[] = Array.isArray(known) ? known : [];
    const told = of === id ? all : [];
    // Those beyond: with the oldest forgotten, all would be told again with each new one.
    if (!consent.granted || told.includes(key) || told.length >= MAX_KEYS) return;
    session.write(kind, [id, ...told, key]);
    telemetry.add(kind, item);
  }
  return {
    /** One for each step. */
    *slots({ slots, context }: State) {
      const page_path = context.page?.path;
      for (const { handle: slot, surfaces = IN_FLOW_SURFACES } of slots) {
        add("slots", slot, { slot, ...redactFields({ surfaces, page_path }) });
        yield;
      }
    },
    types({ renderers }: State) {
      for (const name of wire?.isRerouted("placementTypes") ? renderers.keys() : []) {
        add("types", name, redact({ name }));
      }
    },
  };
}

/** What names the SDK, and how it is used, to the service. */
const sdkOf = ({ mode = "snippet", runtimeMode = "service_server" }: ServiceInitOptions) => ({
  version: __SERVICE_VERSION__,
  mode,
  runtime_mode: runtimeMode,
});

function beaconOf(options: ServiceInitOptions): string {
  const { version: sdk_version, ...labels } = sdkOf(options);
  const features = Object.keys(options).filter((name) => !PRIVATE.includes(name));
  return JSON.stringify({ event: "sdk_init", sdk_version, ...labels, features });
}

/** Sends what is queued when the page is left or the SDK destroyed, and resumes when it is back online. */
function followPageLife(
  { listen, undo }: Core,
  window: Window,
  telemetry: Telemetry,
  leave: () => void,
): void {
  const { document } = window;
  // Before the first step, after which nothing is sent: what can't be stored would be lost.
  undo.unshift(telemetry.leave);
  listen(window, "pagehide", leave);
  listen(window, "online", telemetry.reopen);
  listen(document, "visibilitychange", () => isTabHidden() && leave());
}
