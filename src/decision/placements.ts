/**
 * Which placement is shown, and why. One evaluation answers both: with a list of candidates to
 * fill it keeps every gate, without one it stops at the first that fails.
 */
import { bucket } from "./bucket";
import type { CompiledPlaybook } from "./compile";
import { record } from "./conditions";
import { entitlementOf } from "./entitlements";
import { type Asked, type Frequency, frequencyOf } from "./frequency";
import { outputOf } from "./outputs";
import { own } from "./schema";
import { createSubject, type Subject } from "./subject";
import { usagePercent } from "./tokens";
import {
  type Candidate,
  type DecisionInput,
  type Gate,
  IN_FLOW_SURFACES,
  PAGE_LEVEL_SURFACES,
  type Payload,
  type Placement,
  type PlacementExplanation,
  type PlacementOutput,
  type PlacementQuery,
  type PlacementReason,
  type ServicePlacementDecision,
  type Trigger,
} from "./types";

type Trace = Gate[] | undefined;

/** What the gates of a placement look at. */
interface Subjects {
  readonly subject: Subject;
  readonly query: PlacementQuery;
  readonly input: DecisionInput;
  readonly placement: Placement;
  readonly trigger: Trigger;
}
/** What the gates of a payload look at as well. */
interface PayloadSubjects extends Subjects {
  readonly payload: Payload;
  readonly key: string;
  readonly frequency: Frequency;
  readonly made: () => ReturnType<typeof outputOf>;
}
/** Asks one question; `undefined` or `false` when nothing was authored that asks it. */
type Ask<S> = (of: S, children: Trace) => Asked | undefined | false;
type Row<S> = readonly [gate: string, reason: PlacementReason, ask: Ask<S>];

/** Percent of the way, 0 to 100; nobody without an id is drawn, but for 100. */
function draw({ id }: Subject, seed: string, percent: number): Asked {
  const position = id === undefined ? null : bucket(seed, id) * 100;
  return [percent >= 100 || (position !== null && position < percent), position, percent];
}

const meets = (subject: Subject, condition: unknown, children: Trace) =>
  condition === undefined || subject.meets(condition, children);

/** Whether what a placement waits for is so. */
function triggerAsked({ subject, query, placement, trigger }: Subjects, children: Trace): Asked {
  let actual: unknown;
  const { inactive = [] } = query;
  if ([trigger.type, placement.category].some((one) => inactive.includes(one))) {
    return [false, "switched off", trigger];
  }
  switch (trigger.type) {
    case "usage_threshold": {
      const { limit, used } = entitlementOf(subject, trigger.entitlement);
      const percent = usagePercent(limit, used);
      return [percent !== undefined && percent >= trigger.percent, percent, trigger];
    }
    case "trial_stage": {
      const { trial } = subject;
      subject.note(trial?.nextStage(trigger.days_before_end));
      actual = trial?.stage(trigger.days_before_end);
      return [actual === trigger.stage, actual, trigger];
    }
    case "event":
      actual = own(subject.context.event, "name");
      return [
        actual === trigger.name && meets(subject, trigger.condition, children),
        actual,
        trigger,
      ];
    case "page_view":
      actual = own(subject.context.page, "path");
      return [meets(subject, trigger.condition, children), actual, trigger];
    default:
      return [true, actual, trigger];
  }
}

const PLACEMENT_GATES: readonly Row<Subjects>[] = [
  [
    "entitlement",
    "entitled",
    ({ subject, trigger, query }) => {
      if (query.requested || trigger.type !== "entitlement_denied") return undefined;
      const { allowed, reason } = entitlementOf(subject, trigger.entitlement);
      return [!allowed, reason, "denied"];
    },
  ],
  [
    "trigger",
    "trigger_not_met",
    (of, children) => !of.query.requested && triggerAsked(of, children),
  ],
  [
    "holdout",
    "holdout",
    ({ subject, placement: { handle, holdout_percent: percent } }) => {
      if (!percent) return undefined;
      const [drawn, position] = draw(subject, `${handle}:holdout`, percent);
      return [!drawn, position, percent];
    },
  ],
];

