/** The Playbook: from who can be asked for one, from the service, or the one that was given. */
import {
  type CompiledPlaybook,
  compilePlaybook,
  findProblems,
  playbookProblems,
} from "../decision/index";
import { completePlaybook, createDelivery } from "../playbook/index";
import type { Core } from "./core";
import { createWork } from "./slices";
import type { ServiceEvents } from "./types";

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
type Source = ServiceEvents["playbook"]["source"];
/** A Playbook as it was given, and made ready. */
interface Ready {
  readonly authored: unknown;
  readonly compiled: CompiledPlaybook;
}

/** Tells what the Playbook's author did wrong. */
function* tellProblems(given: unknown, tell: (message: string) => void) {
  const problems = yield* findProblems(given);
  const lines = problems.map(({ path, message }) => `${path} ${message}`);
  const told = lines.slice(0, TOLD_PROBLEMS);
  if (told.length) tell(["the Playbook has problems:", ...told].join("\n- "));
}

/** @param onDue the time has come to ask again for what may be another by now */
export function startLoading(core: Core, onDue: () => void): Loading {
  const { options, stores, sources, agenda, wire, clock, emit, fail } = core;
  const { state, patch } = stores;
  const work = createWork(core);
  let inUse: Ready;
  const ready = (playbook: unknown, delivered?: unknown): Ready => {
    const authored = completePlaybook(playbook, options, delivered);
    return { authored, compiled: compilePlaybook(authored) };
  };

  function put(playbook: Ready, source: Source = "playbook", failed = false): void {
    inUse = playbook;
    const { authored, compiled } = playbook;
    patch({ playbook: compiled, source: source === "none" ? undefined : source, failed });
    emit("playbook", { version: compiled.version, source });
    const tells = source === "playbook" || (!delivery && !failed);
    if (tells) agenda.later("problems", PROBLEMS_MS, () => work(tellProblems(authored, fail)));
  }
  /** Throws why it cannot be used. */
  function use(playbook: Ready, source?: Source): void {
    const { authored, compiled } = playbook;
    const [problem] = compiled.usable ? [] : playbookProblems(authored);
    if (problem) throw new TypeError(`the Playbook's ${problem.path} ${problem.message}`);
    put(playbook, source);
  }

  /** The service's, in the modes that have it; what the application provides replaces it. */
  const delivery =
    wire &&
    !options.configProvider &&
    createDelivery({
      ...{ tenantId: "", ...options, ...wire, clock, fail },
      storage: core.persistent,
      subtle: core.guard(() => globalThis.crypto?.subtle),
      use: (playbook, { source, branding }) => use(ready(playbook, branding), source),
      confirm: () => {
        if (state().source === "cached_playbook") put(inUse);
      },
      drop: () => put(ready(null), "none"),
    });
  const check = async (isOnline?: boolean) => {
    if (delivery) agenda.later("playbook", await delivery.check(isOnline), onDue);
  };
  async function load(): Promise<void> {
    const methods = ["resolvePlaybook", "getPlaybook"] as const;
    const { value, failed } = await sources.ask(methods, [], (answer) => {
      // One that comes late is better than none.
      if (!state().playbook.usable) use(ready(answer));
      return true;
    });
    if (value || state().playbook.usable) return;
    if (!delivery) {
      const given = ready(options.localRuntime?.playbook);
      return put(given, given.compiled.usable ? "playbook" : "none", failed);
    }
    if (await delivery.restore()) core.whenIdle(() => void check());
    else await check();
    patch({ failed: !!failed });
  }
  return {
    loaded: load(),
    async reload() {
      if (state().failed) await load();
    },
    check: (isOnline) => void check(isOnline),
  };
}
