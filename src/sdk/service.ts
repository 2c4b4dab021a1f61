/**
 * The public object: each method a thin door to the rooms, inside one fence. The rooms are made in
 * a task of their own, or when they are first asked for anything.
 */
import { userOf } from "../context/index";
import { createSubject, once } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";
import { PLACEMENT } from "./answers";
import type { Environment } from "./core";
import { explain } from "./explain";
import { createParts, type Parts } from "./parts";
import { nextTask } from "./task";
import { createTeller } from "./tell";
import type { Service } from "./types";

/** How an SDK comes to its options. */
export interface Beginning {
  /**
   * Validated options, or nothing for an SDK that denies everything.
   * @param given what `start()` was given
   */
  read(given?: unknown): ServiceInitOptions | undefined;
  /** Want the SDK once it has started, before anybody else. */
  readonly queued?: ((sdk: Service) => unknown)[];
}

/** What counts later when it is said before `start()`. */
const SAID = [
  "identify",
  "setUser",
  "reset",
  "setPage",
  "updateUsage",
  "trigger",
  "show",
  "track",
  "capture",
  "registerSurface",
  "setConsent",
];

/** @param loading while there may yet be a Playbook: what a promise answers is worth waiting for */
const doorsTo = (
  the: () => Parts,
  loading: () => Promise<void> | false,
): Omit<Service, "version" | "ready" | "on" | "push" | "start"> => ({
  identify: (...call) => the().user.identify(...call),
  setUser: (user) => the().user.setUser(user),
  reset() {
    the().history.forget();
    the().user.reset();
  },
  setPage: (page) => the().user.setPage(page),
  updateUsage: (usage) => the().user.updateUsage(usage),
  async getUserContext() {
    const { stores } = the();
    return { ...userOf(stores.parts()), usage: stores.state().context.usage ?? {} };
  },
  fetchUserContext: (id) => the().user.fetch(id),
  async getTrialStatus() {
    const { user, stores } = the();
    await Promise.all([user.refresh(), user.server.refresh(true)]);
    const { context } = createSubject(stores.state().playbook, stores.momentNow());
    // What nobody knows of it is left out.
    const known = JSON.stringify(context.trial, (_, value) => value ?? undefined);
    return known ? JSON.parse(known) : { in_trial: false };
  },
  async refreshContext() {
    const { user, reload, answers } = the();
    user.server.retry();
    await reload();
    await Promise.all([user.refresh(), user.server.refresh()]);
    answers.refresh();
  },
  can: (handle) => the().answers.can(handle),
  async checkEntitlement(handle, context) {
    await loading();
    return the().answers.check(handle, context);
  },
  async gate(handle, fn) {
    const { answers, occasions } = the();
    if (loading()) await loading();
    const asked = answers.check(handle);
    // What is known at once runs at once, while the click that asked still counts as one.
    const entitlement = asked instanceof Promise ? await asked : asked;
    if (entitlement.allowed) return { ran: true, result: await fn(), entitlement };
    occasions.refuse(`${handle}`);
    return { ran: false, entitlement };
  },
  async getPlacement(config) {
    await loading();
    const { output } = await the().answers.decide(config, { methods: PLACEMENT });
    return output ?? null;
  },
  async getPlacementDecision(input, placement, context) {
    await loading();
    return the().answers.decide(input, { placement, context });
  },
  explain: (handle) => explain(the().stores, handle),
  trigger: (...call) => the().trigger(...call),
  track: (...call) => the().track(...call),
  capture: (...call) => the().track(...call),
  show: (placement) => the().occasions.add({ placement: `${placement}`, requested: true }, true),
  flush: async () => the().report()?.flush(),
  registerSurface(name, renderer) {
    const { renderers, report, stores } = the();
    renderers.set(name, renderer);
    report()?.type(name);
    stores.patch({ registered: [...renderers.keys()] });
  },
  setConsent(given) {
    const { isInert, consent, persistent, session, report, history } = the();
    consent.granted = !isInert && given === "granted";
    for (const storage of [persistent, session]) storage.enable(consent.granted);
    report()?.setConsent();
    history.refresh();
  },
  destroy() {
    const { undo, guard } = the();
    for (const step of undo.splice(0)) guard(step);
  },
});

/** The SDK. Before `start()` it denies everything, and what is said waits. */
export function createService({ read, queued = [] }: Beginning, environment: Environment): Service {
  const teller = createTeller(environment.console);
  const { guard, fail, on } = teller;
  let phase: "waiting" | "loading" | "settled" = "waiting";
  let settle = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const make = (options?: () => ServiceInitOptions | undefined) =>
    once(() => createParts(options?.(), environment, teller));
  let parts = make();
  const drain = () => {
    for (const fn of queued.splice(0)) guard(() => fn(service));
  };
  async function begin(): Promise<void> {
    await nextTask(environment.window ?? globalThis, "user-blocking");
    drain();
    await parts().begin();
  }

  const service: Service = {
    ...{ version: __SERVICE_VERSION__, ready, on },
    ...doorsTo(
      () => parts(),
      () => phase === "loading" && ready,
    ),
    push: (fn) => fn(service),
    start(given) {
      if (phase !== "waiting") return;
      phase = "loading";
      parts = make(() => read(given));
      void begin()
        .catch((error) => fail("start failed", error))
        .finally(() => {
          phase = "settled";
          settle();
        });
    },
  };
  // Every method inside the fence: none throws, no promise of ours rejects.
  for (const [name, method] of Object.entries(service)) {
    if (typeof method !== "function") continue;
    const act = (args: readonly unknown[]): unknown => Reflect.apply(method, service, args);
    const fenced = (...args: unknown[]) =>
      guard(() => {
        const isWaiting = phase === "waiting";
        if (isWaiting && SAID.includes(name)) {
          queued.push(() => act(args));
          return name === "identify" ? ready : undefined;
        }
        if (!isWaiting) drain();
        const answer = act(args);
        // What the application's own `fn` throws inside `gate` is the application's.
        const isOurs = answer instanceof Promise && name !== "gate";
        return isOurs ? answer.catch((error) => fail(`${name} failed`, error)) : answer;
      });
    Reflect.set(service, name, fenced);
  }
  return service;
}
