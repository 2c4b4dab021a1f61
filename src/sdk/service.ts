/**
 * The public object: each method a thin door to the rooms, inside one fence. The rooms are made in
 * a task of their own, or when they are first asked for anything.
 */
import { once } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";
import type { Environment } from "./core";
import { keepInstance } from "./instance";
import { createParts } from "./parts";
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

type Method = Exclude<keyof Service, "version" | "ready">;
type Words<T extends string> = T extends `${infer One} ${infer Rest}` ? One | Words<Rest> : T;
/** What these say before `start()` counts later. */
const SAYING =
  "identify setUser reset setPage updateUsage trigger show track capture registerSurface setConsent";
const ASKING =
  "on push start getUserContext fetchUserContext getTrialStatus refreshContext can checkEntitlement gate getPlacement getPlacementDecision explain flush destroy";
type Listed = Words<typeof SAYING | typeof ASKING>;
/** Every method. */
const METHODS: [Method, Listed] extends [Listed, Method] ? string[] : never = [
  ...SAYING.split(" "),
  ...ASKING.split(" "),
];

/** The SDK. Before `start()` it denies everything, and what is said waits. */
export function createService({ read, queued = [] }: Beginning, environment: Environment): Service {
  const teller = createTeller(environment.console);
  const { guard, fail, on } = teller;
  let phase: "waiting" | "loading" | "settled" = "waiting";
  let settle = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const loading = () => phase === "loading" && ready;
  const make = (options?: () => ServiceInitOptions | undefined) =>
    once(() => createParts(options?.(), environment, { ...teller, loading }));
  let parts = make();
  const drain = () => {
    for (const fn of queued.splice(0)) guard(() => fn(service));
  };
  /** @param options read in a task of their own, unless somebody wants them earlier */
  async function begin(options: () => unknown): Promise<void> {
    await nextTask("user-blocking");
    options();
    await nextTask("user-blocking");
    drain();
    await parts().begin();
  }
  const own: Pick<Service, "on" | "push" | "start" | "destroy"> = {
    on,
    push: (fn) => fn(service),
    destroy() {
      // Before `start()` too: then nothing starts any more.
      phase = "settled";
      settle();
      parts().destroy();
    },
    start(given) {
      if (phase !== "waiting") return;
      phase = "loading";
      const options = once(() => read(given));
      parts = make(options);
      void begin(options)
        .catch((error) => {
          fail("start failed", error);
          parts = make();
          return parts().begin();
        })
        .catch(() => {})
        .finally(() => {
          phase = "settled";
          settle();
        });
    },
  };

  // Every method inside the fence: none throws, no promise of ours rejects. By name, for the parts
  // behind most of them come later.
  const methods = METHODS.map((name) => {
    const fenced = (...args: unknown[]): unknown =>
      guard(() => {
        const isWaiting = phase === "waiting";
        if (isWaiting && SAYING.split(" ").includes(name)) {
          queued.push(() => fenced(...args));
          return name === "identify" ? ready : undefined;
        }
        if (!isWaiting) drain();
        const answer = Object(name in own ? own : parts())[name](...args);
        // What the application's own `fn` throws inside `gate` is the application's.
        const isOurs = answer instanceof Promise && name !== "gate";
        return isOurs ? answer.catch((error) => fail(`${name} failed`, error)) : answer;
      });
    return [name, fenced];
  });
  const service: Service = { version: __SERVICE_VERSION__, ready, ...Object.fromEntries(methods) };
  keepInstance(environment.window, service);
  return service;
}
