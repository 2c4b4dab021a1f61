/**
 * Everything that is decided about a page at one moment, as a function of the stores' values.
 * The gates of each placement are the core's; here slots, occasions and turns come together.
 */
import {
  type CompiledPlaybook,
  candidatesFor,
  createSubject,
  type DecisionInput,
  evaluate,
  type Handle,
  type History,
  IN_FLOW_SURFACES,
  own,
  PAGE_LEVEL_SURFACES,
  type PlacementOutput,
  type PlacementQuery,
  type ServicePlacementDecision,
  type Subject,
  subjectFor,
} from "../decision/index";
import type { ServicePlacementBehaviorFlags } from "../options/index";

/** Something that happened and waits to be answered by placements. */
export interface Occasion {
  readonly query: PlacementQuery;
  /** It answers a click of the user's, so it needn't wait for the page's own dialog. */
  readonly answersClick: boolean;
  /** Placements that were shown for it and are over. */
  readonly done: readonly Handle[];
}
/** A slot that the page declares now. */
export interface SlotRequest {
  readonly handle: Handle;
  readonly surfaces: readonly string[] | undefined;
}
/** The same on one route is the same decision. */
export interface Shown {
  readonly decisionId: string;
  /** `placement/payload`; empty until it is on display. */
  key: string;
}
export interface Displaying {
  /** What was decided of page-level placements; none while it is being decided anew. */
  page?: readonly PageDecision[] | undefined;
  /** What was shown, or told, on this route. */
  readonly shown: Map<string, Shown>;
  /** The modal, full page or tooltip that is open: nothing takes its turn away. */
  open?: Handle | undefined;
}
export interface Rules extends Pick<DecisionInput, "formatPrice"> {
  readonly flags: Partial<ServicePlacementBehaviorFlags> | undefined;
  /** Given beside the Playbook, by placement. */
  readonly stated: ReadonlyMap<Handle, ServicePlacementDecision>;
}
/** What the application's own sources say; `undefined`: the Playbook's word counts. */
export interface Sourced extends Pick<DecisionInput, "entitled"> {
  /** Somebody may decide about placements. */
  readonly isAnswered?: boolean | undefined;
  /** The question is a PlacementQuery as JSON. */
  readonly decisionFor?: ((question: string) => ServicePlacementDecision | undefined) | undefined;
}
export interface Moment extends DecisionInput, Displaying, Rules, Sourced {
  readonly playbook: CompiledPlaybook;
  readonly history: History;
  readonly occasions: readonly Occasion[];
  readonly slots: readonly SlotRequest[];
  readonly registered: readonly string[];
}

export interface Decided {
  readonly decision: ServicePlacementDecision;
  /** What it answers. */
  readonly occasion?: Occasion | undefined;
}
export interface PageDecision extends Decided {
  readonly placement: Handle;
}
export interface Decisions {
  readonly subject: Subject;
  /** Made when first asked for. */
  slot(slot: SlotRequest): Decided;
  /** Those made, by `slotKey`. */
  readonly slots: ReadonlyMap<string, Decided>;
  /**
   * One for each page-level placement in question, the most urgent first; one a step.
   * @param isPageDialogOpen the page's own
   */
  page(isPageDialogOpen: boolean): Generator<undefined, readonly PageDecision[]>;
  /** When an answer may change by time alone; Infinity when none does. */
  due(): number;
}

/** What a placement is called in the history. */
export const historyKey = ({ placement, payload }: PlacementOutput) => `${placement}/${payload}`;

/** The same slot with other surfaces is another question. */
export const slotKey = ({ handle, surfaces }: SlotRequest) => `${handle} ${surfaces ?? ""}`;

/** What is asked about a slot of the page. */
const slotQuery = (
  { registered }: Pick<Moment, "registered">,
  { handle: slot, surfaces = [...IN_FLOW_SURFACES, ...registered] }: SlotRequest,
) => ({ slot, surfaces });

/**
 * What is asked of the core, with what this moment knows. The behaviour flags are derived from the
 * Playbook (specification, "ServicePlacementBehaviorFlags") by being on: without a cap, a gated
 * placement or a trial there is nothing for them to do.
 */
export function queryAt(moment: Moment, query: PlacementQuery): PlacementQuery {
  const { registered, shown, flags = {} } = moment;
  const inactive = [
    ...(flags.enableAutoGatedPlacement === false ? ["gated", "entitlement_denied"] : []),
    ...(flags.enableTrialAutoTriggers === false ? ["trial_stage"] : []),
  ];
  const displaying = Array.from(shown.values(), ({ key }) => key);
  const enforceCaps = flags.enableClientCapsEnforcement !== false;
  return { registered, displaying, inactive, enforceCaps, ...query };
}

/** Somebody else's decision, on an accepted surface and not put off by this user in this session. */
export function admit(
  { history }: Moment,
  { slot, surfaces, requested }: PlacementQuery,
  decision: ServicePlacementDecision,
): ServicePlacementDecision {
  const { output } = decision;
  if (!output) return decision;
  const { session_started_at: start = 0, dismissed, reminded } = history;
  const key = historyKey(output);
  const isPutOff = (times: unknown) => !requested && Number(own(times, key)) >= start;
  const reason =
    (surfaces && !surfaces.includes(output.surface) && "surface_not_accepted") ||
    (isPutOff(dismissed) && "cooling_down") ||
    (isPutOff(reminded) && "reminded_later");
  if (reason) return { visible: false, reasons: [reason] };
  return slot ? { ...decision, output: { ...output, slot } } : decision;
}

