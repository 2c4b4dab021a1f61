/**
 * The questions put to a placement and to its payloads, one after the other; whoever asks stops
 * at the first that fails, so that nothing after it is found out.
 */
import { bucket } from "./bucket";
import type { Trace } from "./conditions";
import { entitlementOf } from "./entitlements";
import { frequencyGates } from "./frequency";
import { outputOf } from "./outputs";
import { own } from "./schema";
import type { Subject } from "./subject";
import { usagePercent } from "./tokens";
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

/** A gate and the reason that it gives when it isn't passed. */
export type Asked = readonly [
  gate: string,
  reason: PlacementReason,
  passed: boolean,
  actual?: unknown,
  expected?: unknown,
  children?: Trace,
];
export interface Question {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly placement: Placement;
  /** Keep what is asked inside a gate. */
  readonly traced: boolean;
}
export interface PayloadQuestion extends Question {
  readonly payload: Payload;
  /** `placement/payload`. */
  readonly key: string;
}

/** Percent of the way, 0 to 100; nobody without an id is drawn, but for 100. */
function draw({ id }: Subject, seed: string, percent: number) {
  const position = id === undefined ? null : bucket(seed, id) * 100;
  return [percent >= 100 || (position !== null && position < percent), position] as const;
}

/** Whether what a placement waits for is so, and what there is instead. */
function meetsTrigger(
  { subject, query: { inactive = [] }, placement: { category, trigger } }: Question,
  children: Trace,
): readonly [passed: boolean, actual?: unknown] {
  const { context, trial, note } = subject;
  if (inactive.includes(category) || inactive.includes(trigger?.type ?? "slot_render")) {
    return [false, "switched off"];
  }
  switch (trigger?.type) {
    case "usage_threshold": {
      const percent = usagePercent(entitlementOf(subject, trigger.entitlement));
      return [percent !== undefined && percent >= trigger.percent, percent];
    }
    case "trial_stage": {
      const { days_before_end = ENDING_DAYS } = trigger;
      const stage = trial?.stage(days_before_end, note);
      return [stage === trigger.stage, stage];
    }
    case "event": {
      const name = own(context.event, "name");
      return [name === trigger.name && subject.meets(trigger.condition ?? {}, children), name];
    }
    case "page_view":
      return [subject.meets(trigger.condition ?? {}, children), own(context.page, "path")];
    default:
      return [true];
  }
}

export function* placementGates(question: Question): Generator<Asked, undefined> {
  const { subject, query, placement, traced } = question;
  const { handle, trigger, holdout_percent: percent } = placement;
  if (!query.requested) {
    if (trigger?.type === "entitlement_denied") {
      const { allowed, reason } = entitlementOf(subject, trigger.entitlement);
      yield ["entitlement", "entitled", !allowed, reason, "denied"];
    }
    const children: Trace = traced ? [] : undefined;
    const [passed, actual] = meetsTrigger(question, children);
    const expected = trigger ?? { type: "slot_render" };
    yield ["trigger", "trigger_not_met", passed, actual, expected, children];
  }
  if (percent) {
    const [isDrawn, position] = draw(subject, `${handle}:holdout`, percent);
    yield ["holdout", "holdout", !isDrawn, position, percent];
  }
  return undefined;
}

/** Leads to the output. */
export function* payloadGates(question: PayloadQuestion): Generator<Asked, PlacementOutput> {
  const { subject, query, payload, key, traced } = question;
  const { target: { plans, segments, condition } = {}, schedule, surface } = payload;
  const { now, plan } = subject;
  if (plans) {
    yield ["plan", "plan_mismatch", !!plan && plans.includes(plan.handle), plan?.handle, plans];
  }
  if (segments) {
    const member = segments.filter(subject.isIn);
    yield ["segment", "segment_mismatch", member.length > 0, member, segments];
  }
  if (condition) {
    const children: Trace = traced ? [] : undefined;
    const isMet = subject.meets(condition, children);
    yield ["condition", "condition_mismatch", isMet, undefined, condition, children];
  }
  if (schedule) {
    const { from, until } = schedule;
    const begins = from === undefined ? now : Date.parse(from);
    const ends = until === undefined ? Infinity : Date.parse(until);
    subject.note(now < begins ? begins : ends);
    yield ["schedule", "outside_schedule", begins <= now && now < ends, now, schedule];
  }
  const { rollout_percent: percent } = payload;
  if (percent !== undefined) {
    const [isDrawn, position] = draw(subject, `${key}:rollout`, percent);
    yield ["rollout", "rollout_excluded", isDrawn, position, percent];
  }
  const { registered = [], slot, surfaces } = query;
  const inFlow = [...IN_FLOW_SURFACES, ...registered];
  const known = [...inFlow, ...PAGE_LEVEL_SURFACES];
  const accepted = surfaces ?? (slot === undefined ? known : inFlow);
  yield ["surface_known", "surface_unknown", known.includes(surface), surface, "registered"];
  const isAccepted = accepted.includes(surface);
  yield ["surface_accepted", "surface_not_accepted", isAccepted, surface, surfaces ?? "in flow"];
  yield* frequencyGates(question);
  const { output, missing } = outputOf(question);
  yield ["tokens", "token_missing", !missing.length, missing, []];
  return output;
}
