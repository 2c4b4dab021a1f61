/**
 * The questions put to a placement and to its payloads, one after the other; the first that fails
 * gives the reason, and nothing after it is found out. Only a trace keeps what was asked.
 */
import { bucket } from "./bucket";
import { entitlementOf } from "./entitlements";
import { askFrequency } from "./frequency";
import { outputOf } from "./outputs";
import { own } from "./schema";
import { idOf, isIn, meets, note, planOf, type Subject } from "./subject";
import { usagePercent } from "./tokens";
import { record, type Trace } from "./trace";
import {
  IN_FLOW_SURFACES,
  PAGE_LEVEL_SURFACES,
  type Payload,
  type Placement,
  type PlacementOutput,
  type PlacementQuery,
  type PlacementReason,
} from "./types";

const ENDING_DAYS = 3;
const IN_FLOW: readonly string[] = IN_FLOW_SURFACES;
const PAGE_LEVEL: readonly string[] = PAGE_LEVEL_SURFACES;

export interface Question {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly placement: Placement;
  /** Filled with every gate, when given. */
  readonly trace: Trace;
}
export interface PayloadQuestion extends Question {
  readonly payload: Payload;
  /** `placement/payload`. */
  readonly key: string;
}

/** Percent of the way, 0 to 100; nobody without an id is drawn, but for 100. */
function draw(subject: Subject, seed: string, percent: number) {
  const id = idOf(subject);
  const position = id === undefined ? null : bucket(seed, id) * 100;
  return [percent >= 100 || (position !== null && position < percent), position] as const;
}

/** Whether what a placement waits for is so, and what there is instead. */
function meetsTrigger(
  { subject, query: { inactive }, placement: { category, trigger } }: Question,
  children: Trace,
): readonly [passed: boolean, actual?: unknown] {
  const { context, trial } = subject;
  if (inactive?.includes(category) || inactive?.includes(trigger?.type ?? "slot_render")) {
    return [false, "switched off"];
  }
  switch (trigger?.type) {
    case "usage_threshold": {
      const percent = usagePercent(entitlementOf(subject, trigger.entitlement));
      return [percent !== undefined && percent >= trigger.percent, percent];
    }
    case "trial_stage": {
      const { days_before_end = ENDING_DAYS } = trigger;
      const stage = trial?.stage(days_before_end, (time) => note(subject, time));
      return [stage === trigger.stage, stage];
    }
    case "event": {
      const name = own(context.event, "name");
      return [name === trigger.name && meets(subject, trigger.condition ?? {}, children), name];
    }
    case "page_view":
      return [meets(subject, trigger.condition ?? {}, children), own(context.page, "path")];
    default:
      return [true];
  }
}

/** The reason of the first gate that isn't passed. */
export function askPlacement(question: Question): PlacementReason | undefined {
  const { subject, query, placement, trace } = question;
  const { handle, trigger, holdout_percent: percent } = placement;
  if (!query.requested) {
    if (trigger?.type === "entitlement_denied") {
      const { allowed, reason } = entitlementOf(subject, trigger.entitlement);
      if (!record(trace, "entitlement", !allowed, reason, "denied")) return "entitled";
    }
    const children: Trace = trace && [];
    const [passed, actual] = meetsTrigger(question, children);
    const expected = trigger ?? { type: "slot_render" };
    if (!record(trace, "trigger", passed, actual, expected, children)) return "trigger_not_met";
  }
  if (percent) {
    const [isDrawn, position] = draw(subject, `${handle}:holdout`, percent);
    if (!record(trace, "holdout", !isDrawn, position, percent)) return "holdout";
  }
  return undefined;
}

/** For whom and when it is. */
function askTarget({ subject, payload, trace }: PayloadQuestion): PlacementReason | undefined {
  const { target: { plans, segments, condition } = {}, schedule } = payload;
  const { now } = subject;
  if (plans) {
    const plan = planOf(subject)?.handle;
    const isAmong = plan !== undefined && plans.includes(plan);
    if (!record(trace, "plan", isAmong, plan, plans)) return "plan_mismatch";
  }
  if (segments) {
    const member = segments.filter((segment) => isIn(subject, segment));
    if (!record(trace, "segment", member.length > 0, member, segments)) return "segment_mismatch";
  }
  if (condition) {
    const children: Trace = trace && [];
    const isMet = meets(subject, condition, children);
    if (!record(trace, "condition", isMet, undefined, condition, children)) {
      return "condition_mismatch";
    }
  }
  if (schedule) {
    const begins = schedule.from === undefined ? now : Date.parse(schedule.from);
    const ends = schedule.until === undefined ? Infinity : Date.parse(schedule.until);
    note(subject, now < begins ? begins : ends);
    const isOn = begins <= now && now < ends;
    if (!record(trace, "schedule", isOn, now, schedule)) return "outside_schedule";
  }
  return undefined;
}

/** The reason of the first gate that isn't passed, else the output. */
export function askPayload(question: PayloadQuestion): PlacementReason | PlacementOutput {
  const reason = askTarget(question);
  if (reason) return reason;
  const { subject, query, payload, key, trace } = question;
  const { rollout_percent: percent, surface } = payload;
  if (percent !== undefined) {
    const [isDrawn, position] = draw(subject, `${key}:rollout`, percent);
    if (!record(trace, "rollout", isDrawn, position, percent)) return "rollout_excluded";
  }
  const { registered, slot, surfaces } = query;
  const inFlow = IN_FLOW.includes(surface) || !!registered?.includes(surface);
  const isKnown = inFlow || PAGE_LEVEL.includes(surface);
  if (!record(trace, "surface_known", isKnown, surface, "registered")) return "surface_unknown";
  const isAccepted = surfaces?.includes(surface) ?? (inFlow || slot === undefined);
  if (!record(trace, "surface_accepted", isAccepted, surface, surfaces ?? "in flow")) {
    return "surface_not_accepted";
  }
  const tooOften = askFrequency(question);
  if (tooOften) return tooOften;
  const { output, missing } = outputOf(question);
  return record(trace, "tokens", !missing.length, missing, []) ? output : "token_missing";
}
