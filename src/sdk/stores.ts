/** The SDK's whole state. Values go forward through here; what a person does comes back as a new history. */
import { atom, batched, computed } from "nanostores";
import { buildTargetingContext, type ContextParts } from "../context/index";
import { compilePlaybook, type DecisionInput, type History } from "../decision/index";
import { decideAll, type Moment, type SlotRequest } from "./decisions";
import type { Occasion } from "./occasions";

/** A Playbook in use, and where it came from. */
export interface LoadedPlaybook {
  readonly compiled: Moment["playbook"];
  readonly source: "playbook" | "cached_playbook" | "provider" | "none";
}

/** What a placement on display is called; the same on one route is the same decision. */
export interface Shown {
  readonly decisionId: string;
  /** `placement/payload`. */
  readonly historyKey: string;
}

export const NO_PLAYBOOK: LoadedPlaybook = { compiled: compilePlaybook(null), source: "none" };

export function createStores({
  flags,
  formatPrice,
  now,
}: {
  flags: Moment["flags"];
  formatPrice: DecisionInput["formatPrice"];
  now(): number;
}) {
  const $playbook = atom<LoadedPlaybook>(NO_PLAYBOOK);
  const $parts = atom<ContextParts>({});
  const $history = atom<History>({});
  const $slots = atom<readonly SlotRequest[]>([]);
  const $occasions = atom<readonly Occasion[]>([]);
  const $shown = atom<ReadonlyMap<string, Shown>>(new Map());
  const $open = atom<string | undefined>(undefined);
  const $isPageDialogOpen = atom(false);
  const $registered = atom<readonly string[]>([]);
  /** Set again whenever time itself may have changed an answer. */
  const $now = atom(now());
  const $context = computed($parts, buildTargetingContext);

  const momentNow = (): Moment => {
    const { compiled } = $playbook.get();
    return {
      playbook: compiled,
      flags,
      context: $context.get(),
      history: $history.get(),
      now: now(),
      slots: $slots.get(),
      occasions: $occasions.get(),
      registered: $registered.get(),
      displaying: [...$shown.get().values()].map(({ historyKey }) => historyKey),
      open: $open.get(),
      isPageDialogOpen: $isPageDialogOpen.get(),
      formatPrice,
    };
  };
  /** Decided in a task of its own, once for all that has changed meanwhile. */
  const $decisions = batched(
    [
      $playbook,
      $context,
      $history,
      $slots,
      $occasions,
      $shown,
      $open,
      $isPageDialogOpen,
      $registered,
      $now,
    ],
    () => decideAll(momentNow()),
  );
  return {
    $playbook,
    $parts,
    $context,
    $history,
    $slots,
    $occasions,
    $shown,
    $open,
    $isPageDialogOpen,
    $registered,
    $now,
    $decisions,
    momentNow,
  };
}
export type Stores = ReturnType<typeof createStores>;
