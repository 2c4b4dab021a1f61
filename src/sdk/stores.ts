/** The SDK's whole state. Values go forward through here; what a person does comes back as a new history. */
import { atom } from "nanostores";
import {
  attempt,
  buildTargetingContext,
  type ContextParts,
  forgetOvertaken,
} from "../context/index";
import { type CompiledPlaybook, compilePlaybook, type History } from "../decision/index";
import type { Displaying, Moment, Occasion, Rules, SlotRequest, Sourced } from "./decisions";

export interface State extends Pick<Moment, "context" | "source">, Sourced {
  readonly playbook: CompiledPlaybook;
  /** Who should have given the Playbook did not; undefined while it may still come. */
  readonly failed?: boolean | undefined;
  readonly history: History;
  readonly occasions: readonly Occasion[];
  /** Those of the page. */
  readonly slots: readonly SlotRequest[];
  /** Names given to `registerSurface`. */
  readonly registered: readonly string[];
  /** Actions of CTAs that were completed, and that the service doesn't know of yet. */
  readonly confirming: readonly string[];
}

/** @param rules what no event changes */
export function createStores(rules: Rules, now: () => number) {
  const $state = atom<State>({
    playbook: compilePlaybook(null),
    context: {},
    history: {},
    occasions: [],
    slots: [],
    registered: [],
    confirming: [],
  });
  const $parts = atom<ContextParts>({});
  const displaying: Displaying = { shown: new Map() };
  const state = () => $state.get();
  const patch = (patch: Partial<State>) => $state.set({ ...state(), ...patch });
  return {
    state,
    patch,
    /** Tells of each change. Returns how to stop. */
    listen: (listener: (now: State, before?: State) => void) => $state.listen(listener),
    /** What the context is built of. */
    contextParts: () => $parts.get(),
    /** The only way to change the context. The same one, however it was put together, decides nothing again. */
    patchContext(given: ContextParts): void {
      const parts = forgetOvertaken({ ...$parts.get(), ...given });
      // What throws when it is read isn't kept: whatever is said later would throw as well.
      const context = buildTargetingContext(parts);
      $parts.set(parts);
      // A trait may be what JSON cannot hold; then it counts as a change.
      const isSame = attempt(() => JSON.stringify(context) === JSON.stringify(state().context));
      if (!isSame) patch({ context });
    },
    /** What is shown follows from decisions; no decision has to be made again because of it. */
    displaying,
    momentNow: (): Moment => ({ ...rules, ...state(), ...displaying, now: now() }),
  };
}
export type Stores = ReturnType<typeof createStores>;
