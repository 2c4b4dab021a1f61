/** All that is behind the public object, put together; and what sets it going, once. */
import type { JsonObject } from "../decision/index";
import type { ServiceInitOptions, SurfaceRenderer } from "../options/index";
import { createAnalytics } from "./analytics";
import { createAnswers } from "./answers";
import { type Core, createCore, type Environment } from "./core";
import { createEngagement } from "./engagement";
import { createUserHistory } from "./history";
import { type Loading, startLoading } from "./load";
import { createOccasions } from "./occasions";
import { type PageParts, startPage } from "./page";
import { builtIn } from "./placeholder";
import { createReporter, type Reporter } from "./report";
import type { Teller } from "./tell";
import { createUser } from "./user";

type StartParts = Omit<PageParts, "onReturn"> & { report(): Reporter | undefined };

/** What sets an SDK going, once. */
function createStart(core: Core, { user, history, report, ...parts }: StartParts) {
  const { window, stores, undo, guard, emit } = core;
  let loading: Loading | undefined;
  /** What may be another by now. */
  const recheck = (isOnline?: boolean) => {
    loading?.check(isOnline);
    void user.server.refreshClient();
  };
  async function begin(): Promise<void> {
    await core.task("user-blocking");
    if (core.isOver()) return;
    if (core.options.debug) core.on("decision", (told) => core.console.debug("[Service]", told));
    undo.push(
      stores.listen(({ context }, before) => {
        if (context !== before?.context) emit("context", context);
      }),
    );
    if (!parts.isInert) {
      user.look();
      history.refresh();
      loading = startLoading(core, recheck);
      void user.server.refresh();
    }
    await core.task("user-blocking");
    if (core.isOver()) return;
    if (window)
      guard(() => startPage(core, window, { ...parts, user, history, onReturn: recheck }));
    if (!loading) return;
    const reporter = report();
    await loading.loaded;
    void user.refresh();
    emit("ready", undefined);
    if (reporter) core.whenIdle(reporter.begin);
  }
  return { begin, reload: async () => loading?.reload() };
}

/** @param options validated, or nothing for an inert SDK, which denies everything */
export function createParts(
  options: ServiceInitOptions | undefined,
  environment: Environment,
  teller: Teller,
) {
  const isNetworked = !!options && options.runtimeMode !== "local_only";
  const core = createCore(options ?? { consent: "pending" }, environment, teller, isNetworked);
  const user = createUser(core);
  const history = createUserHistory(core, user.key);
  const engagement = createEngagement(core, history);
  const occasions = createOccasions(core.stores);
  const answers = createAnswers(core);
  const analytics = createAnalytics(core);
  let reporter: Reporter | undefined;
  /** Made when it is first needed: it looks through what earlier visits have left. */
  const report = () => {
    reporter ??= core.guard(() => createReporter(core, user.readId));
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
  const isInert = !options;
  const { begin, reload } = createStart(core, {
    ...{ isInert, user, history, report, engagement, occasions, renderers },
    ...{ want: answers.want, onEvent: track },
  });
  return {
    ...core,
    ...{ isInert, begin, reload },
    ...{ user, history, occasions, answers, renderers, report, trigger, track },
  };
}
export type Parts = ReturnType<typeof createParts>;
