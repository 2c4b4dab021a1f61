/** Puts the parts of the SDK together: the methods of the public object, and its start. */
import { redact, redactFields, redactNames } from "../context/index";
import { createSubject, isObject, type JsonObject, once } from "../decision/index";
import type { ServiceInitOptions, ServicePageContext } from "../options/index";
import { type Core, createCore, type Environment } from "./core";
import { createAnswers } from "./decisions/answers";
import { createUserHistory } from "./decisions/history";
import { createOccasions } from "./decisions/occasions";
import { createLoading, type Loading } from "./load";
import type { Notifier } from "./notifier";
import { type PageDependencies, startPage } from "./page/page";
import { watchPolicyViolations } from "./page/policy-violations";
import { createReporter, type Reporter } from "./report";
import { nextTask } from "./task";
import type { Interaction, Service } from "./types";
import { createUser } from "./user/user";

type StartDependencies = PageDependencies & {
  readonly loading: Loading;
  report(): Reporter | undefined;
};
/** The methods that the public object passes on. */
type ServiceMethods = Omit<Service, "version" | "ready" | "on" | "push" | "start">;

/**
 * Starts the SDK, once.
 * @param takeOver called when what the page has marked is about to be looked after
 */
async function start(
  core: Core,
  dependencies: StartDependencies,
  takeOver = () => {},
): Promise<void> {
  const { window, stores, guard, emit } = core;
  const { user, history, loading, isInert } = dependencies;
  await nextTask("user-blocking");
  if (core.isOver()) return;
  if (core.options.debug)
    core.on("decision", (event) => core.console.debug("[Service]", redact(event)));
  stores.listen(({ context }, before) => {
    if (context !== before?.context) emit("context", context);
  });
  let loaded: Promise<void> | undefined;
  if (!isInert) {
    user.infer();
    history.refresh();
    // The service may have set the clock by then.
    core.on("playbook", history.refresh);
    // Safari tells at once of what is about to be asked for.
    if (window) guard(() => watchPolicyViolations(core, window));
    // Decided without what the application knows, wrong offers would come and go.
    loaded = loading.load(user.askApplication());
    user.begin();
  }
  await nextTask("user-blocking");
  if (core.isOver()) return;
  takeOver();
  if (window) guard(() => startPage(core, window, dependencies));
  if (!loaded) return;
  const reporter = dependencies.report();
  await loaded;
  if (core.isOver()) return;
  if (reporter) core.whenIdle(reporter.begin);
}

/** Nothing is stored, sent or asked for. */
const INERT: ServiceInitOptions = { consent: "pending", runtimeMode: "local_only" };

/** @param options validated; `undefined` for an inert SDK, which denies everything */
export function createServiceMethods(
  options: ServiceInitOptions | undefined,
  environment: Environment,
  notifier: Notifier,
): ServiceMethods & { begin(takeOver?: () => void): Promise<void> } {
  const isInert = !options;
  const core = createCore(options ?? INERT, environment, notifier);
  const { stores, undo, guard, consent } = core;
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const occasions = createOccasions(stores);
  const answers = createAnswers(core, occasions);
  /** Made when first needed, since it goes through what earlier visits have left in storage. */
  const report = once(() => guard(() => createReporter(core, user.readId)));
  /** To the application's own analytics providers, all of them: none answers, so each is asked. */
  const sendToAnalytics = (event: object) => {
    if (consent.granted) void core.sources.ask(["onEvent"], [event], () => undefined);
  };
  const onInteraction = (interaction: Interaction) => {
    history.touch();
    const cleaned = redactNames(interaction);
    sendToAnalytics(cleaned);
    report()?.interacted(cleaned);
  };
  const onRoute = (page: ServicePageContext) => {
    const reporter = report();
    // The view of the page that was opened comes first.
    reporter?.begin();
    const event = core.toEvent({ page });
    sendToAnalytics(redactFields({ type: "route", ...event }));
    reporter?.viewed(event);
  };
  const track = (name: string, given: JsonObject = {}) => {
    if (!name || typeof name !== "string") return core.warn("track needs a name");
    const properties = isObject(redact(given)) ? given : {};
    if (properties !== given) core.warn(`track("${name}") needs an object of properties`);
    history.touch();
    occasions.trigger(name, properties);
    // One event, whoever is told: by its id it counts once where both are put together.
    const event = core.toEvent({ name, properties });
    sendToAnalytics(redactFields({ type: "track", ...event }));
    report()?.track(event);
  };
  /** Asks again for what may have changed: the Playbook and the client context. */
  const recheck = (isOnline?: boolean) => {
    void loading.check(isOnline);
    void user.refreshClient(isOnline);
  };
  const loading = createLoading(core, recheck);
  const dependencies: StartDependencies = {
    isInert,
    loading,
    user,
    history,
    occasions,
    answers,
    report,
    track,
    onInteraction,
    onRoute,
    recheck,
  };
  return {
    ...user,
    ...answers,
    ...occasions,
    begin: (takeOver) => start(core, dependencies, takeOver),
    track,
    capture: track,
    reset() {
      history.forget();
      user.reset();
    },
    async getTrialStatus() {
      await Promise.all([user.askTrial(), user.askService(true)]);
      const { context } = createSubject(stores.state().playbook, stores.momentNow());
      // Values that are not known are `null` in the context; here they are left out.
      const trial = context.trial ?? { in_trial: false };
      return JSON.parse(JSON.stringify(trial, (_, value) => value ?? undefined));
    },
    async refreshContext() {
      if (stores.state().failed) await loading.load();
      await Promise.all([user.askApplication(), user.askService()]);
      answers.refresh();
    },
    flush: async () => report()?.flush(),
    registerSurface(name, renderer) {
      if (typeof name !== "string" || typeof renderer !== "function") {
        return core.warn("registerSurface needs a function, and its name");
      }
      stores.patch({ renderers: new Map(stores.state().renderers).set(name, renderer) });
    },
    setConsent(given) {
      const granted = given === "granted";
      if (!granted && given !== "denied" && given !== "pending") {
        core.warn("consent must be one of granted, pending, denied; it counts as denied");
      }
      // Nothing is stored here, and what other pages have stored stays.
      if (isInert && granted) return;
      if (granted && !consent.granted) history.renewDecisions();
      consent.granted = granted;
      for (const storage of [history, core.session]) storage.enable(granted);
      // An earlier visit's id counts, not the one of this page.
      if (granted) user.readId();
      report()?.setConsent();
    },
    destroy() {
      for (const step of undo.splice(0)) guard(step);
    },
  };
}
