/** The Playbook: from who can be asked for one, from the service, or the one that was given. */
import { type CompiledPlaybook, compilePlaybook } from "../decision/index";
import { completePlaybook, createDelivery, type DeliveryOptions } from "../playbook/index";
import type { Core } from "./core";
import type { LoadedPlaybook } from "./stores";

/** How many problems of a Playbook are told at once. */
const TOLD_PROBLEMS = 20;
/** Not before the first placement is there. */
const PROBLEMS_MS = 1000;

export interface Loading {
  /** There is a Playbook to decide with, or none to be had. Never rejects. */
  readonly loaded: Promise<void>;
  /** Asks again whoever should have given one; by now they may be able to. */
  reload(): Promise<void>;
  /**
   * Asks the service, where it is the one to tell, whether there is a newer one.
   * @param isOnline just now again
   */
  check(isOnline?: boolean): void;
}

/** What the Playbook's author did wrong. */
function tellProblems({ fail }: Core, { problems }: CompiledPlaybook): void {
  const lines = problems.map(({ path, message }) => `${path} ${message}`);
  const told = lines.slice(0, TOLD_PROBLEMS);
  if (told.length) fail(["the Playbook has problems:", ...told].join("\n- "));
}

/** The service's, in the modes that have it; what the application provides replaces it. */
function deliver(
  { options, wire, window, persistent: storage, clock, fail }: Core,
  on: Pick<DeliveryOptions, "use" | "confirm" | "drop">,
) {
  if (!wire || options.configProvider) return undefined;
  const { subtle } = (window ?? globalThis).crypto ?? {};
  const from = { tenantId: "", ...options, ...wire };
  return createDelivery({ ...from, ...on, subtle, storage, clock, fail });
}

/** @param onDue the time has come to ask again for what may be another by now */
export function startLoading(core: Core, onDue: () => void): Loading {
  const { options, stores, sources, agenda, emit } = core;
  const { $playbook } = stores;
  const compile = (playbook: unknown, delivered?: unknown) =>
    compilePlaybook(completePlaybook(playbook, options, delivered));

  function put(loaded: LoadedPlaybook): void {
    const { compiled, source, failed } = loaded;
    $playbook.set(loaded);
    emit("playbook", { version: compiled.version, source });
    const tells = source === "playbook" || (!delivery && !failed);
    if (tells) agenda.later("problems", PROBLEMS_MS, () => tellProblems(core, compiled));
  }
  /** Throws why it cannot be used. */
  function use(compiled: CompiledPlaybook, source: LoadedPlaybook["source"] = "playbook"): void {
    const [problem] = compiled.usable ? [] : compiled.problems;
    if (problem) throw new TypeError(`the Playbook's ${problem.path} ${problem.message}`);
    put({ compiled, source });
  }

  const delivery = deliver(core, {
    use: (playbook, { source, branding }) => use(compile(playbook, branding), source),
    confirm: () => {
      const known = $playbook.get();
      if (known.source === "cached_playbook") put({ ...known, source: "playbook" });
    },
    drop: () => put({ compiled: compilePlaybook(null), source: "none" }),
  });
  const check = async (isOnline?: boolean) => {
    if (delivery) agenda.later("playbook", await delivery.check(isOnline), onDue);
  };
  async function load(): Promise<void> {
    const methods = ["resolvePlaybook", "getPlaybook"] as const;
    const isAsked = sources.has(...methods);
    const read = (answer: unknown) => {
      // One that comes late is better than none.
      if (!$playbook.get().compiled.usable) use(compile(answer));
      return true;
    };
    const { value, failed } = isAsked ? await sources.ask(methods, [], read) : {};
    if (value || $playbook.get().compiled.usable) return;
    if (!delivery) {
      const compiled = compile(options.localRuntime?.playbook);
      return put({ compiled, source: compiled.usable ? "playbook" : "none", failed });
    }
    if (await delivery.restore()) core.whenIdle(() => void check());
    else await check();
  }
  return {
    loaded: load(),
    async reload() {
      if ($playbook.get().failed) await load();
    },
    check: (isOnline) => void check(isOnline),
  };
}
