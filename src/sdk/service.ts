/**
 * The public object. Each method passes its call on and lets no error out. What is behind them is
 * made in a task of its own, or when a method first needs it.
 */
import { outsideZone } from "../context/index";
import { once } from "../decision/index";
import type { ServiceInitOptions } from "../options/index";
import type { Environment } from "./core";
import { findInstance, keepInstance } from "./instance";
import { createNotifier } from "./notifier";
import { createServiceMethods } from "./service-methods";
import { nextTask } from "./task";
import type { Service } from "./types";

/** Where the SDK's options and first calls come from. */
interface ServiceSetup {
  /**
   * Validated options, or nothing for an SDK that denies everything.
   * @param given what `start()` was given
   */
  read(given?: unknown): ServiceInitOptions | undefined;
  /** Functions queued by the page; run once the SDK has started, before any other call. */
  readonly queued?: ((sdk: Service) => unknown)[];
  /** The page says when to start. */
  readonly isHeld?: boolean;
}

type Method = Exclude<keyof Service, "version" | "ready">;
type Words<T extends string> = T extends `${infer One} ${infer Rest}` ? One | Words<Rest> : T;
/** Methods whose calls, made before `start()`, are queued and made once it has started. */
const DEFERRED =
  "identify setUser reset setPage updateUsage trigger show track capture registerSurface setConsent";
/** Methods that wait for the start, and answer then. */
const WAITING = "getUserContext fetchUserContext getTrialStatus refreshContext";
/** Methods that wait until the first decisions can be made, or have failed. */
const DECIDING = "checkEntitlement gate getPlacement getPlacementDecision";
/** Methods that answer at any time. */
const IMMEDIATE = "on push start can explain flush destroy";
type Listed = Words<typeof DEFERRED | typeof WAITING | typeof DECIDING | typeof IMMEDIATE>;
/** Every method. If one is missing here, or unknown, the type is `never`, and the compiler refuses the list. */
const METHODS: [Method, Listed] extends [Listed, Method] ? string[] : never =
  `${DEFERRED} ${WAITING} ${DECIDING} ${IMMEDIATE}`.split(" ");

/** The SDK. Before `start()` it denies everything, and calls wait. */
export function createService(
  { read, queued = [], isHeld = false }: ServiceSetup,
  environment: Environment,
): Service {
  const notifier = createNotifier(environment.console);
  const { guard, fail, on, call, emit, isFunction } = notifier;
  const { document } = Object(environment.window);
  /** An element of that name would be no answer. */
  const isPrerendering = () => document?.prerendering === true;
  /** Until the start, what needs an entitlement is out of reach. */
  const isGuarded = isHeld || isPrerendering();
  let phase: "waiting" | "loading" | "settled" = "waiting";
  let settle = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = () => {
      phase = "settled";
      resolve();
    };
  });
  const make = (options?: () => ServiceInitOptions | undefined) =>
    once(() => createServiceMethods(options?.(), environment, notifier));
  const before = make();
  let implementation = before;
  /** Ends the inert SDK that denied every entitlement until the real one had started. */
  const takeOver = () => {
    if (isGuarded) before().destroy();
  };
  const drain = () => {
    for (const fn of queued.splice(0)) call(() => fn(service));
  };
  /** Reads the options in a task of its own, unless they are needed earlier. */
  async function begin(given: unknown): Promise<void> {
    const options = once(() => read(given));
    implementation = make(options);
    try {
      await nextTask("user-blocking");
      options();
      await nextTask("user-blocking");
      drain();
      await implementation().begin(takeOver);
    } catch (error) {
      fail("start failed", error);
      implementation = make();
      await implementation().begin(takeOver);
    }
  }
  const own: Pick<Service, "on" | "push" | "start" | "destroy"> = {
    on,
    push: (...fns) => {
      for (const fn of fns) if (isFunction(fn, "push")) call(() => fn(service));
    },
    destroy() {
      // Also before `start()`: then nothing can start any more.
      settle();
      takeOver();
      implementation().destroy();
      // From now on nothing is known, and nothing done.
      before().destroy();
      implementation = before;
      if (findInstance(environment.window) === service) keepInstance(environment.window, undefined);
    },
    start(given) {
      if (phase !== "waiting") return;
      // A prerendered page may never be shown.
      if (isPrerendering()) {
        const again = () => own.start(given);
        return document.addEventListener("prerenderingchange", again, { once: true });
      }
      phase = "loading";
      void begin(given)
        .catch(() => {})
        .finally(() => {
          if (phase === "loading") emit("ready", undefined);
          settle();
        });
    },
  };

  /** What a call that comes too early answers; it is made again when it may be. */
  function postpone(name: string, again: () => unknown): unknown {
    if (!DEFERRED.split(" ").includes(name)) return ready.then(again);
    queued.push(again);
    return name === "identify" ? ready : undefined;
  }

  // No method throws, and no promise of ours rejects. They are looked up by name at each call, since
  // what is behind them is made later.
  const methods = METHODS.map((name) => {
    const isDeciding = DECIDING.split(" ").includes(name);
    const isImmediate = IMMEDIATE.split(" ").includes(name);
    const fenced = (...args: unknown[]): unknown =>
      guard(() => {
        if (phase !== "waiting") drain();
        const isEarly = isDeciding ? phase !== "settled" : phase === "waiting" && !isImmediate;
        if (isEarly) return postpone(name, () => fenced(...args));
        const answer = outsideZone(Object(name in own ? own : implementation())[name], args);
        // What the application's own `fn` throws inside `gate` is the application's.
        const isOurs = typeof Object(answer).then === "function" && name !== "gate";
        const told = (error: unknown) => fail(`${name} failed`, error);
        return isOurs ? Object(answer).catch(told) : answer;
      });
    return [name, fenced];
  });
  const service: Service = { version: __SERVICE_VERSION__, ready, ...Object.fromEntries(methods) };
  keepInstance(environment.window, service);
  if (isGuarded) {
    call(async () => {
      await nextTask("user-blocking");
      if (phase === "waiting") await before().begin();
    });
  }
  return service;
}
