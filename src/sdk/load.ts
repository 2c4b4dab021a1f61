/** Loads the Playbook: from the application's sources, from the service, or from the options. */
import { type CompiledPlaybook, compilePlaybook, findProblems } from "../decision/index";
import { completePlaybook, createDelivery } from "../playbook/index";
import type { Core } from "./core";
import { createSlicedWork } from "./sliced-work";
import type { ServiceEvents } from "./types";

/** How many problems of a Playbook are reported at most. */
const MAX_PROBLEMS = 20;
/** Problems are looked for this much later, after the first placement is on display; at once where there can be none. */
const PROBLEMS_MS = 1000;

export interface Loading {
  /**
   * Settles when there is a Playbook to decide with, or none can be had. Never rejects. Called again
   * where sources have failed to give one.
   * @param known when that has settled nothing is missing to decide with but the Playbook, which is not in use before
   */
  load(known?: Promise<unknown>): Promise<void>;
  /**
   * In the service modes, asks whether there is a newer one.
   * @param isOnline the browser has just come back online
   */
  check(isOnline?: boolean): Promise<void>;
}
type Source = ServiceEvents["playbook"]["source"];
/** A Playbook as it was given, and made ready. */
interface Ready {
  readonly authored: unknown;
  readonly compiled: CompiledPlaybook;
}

interface Latest {
  readonly playbook: Ready;
  readonly source: Source;
  /** Sources failed to give one. */
  readonly failed: boolean;
}

/** Reports what the Playbook's author did wrong, in one message. */
function* reportProblems(given: unknown, fail: (message: string) => void) {
  const problems = yield* findProblems(given);
  const lines = problems.map(({ path, message }) => `${path} ${message}`);
  const listed = lines.slice(0, MAX_PROBLEMS);
  if (lines.length > MAX_PROBLEMS) listed.push(`and ${lines.length - MAX_PROBLEMS} more`);
  if (listed.length) fail(["the Playbook has problems:", ...listed].join("\n- "));
}

/** @param onDue called when it is time to ask again for whatever may have changed */
export function createLoading(core: Core, onDue: () => void): Loading {
  const { options, stores, sources, agenda, wire, clock, emit, fail } = core;
  const { state, patch } = stores;
  const work = createSlicedWork(core);
  /** What is in use, or will be once the user is known. */
  let latest: Latest | undefined;
  let isHeld = false;
  /** A source gave the Playbook: the service's own is not asked for. */
  let isGiven = false;
  const ready = (playbook: unknown, delivered?: unknown): Ready => {
    const authored = completePlaybook(playbook, options, delivered);
    return { authored, compiled: compilePlaybook(authored) };
  };

  /** From now on the latest one; in use as soon as what is known of the user allows it. */
  function adopt(playbook: Ready, source: Source = "playbook", failed = false): void {
    latest = { playbook, source, failed };
    if (!isHeld) takeIntoUse(latest);
  }
  function takeIntoUse({ playbook: { authored, compiled }, source, failed }: Latest): void {
    if (core.isOver()) return;
    patch({ playbook: compiled, source: source === "none" ? undefined : source, failed });
    emit("playbook", { version: compiled.version, source });
    const tells = source === "playbook" || (!delivery && !failed);
    const ms = compiled.usable ? PROBLEMS_MS : 0;
    if (tells) agenda.later("problems", ms, () => work(reportProblems(authored, fail)));
  }
  /** Adopts it, or throws why it cannot be used. */
  function accept(playbook: Ready, source?: Source): void {
    const { usable } = playbook.compiled;
    if (!usable) throw new TypeError("the Playbook's format_version must be 1");
    adopt(playbook, source);
  }

  /** Delivery by the service, in the modes that have one; a `configProvider` replaces it. */
  const delivery =
    wire &&
    !options.configProvider &&
    createDelivery({
      ...options,
      tenantId: options.tenantId ?? "",
      ...wire,
      clock,
      fail: (message, isUnanswered) =>
        isUnanswered ? core.tellUnanswered("Playbook", () => fail(message)) : fail(message),
      storage: core.said,
      subtle: core.guard(() => globalThis.crypto?.subtle),
      use: (playbook, { source, branding }) => accept(ready(playbook, branding), source),
      confirm: () => {
        if (latest?.source === "cached_playbook") adopt(latest.playbook);
      },
      drop: () => adopt(ready(null), "none"),
    });
  const check = async (isOnline?: boolean): Promise<void> => {
    if (!delivery || isGiven || core.isOver()) return;
    // What was planned is done by this check: at a tab seen again both may be due.
    agenda.cancel("playbook");
    agenda.later("playbook", await delivery.check(isOnline), onDue);
  };
  async function load(known?: Promise<unknown>): Promise<void> {
    isHeld = !!known;
    const whenKnown = known?.then(() => {
      isHeld = false;
      if (latest) takeIntoUse(latest);
    });
    const methods = ["resolvePlaybook", "getPlaybook"] as const;
    const { value, failed } = await sources.ask(methods, [], (answer) => {
      // An answer that comes late is better than none, or than what is in use for want of one.
      if (!latest?.playbook.compiled.usable || state().failed) {
        accept(ready(answer));
        isGiven = true;
      }
      return true;
    });
    if (value || latest?.playbook.compiled.usable) return whenKnown;
    if (!delivery) {
      const given = ready(options.localRuntime?.playbook);
      adopt(given, given.compiled.usable ? "playbook" : "none", failed);
      return whenKnown;
    }
    if (await delivery.restore()) core.whenIdle(check);
    else await check();
    await whenKnown;
    patch({ failed: !!failed });
  }
  return { load, check };
}
