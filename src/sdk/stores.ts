/** The SDK's whole state. Values go forward through here; what a person does comes back as a new history. */
import { atom, batched, computed } from "nanostores";
import { buildTargetingContext, type ContextParts } from "../context/index";
import { type CompiledPlaybook, compilePlaybook, type History } from "../decision/index";
import {
  decideAll,
  type Moment,
  type Occasion,
  type PageState,
  type Rules,
  type Sourced,
} from "./decisions";
import type { Teller } from "./tell";

/** A Playbook in use, and where it came from. */
export interface LoadedPlaybook {
  readonly compiled: CompiledPlaybook;
  readonly source: "playbook" | "cached_playbook" | "provider" | "none";
  /** Who should have given one did not. */
  readonly failed?: boolean | undefined;
}

/** @param rules what no event changes */
export function createStores(rules: Rules, now: () => number, guard: Teller["guard"]) {
  const $playbook = atom<LoadedPlaybook>({ compiled: compilePlaybook(null), source: "none" });
  const $parts = atom<ContextParts>({});
  const $context = computed($parts, buildTargetingContext);
  const $history = atom<History>({});
  const $occasions = atom<readonly Occasion[]>([]);
  const $sourced = atom<Sourced>({});
  const $page = atom<PageState>({ slots: [], registered: [], shown: new Map(), confirming: [] });
  const momentNow = (): Moment => ({
    ...rules,
    ...$page.get(),
    ...$sourced.get(),
    playbook: $playbook.get().compiled,
    source: $playbook.get().source === "cached_playbook" ? "cached_playbook" : "playbook",
    context: $context.get(),
    history: $history.get(),
    occasions: $occasions.get(),
    now: now(),
  });
  return {
    $playbook,
    $parts,
    $context,
    $history,
    $occasions,
    $page,
    $sourced,
    /** Decided in a task of its own, once for all that has changed meanwhile. */
    $decisions: batched([$playbook, $context, $history, $occasions, $page, $sourced], () =>
      guard(() => decideAll(momentNow()), undefined),
    ),
    momentNow,
    patchPage: (patch: Partial<PageState>) => $page.set({ ...$page.get(), ...patch }),
  };
}
export type Stores = ReturnType<typeof createStores>;
