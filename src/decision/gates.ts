/**
 * The gates of a placement and of its payloads, tested one after the other. The first that fails
 * gives the reason, and the rest are not tested. A trace, where there is one, keeps each gate.
 */
import { bucket } from "./bucket";
import { matches } from "./conditions";
import { entitlementOf, usagePercent } from "./entitlements";
import { IN_FLOW, keyOf, type ReadyPayload, type ReadyPlacement } from "./ready";
import { own } from "./schema";
import { idOf, isInSegment, noteDue, planOf, type Subject } from "./subject";
import { record, type Trace } from "./trace";
import {
  type Handle,
  PAGE_LEVEL_SURFACES,
  type PlacementQuery,
  type PlacementReason,
  type Trigger,
} from "./types";

const ENDING_DAYS = 3;
const PAGE_LEVEL: readonly string[] = PAGE_LEVEL_SURFACES;

interface Question {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly placement: ReadyPlacement;
  /** Filled with every gate, when given. */
  readonly trace: Trace;
}
export interface PayloadQuestion extends Question {
  readonly payload: ReadyPayload;
}

/** Whether a trigger is an occasion that placements answer: a refusal or an event. */
export const isOccasion = (trigger: Pick<Trigger, "type"> | undefined): boolean =>
  trigger?.type === "entitlement_denied" || trigger?.type === "event";

/** Smaller than the step between two positions, larger than the rounding error of fractions such as 0.29. */
const TINY = 1e-9;

/**
 * Whether the user passes a draw: `rollout` lets this percentage of users in, `holdout` keeps it
 * out. Users without an id are drawn at 100 % only.
 */
function passesDraw(
  { subject, trace }: Question,
  gate: "holdout" | "rollout",
  of: string,
  percent: number,
): boolean {
  const id = idOf(subject);
  const position = id === undefined ? null : bucket(`${of}:${gate}`, id);
  const isDrawn = percent >= 100 || (position !== null && position + TINY < percent / 100);
  // Of four decimals, which a percentage shows without an error of rounding.
  const actual = position === null ? null : Math.round(position * 1e4) / 100;
  return record(trace, gate, isDrawn === (gate === "rollout"), actual, percent);
}

/** Whether the trigger of a placement is met. */
function meetsTrigger({ subject, query, placement, trace }: Question): boolean {
  const { context } = subject;
  const {
    condition,
    placement: { category, trigger = { type: "slot_render" } },
  } = placement;
  const children: Trace = trace && [];
  let passed = true;
  let actual: unknown;
  if ([category, trigger.type].some((one) => query.inactive?.includes(one))) {
    passed = false;
    actual = "switched off";
  } else if (trigger.type === "usage_threshold") {
    actual = usagePercent(entitlementOf(subject, trigger.entitlement));
    passed = Number(actual) >= trigger.percent;
  } else if (trigger.type === "trial_stage") {
    const daysBeforeEnd = trigger.days_before_end ?? ENDING_DAYS;
    actual = subject.trial?.stage(daysBeforeEnd, (time) => noteDue(subject, time));
    passed = actual === trigger.stage;
  } else if (trigger.type === "entitlement_denied") {
    // What was refused is another's when it names another entitlement; else it is denied as it stands.
    actual = own(query.trigger, "entitlement") ?? trigger.entitlement;
    passed = actual === trigger.entitlement;
  } else if (trigger.type === "event" || trigger.type === "page_view") {
    const isEvent = trigger.type === "event";
    actual = isEvent ? own(context.event, "name") : own(context.page, "path");
    passed = (!isEvent || actual === trigger.name) && matches(subject, condition, children);
  }
  return record(trace, "trigger", passed, actual, trigger, children);
}

/** The reason of the first gate of the placement itself that isn't passed. */
export function testPlacement(question: Question): PlacementReason | undefined {
  const { subject, query, placement, trace } = question;
  const { handle, trigger, holdout: percent } = placement;
  if (!query.requested) {
    if (trigger?.type === "entitlement_denied") {
      const { allowed, reason } = entitlementOf(subject, trigger.entitlement);
      if (!record(trace, "entitlement", !allowed, reason, "denied")) return "entitled";
    }
    // Without a trigger only what is switched off can be unmet, and only a trace wants to know.
    const mayFail = !__CORE_ALONE__ || trigger || query.inactive !== undefined || trace;
    if (mayFail && !meetsTrigger(question)) return "trigger_not_met";
  }
  if (percent && !passesDraw(question, "holdout", handle, percent)) return "holdout";
  return undefined;
}

/** Apart from its caller, where a closure would cost every question memory. */
const segmentsOf = (subject: Subject, segments: readonly Handle[]) =>
  segments.filter((segment) => isInSegment(subject, segment));

/** The reason of the first gate that isn't passed, of those for whom and when a payload is shown. */
export function testTarget({
  subject,
  payload,
  trace,
}: PayloadQuestion): PlacementReason | undefined {
  const { plans, segments, condition } = payload;
  if (plans) {
    const isMet = plans.includes(planOf(subject)?.handle ?? "");
    // A plan that the Playbook lacks is explained by the handle that the context has.
    if (!record(trace, "plan", isMet, subject.context.plan_handle, plans)) return "plan_mismatch";
  }
  if (segments) {
    const joined = segmentsOf(subject, segments);
    if (!record(trace, "segment", !!joined[0], joined, segments)) return "segment_mismatch";
  }
  if (condition) {
    const children: Trace = trace && [];
    const isMet = matches(subject, condition, children);
    if (!record(trace, "condition", isMet, undefined, condition.condition, children)) {
      return "condition_mismatch";
    }
  }
  const { schedule } = payload.payload;
  if (schedule) {
    const { now } = subject;
    const { from, until } = schedule;
    const begins = from === undefined ? now : new Date(from).getTime();
    const ends = until === undefined ? Infinity : new Date(until).getTime();
    noteDue(subject, now < begins ? begins : ends);
    const isOn = begins <= now && now < ends;
    if (!record(trace, "schedule", isOn, now, schedule)) return "outside_schedule";
  }
  return undefined;
}

/** The reason of the first gate that isn't passed, of those for how many users and where a payload is shown. */
export function testReach(question: PayloadQuestion): PlacementReason | undefined {
  const { query, payload, trace } = question;
  const { rollout_percent: percent, surface } = payload.payload;
  if (percent !== undefined) {
    const key = keyOf(question.placement, payload);
    if (!passesDraw(question, "rollout", key, percent)) return "rollout_excluded";
  }
  const { registered, slot, surfaces } = query;
  const inFlow = IN_FLOW.includes(surface) || !!registered?.includes(surface);
  const isKnown = inFlow || PAGE_LEVEL.includes(surface);
  if (!record(trace, "surface_known", isKnown, surface, "registered")) return "surface_unknown";
  // What answers an occasion may open over the page, though it has a slot.
  const isAny = slot === undefined || isOccasion(query.trigger);
  const isAccepted = surfaces?.includes(surface) ?? (inFlow || isAny);
  const wanted = surfaces ?? (isAny ? "any" : "in flow");
  const isHere = record(trace, "surface_accepted", isAccepted, surface, wanted);
  return isHere ? undefined : "surface_not_accepted";
}
