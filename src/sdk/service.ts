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
import { type PageParts, startPage } from "./page";
import { builtIn } from "./placeholder";
import { createReporter, type Reporter } from "./report";
import type { Service } from "./types";
import { createUser } from "./user";

type Parts = Omit<PageParts, "onReturn"> & { report(): Reporter | undefined };

/** What sets an SDK going, once. */
function createStart(core: Core, { user, history, report, ...parts }: Parts) {
  const { window, stores, undo, guard, emit } = core;
  let loading: Loading | undefined;
  let settle = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  /** What may be another by now. */
  const recheck = (isOnline?: boolean) => {
    loading?.check(isOnline);
    void user.server.refreshClient();
  };
  async function begin(): Promise<void> {
    const page = { ...parts, user, history, onReturn: recheck };
    if (core.options.debug) core.on("decision", (told) => core.console.debug("[Service]", told));
    const follow = window && guard(() => startPage(core, window, page));
    undo.push(
      stores.listen(({ context }, before) => {
        if (context !== before?.context) emit("context", context);
      }),
    );
    await core.task();
    if (core.isOver()) return;
    if (follow) guard(follow);
    user.readId();
    history.refresh();
    const reporter = report();
    loading = startLoading(core, recheck);
    void user.server.refresh();
    await loading.loaded;
    void user.refresh();
    emit("ready", undefined);
    if (reporter) core.whenIdle(reporter.begin);
  }
  let begun: Promise<void> | undefined;
  return {
    ready,
    settle,
    start: () => {
      begun ??= begin().finally(settle);
      return begun;
    },
    reload: async () => loading?.reload(),
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
  const { stores, undo, guard } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(stores);
  const answers = createAnswers(core);
  const analytics = createAnalytics(core);
  let reporter: Reporter | undefined;
  /** Made when it is first needed: it looks through what earlier visits have left. */
  const report = () => {
    reporter ??= guard(() => createReporter(core, user.readId));
    return reporter;
  };
  const renderers = new Map<string, SurfaceRenderer>(builtIn);

  const trigger = (name: string, properties: JsonObject = {}) =>
    occasions.add({ trigger: { type: "event", name, properties } });
  const track = (name: string, properties: JsonObject = {}) => {
    trigger(name, properties);
    analytics(name, properties);
    report()?.track(name, properties);
  };
  const { ready, settle, start, reload } = createStart(core, {
    ...{ user, history, report, engagement, occasions, renderers },
    ...{ want: answers.want, onEvent: track },
  });
  if (!options) settle();

  const service: Service = {
    ...{ version: __SERVICE_VERSION__, ready, on: core.on },
    push: (fn) => fn(service),
    identify: user.identify,
    setUser: user.setUser,
    reset() {
      history.forget();
      user.reset();
    },
    setPage: user.setPage,
    updateUsage: user.updateUsage,
    getUserContext: async () => userOf(stores.parts()),
    fetchUserContext: user.fetch,
    async getTrialStatus() {
      await Promise.all([user.refresh(), user.server.refresh(true)]);
      return stores.state().context.trial ?? { in_trial: false };
    },
    async refreshContext() {
      user.server.retry();
      await reload();
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
      occasions.refuse(`${handle}`);
      return { ran: false, entitlement };
    },
    async getPlacement(config) {
      const { output } = await answers.decide(config, { methods: PLACEMENT });
      return output ?? null;
    },
    getPlacementDecision: (input, placement, context) =>
      answers.decide(input, { placement, context }),
    explain: answers.explain,
    ...{ trigger, track, capture: track },
    show: (placement) => occasions.add({ placement: `${placement}`, requested: true }, true),
    flush: async () => report()?.flush(),
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      report()?.type(name);
      stores.patch({ registered: [...renderers.keys()] });
    },
    setConsent(consent) {
      core.consent.granted = !!options && consent === "granted";
      for (const storage of [core.persistent, core.session]) storage.enable(core.consent.granted);
      report()?.setConsent();
      history.refresh();
    },
    start: () => (options ? start() : undefined),
    destroy() {
      for (const step of undo.splice(0)) guard(step);
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
      });
    Reflect.set(service, name, fenced);
  }
  return service;
}
