/** The public object: each method a thin door to the rooms, inside one fence. */
import { mergeUsers } from "../context/index";
import { type CompiledPlaybook, compilePlaybook, type JsonObject } from "../decision/index";
import type { ServiceInitOptions, SurfaceRenderer } from "../options/index";
import { completePlaybook } from "../playbook/index";
import { createAnalytics } from "./analytics";
import { createAnswers, PLACEMENT } from "./answers";
import { type Core, createCore, type Environment } from "./core";
import { createEngagement } from "./engagement";
import { createUserHistory } from "./history";
import { createOccasions } from "./occasions";
import { startPage } from "./page";
import { builtIn } from "./placeholder";
import type { Service } from "./types";
import { createUser } from "./user";

/** How many problems of a Playbook are told at once. */
const TOLD_PROBLEMS = 20;

/** What the Playbook's author did wrong; not before the first placement is there. */
function tellProblems({ undo, fail }: Core, playbook: ReturnType<typeof compilePlaybook>): void {
  const timer = setTimeout(() => {
    const lines = playbook.problems.map(({ path, message }) => `${path} ${message}`);
    const told = lines.slice(0, TOLD_PROBLEMS);
    if (told.length) fail(["the Playbook has problems:", ...told].join("\n- "));
  }, 1000);
  undo.push(() => clearTimeout(timer));
}

/** From who can be asked for a Playbook, else the one that was given, which decides at once. */
async function load(core: Core): Promise<void> {
  const { options, stores, sources, emit, fail } = core;
  const { $playbook } = stores;
  const { runtimeMode = "service_server", localRuntime } = options;
  const methods = ["resolvePlaybook", "getPlaybook"] as const;
  const isAsked = sources.has(...methods);
  if (runtimeMode !== "local_only" && !isAsked) {
    return fail(`runtimeMode ${runtimeMode} is not in this release; use local_only`);
  }
  const use = (compiled: CompiledPlaybook, failed?: boolean) => {
    const source = compiled.usable ? "playbook" : "none";
    $playbook.set({ compiled, source, failed });
    emit("playbook", { version: compiled.version, source });
    if (!failed) tellProblems(core, compiled);
  };
  const read = (answer: unknown) => {
    const compiled = compilePlaybook(completePlaybook(answer, options));
    const [problem] = compiled.usable ? [] : compiled.problems;
    if (problem) throw new TypeError(`the Playbook's ${problem.path} ${problem.message}`);
    // One that comes late is better than none.
    if (!$playbook.get().compiled.usable) use(compiled);
    return true;
  };
  const { value, failed } = isAsked ? await sources.ask(methods, [], read) : {};
  if (value || $playbook.get().compiled.usable) return;
  use(compilePlaybook(completePlaybook(localRuntime?.playbook, options)), failed);
}

/**
 * Makes an SDK; it does nothing until `start()`.
 * @param options validated, or nothing for an inert one that denies everything
 */
export function createService(
  options: ServiceInitOptions | undefined,
  environment: Environment,
): Service {
  const { window } = environment;
  const core = createCore(options ?? { consent: "pending" }, environment);
  const { stores, persistent, session, undo, guard, emit } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(stores.$occasions);
  const answers = createAnswers(core);
  const renderers = new Map<string, SurfaceRenderer>(builtIn);
  const state = { started: !options, settle() {} };
  const ready = new Promise<void>((resolve) => {
    state.settle = resolve;
  });
  const happen = (name: string, properties: JsonObject = {}) =>
    occasions.add({ trigger: { type: "event", name, properties } });
  const report = createAnalytics(core);
  const track = (name: string, properties?: JsonObject) => {
    happen(name, properties);
    report(name, properties);
  };

  async function start(): Promise<void> {
    if (state.started) return;
    state.started = true;
    history.refresh();
    undo.push(stores.$context.listen((context) => emit("context", context)));
    const loading = load(core);
    const { want } = answers;
    const parts = { user, engagement, history, occasions, renderers, want, onEvent: track };
    if (window) guard(() => startPage(core, window, parts), undefined);
    await loading;
    void user.refresh();
    emit("ready", undefined);
    state.settle();
  }
  if (!options) state.settle();

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
    getUserContext: async () => {
      const { inferred, given, userContext, clientContext } = stores.$parts.get();
      return mergeUsers(inferred, given, userContext, clientContext);
    },
    fetchUserContext: user.fetch,
    async getTrialStatus() {
      await user.refresh();
      return stores.$context.get().trial ?? { in_trial: false };
    },
    async refreshContext() {
      await user.refresh();
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
    flush: async () => {},
    on: core.on,
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      stores.patchPage({ registered: [...renderers.keys()] });
    },
    setConsent(consent) {
      core.consent.granted = !!options && consent === "granted";
      for (const storage of [persistent, session]) storage.enable(core.consent.granted);
      history.refresh();
    },
    start,
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
