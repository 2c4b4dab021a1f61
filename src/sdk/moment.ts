/** What there is to decide about at one moment, and what is decided: plain values, from the stores to the page. */
import type {
  CompiledPlaybook,
  DecisionInput,
  Handle,
  History,
  PlacementOutput,
  PlacementQuery,
  ServicePlacementDecision,
} from "../decision/index";
import type { Rules } from "./rules";

/** Something that happened and waits to be answered by placements. */
export interface Occasion {
  readonly query: PlacementQuery;
  /** It was a click of the user's, so its answer needn't wait for the page's own dialog. */
  readonly answersClick: boolean;
  /** Placements that answer it no more: they were closed, or didn't while another did. Grows in place, as a copy of the state would have everything decided anew. */
  readonly done: Set<Handle>;
  /** Where its first answer was: over the page, or (false) in slots alone. One elsewhere would come late. Set once, in place. */
  isOverPage?: boolean;
}
/** A slot that the page declares now. */
export interface SlotRequest {
  readonly handle: Handle;
  readonly surfaces: readonly string[] | undefined;
}
/** What was shown on this route: the same output is the same decision. */
export interface Shown {
  readonly decisionId: string;
  /** `placement/payload`; empty until it is on display. */
  key: string;
  /** When it was last mounted, by the device's clock. */
  at: number;
  /** Its impression was made. */
  isSeen?: boolean;
  /** It answers an event, which outlives the route: until it is seen it is the same decision elsewhere. */
  outlivesRoute?: boolean;
}
/** What has come of the decisions on this page. Changes have nothing decided anew, so it is no part of the state. */
export interface OnDisplay {
  /** The last decisions about page-level placements; none while they are being made anew. */
  page?: readonly PageDecision[] | undefined;
  /** What was shown on this route, or asked about. */
  readonly shown: Map<string, Shown>;
  /** The modal, full page or tooltip that is open; it keeps its turn. */
  open?: Handle | undefined;
}
/** What the application's own sources say; where that is `undefined`, the Playbook decides. */
export interface Sourced extends Pick<DecisionInput, "entitled"> {
  /** There is a source that answers about placements or entitlements. */
  readonly hasSources?: boolean | undefined;
  /** @param question a `PlacementQuery` as JSON */
  readonly decisionFor?: ((question: string) => ServicePlacementDecision | undefined) | undefined;
}
export interface Moment extends DecisionInput, Omit<OnDisplay, "shown">, Rules, Sourced {
  /** What is on display, by its keys in the history. */
  readonly displaying: readonly string[];
  /** A new object at each change of the state, unless the context alone has changed. */
  readonly revision: object;
  readonly playbook: CompiledPlaybook;
  readonly history: History;
  readonly occasions: readonly Occasion[];
  readonly finished: readonly Handle[];
  readonly slots: readonly SlotRequest[];
  /** Names given to `registerSurface`. */
  readonly registered: readonly string[];
}

export interface Decided {
  readonly decision: ServicePlacementDecision;
  /** The occasion that it answers. */
  readonly occasion?: Occasion | undefined;
}
export interface PageDecision extends Decided {
  readonly placement: Handle;
}
/** The key of an output in the history: `placement/payload`. */
export const historyKey = ({ placement, payload }: PlacementOutput) => `${placement}/${payload}`;
