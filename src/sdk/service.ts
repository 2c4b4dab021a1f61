/** The public object: each method a thin door to the rooms, inside one fence. */
import { userOf } from "../context/index";
import type { JsonObject } from "../decision/index";
import type { ServiceInitOptions, SurfaceRenderer } from "../options/index";
import { createAnalytics } from "./analytics";
import { createAnswers, PLACEMENT } from "./answers";
import { type Core, createCore, type Environment } from "./core";
import { createEngagement } from "./engagement";
import { createUserHistory } from "./history";
import { type Loading, startLoading } from "./load";
import { createOccasions } from "./occasions";
import { startPage } from "./page";
import { builtIn } from "./placeholder";
import { createReporter } from "./report";
import type { Service } from "./types";
import { createUser } from "./user";

/** The parts of an SDK, and what sets them going. */
function assemble(core: Core, isInert: boolean) {
  const { window, stores, undo, guard, emit } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(stores.$occasions);
  const answers = createAnswers(core);
  const analytics = createAnalytics(core);
  const reporter = guard(() => createReporter(core), undefined);
  const renderers = new Map<string, SurfaceRenderer>(builtIn);
  const state = { started: isInert, settle() {} };
  const ready = new Promise<void>((resolve) => {
    state.settle = resolve;
  });
  if (isInert) state.settle();

  const happen = (name: string, properties: JsonObject = {}) =>
    occasions.add({ trigger: { type: "event", name, properties } });
  const track = (name: string, properties: JsonObject = {}) => {
    happen(name, properties);
    analytics(name, properties);
    reporter?.track(name, properties);
  };

  const loading: { current?: Loading } = {};
  async function start(): Promise<void> {
    if (state.started) return;
    state.started = true;
    history.refresh();
    undo.push(stores.$context.listen((context) => emit("context", context)));
    if (core.options.debug) core.on("decision", (told) => core.console.debug("[Service]", told));
    const recheck = (isOnline?: boolean) => {
      loading.current?.check(isOnline);
      void user.server.refreshClient();
    };
    loading.current = startLoading(core, recheck);
    const parts = {
      ...{ user, engagement, history, occasions, renderers, want: answers.want },
      onEvent: track,
      onReturn: recheck,
    };
    if (window) guard(() => startPage(core, window, parts), undefined);
    void user.server.refresh();
    await loading.current.loaded;
    void user.refresh();
    emit("ready", undefined);
    state.settle();
    if (reporter) core.whenIdle(reporter.begin);
  }
  return {
    ...{ user, history, occasions, answers, reporter, renderers },
    ...{ ready, happen, track, start },
    reload: async () => loading.current?.reload(),
  };
}

/**
 * Makes an SDK; it does nothing until `start()`.
 * @param options validated, or nothing for an inert one that denies everything
 */
export function createService(
  options: ServiceInitOptions | undefined,
  environment: Environment,
): Service {
  const isNetworked = !!options && options.runtimeMode !== "local_only";
  const core = createCore(options ?? { consent: "pending" }, environment, isNetworked);
  const { stores, persistent, session, undo, guard } = core;
  const parts = assemble(core, !options);
  const { user, history, occasions, answers, reporter, renderers, ready, happen, track } = parts;

  const service: Service = {
    version: __SERVICE_VERSION__,
    ready,
    push: (fn) => fn(service),
    identify: user.identify,
    setUser: user.setUser,
    reset() {
      history.forget();
      user.reset();
    },
    setPage: user.setPage,
    updateUsage: user.updateUsage,
    getUserContext: async () => userOf(stores.$parts.get()),
    fetchUserContext: user.fetch,
    async getTrialStatus() {
      await Promise.all([user.refresh(), user.server.refresh(true)]);
      return stores.$context.get().trial ?? { in_trial: false };
    },
    async refreshContext() {
      user.server.retry();
      await parts.reload();
      await Promise.all([user.refresh(), user.server.refresh()]);
      answers.refresh();
    },
    can: answers.can,
    checkEntitlement: async (handle, context) => answers.check(handle, context),
    async gate(handle, fn) {
      const asked = answers.check(handle);
      // What is known at once runs at once, while the click that asked still counts as one.
      const entitlement = asked instanceof Promise ? await asked : asked;
      if (entitlement.allowed) return { ran: true, result: await fn(), entitlement };
      occasions.add({ trigger: { type: "entitlement_denied", entitlement: `${handle}` } }, true);
      return { ran: false, entitlement };
    },
    async getPlacement(config) {
      const { output } = await answers.decide(config, { methods: PLACEMENT });
      return output ?? null;
    },
    getPlacementDecision: (input, placement, context) =>
      answers.decide(input, { placement, context }),
    explain: answers.explain,
    trigger: happen,
    show: (placement) => occasions.add({ placement: `${placement}`, requested: true }, true),
    track,
    capture: track,
    flush: async () => reporter?.flush(),
    on: core.on,
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      reporter?.type(name);
      stores.patchPage({ registered: [...renderers.keys()] });
    },
    setConsent(consent) {
      core.consent.granted = !!options && consent === "granted";
      for (const storage of [persistent, session]) storage.enable(core.consent.granted);
      reporter?.setConsent();
      history.refresh();
    },
    start: parts.start,
    destroy() {
      for (const step of undo.splice(0)) guard(step, undefined);
    },
  };
  return fence(service, core);
}

/** Every method inside the fence: none throws, no promise of ours rejects. */
function fence(service: Service, { guard, fail }: Core): Service {
  for (const [name, method] of Object.entries(service)) {
    if (typeof method !== "function") continue;
    const fenced = (...args: unknown[]) =>
      guard(() => {
        const answer: unknown = Reflect.apply(method, service, args);
        // What the application's own `fn` throws inside `gate` is the application's.
        const isOurs = answer instanceof Promise && name !== "gate";
        return isOurs ? answer.catch((error) => fail(`${name} failed`, error)) : answer;
      }, undefined);
    Reflect.set(service, name, fenced);
  }
  return service;
}
