/** The public object: each method a thin door to the rooms, inside one fence. */
import { mergeUsers } from "../context/index";
import {
  compilePlaybook,
  decideEntitlement,
  decidePlacement,
  explainPlacement,
  type JsonObject,
  type PlacementQuery,
} from "../decision/index";
import type { ServiceInitOptions, SurfaceRenderer } from "../options/index";
import { loadLocal } from "../playbook/index";
import { type Core, createCore, type Environment } from "./core";
import { queryAt } from "./decisions";
import { createEngagement } from "./engagement";
import { createUserHistory } from "./history";
import { createOccasions } from "./occasions";
import { startPage } from "./page";
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

async function load(core: Core): Promise<void> {
  const { options, stores, emit, fail } = core;
  const { runtimeMode = "service_server" } = options;
  if (runtimeMode !== "local_only" && !options.configProvider) {
    return fail(`runtimeMode ${runtimeMode} is not in this release; use local_only`);
  }
  try {
    const given = loadLocal(options);
    const compiled = compilePlaybook(given instanceof Promise ? await given : given);
    const source = compiled.usable ? "playbook" : "none";
    stores.$playbook.set({ compiled, source });
    emit("playbook", { version: compiled.version, source });
    tellProblems(core, compiled);
  } catch (error) {
    fail("the Playbook could not be loaded", error);
  }
}

/** The questions that `Service` answers, for the moment they are asked in. */
function createAnswers({ stores }: Core) {
  const playbook = () => stores.$playbook.get().compiled;
  const moment = (context = stores.$context.get()) => ({ ...stores.momentNow(), context });
  const ask = (query: PlacementQuery) => {
    const now = stores.momentNow();
    // Of a slot that is on the page, what it accepts is known.
    const surfaces = now.slots.find(({ handle }) => handle === query?.slot)?.surfaces;
    return queryAt(now, surfaces ? { surfaces, ...query } : query);
  };
  return {
    entitlement: (handle: string, context?: ReturnType<typeof moment>["context"]) =>
      decideEntitlement(playbook(), handle, moment(context)),
    decide: (query: PlacementQuery, context?: ReturnType<typeof moment>["context"]) =>
      decidePlacement(playbook(), ask(query), moment(context)),
    explain(handle: string) {
      const isSlot = playbook().placements("slot", handle).length > 0;
      return explainPlacement(
        playbook(),
        ask({ [isSlot ? "slot" : "placement"]: handle }),
        moment(),
      );
    },
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
  const { window } = environment;
  const core = createCore(options ?? { consent: "pending" }, environment);
  const { stores, persistent, session, undo, guard, emit } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(stores.$occasions);
  const answers = createAnswers(core);
  const renderers = new Map<string, SurfaceRenderer>();
  const state = { started: !options, settle() {} };
  const ready = new Promise<void>((resolve) => {
    state.settle = resolve;
  });
  const happen = (name: string, properties: JsonObject = {}) =>
    occasions.add({ trigger: { type: "event", name, properties } });

  async function start(): Promise<void> {
    if (state.started) return;
    state.started = true;
    history.refresh();
    undo.push(stores.$context.listen((context) => emit("context", context)));
    const loading = load(core);
    const parts = { user, engagement, history, occasions, renderers, onEvent: happen };
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
    identify: async (userId, context) => user.identify(userId, context),
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
    refreshContext: user.refresh,
    can: (handle) => answers.entitlement(handle).allowed,
    checkEntitlement: async (handle, context) => answers.entitlement(handle, context),
    async gate(handle, fn) {
      const entitlement = answers.entitlement(handle);
      if (entitlement.allowed) return { ran: true, result: await fn(), entitlement };
      occasions.add({ trigger: { type: "entitlement_denied", entitlement: `${handle}` } }, true);
      return { ran: false, entitlement };
    },
    getPlacement: async (config) => answers.decide(config).output ?? null,
    getPlacementDecision: async (input, _placement, context) => answers.decide(input, context),
    explain: answers.explain,
    trigger: happen,
    show: (placement) => occasions.add({ placement: `${placement}`, requested: true }, true),
    track: happen,
    capture: happen,
    flush: async () => {},
    on: core.on,
    registerSurface(name, renderer) {
      renderers.set(name, renderer);
      stores.patchPage({ registered: [...renderers.keys()] });
    },
    setConsent(consent) {
      const isStored = !!options && consent === "granted";
      for (const storage of [persistent, session]) storage.enable(isStored);
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
