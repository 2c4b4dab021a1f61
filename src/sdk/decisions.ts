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
  PAGE_LEVEL_SURFACES,
  type PlacementQuery,
  type ServicePlacementDecision,
  type Subject,
  subjectFor,
} from "../decision/index";
import type { ServicePlacementBehaviorFlags } from "../options/index";
import type { Occasion } from "./occasions";

/** A slot that the page declares now. */
export interface SlotRequest {
  readonly handle: Handle;
  readonly surfaces: readonly string[] | undefined;
}
export interface Moment extends DecisionInput {
  readonly playbook: CompiledPlaybook;
  readonly flags: ServicePlacementBehaviorFlags;
  readonly history: History;
  readonly slots: readonly SlotRequest[];
  readonly occasions: readonly Occasion[];
  readonly registered: readonly string[];
  /** Keys (`placement/payload`) shown on this route. */
  readonly displaying: readonly string[];
  /** The modal, full page or tooltip that is open: nothing takes its turn away. */
  readonly open: Handle | undefined;
  readonly isPageDialogOpen: boolean;
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
}

const TAKES_TURNS = ["modal", "full_page", "tooltip"];
export const takesTurns = (surface: string | undefined) => TAKES_TURNS.includes(surface ?? "");

/** The same slot with other surfaces is another question. */
export const slotKey = ({ handle, surfaces }: SlotRequest) =>
  surfaces ? `${handle} ${surfaces.join(" ")}` : handle;

/** What is asked of the core, with what this moment knows. */
export function queryAt(moment: Moment, query: PlacementQuery): PlacementQuery {
  const { registered, displaying, flags } = moment;
  const { enableClientCapsEnforcement, enableAutoGatedPlacement, enableTrialAutoTriggers } = flags;
  const inactive = [
    ...(enableAutoGatedPlacement ? [] : ["gated", "entitlement_denied"]),
    ...(enableTrialAutoTriggers ? [] : ["trial_stage"]),
  ];
  return { registered, displaying, inactive, enforceCaps: enableClientCapsEnforcement, ...query };
}

export function decideAll(moment: Moment): Decisions {
  const { playbook, context, now, occasions } = moment;
  const subject = createSubject(playbook, context, now);
  let due = Number.POSITIVE_INFINITY;

  const ask = (query: PlacementQuery) => {
    const asked = queryAt(moment, query);
    // What happened is part of the context of its own question only.
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const decision = evaluate(about, asked, { input: moment });
    due = Math.min(due, about.due);
    return decision;
  };

  const answer = (occasion: Occasion, query: PlacementQuery): Decided | undefined => {
    const decision = ask({ ...query, ...occasion.query });
    const { output } = decision;
    return output && !occasion.done.includes(output.placement) ? { decision, occasion } : undefined;
  };
  const isForEvent = ({ decision }: Decided) =>
    playbook.part("placements", decision.output?.placement)?.trigger?.type === "event";

  const latest = occasions.toReversed();
  const events = latest.filter(({ query }) => query.trigger?.type === "event");
  const slots = new Map<string, Decided>();
  for (const slot of moment.slots) {
    const surfaces = slot.surfaces ?? [...IN_FLOW_SURFACES, ...moment.registered];
    const query = { slot: slot.handle, surfaces };
    const answers = events.map((event) => answer(event, query));
    const answering = answers.find((one) => one && isForEvent(one));
    slots.set(slotKey(slot), answering ?? { decision: ask(query) });
  }

  const surfaces = [...PAGE_LEVEL_SURFACES, ...moment.registered];
  const page = new Map<Handle, PageDecision>();
  for (const occasion of latest) {
    const answered = answer(occasion, { surfaces });
    const placement = answered?.decision.output?.placement;
    if (answered && placement && !page.has(placement))
      page.set(placement, { placement, ...answered });
  }
  for (const { handle: placement } of candidatesFor(playbook, {})) {
    if (!page.has(placement))
      page.set(placement, { placement, decision: ask({ placement, surfaces }) });
  }
  return {
    subject,
    slots,
    page: takeTurns(moment, [...page.values()]),
    due: Math.min(due, subject.due),
  };
}

const WAITING: ServicePlacementDecision = { visible: false, reasons: ["waiting_turn"] };

/** One modal, full page or tooltip at a time; while the page's own dialog is open, only answers to clicks. */
function takeTurns({ open, isPageDialogOpen }: Moment, page: PageDecision[]): PageDecision[] {
  const wantsTurn = ({ decision: { output } }: PageDecision) => takesTurns(output?.surface);
  const isOpen = ({ placement }: PageDecision) => placement === open;
  const isFree = (one: PageDecision) =>
    isOpen(one) || one.occasion?.answersClick || !isPageDialogOpen;
  const wanting = page.filter(wantsTurn);
  const turn = wanting.find(isOpen) ?? wanting.find(isFree);
  return page.map((one) => {
    const mayShow = wantsTurn(one) ? one === turn : isFree(one);
    return mayShow || !one.decision.visible ? one : { ...one, decision: WAITING };
  });
}
