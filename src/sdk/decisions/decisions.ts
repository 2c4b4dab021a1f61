/**
 * Everything that is decided about a page at one moment, as a function of the stores' values.
 * The core decides about each placement; here slots, occasions and the turns of page-level surfaces
 * come together.
 */
import {
  candidatesFor,
  createSubject,
  type Handle,
  once,
  own,
  type PlacementQuery,
  type Subject,
  subjectFor,
} from "../../decision/index";
import type { Decided, Moment, Occasion, PageDecision, SlotRequest } from "../moment";
import { decide, sourcedFor } from "./decide";
import type { Keeper } from "./kept-decisions";
import { opensOver, slotQuery, surfacesOver } from "./queries";
import { type PageSight, takeTurns } from "./turns";

export interface Decisions {
  readonly subject: Subject;
  /** The decision about a slot, made when first asked for. */
  slot(slot: SlotRequest): Decided;
  /** The decisions made so far, by `slotKey`. */
  readonly slots: ReadonlyMap<string, Decided>;
  /** Decides about each page-level placement in question, the most urgent first; one for each step. */
  page(sight: PageSight): Generator<undefined, readonly PageDecision[]>;
  /** Page-level placements that wait for an occasion and don't answer it, as far as `page` has come. */
  readonly unmet: readonly { readonly occasion: Occasion; readonly placement: Handle }[];
  /** When a decision may change by time alone, in epoch ms; Infinity when none can. */
  due(): number;
}

/** The same slot with other surfaces is another question. */
const slotKey = ({ handle, surfaces }: SlotRequest) => `${handle} ${surfaces ?? ""}`;

/** A click that a gate has refused. */
const isRefusal = ({ query }: Occasion) => query.trigger?.type === "entitlement_denied";

/** So many occasions are answered, the latest: each is a question to all that wait for it. */
const MAX_ANSWERED = 50;
/** Before whatever waits for events, which have the priority of their placements. */
const CLICKED = Number.MAX_VALUE;

/** The occasions that a placement may answer. Before there was a Playbook, any event was kept. */
function awaited({ playbook, occasions }: Moment): readonly Occasion[] {
  const waiting = () => playbook.placements("type", "event");
  const names = once(() => new Set(waiting().map(({ trigger }) => own(trigger, "name"))));
  const isAwaited = ({ answersClick, query }: Occasion) =>
    answersClick || names().has(own(query.trigger, "name"));
  return occasions.filter(isAwaited).slice(-MAX_ANSWERED);
}

/** What there is to ask about an occasion over the page. */
interface Question {
  readonly occasion: Occasion;
  readonly about: PlacementQuery;
  readonly priority: number;
  /** The placement it is about, if that has no slot to answer in. */
  readonly pageLevel?: Handle | undefined;
}

/** A click is answered by one placement over the page, an event by each placement that waits for it. */
function questionsOf({ playbook }: Moment, occasion: Occasion): readonly Question[] {
  const { query, done, answersClick } = occasion;
  if (answersClick) return [{ occasion, about: {}, priority: CLICKED }];
  return candidatesFor(playbook, query)
    .filter(({ handle }) => !done.has(handle))
    .map(({ handle, placement: { priority = 0, slot } }) => {
      const pageLevel = slot ? undefined : handle;
      return { occasion, about: { placement: handle }, priority, pageLevel };
    });
}

/**
 * The decisions about a page at this moment, each made when it is asked for.
 * @param keeper makes those that may be kept for the next moment
 */
export function createDecisions(moment: Moment, keeper?: Keeper): Decisions {
  const { playbook } = moment;
  const subject = createSubject(playbook, moment);
  // What the sources have said can't be noted.
  const decideKept = moment.hasSources ? undefined : keeper?.(moment);
  let due = Infinity;
  /** @param key by which the decision may be kept */
  const ask = (query: PlacementQuery, key?: string) => {
    // An event is part of the context of its own query only.
    const about = query.trigger ? subjectFor(playbook, query, moment) : subject;
    const kept = key && decideKept?.(key, query);
    const decision = kept ? kept.decision : decide(moment, query, about);
    due = Math.min(due, (kept || about).due);
    // About a slot `decideSlot` has asked the sources already. About what answers a refusal or an event
    // they are asked only if the Playbook would show it.
    const isUnanswered = query.trigger && !decision.output;
    if (query.slot || isUnanswered || !moment.hasSources) return decision;
    return sourcedFor(moment, query, decision.output?.placement) ?? decision;
  };
  const occasions = awaited(moment);
  const latest = [...occasions].reverse();
  /** What answers an occasion; nothing if that shows nothing, or was closed. */
  function answer(occasion: Occasion, query: PlacementQuery): readonly Decided[] {
    const decision = ask({ ...query, ...occasion.query });
    const { output } = decision;
    return output && !occasion.done.has(output.placement) ? [{ occasion, decision }] : [];
  }

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
    // What has happened is answered here only by the slot's own placements that were asked for, or wait
    // for it; a refusal only if nothing answers it over the page.
    const [answered] = latest.flatMap((occasion) =>
      candidatesFor(playbook, occasion.query)
        .filter(({ placement }) => placement.slot === slot.handle)
        .filter(() => !isRefusal(occasion) || !(occasion.isOverPage ?? answersOver(occasion)[0]))
        .flatMap(({ handle }) => answer(occasion, { ...query, placement: handle })),
    );
    return answered ?? { decision: ask(query, slotKey(slot)) };
  }

  const slots = new Map<string, Decided>();
  const unmet: { occasion: Occasion; placement: Handle }[] = [];
  return {
    subject,
    slots,
    unmet,
    due: () => Math.min(due, subject.due),
    slot(slot) {
      const key = slotKey(slot);
      const decided = slots.get(key) ?? decideSlot(slot);
      slots.set(key, decided);
      return decided;
    },
    *page(sight) {
      const page = new Map<Handle, PageDecision>();
      const questions = occasions
        .filter(({ isOverPage }) => isOverPage !== false)
        .flatMap((one) => questionsOf(moment, one))
        .sort((a, b) => b.priority - a.priority);
      for (const { occasion, about, pageLevel } of questions) {
        yield;
        const answers = answersOver(occasion, about);
        if (pageLevel && !answers[0]) unmet.push({ occasion, placement: pageLevel });
        for (const decided of answers) {
          const { placement = "" } = decided.decision.output ?? {};
          const isClicked = page.get(placement)?.occasion?.answersClick;
          // Asked for twice it keeps its place, and answers the later one.
          if (!isClicked || occasion.answersClick) page.set(placement, { placement, ...decided });
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