/** Every surface that could be shown, registered ones included. */
const known = ({ registered = [] }: PlacementQuery): readonly string[] => [
  ...IN_FLOW_SURFACES,
  ...registered,
  ...PAGE_LEVEL_SURFACES,
];
const isPageLevel = (surface: string) =>
  PAGE_LEVEL_SURFACES.some((pageLevel) => pageLevel === surface);

const PAYLOAD_GATES: readonly Row<PayloadSubjects>[] = [
  [
    "plan",
    "plan_mismatch",
    ({ subject: { plan }, payload: { target } }) =>
      target?.plans && [!!plan && target.plans.includes(plan.handle), plan?.handle, target.plans],
  ],
  [
    "segment",
    "segment_mismatch",
    ({ subject, payload: { target } }) => {
      const wanted = target?.segments;
      const member = wanted?.filter(subject.isIn);
      return member && [member.length > 0, member, wanted];
    },
  ],
  [
    "condition",
    "condition_mismatch",
    ({ subject, payload: { target } }, children) =>
      target?.condition && [subject.meets(target.condition, children), undefined, target.condition],
  ],
  [
    "schedule",
    "outside_schedule",
    ({ subject, payload: { schedule } }) => {
      if (!schedule) return undefined;
      const { now } = subject;
      const from = schedule.from === undefined ? now : Date.parse(schedule.from);
      const until = schedule.until === undefined ? now + 1 : Date.parse(schedule.until);
      subject.note(now < from ? from : until);
      return [from <= now && now < until, now, schedule];
    },
  ],
  [
    "rollout",
    "rollout_excluded",
    ({ subject, key, payload: { rollout_percent: percent } }) =>
      percent !== undefined && draw(subject, `${key}:rollout`, percent),
  ],
  [
    "surface_known",
    "surface_unknown",
    ({ query, payload: { surface } }) => [known(query).includes(surface), surface, "registered"],
  ],
  [
    "surface_accepted",
    "surface_not_accepted",
    ({ query: { slot, surfaces }, payload: { surface } }) => {
      const byDefault = slot === undefined || !isPageLevel(surface);
      return [surfaces ? surfaces.includes(surface) : byDefault, surface, surfaces ?? "in flow"];
    },
  ],
  ["remind_later", "reminded_later", ({ frequency }) => frequency.remindLater()],
  ["cooldown", "cooling_down", ({ frequency }) => frequency.cooldown()],
  ["caps", "cap_reached", ({ frequency }) => frequency.caps()],
  ["tokens", "token_missing", ({ made }) => [!made().missing.length, made().missing, []]],
];

/** After these no other payload of the placement is tried. */
const ENDING: readonly (PlacementReason | undefined)[] = [
  "cap_reached",
  "cooling_down",
  "reminded_later",
];

/** The reason of the first gate that fails; `undefined` when all are passed. */
function firstFailed<S>(rows: readonly Row<S>[], of: S, trace: Trace): PlacementReason | undefined {
  for (const [gate, reason, ask] of rows) {
    const children: Trace = trace && [];
    const asked = ask(of, children);
    if (!asked) continue;
    const [passed, actual, expected] = asked;
    if (!record(trace, { gate, passed, actual, expected }, children)) return reason;
  }
  return undefined;
}

/** A payload's verdict: the reason against it, or its output. */
type Tell = (
  verdict: PlacementReason | PlacementOutput,
  placement: Placement,
  details: { payload?: Payload; gates: Trace },
) => void;

