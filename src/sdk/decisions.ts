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
  /** `placement/payload`. */
  readonly key: string;
}
export interface PageState {
  readonly slots: readonly SlotRequest[];
  /** Names given to `registerSurface`. */
  readonly registered: readonly string[];
  /** What was shown on this route. */
  readonly shown: ReadonlyMap<string, Shown>;
  /** The modal, full page or tooltip that is open: nothing takes its turn away. */
  readonly open?: Handle | undefined;
  readonly isPageDialogOpen?: boolean;
  /** Actions of CTAs that were completed, and that the service doesn't know of yet. */
  readonly confirming: readonly string[];
}
export interface Rules extends Pick<DecisionInput, "formatPrice"> {
  readonly flags: Partial<ServicePlacementBehaviorFlags> | undefined;
  /** Given beside the Playbook, by placement. */
  readonly stated: ReadonlyMap<Handle, ServicePlacementDecision>;
}
/** What the application's own sources say; `undefined`: the Playbook's word counts. */
export interface Sourced extends Pick<DecisionInput, "entitled"> {
  /** The question is a PlacementQuery as JSON. */
  decisionFor?(question: string): ServicePlacementDecision | undefined;
}
/** What the application's own sources are to be asked. */
export interface Wanted {
  readonly entitlements?: Iterable<Handle>;
  readonly slots?: Iterable<string>;
}
export interface Moment extends DecisionInput, PageState, Rules, Sourced {
  readonly playbook: CompiledPlaybook;
  readonly history: History;
  readonly occasions: readonly Occasion[];
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
  /** By `slotKey`. */
  readonly slots: ReadonlyMap<string, Decided>;
  /** One for each page-level placement in question, the most urgent first. */
  readonly page: readonly PageDecision[];
  /** When an answer may change by time alone; Infinity when none does. */
  readonly due: number;
  /** What was read of the application's own sources. */
  readonly wanted: Wanted;
}

/** The same slot with other surfaces is another question. */
export const slotKey = ({ handle, surfaces }: SlotRequest) => `${handle} ${surfaces ?? ""}`;

/** What the Playbook doesn't know as a placement may be a slot that somebody else decides about. */
export const isSlot = ({ playbook }: Pick<Moment, "playbook">, handle: Handle) =>
  playbook.placements("slot", handle).length > 0 || !playbook.part("placements", handle);

/** What is asked about a slot of the page. */
export const slotQuery = (
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
  const displaying = [...shown.values()].map(({ key }) => key);
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
  const key = `${output.placement}/${output.payload}`;
  const isPutOff = (times: unknown) => !requested && Number(own(times, key)) >= start;
  const reason =
    (surfaces && !surfaces.includes(output.surface) && "surface_not_accepted") ||
    (isPutOff(dismissed) && "cooling_down") ||
    (isPutOff(reminded) && "reminded_later");
  if (reason) return { visible: false, reasons: [reason] };
  return slot ? { ...decision, output: { ...output, slot } } : decision;
}

/** What the application's own sources say of a slot. */
export function sourcedFor(moment: Moment, query: PlacementQuery) {
  const { slot, surfaces } = query;
  const question = JSON.stringify({ slot, surfaces });
  const decision = slot === undefined ? undefined : moment.decisionFor?.(question);
  return decision && admit(moment, query, decision);
}

/** What was stated of a placement stands for what the Playbook says of it. */
export function decide(
  moment: Moment,
  query: PlacementQuery,
  subject = subjectFor(moment.playbook, query, moment),
): ServicePlacementDecision {
  const { playbook, stated } = moment;
  const { placement, slot } = query ?? {};
  const isFor = ([handle, { output }]: [Handle, ServicePlacementDecision]) =>
    placement
      ? handle === placement
      : output && slot === (output.slot ?? playbook.part("placements", handle)?.slot);
  const [, meant] = ((placement || slot) && [...stated].find(isFor)) || [];
  const decision = meant ?? evaluate(subject, queryAt(moment, query));
  const instead = meant ?? stated.get(decision.output?.placement ?? "");
  return instead ? admit(moment, query, instead) : decision;
}

function note(asked: Set<string>, question: string): string {
  asked.add(question);
  return question;
}

export function decideAll(now: Moment): Decisions {
  const wanted = { entitlements: new Set<Handle>(), slots: new Set<string>() };
  const moment: Moment = {
    ...now,
    entitled: (handle) => now.entitled?.(note(wanted.entitlements, handle)),
    decisionFor: (question) => now.decisionFor?.(note(wanted.slots, question)),
  };
  const { playbook, occasions, registered } = moment;
  const subject = createSubject(playbook, moment);
  let { due } = subject;
  const ask = (query: PlacementQuery) => {
    // What happened is part of the context of its own question only.
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const decision = decide(moment, query, about);
    due = Math.min(due, about.due);
    return decision;
  };
  const latest = occasions.toReversed();
  /** The answers to what happened, the latest first. */
  const answers = (query: PlacementQuery) =>
    latest
      .map((occasion): Decided => ({ occasion, decision: ask({ ...query, ...occasion.query }) }))
      .filter(
        ({ occasion, decision: { output } }) =>
          output && !occasion?.done.includes(output.placement),
      );

  const slots = new Map<string, Decided>();
  for (const slot of moment.slots) {
    const query = slotQuery(moment, slot);
    const sourced = sourcedFor(moment, query);
    const answer = () =>
      answers(query).find(
        ({ decision: { output } }) =>
          playbook.part("placements", output?.placement)?.trigger?.type === "event",
      ) ?? { decision: ask(query) };
    slots.set(slotKey(slot), sourced ? { decision: sourced } : answer());
  }

  const surfaces = [...PAGE_LEVEL_SURFACES, ...registered];
  const page = new Map<Handle, PageDecision>();
  for (const answer of answers({ surfaces })) {
    const placement = answer.decision.output?.placement ?? "";
    if (!page.has(placement)) page.set(placement, { placement, ...answer });
  }
  for (const { handle: placement } of candidatesFor(playbook, {})) {
    if (!page.has(placement)) {
      page.set(placement, { placement, decision: ask({ placement, surfaces }) });
    }
  }
  return { subject, slots, page: takeTurns(moment, [...page.values()]), due, wanted };
}

/** Surfaces of which one at a time is on the page. */
export const takesTurn = ({ decision: { output } }: Decided) =>
  /^(modal|full_page|tooltip)$/.test(output?.surface ?? "");

const WAITING: ServicePlacementDecision = { visible: false, reasons: ["waiting_turn"] };

/** One at a time; while the page's own dialog is open, only answers to clicks. */
function takeTurns({ open, isPageDialogOpen }: Moment, page: PageDecision[]): PageDecision[] {
  const isOpen = ({ placement }: PageDecision) => placement === open;
  const isFree = (one: PageDecision) =>
    isOpen(one) || one.occasion?.answersClick || !isPageDialogOpen;
  const wanting = page.filter(takesTurn);
  const turn = wanting.find(isOpen) ?? wanting.find(isFree);
  return page.map((one) => {
    const mayShow = takesTurn(one) ? one === turn : isFree(one);
    return mayShow || !one.decision.visible ? one : { ...one, decision: WAITING };
  });
}
