/**
 * Everything that is decided about a page at one moment, as a function of the stores' values.
 * The core decides about each placement; here slots, occasions and the turns of page-level surfaces
 * come together.
 */
import {
  type CompiledPlaybook,
  candidatesFor,
  createSubject,
  type DecisionInput,
  evaluate,
  type Handle,
  type History,
  hidden,
  own,
  type PlacementOutput,
  type PlacementQuery,
  type ServicePlacementDecision,
  type Subject,
  subjectFor,
} from "../decision/index";
import type { ServicePlacementBehaviorFlags } from "../options/index";
import type { Keeper } from "./kept-decisions";
import { opensOver, queryAt, slotQuery, surfacesOver } from "./queries";
import { type PageSight, takeTurns } from "./turns";

/** Something that happened and waits to be answered by placements. */
export interface Occasion {
  readonly query: PlacementQuery;
  /** It was a click of the user's, so its answer needn't wait for the page's own dialog. */
  readonly answersClick: boolean;
  /** Placements that answered it and were closed. */
  readonly done: readonly Handle[];
  /** Whether the page or slots alone gave its first answer: one elsewhere would come late. Set once, in place. */
  isOver?: boolean;
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
}
export interface Displaying {
  /** The last decisions about page-level placements; none while they are being made anew. */
  page?: readonly PageDecision[] | undefined;
  /** What was shown on this route, or asked about. */
  readonly shown: Map<string, Shown>;
  /** The modal, full page or tooltip that is open; it keeps its turn. */
  open?: Handle | undefined;
}
export interface Rules extends Pick<DecisionInput, "formatPrice"> {
  readonly flags: Partial<ServicePlacementBehaviorFlags> | undefined;
  /** Decisions from `placementDecisionsByPlacementId`, which stand for the Playbook's. */
  readonly stated: ReadonlyMap<Handle, ServicePlacementDecision>;
}
/** What the application's own sources say; where that is `undefined`, the Playbook decides. */
export interface Sourced extends Pick<DecisionInput, "entitled"> {
  /** There is a source that answers about placements or entitlements. */
  readonly isAnswered?: boolean | undefined;
  /** @param question a `PlacementQuery` as JSON */
  readonly decisionFor?: ((question: string) => ServicePlacementDecision | undefined) | undefined;
}
export interface Moment extends DecisionInput, Omit<Displaying, "shown">, Rules, Sourced {
  /** What is on display, by its keys in the history. */
  readonly displaying: readonly string[];
  /** A new object at each change of the state, unless the context alone has changed. */
  readonly revision: object;
  readonly playbook: CompiledPlaybook;
  readonly history: History;
  readonly occasions: readonly Occasion[];
  readonly left: readonly Handle[];
  readonly slots: readonly SlotRequest[];
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
export interface Decisions {
  readonly subject: Subject;
  /** The decision about a slot, made when first asked for. */
  slot(slot: SlotRequest): Decided;
  /** The decisions made so far, by `slotKey`. */
  readonly slots: ReadonlyMap<string, Decided>;
  /** Decides about each page-level placement in question, the most urgent first; one for each step. */
  page(sight: PageSight): Generator<undefined, readonly PageDecision[]>;
  /** When a decision may change by time alone, in epoch ms; Infinity when none can. */
  due(): number;
}

/** The key of an output in the history: `placement/payload`. */
export const historyKey = ({ placement, payload }: PlacementOutput) => `${placement}/${payload}`;

/** The same slot with other surfaces is another question. */
const slotKey = ({ handle, surfaces }: SlotRequest) => `${handle} ${surfaces ?? ""}`;

/** A click that a gate has refused. */
const isRefusal = ({ query }: Occasion) => query.trigger?.type === "entitlement_denied";

/** A decision of another source; hidden if its surface isn't accepted, or this user put it off in this session. */
export function admit(
  { history }: Moment,
  { slot, surfaces, requested }: PlacementQuery,
  decision: ServicePlacementDecision,
): ServicePlacementDecision {
  const { output } = decision;
  if (!output) return decision;
  const { session_started_at: start = 0, dismissed, reminded } = history;
  const key = historyKey(output);
  const isPutOff = (times: unknown) => !requested && Number(own(times, key)) >= Number(start);
  const reason =
    (surfaces && !surfaces.includes(output.surface) && "surface_not_accepted") ||
    (isPutOff(dismissed) && "cooling_down") ||
    (isPutOff(reminded) && "reminded_later");
  if (reason) return hidden(reason);
  return slot ? { ...decision, output: { ...output, slot } } : decision;
}

/** The decision of the application's own sources about a slot, or about a page-level placement. */
function sourcedFor(moment: Moment, query: PlacementQuery, placement = query.placement) {
  const { slot, surfaces } = query;
  const question = JSON.stringify({ slot, placement, surfaces });
  const decision = (slot ?? placement) && surfaces ? moment.decisionFor?.(question) : undefined;
  return decision && admit(moment, query, decision);
}

/**
 * Decides by the Playbook. A decision stated for a placement replaces the Playbook's; if it hides
 * the placement, the next candidate is tried.
 */
export function decide(
  moment: Moment,
  query: PlacementQuery,
  subject = subjectFor(moment.playbook, query, moment),
): ServicePlacementDecision {
  const { playbook, stated } = moment;
  const { placement, slot, except = [] } = query ?? {};
  const isOfSlot = ([handle, { output }]: [Handle, ServicePlacementDecision]) =>
    output &&
    !except.includes(handle) &&
    slot === (output.slot ?? playbook.part("placements", handle)?.slot);
  const [handle = ""] = placement ? [placement] : (slot && [...stated].find(isOfSlot)) || [];
  const asked = stated.get(handle);
  const decision = asked ?? evaluate(subject, queryAt(moment, query));
  const candidate = asked ? handle : (decision.output?.placement ?? "");
  const instead = stated.get(candidate);
  if (!instead) return decision;
  const admitted = admit(moment, query, instead);
  if (placement || admitted.visible) return admitted;
  const next = decide(moment, { ...query, except: [...except, candidate] }, subject);
  return next.visible ? next : admitted;
}

/**
 * The decisions about a page at this moment, each made when it is asked for.
 * @param keeper makes those that may be kept for the next moment
 */
export function createDecisions(moment: Moment, keeper?: Keeper): Decisions {
  const { playbook, occasions } = moment;
  const subject = createSubject(playbook, moment);
  const decideKept = keeper?.(moment);
  let due = Infinity;
  /** @param key by which the decision may be kept; what the sources have said can't be noted */
  const ask = (query: PlacementQuery, key?: string) => {
    // An event is part of the context of its own query only.
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const kept = key && !moment.isAnswered && decideKept?.(key, query);
    const decision = kept ? kept.decision : decide(moment, query, about);
    due = Math.min(due, (kept || about).due);
    // About a slot `decideSlot` has asked the sources already. About what answers a refusal or an event
    // they are asked only if the Playbook would show it.
    const isUnanswered = query.trigger && !decision.output;
    if (query.slot || isUnanswered || !moment.isAnswered) return decision;
    return sourcedFor(moment, query, decision.output?.placement) ?? decision;
  };
  const latest = [...occasions].reverse();
  /** What answers an occasion; nothing if that shows nothing, or was closed. */
  function answer(occasion: Occasion, query: PlacementQuery): readonly Decided[] {
    const decision = ask({ ...query, ...occasion.query });
    const { output } = decision;
    return output && !occasion.done.includes(output.placement) ? [{ occasion, decision }] : [];
  }

  /** A click is answered by one placement over the page, an event by each placement that waits for it. */
  const questionsOf = ({ query }: Occasion): readonly PlacementQuery[] =>
    query.trigger?.type === "event"
      ? candidatesFor(playbook, query).map(({ handle: placement }) => ({ placement }))
      : [{}];
  const surfaces = surfacesOver(moment);
  /** The answers over the page. What belongs in its slot, by a surface of the page's own, makes way for the next. */
  function answersOver(occasion: Occasion, about: PlacementQuery = {}): readonly Decided[] {
    const answers = answer(occasion, { surfaces, ...about });
    const { output } = answers[0]?.decision ?? {};
    if (!output || opensOver(output.slot, output.surface)) return answers;
    const { except = [] } = about;
    // What a source states about one placement stays, whatever is left out.
    if (except.includes(output.placement)) return [];
    return answersOver(occasion, { ...about, except: [...except, output.placement] });
  }

  function decideSlot(slot: SlotRequest): Decided {
    const query = slotQuery(moment, slot);
    const sourced = sourcedFor(moment, query);
    if (sourced) return { decision: sourced };
    // Of what has happened only those of its placements are an answer that were asked for, or wait for it;
    // and of a refusal, if nothing over the page is.
    const [answered] = latest.flatMap((occasion) =>
      candidatesFor(playbook, occasion.query)
        .filter(({ placement }) => placement.slot === slot.handle)
        .filter(() => !isRefusal(occasion) || !(occasion.isOver ?? answersOver(occasion)[0]))
        .flatMap(({ handle }) => answer(occasion, { ...query, placement: handle })),
    );
    return answered ?? { decision: ask(query, slotKey(slot)) };
  }

  const slots = new Map<string, Decided>();
  return {
    subject,
    slots,
    due: () => Math.min(due, subject.due),
    slot(slot) {
      const key = slotKey(slot);
      const decided = slots.get(key) ?? decideSlot(slot);
      slots.set(key, decided);
      return decided;
    },
    *page(sight) {
      const page = new Map<Handle, PageDecision>();
      for (const occasion of latest.filter(({ isOver }) => isOver !== false)) {
        for (const about of questionsOf(occasion)) {
          yield;
          for (const decided of answersOver(occasion, about)) {
            const { placement = "" } = decided.decision.output ?? {};
            if (!page.has(placement)) page.set(placement, { placement, ...decided });
          }
        }
      }
      for (const { handle: placement } of candidatesFor(playbook, {})) {
        if (page.has(placement)) continue;
        yield;
        page.set(placement, {
          placement,
          decision: ask({ placement, surfaces }, placement),
        });
      }
      return takeTurns([...page.values()], moment, sight);
    },
  };
}
