/** The SDK's whole state. Values go forward through here; what a person does comes back as a new history. */
import { atom } from "nanostores";
import {
  buildTargetingContext,
  type ContextParts,
  copyOf,
  forgetOvertaken,
} from "../context/index";
import {
  attempt,
  type CompiledPlaybook,
  compilePlaybook,
  type EntitlementResult,
  type Handle,
  type History,
} from "../decision/index";
import type { SurfaceRenderer } from "../options/index";
import type { Mark } from "../placements/index";
import type { Clock } from "./clock";
import type { Moment, Occasion, OnDisplay, Sourced } from "./moment";
import type { Rules } from "./rules";

export interface State extends Pick<Moment, "context" | "revision" | "source">, Sourced {
  readonly playbook: CompiledPlaybook;
  /** Whether sources failed to give the Playbook; undefined while it may still come. */
  readonly failed?: boolean | undefined;
  /** Whether the service is being asked about the present user for the first time. */
  readonly asking?: boolean;
  readonly history: History;
  readonly occasions: readonly Occasion[];
  /** What is on the page by itself, and over for this route: a button of its own has led on, or its time was up. */
  readonly finished: readonly Handle[];
  /** The slots that the page declares. */
  readonly slots: readonly Mark[];
  /** What `registerSurface` was given, by name. */
  readonly renderers: ReadonlyMap<string, SurfaceRenderer>;
  /** Actions of CTAs that were completed, but that the service hasn't confirmed yet. */
  readonly confirming: readonly string[];
}

/**
 * @param rules what stays the same for the life of the SDK
 * @param undo takes what ends listening
 */
export function createStores(
  rules: Rules,
  clock: Pick<Clock, "now" | "offset">,
  undo: (() => void)[],
) {
  const $state = atom<State>({
    playbook: compilePlaybook(null),
    context: {},
    revision: {},
    history: {},
    occasions: [],
    finished: [],
    slots: [],
    renderers: new Map(),
    confirming: [],
  });
  let parts: ContextParts = {};
  const onDisplay: OnDisplay = { shown: new Map() };
  const state = () => $state.get();
  const patch = (changed: Partial<State>) => $state.set({ ...state(), revision: {}, ...changed });
  return {
    state,
    patch,
    /** Whether it is denied for want of a plan that the service may be about to say: until then nobody is offered what they have. */
    needsPlan: ({ reason }: EntitlementResult) => reason === "plan_unknown" && state().asking,
    /** Calls `listener` at each change, until `destroy()`. */
    listen(listener: (now: State, before?: State) => void): void {
      undo.push($state.listen(listener));
    },
    /** What the targeting context is built of. */
    contextParts: () => parts,
    /** The only way to change the context. If the resulting context is the same, nothing is decided anew. */
    patchContext(changed: ContextParts): void {
      // Copied first: if a getter throws, the part isn't kept, or every later change would throw too.
      const next = copyOf({ ...parts, ...changed });
      const held = forgetOvertaken(next, clock.offset);
      const context = buildTargetingContext(held);
      // Before the server's time is known, usage that seems overtaken may turn out to be the later one.
      parts = clock.offset ? held : next;
      // A trait that JSON can't hold makes this throw; then it counts as a change.
      const isSame = attempt(() => JSON.stringify(context) === JSON.stringify(state().context));
      if (!isSame) $state.set({ ...state(), context });
    },
    /** What is on display. Not part of the state: a change of it must not have everything decided anew. */
    onDisplay,
    momentNow(): Moment {
      const registered = [...state().renderers.keys()];
      const displaying = [...onDisplay.shown.values()].map(({ key }) => key);
      return { ...rules, ...state(), ...onDisplay, registered, displaying, now: clock.now() };
    },
  };
}
export type Stores = ReturnType<typeof createStores>;