/** Tells the verdict on each payload in turn, or the one on the whole placement. */
function evaluatePlacement(of: Subjects, traced: boolean, tell: Tell): void {
  const { subject, query, input, placement } = of;
  const gates: Trace = traced ? [] : undefined;
  const unmet = firstFailed(PLACEMENT_GATES, of, gates);
  if (unmet) return tell(unmet, placement, { gates });
  for (const payload of placement.payloads) {
    const key = `${placement.handle}/${payload.handle}`;
    let output: ReturnType<typeof outputOf> | undefined;
    const made = () => {
      output ??= outputOf(subject, { placement, payload }, { query, input });
      return output;
    };
    const frequency = frequencyOf(subject, key, { payload, history: input.history, query });
    const trace: Trace = gates && [...gates];
    const reason = firstFailed(PAYLOAD_GATES, { ...of, payload, key, frequency, made }, trace);
    tell(reason ?? made().output, placement, { payload, gates: trace });
    if (!reason || ENDING.includes(reason)) return;
  }
}

/** The placements that a question is about, highest priority first. */
export function candidatesFor(
  playbook: CompiledPlaybook,
  { placement, slot, trigger }: PlacementQuery,
): readonly Placement[] {
  if (placement !== undefined) {
    const named = playbook.part("placements", placement);
    return named ? [named] : [];
  }
  if (slot !== undefined) return playbook.placementsIn(slot);
  if (trigger) {
    const isSame = (one: Placement, key: string) =>
      own(trigger, key) === undefined || own(trigger, key) === own(one.trigger, key);
    return playbook
      .placementsOn(trigger.type)
      .filter((one) => ["entitlement", "name", "stage"].every((key) => isSame(one, key)));
  }
  // Nobody asked for a refusal or an event to be answered.
  return playbook.placementsIn(undefined).filter((one) => !/^e/.test(one.trigger?.type ?? ""));
}

/**
 * Decides for a subject. The one evaluation behind every answer.
 * @param candidates filled with every candidate and its gates, when given
 */
export function evaluate(
  subject: Subject,
  query: PlacementQuery,
  { input, candidates }: { input: DecisionInput; candidates?: Candidate[] | undefined },
): ServicePlacementDecision {
  const { playbook } = subject;
  if (!playbook.usable) return { visible: false, reasons: ["playbook_unavailable"] };
  const reasons = new Set<PlacementReason>();
  let output: PlacementOutput | undefined;
  const tell: Tell = (verdict, { handle }, { payload, gates = [] }) => {
    let reason: PlacementReason = output ? "lower_priority" : "shown";
    if (typeof verdict === "string") reason = verdict;
    else output ??= verdict;
    reasons.add(reason);
    candidates?.push({
      placement: handle,
      ...(payload && { payload: payload.handle }),
      reason,
      gates,
    });
  };
  for (const placement of candidatesFor(playbook, query ?? {})) {
    const { trigger = { type: "slot_render" } } = placement;
    try {
      evaluatePlacement({ subject, query, input, placement, trigger }, !!candidates, tell);
    } catch {
      // Values of wrong types or nested too deeply, in a question or in a Playbook: nothing to show.
    }
    if (output && !candidates) break;
  }
  if (output) return { visible: true, reasons: ["shown"], output };
  return { visible: false, reasons: reasons.size ? [...reasons] : ["no_placement"] };
}

/** A subject for whom the event asked about has happened. */
export function subjectFor(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  { context, now }: DecisionInput,
): Subject {
  const { trigger } = query ?? {};
  if (trigger?.type !== "event") return createSubject(playbook, context, now);
  const { name, properties = {} } = trigger;
  return createSubject(playbook, { ...context, event: { name, properties } }, now);
}

/**
 * The placement for a slot, a trigger or a name (contract, "Results"). Pure: the same input gives
 * the same output, byte for byte. Never throws.
 */
export function decidePlacement(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): ServicePlacementDecision {
  return evaluate(subjectFor(playbook, query, input), query, { input });
}

/** Every candidate with every gate it met, by the same evaluation as `decidePlacement`. */
export function explainPlacement(
  playbook: CompiledPlaybook,
  query: PlacementQuery,
  input: DecisionInput,
): PlacementExplanation {
  const candidates: Candidate[] = [];
  const subject = subjectFor(playbook, query, input);
  const { visible, reasons } = evaluate(subject, query, { input, candidates });
  return { visible, reasons, candidates };
}