/** Of a slot that is on the page, what it accepts is known: the very question that the page is decided by. */
export function asOnPage(
  moment: Pick<Moment, "slots" | "registered">,
  query: PlacementQuery,
): PlacementQuery {
  const slot = moment.slots.find(({ handle }) => handle === query?.slot);
  return slot ? { ...slotQuery(moment, slot), ...query } : query;
}

/** What the application's own sources say of a slot, or of a page-level placement. */
export function sourcedFor(moment: Moment, query: PlacementQuery, placement = query.placement) {
  const { slot, surfaces } = query;
  const question = JSON.stringify({ slot, placement, surfaces });
  const decision = (slot ?? placement) && surfaces ? moment.decisionFor?.(question) : undefined;
  return decision && admit(moment, query, decision);
}

/** What was stated of a placement stands for what the Playbook says of it; where that is nothing, the next one has its turn. */
export function decide(
  moment: Moment,
  query: PlacementQuery,
  subject = subjectFor(moment.playbook, query, moment),
): ServicePlacementDecision {
  const { playbook, stated } = moment;
  const { placement, slot } = query ?? {};
  const isOfSlot = ([handle, { output }]: [Handle, ServicePlacementDecision]) =>
    output && slot === (output.slot ?? playbook.part("placements", handle)?.slot);
  const [handle = ""] = placement ? [placement] : (slot && [...stated].find(isOfSlot)) || [];
  const meant = stated.get(handle);
  const decision = meant ?? evaluate(subject, queryAt(moment, query));
  const instead = meant ?? stated.get(decision.output?.placement ?? "");
  if (!instead) return decision;
  const admitted = admit(moment, query, instead);
  const { output } = decision;
  if (meant || admitted.visible || !output) return admitted;
  const except = [...(query.except ?? []), output.placement];
  const next = decide(moment, { ...query, except }, subject);
  return next.visible ? next : admitted;
}

/** Everything that is decided about a page at this moment, each thing when it is asked for. */
export function createDecisions(moment: Moment): Decisions {
  const { playbook, occasions, registered } = moment;
  const subject = createSubject(playbook, moment);
  let due = Number.POSITIVE_INFINITY;
  const ask = (query: PlacementQuery) => {
    // What happened is part of the context of its own question only.
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const decision = decide(moment, query, about);
    due = Math.min(due, about.due);
    // For a slot, `decideSlot` has asked them already.
    if (query.slot || !moment.isAnswered) return decision;
    return sourcedFor(moment, query, decision.output?.placement) ?? decision;
  };
  const latest = [...occasions].reverse();
  /** The answers to what happened, the latest first. */
  const answers = (query: PlacementQuery) =>
    latest
      .map((occasion): Decided => ({ occasion, decision: ask({ ...query, ...occasion.query }) }))
      .filter(
        ({ occasion, decision: { output } }) =>
          output && !occasion?.done.includes(output.placement),
      );

  function decideSlot(slot: SlotRequest): Decided {
    const query = slotQuery(moment, slot);
    const sourced = sourcedFor(moment, query);
    if (sourced) return { decision: sourced };
    return (
      answers(query).find(({ occasion, decision: { output } }) => {
        const part = playbook.part("placements", output?.placement);
        const isAsked = occasion?.query.requested || part?.trigger?.type === "event";
        return isAsked && part?.slot === slot.handle;
      }) ?? { decision: ask(query) }
    );
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
    *page(isPageDialogOpen) {
      const surfaces = [...PAGE_LEVEL_SURFACES, ...registered];
      const page = new Map<Handle, PageDecision>();
      for (const answer of answers({ surfaces })) {
        const { placement = "", slot, surface = "" } = answer.decision.output ?? {};
        // With an in-flow surface it belongs into its slot, not over the page.
        const isInSlot = slot && !PAGE_LEVEL_SURFACES.some((one) => one === surface);
        if (!isInSlot && !page.has(placement)) page.set(placement, { placement, ...answer });
      }
      for (const { handle: placement } of candidatesFor(playbook, {})) {
        if (page.has(placement)) continue;
        yield;
        page.set(placement, { placement, decision: ask({ placement, surfaces }) });
      }
      return takeTurns([...page.values()], moment, isPageDialogOpen);
    },
  };
}

/** Surfaces of which one at a time is on the page. */
export const takesTurn = ({ decision: { output } }: Decided) =>
  /^(modal|full_page|tooltip)$/.test(output?.surface ?? "");

const WAITING: ServicePlacementDecision = { visible: false, reasons: ["waiting_turn"] };

/**
 * One at a time; while the page's own dialog is open, only answers to clicks; a tooltip while what
 * it points to is on the page.
 */
function takeTurns(page: PageDecision[], { open, slots }: Moment, isPageDialogOpen: boolean) {
  const isOpen = ({ placement }: PageDecision) => placement === open;
  const isAnchored = ({ decision: { output } }: PageDecision) => {
    const anchor = output?.surface === "tooltip" && output.content.anchor;
    return !anchor || slots.some(({ handle }) => handle === anchor);
  };
  const isFree = (one: PageDecision) =>
    isOpen(one) || one.occasion?.answersClick || !isPageDialogOpen;
  const wanting = page.filter((one) => takesTurn(one) && isAnchored(one));
  const turn = wanting.find(isOpen) ?? wanting.find(isFree);
  return page.map((one) => {
    const mayShow = takesTurn(one) ? one === turn : isFree(one);
    return mayShow || !one.decision.visible ? one : { ...one, decision: WAITING };
  });
}
